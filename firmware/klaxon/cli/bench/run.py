"""`klaxon bench run`: the daemon from its start to the first pictures, its weight, and what it does asleep."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from klaxon.cli.bench.rounds import Rounds

STARTS = 5
ASLEEP = 10
"""Seconds in which nobody does anything."""
_TICKS = os.sysconf("SC_CLK_TCK")


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Start the daemon some times, and watch the last one sleep."""
    starts = [_start() for _ in range(min(rounds.count, STARTS))]
    with _daemon("null") as (process, _):
        sleep(1)
        bare = _resident(process.pid)
    with _daemon("virtual") as (process, said):
        _first_pictures(said["page"])
        sleep(1)
        weight = _resident(process.pid)
        before = _worked(process.pid)
        sleep(ASLEEP)
        busy = (_worked(process.pid) - before) / ASLEEP
    found = {
        "first_picture_s": round(median(starts), 3),
        "resident_mb": round(weight, 1),
        "resident_without_web_mb": round(bare, 1),
        "asleep_percent_of_a_core": round(100 * busy, 2),
    }
    if as_json:
        print(json.dumps(found))
        return
    print(f"start to the first picture of every panel {found['first_picture_s']:>8} s (median of {len(starts)})")
    print(f"resident, with a page open                {found['resident_mb']:>8} MB")
    print(f"resident, without the web                 {found['resident_without_web_mb']:>8} MB")
    print(f"asleep for {ASLEEP} s                         {found['asleep_percent_of_a_core']:>8} % of a core")


def _start() -> float:
    begun = perf_counter()
    with _daemon("virtual") as (_, said):
        _first_pictures(said["page"])
        return perf_counter() - begun


@contextmanager
def _daemon(profile: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "klaxon.cli", "run", "--json", "--port", "0", "--profile", profile]
        process = subprocess.Popen([*command, "--folder", folder], stdout=subprocess.PIPE, text=True)  # noqa: S603
        try:
            line = process.stdout.readline() if process.stdout else ""
            yield process, json.loads(line)
        finally:
            process.terminate()
            process.communicate()


def _first_pictures(page: str) -> None:
    """Open the page and wait until the panel of every station has been sent."""
    from websockets.sync.client import connect
    from websockets.typing import Origin

    address, _, token = page.partition("/#")
    with connect(f"ws{address.removeprefix('http')}/ws", origin=Origin(address)) as socket:
        socket.send(json.dumps({"hello": 1, "token": token}))
        wanted, seen = 1, set[int]()
        while len(seen) < wanted:
            message = socket.recv()
            if isinstance(message, bytes):
                seen.add(message[0])
            elif "welcome" in (said := json.loads(message)):
                wanted = sum(station["manned"] for station in said["welcome"]["stations"])


def _resident(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _worked(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
