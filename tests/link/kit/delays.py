"""How long a message takes over the line: `python -m tests.link.kit.delays [MESSAGES]`, in made-up time."""

from __future__ import annotations

import sys
from random import Random

from tests.link.kit.line_model import BAUD, CLEAN, ERRORS, LOSSY, SECOND, LineModel, Noise, two_ends

LINES = {"clean": CLEAN, "1e-4 bit errors": ERRORS, "1e-4 and 1 % of bytes lost": LOSSY}
SIZES = (60, 300, 900)
"""Bytes on the stream of an order, of a view's delta, of a whole view, about."""


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


def main(messages: int = 2_000) -> None:
    """Print a table."""
    sys.stdout.write("line                        bytes   p50 ms   p99 ms   longest   share of the line\n")
    for name, noise in LINES.items():
        for size in SIZES:
            found, share = delays(noise, size, messages, seed=7)
            figures = (found[len(found) // 2], found[len(found) * 99 // 100], found[-1])
            row = " ".join(f"{figure:8.1f}" for figure in figures)
            sys.stdout.write(f"{name:27} {size:5} {row}   {share:8.0%}\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
