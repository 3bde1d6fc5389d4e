"""Samples of a run: memory, threads, descriptors, the journals and echoes, once a minute and after every game."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import thread_time
from typing import NamedTuple

from klaxon.cli.bench.minute import quantile
from klaxon.cli.soak.stopwatch import Stopwatch

PROC, STAT = Path("/proc/self"), Path("/proc/stat")
IDLE = slice(3, 5)
"""The idle counters of a core: idle, and waiting for a disk."""
LOBBY, PLAY = "lobby", "play"
TRIES, WORK = 9, 10_000
"""How often the reference work is done that measures the machine, and how much it is."""


class Echoes(NamedTuple):
    """How long echoes took, in milliseconds."""

    number: int
    p50: float
    p99: float


class Sample(NamedTuple):
    """The state of the process at a moment."""

    at: float
    """Seconds since the beginning."""
    state: str
    """`lobby`: a game has just been left; `play`: a minute is over."""
    calm: bool
    """All devices work, and there is no fault."""
    resident: float
    """Megabytes, after a collection of garbage."""
    objects: int
    """Objects known to the garbage collector, after a collection."""
    threads: int
    descriptors: int
    journal: int
    """Bytes of all games so far."""
    touches: int
    frames: int
    """Both since the beginning."""
    reference_seconds: float
    """Milliseconds of CPU for the reference work: how fast the machine is just now."""
    picture: Echoes | None = None
    """From an input to its picture, in CPU time; since the last minute."""
    bus: Echoes | None = None
    """From an input to its first byte on the bus, by the clock of the run."""
    others: float = 0.0
    """The share of the machine that others used since the last sample, of 1; with the fake clock it does not matter."""


class Others:
    """The load of other processes on this machine, which slows down a run with the real clock."""

    def __init__(self) -> None:
        """Count from now on."""
        self._seen = self._look()

    def share(self) -> float:
        """Return the share of all cores that others used since the last call, of 1."""
        before, self._seen = self._seen, self._look()
        whole, busy, own = (now - then for now, then in zip(self._seen, before, strict=True))
        return max(0.0, busy - own) / whole if whole else 0.0

    @staticmethod
    def _look() -> tuple[float, float, float]:
        """Return seconds of all cores: in all, used, and used by this process."""
        ticks = [int(count) for count in STAT.read_text("ascii").partition("\n")[0].split()[1:9]]
        second, whole = os.sysconf("SC_CLK_TCK"), sum(ticks)
        return whole / second, (whole - sum(ticks[IDLE])) / second, sum(os.times()[:4])


def take_sample(
    at: float, state: str, watch: Stopwatch, folder: Path, *, calm: bool, own: int, others: float
) -> Sample:
    """Take a sample; that of a minute includes the echoes. `own` objects are those that the soak itself keeps."""
    gc.collect()
    picture, bus = map(_echoes, watch.take_echoes()) if state == PLAY else (None, None)
    return Sample(
        round(at, 3),
        state,
        calm,
        int((PROC / "statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6,
        len(gc.get_objects()) - own,
        len(os.listdir(PROC / "task")),  # noqa: PTH208 - only how many
        len(os.listdir(PROC / "fd")) - 1,  # noqa: PTH208 - only how many, without the one that this takes
        sum(path.stat().st_size for path in folder.iterdir() if path.is_file()),
        watch.touches,
        watch.frames,
        reference_seconds(),
        picture,
        bus,
        round(others, 3),
    )


def reference_seconds() -> float:
    """Return how long the reference work takes; a busy machine makes all work slower."""
    took = []
    for _ in range(TRIES):
        began = thread_time()
        sum(number * number for number in range(WORK))
        took.append(1000 * (thread_time() - began))
    return median(took)


def _echoes(found: Sequence[float]) -> Echoes | None:
    if not found:
        return None
    return Echoes(len(found), *(round(1000 * quantile(found, percent), 4) for percent in (50, 99)))
