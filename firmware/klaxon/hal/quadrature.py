"""Quadrature: the two phases of a dial become steps. Pure.

    clockwise      A ~~|_____|~~~~~|__        state = A B
                   B ~~~~~|_____|~~~~~        11 01 00 10 11

A state is two bits, and a turn goes from one to its neighbour. Both bits at once are a jump of unknown direction, so
it is counted and moves nothing. A step is reported when the dial comes to rest in a detent, and only if the whole way
from the previous detent was seen. So a trembling hand makes no steps, and after an error the next detent is right
again.
"""

from __future__ import annotations

from collections.abc import Sequence

PER_DETENT = (1, 2, 4)
"""Changes of the phases from one detent to the next."""
OPEN = 0b11
"""Both contacts open: the state in which most dials rest."""
QUICK = 60_000_000
"""Nanoseconds: steps closer than half of it are fast ones."""
REMEMBERED = 3
"""How many steps decide on the acceleration."""

_WAY = (0b11, 0b01, 0b00, 0b10)
_JUMP = 2
_CHANGES = tuple(
    {0: 0, 1: 1, 2: _JUMP, 3: -1}[(_WAY.index(after) - _WAY.index(before)) % 4]
    for before in range(4)
    for after in range(4)
)
"""State before and after, as four bits -> a quarter clockwise, counter-clockwise, none, or a jump."""


class Quadrature:
    """The decoder of one dial."""

    __slots__ = ("_need", "_rests", "_travel", "jumps", "state", "travelled")

    def __init__(self, per_detent: int, rest: int = OPEN, state: int = OPEN) -> None:
        """Begin at a state; `rest` is a state in which the dial is in a detent."""
        self.state, self.jumps, self.travelled = state, 0, 0
        self._need, self._travel = per_detent, 0
        """Quarters from detent to detent, and since the last one."""
        at = _WAY.index(rest)
        self._rests = tuple((_WAY.index(each) - at) % per_detent == 0 for each in range(4))

    def move(self, state: int) -> int:
        """Take the next state; return 1 for a step clockwise, -1 for one counter-clockwise, else 0."""
        change = _CHANGES[self.state << 2 | state]
        self.state = state
        if change == _JUMP:
            self.jumps += 1
            self._travel = 0
            return 0
        self.travelled += change
        travel = self._travel + change
        if not self._rests[state]:
            self._travel = travel
            return 0
        self._travel = 0
        return 1 if travel == self._need else -1 if travel == -self._need else 0

    def place(self, state: int) -> None:
        """Reset to a state. The way there was not seen, so the next detent makes no step."""
        self.state, self._travel = state, 0


def accelerated_steps(times: Sequence[int], most: int) -> int:
    """Return what the last of some steps counts: 1 in slow turning, at most `most`.

    The steps went the same way; their times are in nanoseconds. One fast pair is a tremble, so the slower of the last
    two gaps decides.
    """
    if len(times) < REMEMBERED:
        return 1
    gap = max(times[-1] - times[-2], times[-2] - times[-3], 1)
    return max(1, min(most, QUICK // gap))
