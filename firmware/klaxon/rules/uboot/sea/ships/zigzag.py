"""The zigzag by the clock (UBT-8.7e), in closed form: the leg of any instant is found without sailing the ones before.

Legs begin at full minutes and velocities are whole, so every leg but one that was begun in its middle has a whole
length, and places never depend on where somebody looked.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import DEGREE, vector

MINUTE, HOUR = 60_000, 3_600_000
TURNS = ((0, 15), (8, -15), (16, -30), (25, 30), (34, 15), (42, -15), (50, 0))
"""Minute of the hour at which a leg begins, and its degrees to the base course."""
BEGINS = tuple(minute * MINUTE for minute, _ in TURNS)


class _Hour(NamedTuple):
    """An hour of zigzag: the velocity of each leg, the way made when it begins, and the way of the whole hour."""

    legs: tuple[tuple[int, int, int, int], ...]
    """East and north, mm a second, then mm since the full hour."""
    x: int
    y: int


@lru_cache(maxsize=256)
def _hour(base: int, speed: int) -> _Hour:
    x = y = 0
    legs = []
    for number, (minute, degrees) in enumerate(TURNS):
        vx, vy = vector(base + degrees * DEGREE, speed)
        legs.append((vx, vy, x, y))
        ends = TURNS[number + 1][0] if number + 1 < len(TURNS) else 60
        x, y = x + vx * 60 * (ends - minute), y + vy * 60 * (ends - minute)
    return _Hour(tuple(legs), x, y)


def turn_before(clock: int) -> int:
    """Return when the leg of a time of day began; times are milliseconds, of any day."""
    into = clock % HOUR
    return clock - into + BEGINS[bisect_right(BEGINS, into) - 1]


def turn_after(clock: int) -> int:
    """Return when the next leg begins."""
    into = clock % HOUR
    number = bisect_right(BEGINS, into)
    return clock - into + (BEGINS[number] if number < len(BEGINS) else HOUR)


def zigzag_leg(begun: SeaLeg, base: int, speed: int, past: int, game: int) -> SeaLeg:
    """Return the leg at a game time of a zigzag that was begun somewhere, at a speed in mm a second.

    `begun` has the place and the game time of the beginning; at game time 0 the clock stands `past` ms past an hour.
    """
    hour = _hour(base, speed)
    start = begun.start
    first = turn_after(start + past)
    vx, vy, _, _ = hour.legs[bisect_right(BEGINS, (start + past) % HOUR) - 1]
    if game + past < first:
        return SeaLeg(start, begun.x, begun.y, vx, vy)
    x, y = begun.x + vx * (first - past - start) // 1000, begun.y + vy * (first - past - start) // 1000
    fx, fy = _way(hour, first)
    last = turn_before(game + past)
    lx, ly = _way(hour, last)
    vx, vy, _, _ = hour.legs[bisect_right(BEGINS, last % HOUR) - 1]
    return SeaLeg(last - past, x + lx - fx, y + ly - fy, vx, vy)


def _way(hour: _Hour, clock: int) -> tuple[int, int]:
    """Return the way made from the beginning of the clock to the beginning of a leg."""
    hours, into = divmod(clock, HOUR)
    _, _, x, y = hour.legs[bisect_right(BEGINS, into) - 1]
    return hours * hour.x + x, hours * hour.y + y
