"""Golden playthroughs: whole games in text, and every answer to them.

`NAME.script` is what is said, `NAME.answers` what is answered: a JSON line for every line, comments included, so
that both files have the same line numbers. Where an answer is meant to change, write them anew and review the diff:

    .venv/bin/python -m tests.rules.golden
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from klaxon import data
from klaxon.table.script import Script
from tests.rules.steam.kit.boats import KEPT

FOLDER = Path(__file__).parents[1]


def scripts() -> list[Path]:
    """Return all scripts."""
    return sorted(FOLDER.glob("*/*.script"))


def content(kind: str, name: str, variant: str) -> str:
    """Return content as it was when the games were played: the numbers of cards are balanced anew now and then.

    A mission that is not shipped lies beside the script that plays it.
    """
    staged = FOLDER / "uboot" / f"{name}.json"
    if kind == "missions" and staged.is_file():
        return staged.read_text("utf-8")
    return KEPT if kind == "cards" else data.read(kind, name, variant)


def answers(script: Path) -> Iterator[str]:
    """Play a script; yield the answers."""
    table = Script(content)
    for line in script.read_bytes().splitlines():
        yield json.dumps(table.answer(line), separators=(",", ":"))
