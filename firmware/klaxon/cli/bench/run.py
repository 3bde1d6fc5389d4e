"""`klaxon bench run`: the daemon from its start to the first pictures, its memory, and its load when idle.

A start is compared with bare Python that imports the libraries a start uses, alternating: that ratio is the same on a
slow machine, a fast one and a busy one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, sleep
from typing import Any, NamedTuple

from klaxon.cli.bench.rounds import Rounds
from klaxon.console.lobby.first_game import first_games
from klaxon.rules.games import GAMES

STARTS = 9
LIBRARIES = "asyncio, sqlite3, starlette, uvicorn, websockets"
"""What bare Python imports for comparison."""
ASLEEP = 10
"""Seconds of idling that are measured."""
SETTLED = 3
"""Seconds after which a start is complete."""
PRESSED = 0.1
"""Seconds that a hand leaves a key down, and up."""
REAL = "console-4"
"""The profile of the reference console."""
_TICKS = os.sysconf("SC_CLK_TCK")


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Start the daemon some times, measure the last one idle, and print the figures."""
    found = figures(rounds)
    sys.stdout.write(json.dumps(found) + "\n" if as_json else table(found))


def figures(rounds: Rounds) -> dict[str, Any]:
    """Start the daemon some times, then let several kinds of it idle side by side."""
    starts = _starts(min(rounds.count, STARTS))
    with ExitStack() as running:
        awake = {name: running.enter_context(_daemon(*arguments)) for name, arguments in _kinds().items()}
        _first_pictures(awake["virtual"][1]["page"])
        for game in GAMES:
            process, said = running.enter_context(_daemon("virtual"))
            _first_pictures(said["page"], begin=game)
            if not list(Path(said["folder"]).rglob(f"*{game}*")):
                raise RuntimeError(f"no game of {game} began")
            awake[f"virtual, {game} begun"] = process, said
        sleep(SETTLED)
        before = {name: _cpu_seconds(process.pid) for name, (process, _) in awake.items()}
        sleep(ASLEEP)
        daemons = {
            name: {
                "resident_mb": round(_resident(process.pid), 1),
                "asleep_percent_of_a_core": round(100 * (_cpu_seconds(process.pid) - before[name]) / ASLEEP, 2),
            }
            for name, (process, _) in awake.items()
        }
    return {**starts, "daemons": daemons}


def _kinds() -> dict[str, tuple[str, ...]]:
    """Return the daemons to measure. On anything but a Pi, a real console is one whose devices are all missing."""
    real = {"real, with a page": (REAL,), "real, without the web": (REAL, "--no-page")}
    return {"virtual": ("virtual",), "null": ("null",), **(real if find_spec("luma") else {})}


def table(found: Mapping[str, Any]) -> str:
    """Return the figures for people."""
    rows = [
        f"{name:<32}{each['resident_mb']:>9} MB resident{each['asleep_percent_of_a_core']:>9} % of a core asleep"
        for name, each in found["daemons"].items()
    ]
    starts = [
        f"{'start to the first pictures':<32}{found['first_picture_s']:>9} s (median of {found['starts']})",
        f"{'bare import of its libraries':<32}{found['bare_import_s']:>9} s ({LIBRARIES})",
        f"{'start/bare import':<32}{found['start_ratio']:>9} times (median of {found['starts']} pairs)",
        f"{'start/bare import, CPU time':<32}{found['start_cpu_ratio']:>9} times",
    ]
    return "\n".join([*starts, *rows]) + "\n"


class StartCost(NamedTuple):
    """What a start took."""

    seconds: float
    cpu: float
    """Its CPU seconds, which do not depend on what else the machine does."""


def _starts(count: int) -> dict[str, Any]:
    """Start the daemon and import its libraries alternately; the first pair warms the disk cache and does not count."""
    pairs = [(_import_libraries(), _start()) for _ in range(count + 1)][1:]
    return {
        "starts": count,
        "first_picture_s": round(median(start.seconds for _, start in pairs), 3),
        "bare_import_s": round(median(bare.seconds for bare, _ in pairs), 3),
        "start_ratio": round(median(start.seconds / bare.seconds for bare, start in pairs), 2),
        "start_cpu_ratio": round(median(start.cpu / bare.cpu for bare, start in pairs), 2),
    }


def _import_libraries() -> StartCost:
    begun, before = perf_counter(), getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", f"import {LIBRARIES}"], check=True, env=_environment())  # noqa: S603
    taken, after = perf_counter() - begun, getrusage(RUSAGE_CHILDREN)
    return StartCost(taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _start() -> StartCost:
    begun = perf_counter()
    with _daemon("virtual") as (process, said):
        _first_pictures(said["page"])
        return StartCost(perf_counter() - begun, _cpu_seconds(process.pid))


def _environment() -> dict[str, str]:
    """Return the environment of started programs: they write bytecode like installed ones, whatever is set here."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def _daemon(profile: str, *more: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "klaxon.cli", "run", "--json", "--port", "0", "--profile", profile]
        process = subprocess.Popen(  # noqa: S603
            [*command, *more, "--folder", folder], stdout=subprocess.PIPE, text=True, env=_environment()
        )
        try:
            line = process.stdout.readline() if process.stdout else ""
            yield process, {**json.loads(line), "folder": folder}
        finally:
            process.terminate()
            process.communicate()


def _first_pictures(page: str, begin: str = "") -> None:
    """Open the page and wait until the panel of every station has been sent; then begin a game, where one is named."""
    from websockets.sync.client import connect
    from websockets.typing import Origin

    address, _, token = page.partition("/#")
    # With a full queue the client reads no more, and waits ten seconds for the answer to its goodbye.
    with connect(f"ws{address.removeprefix('http')}/ws", origin=Origin(address), max_queue=None) as socket:
        socket.send(json.dumps({"hello": 1, "token": token}))
        wanted, seen, first = 1, set[int](), ""
        while len(seen) < wanted:
            message = socket.recv()
            if isinstance(message, bytes):
                seen.add(message[0])
            elif "welcome" in (said := json.loads(message)):
                wanted = sum(station["manned"] for station in said["welcome"]["stations"])
                first = said["welcome"]["stations"][0]["name"]
        for move in _moves_to_begin(first, begin) if begin else ():
            socket.send(json.dumps(move))
            sleep(PRESSED)
        sleep(SETTLED if begin else 0)


def _moves_to_begin(station: str, game: str) -> Iterator[dict[str, list[Any]]]:
    """Yield what a hand does on the start screen of a fresh folder: turn to a first game of this kind, and push."""
    steps = [each.game for each in first_games()].index(game)
    if steps:
        yield {"turn": [station, 0, steps]}
    yield from ({"down": [station, "push"]}, {"up": [station, "push"]})


def _resident(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
