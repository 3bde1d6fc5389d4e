"""The two types of torpedo, and what they can by the date on which the mission begins (UBT-8.5, UBT-5#53, UBT-5#55)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from klaxon.rules.uboot.sea.numbers import METRE

G7A, G7E = "g7a", "g7e"
TORPEDO_TYPES = (G7A, G7E)
SPEEDS = (44, 40, 30)
"""What the TDC can be set to, in knots, whatever is loaded (UBT-12.14)."""
COLD = 28
"""Knots of a g7e that is not kept warm."""


class TorpedoType(NamedTuple):
    """What a type of torpedo can."""

    settings: tuple[tuple[int, int], ...]
    """Knots and metres, the fastest first."""
    wake: bool
    arming: int
    """Millimetres that it runs before its pistol works."""
    duds: tuple[int, ...]
    """Percent that fail by chance in 1940, 1941, 1942, 1943."""


TABLE = {
    G7A: TorpedoType(((44, 6_000), (40, 8_000), (30, 14_000)), True, 250 * METRE, (25, 20, 15, 10)),
    G7E: TorpedoType(((30, 5_000),), False, 150 * METRE, (20, 17, 14, 10)),
}
_EARLY_G7A = ((40, 7_500), (30, 12_500))
_COLD_G7E = ((COLD, 3_000),)
_EARLY, _SHALLOWER, _SAFER = "1942-01-01", "1942-06-01", "1942-12-01"


def settings_of(kind: str, date: str, *, preheat: bool) -> dict[int, int]:
    """Return the speeds (knots) that a torpedo of a type can be set to, each with how far it runs (m)."""
    if kind == G7E:
        return dict(TABLE[G7E].settings if preheat else _COLD_G7E)
    return dict(_EARLY_G7A if date < _EARLY else TABLE[G7A].settings)


def reach_of(knots: int, kinds: Iterable[str], date: str, *, preheat: bool) -> int:
    """Return how far (m) a torpedo at a speed runs at most, of those of some types; what none of them can, of any."""
    loaded = [settings_of(kind, date, preheat=preheat).get(knots, 0) for kind in kinds]
    any_type = (dict(kind.settings).get(knots, 0) for kind in TABLE.values())
    return max(loaded, default=0) or max((*any_type, dict(_COLD_G7E).get(knots, 0)))


def dud_percent(kind: str, date: str) -> int:
    """Return how many of a hundred fail by chance."""
    duds = TABLE[kind].duds
    return duds[max(0, min(len(duds) - 1, int(date[:4]) - 1940))]


def depth_error(date: str) -> tuple[int, int]:
    """Return how much deeper than set (mm) a torpedo runs, and the spread (sigma) of that (UBT-8.5f)."""
    return (1_500, 1_000) if date < _SHALLOWER else (0, 500)


def angle_percent(angle: int, date: str) -> int:
    """Return how many of a hundred more fail for an angle of impact (hundredths of a degree), 100 below 21 degrees."""
    if angle < 2_100:
        return 100
    return 2 * (-(-(5_000 - angle) // 100)) if angle < 5_000 and date < _SAFER else 0
