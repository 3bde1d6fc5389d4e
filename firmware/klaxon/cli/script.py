"""`klaxon script`: play a game in text. A line in, a JSON line out.

`new GAME OPTION=VALUE ...` sets up, `SEAT VERB ...` is an order, `orders SEAT` lists every order a seat may give now.
Where a verb has more than 2,000 of them, or endlessly many, it stands there once, with what may come first behind it:
`activate <c|1|2>`. Columns of charts are Latin letters in every language.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from klaxon import data
from klaxon.console.language.catalogue import say_refusal
from klaxon.table.script import LONGEST_LINE, Script


def main(arguments: list[str]) -> int:
    """Answer every line of standard input."""
    parser = argparse.ArgumentParser("klaxon script", description=__doc__)
    parser.parse_args(arguments)
    script = Script(data.read)
    for line in read_lines(sys.stdin.buffer):
        answer = script.answer(line)
        sys.stdout.write(f"{shown(answer, script.game)}\n")
        sys.stdout.flush()
    return 0


def shown(answer: dict[str, Any], game: str = "") -> str:
    """Return an answer as one line of JSON, refusals with their sentence."""
    if not answer["ok"]:
        answer["text"] = say_refusal(answer["refusal"], answer["facts"], game=game)
        for each in answer.get("all", ()):
            each["text"] = say_refusal(each["refusal"], each["facts"], game=game)
    return json.dumps(answer, separators=(",", ":"))


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends. Of a line that is too long only the beginning is kept."""
    while line := stream.readline(LONGEST_LINE + 2):
        whole = line.endswith(b"\n")
        yield line.removesuffix(b"\n")
        while not whole and (rest := stream.readline(LONGEST_LINE)):
            whole = rest.endswith(b"\n")
