"""Looking for ships: in the ground that the briefing names, and beside ships that a message tells of.

A message names the cell that ships pass, not the place: the boat goes along with them and crosses their track to and
fro. With no message it crosses the lanes about the middle of its ground.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import acos, cos, degrees, radians, sin

from klaxon.crew.uboot.hunting.plot import signed_degrees
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.patrolling.chart_way import NM, ChartPlace, cell_place, course_round_land, is_clear, own_place
from klaxon.crew.uboot.patrolling.listening import (
    expected_convoy,
    is_at_its_place,
    is_thick,
    listen,
    waits_for_convoy,
)
from klaxon.crew.uboot.patrolling.signals import ToldTraffic, told_traffic
from klaxon.rules.uboot.state import OpenBoard

CELL_NAME = re.compile(r"\b[A-Z]{2}[1-9]{2}\b")
FULL_KN, REACHED = 17.0, 14.0
"""Knots on the surface at full speed, and what a captain counts on."""
ENOUGH, ROUGHLY = 8, 25
"""Degrees by which a course to a place may be off, and one across a track."""
LANES = {"atlantic": 0, "north_sea": 90}
"""Chart -> a course across the lanes."""
BREADTH = 22 * NM
"""Metres to either side of the middle that the boat sweeps."""
OUTSIDE = 45 * NM
"""Metres from the middle of the ground from which on the boat goes back to it first."""
NEAR = 10 * NM
"""Metres from the middle within which a boat that comes back to it begins to sweep."""
GAINS = 2.0
"""Knots by which the boat is faster along the track of ships than they are, so that each crossing lies ahead."""
ASTERN = 12 * NM
"""Metres behind where ships should be at which the boat begins to cross."""
LEG = 45 * NM
"""Metres of water ahead that a leg needs."""
DAY = 24


def ground_of(board: OpenBoard) -> str:
    """Return the cell in which ships are to be expected: that which the briefing names, else where the boat began."""
    chart = board.handbook.library.chart
    primary = board.patrol.objectives[0].word("cell") if board.patrol.objectives else ""
    named = (name for _, text in board.briefing.texts for name in CELL_NAME.findall(text))
    cells = (name for name in (primary, *named) if name and cell_place(chart, name) is not None)
    return next(cells, board.briefing.start)


def search(board: OpenBoard, notes: WatchNotes) -> Iterator[Wanted]:
    """Yield the way to ships that a message tells of, else a leg across the lanes; or what lets the boat listen."""
    if lies_in_wait(board, notes):
        yield from listen(board)
        return
    here, now = own_place(board, notes.hunt.plot), notes.hunt.plot.at
    convoy = expected_convoy(board, notes)
    if convoy is not None and _meeting(here, now, convoy) is not None:
        yield from steer_for(board, notes, convoy.place, "full", ROUGHLY)
        return
    meetings = [(when, told) for told in told_traffic(board, now) if (when := _meeting(here, now, told)) is not None]
    if meetings:
        yield from _cross_track(board, notes, min(meetings, key=lambda each: each[0])[1])
        return
    middle = cell_place(board.handbook.library.chart, ground_of(board)) or here
    off = here.metres_to(middle)
    is_coming = abs(signed_degrees(here.course_to(middle) - board.boat.course)) < ROUGHLY and off > NEAR
    if off > OUTSIDE or is_coming:
        yield from steer_for(board, notes, middle, "full")
    else:
        yield from sweep(board, notes, middle, "full")


def lies_in_wait(board: OpenBoard, notes: WatchNotes) -> bool:
    """Return whether the boat listens here: a convoy passes soon, or in its ground it is too thick to see."""
    convoy, here = expected_convoy(board, notes), own_place(board, notes.hunt.plot)
    if convoy is not None:
        return is_at_its_place(notes, here, convoy)
    middle = cell_place(board.handbook.library.chart, ground_of(board)) or here
    is_waiting = is_thick(board) or (waits_for_convoy(board) and not told_traffic(board, notes.hunt.plot.at))
    return is_waiting and here.metres_to(middle) < BREADTH


def steer_for(
    board: OpenBoard, notes: WatchNotes, place: ChartPlace, setting: str, enough: int = ENOUGH
) -> Iterator[Wanted]:
    """Yield speed and course to a place."""
    here = own_place(board, notes.hunt.plot)
    yield from keep(board, setting, course_round_land(board.handbook.library.chart, here, place), enough)


def keep(board: OpenBoard, setting: str, course: float, enough: int = ENOUGH) -> Iterator[Wanted]:
    """Yield speed and course where they are not kept already."""
    if board.boat.setting != setting:
        yield "new_speed", (setting,)
    if abs(signed_degrees(course - board.boat.course)) > enough:
        yield "new_course", (str(round(course) % 360),)


def sweep(board: OpenBoard, notes: WatchNotes, middle: ChartPlace, setting: str) -> Iterator[Wanted]:
    """Yield a leg across the lanes, to and fro about a place."""
    chart, here = board.handbook.library.chart, own_place(board, notes.hunt.plot)
    across = LANES.get(chart.name, 0)
    sign = _side(board, across, _offset(middle, here, across))
    courses = [(across + (0 if sign > 0 else 180) + turn) % 360 for turn in (0, 180, 90, 270)]
    clear = next((course for course in courses if is_clear(chart, here, here.after(course, LEG))), None)
    if clear is None:
        yield from keep(board, "stop", board.boat.course)
    else:
        yield from keep(board, setting, clear, ROUGHLY)


def _offset(middle: ChartPlace, here: ChartPlace, course: float) -> float:
    """Return how many metres the boat is from a place, counted along a course."""
    east, north = here.east - middle.east, here.north - middle.north
    return east * sin(radians(course)) + north * cos(radians(course))


def _side(board: OpenBoard, course: float, offset: float) -> int:
    """Return 1 to go on along a course, -1 to go back: the boat turns when it is far enough out."""
    goes = 1 if cos(radians(board.boat.course - course)) >= 0 else -1
    if abs(offset) > BREADTH:
        return -1 if offset > 0 else 1
    return goes


def _cross_track(board: OpenBoard, notes: WatchNotes, told: ToldTraffic) -> Iterator[Wanted]:
    """Yield the way to ships that a message tells of; there, the way along with them and across their track."""
    here, now = own_place(board, notes.hunt.plot), notes.hunt.plot.at
    ships = told.at(now)
    behind = ships.after(told.course + 180, ASTERN)
    if here.metres_to(behind) > BREADTH + ASTERN and here.metres_to(ships) > BREADTH + ASTERN:
        when = _meeting(here, now, told) or 0.0
        place = told.at(now + 3600 * when).after(told.course + 180, ASTERN)
        yield from steer_for(board, notes, place, "full", ROUGHLY)
        return
    sign = _side(board, told.course + 90, _offset(ships, here, told.course + 90))
    along = min(1.0, (told.knots + GAINS) / FULL_KN)
    course = told.course + sign * degrees(acos(along))
    if is_clear(board.handbook.library.chart, here, here.after(course, LEG)):
        yield from keep(board, "full", course, ROUGHLY)
    else:
        yield from sweep(board, notes, ships, "full")


def _meeting(here: ChartPlace, now: float, told: ToldTraffic) -> float | None:
    """Return in how many hours the boat can be with ships; None where it cannot within a day."""
    for hours in range(DAY):
        if here.metres_to(told.at(now + 3600 * hours)) <= REACHED * NM * max(hours, 1):
            return float(hours)
    return None
