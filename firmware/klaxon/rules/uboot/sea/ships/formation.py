"""Formations: columns of merchants, the stations of their escorts and how these weave (UBT-8.7d).

All offsets are mm east and north of the centre. A formation keeps its true axis while its ships turn together, so they
are worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import METRE, QUARTER, vector

COLUMN, SPACING = 900 * METRE, 600 * METRE
LEAD = 3_500 * METRE
WEAVE_LEG = 600_000
"""Milliseconds."""
WEAVE_SPEED = 2 * 1000 * METRE * 1000 // WEAVE_LEG
"""From 1,000 m on one side to 1,000 m on the other in one leg."""
_STATIONS = {
    0: (),
    1: ("lead",),
    2: ("starboard bow", "port bow"),
    3: ("lead", "starboard bow", "port bow"),
    4: ("lead", "starboard bow", "port bow", "astern"),
    5: ("lead", "starboard bow", "port bow", "starboard beam", "port beam"),
    6: ("lead", "starboard bow", "port bow", "starboard beam", "port beam", "astern"),
}
_DIRECTION = {"lead": (0, 1), "starboard beam": (1, 0), "port beam": (-1, 0), "astern": (0, -1)}
_BOW = {"starboard bow": 1, "port bow": -1}


class FormationPlace(NamedTuple):
    """A place in a formation: its column from port, its row from ahead, and where it is (mm across and ahead)."""

    column: int
    row: int
    across: int
    ahead: int


def places_of(count: int) -> tuple[FormationPlace, ...]:
    """Return the places of so many merchants, from the innermost to the outermost: about twice as wide as deep."""
    if not count:
        return ()
    rows = (isqrt(2 * count) + 1) // 2
    columns = -(-count // rows)
    places = [place for column in range(columns) for place in _column(column, columns, rows)]
    inner = sorted(places, key=lambda place: (place.across**2 + place.ahead**2, place.column, place.row))
    missing = len(places) - count
    last_row = sorted((p for p in places if p.row == rows - 1), key=lambda p: (-abs(p.across), p.column))
    left_out = set(last_row[:missing])  # the outer columns are one ship shorter
    return tuple(place for place in inner if place not in left_out)


def _column(column: int, columns: int, rows: int) -> list[FormationPlace]:
    across = (2 * column - columns + 1) * COLUMN // 2
    return [FormationPlace(column, row, across, (rows - 1 - 2 * row) * SPACING // 2) for row in range(rows)]


def stations_of(count: int, places: Sequence[FormationPlace]) -> tuple[tuple[int, int], ...]:
    """Return the stations of so many escorts (mm across and ahead), 3,500 m outside the columns."""
    wide = max((abs(place.across) for place in places), default=0)
    deep = max((abs(place.ahead) for place in places), default=0)
    found = []
    for name in _STATIONS[min(count, max(_STATIONS))]:
        if name in _BOW:
            aside, ahead = vector(QUARTER // 2, LEAD)
            found.append((_BOW[name] * (wide + aside), deep + ahead))
        else:
            across, along = _DIRECTION[name]
            found.append((across * (wide + LEAD), along * (deep + LEAD)))
    return tuple(found)


def offset(across: int, ahead: int, axis: int) -> tuple[int, int]:
    """Return a place in a formation as mm east and north of its centre, for the course it is laid out along."""
    (ahead_x, ahead_y), (across_x, across_y) = vector(axis, ahead), vector(axis + QUARTER, across)
    return ahead_x + across_x, ahead_y + across_y


def weave_leg(axis: int, phase: int, game: int) -> SeaLeg:
    """Return how an escort weaves about its station at a game time: a leg in the frame of the station.

    `phase` is how many milliseconds its cycle of two legs is ahead of the game time.
    """
    vx, vy = vector(axis + QUARTER, WEAVE_SPEED)
    number, into = divmod(game + phase, WEAVE_LEG)
    if number % 2:
        vx, vy = -vx, -vy
    half = WEAVE_LEG // 2000
    return SeaLeg(game - into, -vx * half, -vy * half, vx, vy)


def weave_ends(phase: int, game: int) -> int:
    """Return when the present leg of an escort's weave ends."""
    return game - (game + phase) % WEAVE_LEG + WEAVE_LEG
