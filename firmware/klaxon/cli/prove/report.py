"""The report of a proof: one file of text, with everything that was found as JSON at its end. No secrets, no names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from klaxon import __version__
from klaxon.cli.doctor.board import MODEL
from klaxon.cli.doctor.bundle import package_versions
from klaxon.cli.doctor.redact import Redactor
from klaxon.cli.doctor.world import World
from klaxon.cli.prove.part import ProofPart
from klaxon.console.language.catalogue import say
from klaxon.console.profile.plain import plain

MARK = "--- JSON ---"
"""The line between the text and the data."""
FORMAT = 1


def report_data(world: World, parts: Sequence[ProofPart]) -> dict[str, Any]:
    """Return a proof as JSON, without secrets, names of people or machines, and paths of homes."""
    day = datetime.fromtimestamp(world.now(), UTC).date().isoformat()
    data = {
        "format": FORMAT,
        "klaxon": __version__,
        "day": day,
        "model": world.read(MODEL) or "",
        "profile": world.asked,
        "console": {**plain(world.profile), "about": ""} if world.profile else None,
        "versions": package_versions(world),
        "parts": [part.plain() for part in parts],
    }
    cleaned: dict[str, Any] = Redactor(world).plain(data)
    return cleaned


def report_text(data: dict[str, Any]) -> str:
    """Return the file: a line a part for people, then the data."""
    facts = {**data, "kernel": data["versions"]["kernel"], "python": data["versions"]["python"]}
    lines = [say("prove.title", {**facts, "model": data["model"] or data["versions"]["machine"]}), ""]
    lines += [
        f"{say(f'prove.state.{state}', {}):<12}{name:<11}{text}"
        for state, name, text in ((part["state"], part["part"], part["text"]) for part in data["parts"])
    ]
    return "\n".join([*lines, "", MARK, json.dumps(data, indent=1, ensure_ascii=False), ""])
