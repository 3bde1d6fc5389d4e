"""`klaxon link`: the serial line between two consoles.

`klaxon link test` is for makers: start it at both consoles within a few seconds of each other, with the daemon stopped.
It sends as fast as the line can and says what arrives: rate, damaged frames, round trip, and what may be wrong.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import threading
from dataclasses import asdict

from klaxon.cli import FOUND, MISUSED
from klaxon.cli.help.command_parser import CommandParser
from klaxon.console.language.catalogue import say
from klaxon.console.profile import Profile, load
from klaxon.link.line_test import LineFindings, Verdict, judge
from klaxon.link.wire.line_end import LineEnd

BAUD = 115_200
KEEP_FULL, AT_ONCE = 4_000, 960
"""Bytes that are kept waiting for the line, so that it is never idle during a test, and how many are added at once."""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon link", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    test = acts.add_parser("test", help="measure the line to the other console, and say what is wrong with it")
    test.add_argument("--profile", help="a console, by its name or file: which port its link has")
    test.add_argument("--port", help="the port itself, such as /dev/ttyAMA0")
    test.add_argument("--baud", type=int, help=f"bits a second, the same at both ends ({BAUD})")
    test.add_argument("--seconds", type=float, default=10.0, help="how long to measure (10)")
    test.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Measure a line; 1 where something is wrong with it."""
    parser = build_parser()
    asked = parser.parse_args(arguments)
    if (
        (asked.port is None) == (asked.profile is None)
        or asked.seconds <= 0
        or not (asked.baud is None or asked.baud > 0)
    ):
        parser.error(say("link.needs-port", {}))
    port, baud = _port_of(asked)
    if not port:
        sys.stderr.write(f"klaxon link: {say('link.no-link', {'profile': asked.profile})}\n")
        return MISUSED
    findings, trouble = _measure(port, baud, asked.seconds)
    facts = {**asdict(findings), "verdict": findings.verdict.value, "port": port, "baud": baud, "trouble": trouble}
    sys.stdout.write(json.dumps(facts) + "\n" if asked.json else _report(findings, facts))
    return 0 if findings.verdict in (Verdict.GOOD, Verdict.NOISY) else FOUND


def _port_of(asked: argparse.Namespace) -> tuple[str, int]:
    """Return port and speed; no port where a profile has no link or cannot be read."""
    if asked.port:
        return asked.port, asked.baud or BAUD
    profile = load(asked.profile)
    if not isinstance(profile, Profile):
        return "", 0
    return profile.link.port, asked.baud or profile.link.baud


def _measure(port: str, baud: int, seconds: float) -> tuple[LineFindings, str]:
    from klaxon.link.serial_line import SerialLine, clock  # pyserial, where a line is really opened

    news = threading.Event()
    end = LineEnd(secrets.randbelow((1 << 32) - 1) + 1, baud=baud)
    line, start, received = SerialLine(port, baud, end, news.set), clock(), 0
    try:
        while (left := seconds - (clock() - start) / 1_000_000) > 0:
            if end.outgoing.waiting <= KEEP_FULL - AT_ONCE:
                line.write(secrets.token_bytes(AT_ONCE))
            news.wait(min(left, 0.1))
            news.clear()
            received += len(line.read())
    finally:
        line.close()
    return judge(end, clock() - start, received, line.trouble), line.trouble


def _report(findings: LineFindings, facts: dict[str, object]) -> str:
    lines = [say("link.measured", {**facts, "rate": round(findings.stream_bytes / findings.seconds)})]
    if findings.round_trip_ms is not None:
        lines.append(say("link.round-trip", {"ms": round(findings.round_trip_ms, 1)}))
    return "\n".join([*lines, say(f"link.verdict.{findings.verdict.value}", facts)]) + "\n"
