"""`klaxon replay`: replay a script and show its final state."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from klaxon import data
from klaxon.cli import FOUND, MISUSED
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.script import answer_line, read_lines
from klaxon.table.script import Script


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon replay", description=__doc__)
    parser.add_argument("file", type=Path, help="a file of script lines")
    parser.add_argument("--answers", action="store_true", help="print the answer to every line too")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Replay a file; exit status 1 when one of its lines was refused."""
    asked = build_parser().parse_args(arguments)
    script, refused, count = Script(data.read), list[dict[str, Any]](), 0
    try:
        with data.open_file(asked.file) as file:
            for number, line in enumerate(read_lines(file), start=1):
                answer = script.answer(line)
                text = answer_line(answer, script.game)
                count += 1
                if asked.answers:
                    sys.stdout.write(f"{text}\n")
                if not answer["ok"]:
                    refused.append({"line": number, "refusal": answer["refusal"], "text": answer["text"]})
    except OSError as error:
        sys.stderr.write(f"klaxon replay: {asked.file}: {error.strerror}. Check the path.\n")
        return MISUSED
    if script.play is None:
        sys.stderr.write(f"klaxon replay: {asked.file}: no line begins a game. The first one should be: new GAME\n")
        return FOUND
    end = script.answer(b"state")
    if asked.json:
        sys.stdout.write(json.dumps({"lines": count, "refused": refused, "state": end}) + "\n")
    else:
        for each in refused:
            sys.stdout.write(f"{asked.file}:{each['line']}: {each['refusal']}: {each['text']}\n")
        facts = "".join(f", {name} {value}" for name, value in end.get("facts", {}).items())
        outcome = f"over, winner: {end['winner']} ({end['reason']}{facts})" if end["over"] else "not over"
        sys.stdout.write(f"{count} lines, {len(refused)} refused; {outcome}; digest {end['digest']}\n")
    return FOUND if refused else 0
