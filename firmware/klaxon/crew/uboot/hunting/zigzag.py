"""The zigzag by the clock, as every navigator knows it: how a ship swings about its base course, hour after hour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, radians, sin

from klaxon.rules.uboot.sea.ships.zigzag import TURNS

HOUR = 3600
_BEGINS = (*(60 * minute for minute, _ in TURNS), HOUR)
_SWINGS = tuple(degrees for _, degrees in TURNS)


def swing(clock: float) -> int:
    """Return by how many degrees a ship is off its base course at a time of day, in seconds."""
    into = clock % HOUR
    return next(turn for turn, end in zip(_SWINGS, _BEGINS[1:], strict=True) if into < end)


def next_turn(clock: float) -> float:
    """Return in how many seconds it turns again."""
    into = clock % HOUR
    return next(end for end in _BEGINS if end > into) - into


def since_turning(clock: float) -> float:
    """Return how many seconds ago it turned."""
    into = clock % HOUR
    return into - max(begin for begin in _BEGINS if begin <= into)


def way_made(start: float, end: float) -> tuple[float, float]:
    """Return the seconds of its way that a ship makes good along its base course, and to starboard of it."""
    first, last = _since_midnight(start), _since_midnight(end)
    return last[0] - first[0], last[1] - first[1]


def _since_midnight(clock: float) -> tuple[float, float]:
    hours, into = divmod(clock, HOUR)
    along, across = (hours * part for part in _whole_hour())
    for begin, end, turn in zip(_BEGINS, _BEGINS[1:], _SWINGS, strict=False):
        seconds = min(into, end) - begin
        if seconds <= 0:
            break
        along += seconds * cos(radians(turn))
        across += seconds * sin(radians(turn))
    return along, across


@cache
def _whole_hour() -> tuple[float, float]:
    parts: Sequence[tuple[int, int]] = [
        (end - begin, turn) for begin, end, turn in zip(_BEGINS, _BEGINS[1:], _SWINGS, strict=False)
    ]
    along = sum(seconds * cos(radians(turn)) for seconds, turn in parts)
    return along, sum(seconds * sin(radians(turn)) for seconds, turn in parts)
