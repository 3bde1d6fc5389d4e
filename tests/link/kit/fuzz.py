"""Random and altered frames at both ends of a line that talks: `python -m tests.link.kit.fuzz FRAMES [SEED]`.

Somebody at the line puts in whatever he likes between the frames of two consoles. As long as its sum is wrong, the
stream is what was written; where he computes sums too, an end may lose its stream (the seals of messages find that),
but it neither fails nor grows. The seed that fails is the bug report.
"""

from __future__ import annotations

import sys
from random import Random

from klaxon.link.wire.frames import LONGEST, SPAN
from klaxon.link.wire.line_end import LineEnd
from klaxon.link.wire.receiving import MOST_UNREAD
from tests.link.kit.line_model import SECOND, LineModel, two_ends
from tests.link.kit.mutants import altered_bytes, forged_frame

AT_ONCE = 5_000
BETWEEN = 10
"""Foreign frames between two of the line's own."""


def is_bounded(end: LineEnd) -> bool:
    """Tell whether an end keeps no more than it may."""
    incoming = end._incoming
    return (
        len(end._part) <= LONGEST + 1
        and len(incoming._early) <= SPAN
        and len(incoming._stream) < MOST_UNREAD + SPAN * LONGEST
    )


def alter(seed: int, frames: int = AT_ONCE) -> None:
    """Put frames that are random or altered into a line; AssertionError where a byte of the stream is wrong."""
    dice, line = Random(seed), LineModel(two_ends(), seed=seed)
    line.run(SECOND)
    written, read = [bytearray(), bytearray()], [bytearray(), bytearray()]
    for _ in range(frames // BETWEEN):
        end = dice.randrange(2)
        data = dice.randbytes(dice.randrange(1, 120))
        written[end] += data
        line.ends[end].write(data)
        line.run(line.now + 8_000)
        known = line.carried[-20:]
        for _ in range(BETWEEN):
            line.ends[dice.randrange(2)].receive(b"\0" + altered_bytes(dice, known) + b"\0", line.now)
        for end in (0, 1):
            read[end] += line.ends[end].read()
    line.run(line.now + 60 * SECOND)
    for end in (0, 1):
        read[end] += line.ends[end].read()
        assert read[end] == written[1 - end], f"seed {seed}: bytes are wrong"
        assert is_bounded(line.ends[end])


def forge(seed: int, frames: int = AT_ONCE) -> None:
    """Put frames with right sums and any fields into a line: no end fails, and none grows."""
    dice, line = Random(seed), LineModel(two_ends(), seed=seed)
    line.run(SECOND)
    for _ in range(frames // BETWEEN):
        end = line.ends[dice.randrange(2)]
        if end.outgoing.waiting < 4_000:
            end.write(dice.randbytes(60))
        line.run(line.now + 8_000)
        for _ in range(BETWEEN):
            end.receive(forged_frame(dice, end._hears), line.now)
        assert all(map(is_bounded, line.ends)), f"seed {seed}"
        end.read()


def main(frames: int = 1_000_000, first: int = 0) -> None:
    """Put so many frames in, and say so."""
    done, seed = 0, first
    while done < frames:
        alter(seed)
        forge(seed)
        seed, done = seed + 1, done + 2 * AT_ONCE
        if seed % 20 == 0:
            sys.stderr.write(f"{done} frames\n")
    sys.stdout.write(f"{done} frames, seeds {first} to {seed - 1}: no end failed, no byte was wrong\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
