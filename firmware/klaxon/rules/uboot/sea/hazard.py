"""Hazard: how time near a watcher uses up the budget after which a target is found (UBT-8.4k, l).

Every sensor obeys one law, rate = k (1 - (r/R)^2) inside R and nothing outside, because it can be integrated.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.sea.legs import Relative
from klaxon.rules.uboot.sea.numbers import ONE

MINUTE_S = 60


def per_second(hundredths_a_minute: int) -> int:
    """Return a rate of so many hundredths a minute as 65,536ths a second."""
    return hundredths_a_minute * ONE // (100 * MINUTE_S)


class Hazard(NamedTuple):
    """The hazard of one pair on one leg, from an instant at which the target is inside the range."""

    rate: int
    """65,536ths a second at distance 0."""
    reach: int
    """mm."""
    inside: int
    """Square of the range less square of the distance at the beginning."""
    closing: int
    """Product of relative place and velocity."""
    speed: int
    """Square of the relative velocity."""

    def used_after(self, passed: int) -> int:
        """Return how much of a budget is used so many milliseconds after the beginning."""
        spent = 3_000_000 * self.inside - 3_000 * self.closing * passed - self.speed * passed * passed
        return self.rate * passed * spent // (3_000_000_000 * self.reach * self.reach)

    def used_up_after(self, need: int, within: int) -> int | None:
        """Return after how many milliseconds a budget is used up, None if not within so many."""
        if self.used_after(within) < need:
            return None
        early, late = 0, within
        while late - early > 1:
            middle = (early + late) // 2
            early, late = (early, middle) if self.used_after(middle) >= need else (middle, late)
        return late


def hazard_of(seen: Relative, reach: int, rate: int) -> Hazard:
    """Return the hazard of a target as it is seen now."""
    closing = seen.x * seen.vx + seen.y * seen.vy
    return Hazard(rate, reach, reach * reach - seen.square, closing, seen.vx * seen.vx + seen.vy * seen.vy)
