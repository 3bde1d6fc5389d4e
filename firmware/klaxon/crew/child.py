"""The child process in which understudies think: JSON lines of docs/protocol.md on standard input and output.

It never delays the table: everything it needs comes from its pipe, and it sleeps until there is something to read
or to send.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import time

from klaxon.crew import DRIFTER, SKILL, SKILLS
from klaxon.crew.crew_session import CrewSession

PACE = (800, 2500)
"""The shortest and the longest thinking time in milliseconds of play."""
CHUNK = 1 << 16
TURNED_AWAY = 1


def main(arguments: list[str] | None = None) -> int:
    """Play the given seats until standard input ends."""
    given = _parser().parse_args(arguments)
    seed = given.seed or os.environ.get("KLAXON_SEED") or os.urandom(16).hex()
    session = CrewSession(given.name, given.seats, seed, given.pace, given.skill)
    try:
        return run(session, os.environ.get("KLAXON_TOKEN"), 0, 1)
    except (BrokenPipeError, KeyboardInterrupt):  # the table has gone, or goes with us
        return 0


def run(session: CrewSession, token: str | None, down: int, up: int) -> int:
    """Pass messages between two file descriptors and a crew session; return the exit status.

    Without a token somebody else has said hello, as `klaxon bot` does.
    """
    if token is not None:
        _write(up, [session.hello(token)])
    rest = b""
    while not session.closed:
        wait = session.wait(_now())
        ready, _, _ = select.select([down], [], [], None if wait is None else wait / 1000)
        if not ready:
            _write(up, session.speak(_now()))
            continue
        data = os.read(down, CHUNK)
        if not data:
            return 0
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            _write(up, session.take(_read(line), _now()))
    return TURNED_AWAY


def _read(line: bytes) -> dict[str, object]:
    """Return the message in a line; an empty one if there is none."""
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def _write(up: int, messages: list[dict[str, object]]) -> None:
    data = "".join(json.dumps(message, separators=(",", ":")) + "\n" for message in messages).encode()
    while data:
        data = data[os.write(up, data) :]


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m klaxon.crew",
        description="Understudies for some seats of one table, over standard input and output.",
        epilog="Secrets come by the environment, where other users do not see them: KLAXON_TOKEN opens the seats "
        "(without it no hello is said: `klaxon bot` has done that), KLAXON_SEED is what chance and thinking times "
        "are drawn from.",
    )
    parser.add_argument("seats", nargs="*", metavar="SEAT", help="a seat to take, as red.captain")
    parser.add_argument("--name", default="understudy", help="the name to show at the table")
    parser.add_argument("--seed", help="instead of KLAXON_SEED")
    parser.add_argument(
        "--pace", type=_pace, default=PACE, metavar="LOW..HIGH", help="thinking time in ms (800..2500); 0: none"
    )
    parser.add_argument("--skill", choices=(*SKILLS, DRIFTER), default=SKILL, help=f"how well to play ({SKILL})")
    return parser


def _pace(text: str) -> tuple[int, int]:
    """Parse `800..2500`, or one number for both."""
    low, _, high = text.partition("..")
    pace = (int(low), int(high or low))
    if not 0 <= pace[0] <= pace[1]:
        raise ValueError(text)
    return pace
