"""`klaxon guide`: check guides: what each role is told step by step, and what the steps wait for."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from klaxon import data
from klaxon.cli.help.checked import tell_faults, tell_missing
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.plain import plain
from klaxon.console.guide.guides import KIND, Guide, read_guide


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon guide", description=__doc__)
    parser.add_argument("file", nargs="*", help="guide files; without one, the shipped guides are listed")
    parser.add_argument("--json", action="store_true", help="one JSON object a guide instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Check every guide named; exit status 1 when one is faulty."""
    asked = build_parser().parse_args(arguments)
    if not asked.file:
        sys.stdout.write("".join(f"{name}\n" for name in data.names(KIND)))
        return 0
    return max([_check(name, as_json=asked.json) for name in asked.file])


def _check(name: str, *, as_json: bool) -> int:
    shipped = name in data.names(KIND) and not Path(name).exists()
    try:
        read = read_guide(data.read(KIND, name) if shipped else data.read_file(Path(name)))
    except data.ContentError as error:
        return tell_missing(name, error, as_json=as_json)
    if not isinstance(read, Guide):
        return tell_faults(name, read, as_json=as_json)
    steps = {role: len(found) for role, found in read.roles.items()}
    if as_json:
        sys.stdout.write(json.dumps({"file": name, "ok": True, "game": read.game, "steps": steps}) + "\n")
    else:
        told = ", ".join(f"{role} {count}" for role, count in steps.items())
        sys.stdout.write(f"{plain(read.id)}: {read.game}, steps: {told}\n")
    return 0
