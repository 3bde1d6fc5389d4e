"""Two carriers over one line by the clock, alternating: the link's own, and TCP over Debian's PPP where it can be had.

`python -m klaxon.cli.bench.link.carriers FILE` reads its work as JSON from a file and prints what it measured. As
root of a kernel with PPP it measures both; elsewhere only the link's own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from klaxon.link.modelled.noise import LINES
from klaxon.link.modelled.pty_line import PtyLine, pty_line

OURS, PPP = "ours", "ppp"
PATIENCE = 60.0
"""Seconds beyond its own time after which an end counts as hanging."""


def run(work: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Measure each carrier on each line; return line -> carrier -> what was measured."""
    found: dict[str, dict[str, Any]] = {}
    for line in LINES:
        found[line] = {carrier: _run_one(line, carrier, work) for carrier in work["carriers"]}
    return found


def _run_one(line: str, carrier: str, work: dict[str, Any]) -> dict[str, Any]:
    with pty_line(LINES[line], work["seed"]) as wire:
        host, guest = (
            _start(role, carrier, port, work) for role, port in zip(("host", "guest"), wire.ports, strict=True)
        )
        try:
            told = guest.communicate(timeout=work["seconds"] + PATIENCE)[0]
        except subprocess.TimeoutExpired:
            told = json.dumps({"delays": [], "unanswered": 0, "error": "it never began"})
        finally:
            for end in (host, guest):
                end.kill()
                end.wait()
        return {**json.loads(told or "{}"), "carried": _carried(wire)}


def _carried(wire: PtyLine) -> int:
    return sum(wire.carried)


def _start(role: str, carrier: str, port: str, work: dict[str, Any]) -> subprocess.Popen[str]:
    alone = ["unshare", "--net"] if carrier == PPP else []
    command = [*alone, sys.executable, "-m", "klaxon.cli.bench.link.far_end", role, carrier, port]
    started = subprocess.Popen(  # noqa: S603 - this program
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    if started.stdin is not None:
        started.stdin.write(json.dumps(work) + "\n")
        started.stdin.flush()
    return started


def main(path: str) -> None:
    """Measure, and print it."""
    sys.stdout.write(json.dumps(run(json.loads(Path(path).read_text("utf-8")))) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
