"""Noise, cuts, stalls and restarts of the programs over the line: `python -m tests.link.kit.soak FRAMES [SEED]`.

Whatever happens, what is read is what was written, in order; a seed that fails is the bug report.
"""

from __future__ import annotations

import sys
from random import Random

from tests.link.kit.line_model import CLEAN, ERRORS, LOSSY, SECOND, LineModel, two_ends

AT_ONCE = 20_000
"""Frames of one line, after which a new one begins."""


def carry(seed: int, most_frames: int = AT_ONCE) -> int:
    """Work one line until so many frames were carried; return how many. AssertionError where a byte is wrong."""
    dice = Random(seed)
    line = LineModel(two_ends(), dice.choice((CLEAN, ERRORS, LOSSY)), seed)
    written, read = [bytearray(), bytearray()], [bytearray(), bytearray()]

    def is_all_read() -> bool:
        for end in (0, 1):
            read[end] += line.ends[end].read()
        return (len(read[1]), len(read[0])) == (len(written[0]), len(written[1]))

    while len(line.carried) < most_frames:
        end = dice.randrange(2)
        data = dice.randbytes(dice.choice((20, 300, 3_000)))
        written[end] += data
        line.ends[end].write(data)
        line.cut = dice.random() < 0.1
        line.stalled = {dice.randrange(2)} if dice.random() < 0.1 else set()
        line.run(line.now + dice.randrange(3 * SECOND if line.cut or line.stalled else SECOND // 3))
        if dice.random() < 0.3:  # somebody else's bytes: altered frames of this line, and plain noise
            noise = bytearray(dice.choice(line.carried) if line.carried and dice.random() < 0.7 else dice.randbytes(80))
            noise[dice.randrange(len(noise))] ^= dice.randrange(1, 256)
            line.ends[dice.randrange(2)].receive(bytes(noise), line.now)
    line.cut, line.stalled = False, set()
    assert line.run(line.now + 300 * SECOND, is_all_read), f"seed {seed}: bytes are missing"
    assert read == [written[1], written[0]], f"seed {seed}: bytes are wrong"
    return len(line.carried)


def main(frames: int = 1_000_000, seed: int = 0) -> None:
    """Carry so many frames, and say how many lines that took."""
    carried, lines = 0, 0
    while carried < frames:
        carried += carry(seed + lines)
        lines += 1
        if lines % 10 == 0:
            sys.stderr.write(f"{carried} frames, {lines} lines\n")
    sys.stdout.write(f"{carried} frames over {lines} lines: every byte came, in order\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
