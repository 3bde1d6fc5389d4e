"""How long to wait for an answer: by measured round trips, with a floor, and never longer for having waited in vain.

The line is ours alone, so a piece that got no answer was lost to noise, not to a crowd: backing off would help nobody.
"""

from __future__ import annotations

Micros = int
"""Microseconds, of any clock that does not go back."""

FLOOR: Micros = 25_000
"""The shortest wait: less would only repeat what an answer is under way for."""
FIRST: Micros = 100_000
"""The wait before anything was measured."""
LONGEST: Micros = 500_000
"""The longest wait: a console that stood still for a while must not make the line slow afterwards."""


class RoundTrip:
    """A running estimate of round trips and of how much they vary."""

    def __init__(self) -> None:
        self.mean: Micros | None = None
        self._spread: Micros = 0

    def add(self, sample: Micros) -> None:
        """Take one measured round trip; a port may hand bytes over before we thought they had left."""
        sample = max(0, sample)
        if self.mean is None:
            self.mean, self._spread = sample, sample // 2
            return
        self._spread += (abs(sample - self.mean) - self._spread) // 4
        self.mean += (sample - self.mean) // 8

    @property
    def wait(self) -> Micros:
        """How long after it left a piece without an answer counts as lost."""
        if self.mean is None:
            return FIRST
        return min(max(self.mean + 4 * self._spread, FLOOR), LONGEST)
