"""What a captain does for the objectives of his mission while no enemy is about: sail there, stay, look, stop.

Where an objective leads nowhere the boat looks for ships.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klaxon.crew.uboot.hunting.seeing import is_dark
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.patrolling.chart_way import NM, ChartPlace, cell_place, own_place
from klaxon.crew.uboot.patrolling.listening import expected_convoy
from klaxon.crew.uboot.patrolling.searching import REACHED, lies_in_wait, search, steer_for, sweep
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
CRUISES = ("patrol", "weather_report")
"""Those during which the boat may go to and fro in the cell and look for ships."""
LATE = 0.92
"""Share of the time left that a way may take, so that something may happen on it."""
TO_SPARE = 12
"""Hours more than the way home takes that a captain gives to the hunt."""
KEPT_FOR_PREY = 4
"""Orders that are kept from everything that can wait where ships are to be sunk: an attack takes ten."""
SINKINGS = ("sink_grt", "sink_type", "sink_escort")
BATTERED = 4
"""Morale from which down a crew that has done its work goes home."""
PERISCOPE_DEPTH = "10"
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
    if home is None:
        return goals[0] if goals else None
    if not others:
        to_spare = hours_left - here.metres_to(home.place) / NM / REACHED
        return None if to_spare > TO_SPARE and has_to_sink(board) else home
    way = here.metres_to(others[0].place) + others[0].place.metres_to(home.place)
    return others[0] if way / NM / REACHED < LATE * hours_left else home


def has_to_sink(board: OpenBoard) -> bool:
    """Return whether an objective that the crew knows asks for ships to be sunk."""
    return any(each.kind in SINKINGS and each.state == KNOWN for each in board.patrol.objectives)


def is_done(board: OpenBoard) -> bool:
    """Return whether the boat goes home: a drill never does.

    The primary is met and nothing that the crew knows of is left to be done, or the crew can do no more; or there is
    no torpedo left and nothing but sinkings to be done.
    """
    if board.briefing.id == DRILL:
        return False
    told = [each for each in board.patrol.objectives if each.kind not in AT_THE_END and each.state == KNOWN]
    if not _has_torpedoes(board):
        return all(each.kind in SINKINGS for each in told)
    return board.patrol.objective(PRIMARY).state == MET and (not told or _is_battered(board))


def _has_torpedoes(board: OpenBoard) -> bool:
    return any(tube.torpedo for tube in board.arms.tubes) or any(any(store) for store in board.arms.reserve)


def _is_battered(board: OpenBoard) -> bool:
    return board.morale <= BATTERED or any(room.flooded for room in board.rooms)


def hours_left(board: OpenBoard, notes: WatchNotes) -> float:
    """Return how many hours of the mission are left."""
    return board.briefing.hours - notes.hunt.plot.at / 3600


def keeps_submerged(board: OpenBoard, notes: WatchNotes) -> bool:
    """Return whether the boat stays under water for what it has to do here."""
    goal = _goal(board, notes)
    if goal is None:
        return lies_in_wait(board, notes)
    return goal.objective.kind == "recon" and _is_inside(board, notes, goal)


def is_pressing(board: OpenBoard, notes: WatchNotes) -> bool:
    """Return whether what the boat does now cannot wait: a convoy is expected."""
    return _goal(board, notes) is None and expected_convoy(board, notes) is not None


def _goal(board: OpenBoard, notes: WatchNotes) -> Goal | None:
    return goal_of(board, own_place(board, notes.hunt.plot), hours_left(board, notes))


def _is_inside(board: OpenBoard, notes: WatchNotes, goal: Goal) -> bool:
    here = own_place(board, notes.hunt.plot)
    return here.grid == goal.place.grid and here.metres_to(goal.place) < INSIDE


def errands(board: OpenBoard, notes: WatchNotes) -> Iterator[Wanted]:
    """Yield what the objectives ask for now, the most urgent first."""
    goal = _goal(board, notes)
    if goal is None:
        yield from search(board, notes)
    elif not _is_inside(board, notes, goal):
        yield from steer_for(board, notes, goal.place, "full")
    elif goal.objective.kind in CRUISES and board.boat.surfaced:
        yield from sweep(board, notes, goal.place, "half")
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
