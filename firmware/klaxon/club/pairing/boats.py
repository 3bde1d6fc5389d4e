"""Who sails red: section E of FIDE's Dutch system, with boats for colours."""

from __future__ import annotations

from typing import Literal

from .record import Boat, Due, Record, clash, other_boat

Rule = Literal["both-due", "more-due", "turned-round", "higher-due", "by-lot"]
"""What decided the boats."""


def deal_boats(high: Record, low: Record, first: Boat) -> tuple[Boat, Rule]:
    """Return the boat of the one that ranks higher, and why; `first` was drawn for the first crew of round 1."""
    if high.boat_due and low.boat_due and not clash(high, low):
        return high.boat_due, "both-due"
    if boat := _of_the_more_due(high, low):
        return boat, "more-due"
    if boat := _unlike_the_last_time(high, low):
        return boat, "turned-round"
    if high.boat_due:
        return high.boat_due, "higher-due"
    return first if high.number % 2 else other_boat(first), "by-lot"


def _of_the_more_due(high: Record, low: Record) -> Boat | None:
    strengths = [(r.due, abs(r.surplus) if r.due is Due.ABSOLUTE else 0) for r in (high, low)]
    if strengths[0] == strengths[1]:
        return None
    if strengths[0] > strengths[1]:
        return high.boat_due
    return low.boat_due and other_boat(low.boat_due)


def _unlike_the_last_time(high: Record, low: Record) -> Boat | None:
    """Back to the last game in which both sailed different boats: the other way round."""
    for own, other in zip(reversed(high.boats), reversed(low.boats), strict=False):
        if own != other:
            return other
    return None
