"""The totals of the missions of a log, and the rank by their mean ratio (UBT-12.22e)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from klaxon.rules.uboot.linked.records import PastMission
from klaxon.rules.uboot.patrol.scoring import grade_of


class LogTotals(NamedTuple):
    """What the missions of a log come to."""

    missions: int
    glory: int
    grt: int
    ships: int
    ratio: int
    """The mean of the ratios, in percent, rounded down."""
    rank: str
    """The grade of that."""


def totals_of(past: Sequence[PastMission]) -> LogTotals:
    """Return the totals of some missions, at least one; what a boat made that was lost counts for nothing."""
    counted = [each for each in past if not each.lost]
    ratio = sum(each.ratio for each in counted) // len(past)
    glory, grt, ships = (sum(getattr(each, name) for each in counted) for name in ("glory", "grt", "ships"))
    return LogTotals(len(past), glory, grt, ships, ratio, grade_of_ratio(ratio))


def grade_of_ratio(ratio: int) -> str:
    """Return the grade of glory in percent of par (UBT-7.12b)."""
    return grade_of(ratio, 100)
