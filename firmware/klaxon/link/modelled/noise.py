"""What a line does to bytes."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from klaxon.link.wire.line_end import BITS_A_BYTE

BAUD = 115_200


@dataclass(frozen=True)
class Noise:
    """How noisy a line is."""

    bit_errors: float = 0.0
    lost_bytes: float = 0.0

    def garble(self, data: bytes, dice: Random) -> bytes:
        """Return the bytes as they come out."""
        if not self.bit_errors and not self.lost_bytes:
            return data
        out = bytearray()
        for sent in data:
            byte = sent
            if self.lost_bytes and dice.random() < self.lost_bytes:
                continue
            if self.bit_errors and dice.random() < 1 - (1 - self.bit_errors) ** BITS_A_BYTE:
                place = dice.randrange(BITS_A_BYTE)
                if place >= 8:  # the start or the stop bit: the receiver drops the byte
                    continue
                byte ^= 1 << place
            out.append(byte)
        return bytes(out)


CLEAN = Noise()
ERRORS = Noise(bit_errors=1e-4)
LOSSY = Noise(bit_errors=1e-4, lost_bytes=0.01)

LINES = {"clean": CLEAN, "errors": ERRORS, "lossy": LOSSY}
"""The three lines of benches and tests: clean; one bit in 10,000 altered; that, and one byte in a hundred lost."""
