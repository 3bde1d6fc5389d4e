"""`klaxon script`: play a game in text. A line in, a JSON line out.

`new GAME OPTION=VALUE ...` sets up, `SEAT VERB ...` is an order, `orders SEAT` lists every order a seat may give now.
If a verb has more than 2,000 of them, or infinitely many, it is listed once, followed by its possible first arguments:
`activate <c|1|2>`. Columns of charts are Latin letters in every language.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from klaxon import data
from klaxon.cli.help.command_parser import CommandParser
from klaxon.console.language.catalogue import say_refusal
from klaxon.table.script import LONGEST_LINE, Script

EXAMPLES = {
    "not-now": "orders SEAT",
    "paused": "umpire resume",
    "game-over": "new GAME",
    "needs-start": "start POINT",
    "waiting-for-xo": "charge SYSTEM",
    "waiting-for-engineer": "break SYMBOL",
    "no-mine": "mine POINT",
    "needs-stop": "stop",
    "recording-first": "trace 1 - initials=AB",
    "already-reported": "dive",
    "no-slip": "confirm",
    "needs-oxygen": "oxygen CELL",
    "needs-ready": "ready, or rest",
    "answer-first": "orders SEAT",
    "marker-placed": "damage CELL plain|oxygen",
    "captain-first": "activate c 1 step=before:b1",
    "uneven": "pack CARD a|b",
    "no-watch": "watch",
    "watching": "join watch SHAPE",
}
"""Code -> an example line that helps after a refusal. Messages leave it out: panels have keys, not lines."""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    return CommandParser("klaxon script", description=__doc__)


def main(arguments: list[str]) -> int:
    """Answer every line of standard input."""
    build_parser().parse_args(arguments)
    script = Script(data.read)
    for line in read_lines(sys.stdin.buffer):
        sys.stdout.write(f"{answer_line(script.answer(line), script.game)}\n")
        sys.stdout.flush()
    return 0


def answer_line(answer: dict[str, Any], game: str) -> str:
    """Return an answer as one line of JSON, with the message of a refusal in the words of a game."""
    if not answer["ok"]:
        for each in (answer, *answer.get("all", ())):
            each["text"] = say_to_script(each["refusal"], each["facts"], game)
    return json.dumps(answer, separators=(",", ":"))


def say_to_script(code: str, facts: Mapping[str, object], game: str = "") -> str:
    """Return the message of a refusal, with an example line that helps if there is one."""
    text = say_refusal(code, facts, game=game)
    return f"{text} Try: {EXAMPLES[code]}" if code in EXAMPLES else text


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends. A line that is too long is cut."""
    while line := stream.readline(LONGEST_LINE + 2):
        whole = line.endswith(b"\n")
        yield line.removesuffix(b"\n")
        while not whole and (rest := stream.readline(LONGEST_LINE)):
            whole = rest.endswith(b"\n")
