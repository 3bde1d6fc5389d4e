"""What a captain does for the objectives of his mission while no enemy is about: sail there, stay, look, stop.

Ships have to be found: with nothing better to go by the boat sweeps across the lanes, one leg a watch.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klaxon.crew.uboot.hunting.plot import signed_degrees
from klaxon.crew.uboot.hunting.seeing import is_dark
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.patrolling.chart_way import NM, ChartPlace, cell_place, course_round_land, is_clear, own_place
from klaxon.crew.uboot.patrolling.signals import ToldTraffic, told_traffic
from klaxon.rules.uboot.patrol.records import KNOWN, MET, PRIMARY, Objective
from klaxon.rules.uboot.sea.glass.open_views import PERISCOPE, find_view
from klaxon.rules.uboot.state import OpenBoard

STAYS = ("patrol", "recon", "land_party", "rescue", "return")
"""Objectives that are met in a cell by being there."""
AT_THE_END = ("avoid_detection", "no_flood", "no_death")
"""Objectives that are judged when the mission is over: nothing more can be done for them at sea."""
STOPS = ("land_party", "rescue")
"""Those for which the boat lies stopped."""
INSIDE = 25 * NM
"""Metres from the centre of a cell within which a boat is well inside it."""
HALF_NM, LATE = 10.0, 0.8
"""Nautical miles an hour at half speed, and the share of the time left for a way from which on it goes faster."""
ENOUGH, ROUGHLY = 8, 35
"""Degrees by which a course to a cell may be off, and to ships that nobody has seen yet."""
SWEEP = {"atlantic": (0, 180, 180, 0), "north_sea": (90, 270, 270, 90)}
"""Chart -> courses across the lanes, one a watch: out and back on either side."""
LEG = 70 * NM
"""Metres of water ahead that a leg needs: more than a watch at half speed."""
PERISCOPE_DEPTH = "10"
DAY = 24
DRILL = "drill"
"""The mission in which a boat exercises."""


class Goal(NamedTuple):
    """Where an objective leads, and what it is."""

    objective: Objective
    place: ChartPlace


def goal_of(board: OpenBoard, here: ChartPlace, hours_left: float) -> Goal | None:
    """Return the next cell to go to: that of the primary first, but home last, while there is time."""
    chart, goals = board.handbook.library.chart, list[Goal]()
    for objective in board.patrol.objectives:
        place = cell_place(chart, objective.word("cell")) if objective.word("cell") else None
        if place is not None and objective.state == KNOWN:
            goals.append(Goal(objective, place))
    home = next((goal for goal in goals if goal.objective.kind == "return"), None)
    others = [goal for goal in goals if goal is not home]
    if home is None or not others:
        return goals[0] if goals else None
    way = here.metres_to(others[0].place) + others[0].place.metres_to(home.place)
    return others[0] if way / NM / HALF_NM < LATE * hours_left else home


def is_done(board: OpenBoard) -> bool:
    """Return whether the primary is met, and nothing that the crew knows of is left to be done; a drill goes on."""
    told = [objective for objective in board.patrol.objectives if objective.kind not in AT_THE_END]
    is_open = any(objective.state == KNOWN for objective in told)
    return board.patrol.objective(PRIMARY).state == MET and not is_open and board.briefing.id != DRILL


def hours_left(board: OpenBoard, notes: WatchNotes) -> float:
    """Return how many hours of the mission are left."""
    return board.briefing.hours - notes.hunt.plot.at / 3600


def keeps_submerged(board: OpenBoard, notes: WatchNotes) -> bool:
    """Return whether the boat stays under water for what it has to do here."""
    goal = _goal(board, notes)
    return goal is not None and goal.objective.kind == "recon" and _is_inside(board, notes, goal)


def _goal(board: OpenBoard, notes: WatchNotes) -> Goal | None:
    return goal_of(board, own_place(board, notes.hunt.plot), hours_left(board, notes))


def _is_inside(board: OpenBoard, notes: WatchNotes, goal: Goal) -> bool:
    here = own_place(board, notes.hunt.plot)
    return here.grid == goal.place.grid and here.metres_to(goal.place) < INSIDE


def errands(board: OpenBoard, notes: WatchNotes) -> Iterator[Wanted]:
    """Yield what the objectives ask for now, the most urgent first."""
    goal = _goal(board, notes)
    if goal is None:
        yield from _search(board, notes)
    elif not _is_inside(board, notes, goal):
        yield from _sail(board, notes, goal.place)
    else:
        yield from _stay(board, goal.objective)


def _stay(board: OpenBoard, objective: Objective) -> Iterator[Wanted]:
    """Yield what is done in the cell of an objective."""
    if objective.kind in STOPS and (is_dark(board) or not objective.number("surface_night")):
        if not board.boat.surfaced:
            yield "surface", ()
        if board.boat.setting != "stop":
            yield "new_speed", ("stop",)
        return
    if board.boat.setting != "slow":
        yield "new_speed", ("slow",)
    if objective.kind == "recon":
        if board.boat.surfaced:
            yield "dive", (PERISCOPE_DEPTH,)
        elif find_view(board, PERISCOPE) is None:
            yield PERISCOPE, ()


def _sail(board: OpenBoard, notes: WatchNotes, place: ChartPlace, enough: int = ENOUGH) -> Iterator[Wanted]:
    """Yield speed and course to a place."""
    here = own_place(board, notes.hunt.plot)
    late = here.metres_to(place) / NM / HALF_NM > LATE * hours_left(board, notes)
    setting = "full" if late else "half"
    if board.boat.setting != setting:
        yield "new_speed", (setting,)
    course = course_round_land(board.handbook.library.chart, here, place)
    if abs(signed_degrees(course - board.boat.course)) > enough:
        yield "new_course", (str(round(course) % 360),)


def _search(board: OpenBoard, notes: WatchNotes) -> Iterator[Wanted]:
    """Yield the way to ships that a message tells of, else a leg across the lanes."""
    here, now = own_place(board, notes.hunt.plot), notes.hunt.plot.at
    meetings = [_meeting(here, now, told) for told in told_traffic(board, now)]
    reachable = [each for each in meetings if each is not None]
    if reachable:
        yield from _sail(board, notes, min(reachable)[1], ROUGHLY)
    else:
        yield from _sweep(board, notes)


def _meeting(here: ChartPlace, now: float, told: ToldTraffic) -> tuple[float, ChartPlace] | None:
    """Return when and where the boat can meet ships at half speed; None where it cannot within a day."""
    for hours in range(0, DAY, 1):
        place = told.at(now + 3600 * hours)
        if here.metres_to(place) <= HALF_NM * NM * max(hours, 1):
            return float(hours), place
    return None


def _sweep(board: OpenBoard, notes: WatchNotes) -> Iterator[Wanted]:
    """Yield a leg across the lanes: one a watch, so that orders are left for what it finds."""
    course = _leg(board, notes)
    setting = "stop" if course is None else "half"
    if board.boat.setting != setting:
        yield "new_speed", (setting,)
    if course is not None and abs(signed_degrees(course - board.boat.course)) > ENOUGH:
        yield "new_course", (str(course),)


def _leg(board: OpenBoard, notes: WatchNotes) -> int | None:
    """Return the course of the watch, or another with water for a whole watch: nobody looks for land meanwhile."""
    chart, here = board.handbook.library.chart, own_place(board, notes.hunt.plot)
    legs = SWEEP.get(chart.name, SWEEP["atlantic"])
    courses = ((legs[notes.bells % len(legs)] + turn) % 360 for turn in (0, 180, 90, 270))
    return next((course for course in courses if is_clear(chart, here, here.after(course, LEG))), None)
