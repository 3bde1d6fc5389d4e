"""Checked content files: printing their faults."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from klaxon.cli import FOUND
from klaxon.console.language.catalogue import say_fault, say_refusal
from klaxon.data import ContentError
from klaxon.rules.content.faults import Fault

Told = tuple[int, str, str]
"""A fault for people: its line, its code, its message."""


def tell_faults(name: str, faults: Sequence[Fault], *, as_json: bool) -> int:
    """Print everything that is wrong with a file; return the exit status."""
    rows = [(each.line, each.code, say_fault(name, each.line, each.code, each.facts)) for each in faults]
    return _tell(name, rows, as_json=as_json)


def tell_missing(name: str, error: ContentError, *, as_json: bool) -> int:
    """Print why a file cannot be read; return the exit status."""
    return _tell(name, [(0, error.code, say_refusal(error.code, error.facts))], as_json=as_json)


def _tell(name: str, rows: list[Told], *, as_json: bool) -> int:
    if as_json:
        listed = [{"line": line, "code": code, "text": text} for line, code, text in rows]
        sys.stdout.write(json.dumps({"file": name, "ok": False, "faults": listed}) + "\n")
    else:
        sys.stdout.write("".join(f"{text}\n" for _, _, text in rows))
    return FOUND
