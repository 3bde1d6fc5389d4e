"""How long a message takes over the line: `python -m tests.link.kit.delays [MESSAGES] [clock]`.

In made-up time over the model; with `clock` also over two pseudo-terminals that are as slow and noisy, by the clock.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from random import Random

from klaxon.link.modelled.noise import LINES
from klaxon.link.modelled.pty_line import pty_line
from klaxon.link.serial_line import SerialLine
from klaxon.link.wire.line_end import LineEnd
from tests.link.kit.line_model import BAUD, SECOND, LineModel, Noise, two_ends

SIZES = (60, 300, 900)
"""Bytes on the stream of an order, of a view's delta, of a whole view, about."""
PATIENCE = 60.0


def delays(noise: Noise, size: int, messages: int, seed: int) -> tuple[list[float], float]:
    """Return the delays in milliseconds, sorted, and the share of the line that they cost."""
    line, dice, found = LineModel(two_ends(), noise, seed), Random(seed), []
    line.run(SECOND)
    for _ in range(messages):
        line.run(line.now + dice.randrange(SECOND // 2))
        line.ends[0].write(dice.randbytes(size))
        start, got = line.now, bytearray()

        def is_here(got: bytearray = got) -> bool:
            got += line.ends[1].read()
            return len(got) >= size

        if not line.run(line.now + 60 * SECOND, is_here):
            raise AssertionError("a message never came")
        found.append((line.now - start) / 1_000)
    sent = sum(end.counts.sent_bytes for end in line.ends)
    return sorted(found), sent / (2 * line.now / SECOND * BAUD / 10)


def delays_by_the_clock(noise: Noise, size: int, messages: int, seed: int) -> list[float]:
    """Return the same, with threads at two ports; who measures is a thread more."""
    dice, found, news = Random(seed), list[float](), threading.Event()
    with pty_line(noise, seed) as wire:
        near = SerialLine(wire.ports[0], BAUD, LineEnd(1, baud=BAUD), lambda: None)
        far = SerialLine(wire.ports[1], BAUD, LineEnd(2, baud=BAUD), news.set)
        try:
            time.sleep(1.0)
            for _ in range(messages):
                time.sleep(dice.random() / 2)
                begun, got = time.monotonic(), 0
                near.write(dice.randbytes(size))
                while got < size:
                    if not news.wait(PATIENCE):
                        raise AssertionError("a message never came")
                    news.clear()
                    got += len(far.read())
                found.append((time.monotonic() - begun) * 1_000)
        finally:
            near.close()
            far.close()
    return sorted(found)


def _say(line: str, size: int, found: Sequence[float], last: str) -> None:
    figures = (found[len(found) // 2], found[len(found) * 99 // 100], found[-1])
    row = " ".join(f"{figure:8.1f}" for figure in figures)
    sys.stdout.write(f"{line:8} {size:5} {row}   {last}\n")
    sys.stdout.flush()


def main(messages: int = 2_000, *, by_the_clock: bool = False) -> None:
    """Print a table."""
    sys.stdout.write("line     bytes   p50 ms   p99 ms   longest   share of the line\n")
    for name, noise in LINES.items():
        for size in SIZES:
            found, share = delays(noise, size, messages, seed=7)
            _say(name, size, found, f"{share:8.0%}")
            if by_the_clock:
                _say(name, size, delays_by_the_clock(noise, size, messages, seed=7), "by the clock")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), by_the_clock="clock" in sys.argv)
