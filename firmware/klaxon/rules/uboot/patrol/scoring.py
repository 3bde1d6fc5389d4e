"""How a mission is graded: objectives met and ships sunk, in truth (UBT-7.12).

What the crew was told on the way counts for nothing here: a ship that sank unseen, or is sinking, counts (UBT-5#57).
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.patrol.counting import NUMBER, count_for, is_reached
from klaxon.rules.uboot.patrol.records import MET, PRIMARY, UNKNOWN, Objective, SunkShip
from klaxon.rules.uboot.sea.ships.classes import ESCORT, MERCHANT, ship_classes
from klaxon.rules.uboot.sea.ships.damage import is_lost
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.ships.templates import is_convoy
from klaxon.rules.uboot.state import OpenBoard, State

OF_PRIMARY, OF_PART, OF_SECONDARY = 50, 25, 12
PART_PCT = 60
GRT_A_POINT, DISPLACEMENT_A_POINT = 400, 100
GRADES = (("S", 150), ("A", 120), ("B", 90), ("C", 70), ("D", 45), ("E", 20))
"""Grade -> percent of par from which on it is given; below the last of them F."""
FAILED_GRADE = "F"
TIME, RETURNED = "time", "returned"
"""The ends of a mission that leave the boat afloat; every other one is its loss (UBT-3.1e, f)."""


class MissionResult(NamedTuple):
    """What a mission is worth."""

    grade: str
    glory: int
    ratio: int
    """Percent of par."""
    grt: int
    """Of the merchants that sank."""
    ships: int
    """How many enemies sank, escorts too."""
    met: tuple[str, ...]
    """Names of the objectives met."""
    is_lost: bool = False
    """The boat is; its glory is noted and counts for nothing."""

    @property
    def is_won(self) -> bool:
        """Whether it ends with E or better (UBT-7.12c)."""
        return self.grade != FAILED_GRADE


def result(state: State) -> MissionResult:
    """Return what the mission is worth as it ended; before that, if its time were up now."""
    outcome = state.board.outcome
    return judge(state, outcome.reason if outcome is not None else TIME)


def judge(state: State, reason: str) -> MissionResult:
    """Return what the mission is worth if it ends now, for a reason."""
    is_lost_boat = reason not in (TIME, RETURNED)
    ships = sunk_in_truth(state)
    met = tuple(
        each.name for each in state.board.patrol.objectives if _is_met(state, each, ships, is_lost_boat=is_lost_boat)
    )
    grt = sum(ship.tons for ship in ships if ship.klass == MERCHANT)
    displaced = sum(ship.tons for ship in ships if ship.klass == ESCORT)
    points = OF_PRIMARY if PRIMARY in met else OF_PART if _is_partly_met(state, ships) else 0
    points += OF_SECONDARY * sum(name != PRIMARY for name in met)
    share = DISPLACEMENT_A_POINT * grt + GRT_A_POINT * displaced
    glory = points + share // (GRT_A_POINT * DISPLACEMENT_A_POINT)
    grade = FAILED_GRADE if is_lost_boat else grade_of(glory, state.mission.par)
    return MissionResult(grade, glory, 100 * glory // state.mission.par, grt, len(ships), met, is_lost_boat)


def grade_of(glory: int, par: int) -> str:
    """Return the grade of so much glory."""
    return next((grade for grade, percent in GRADES if 100 * glory >= percent * par), FAILED_GRADE)


def _is_partly_met(state: State, ships: list[SunkShip]) -> bool:
    """Return whether at least 60 % of the number of the primary objective is reached: tons, ships, reports or time."""
    primary = state.board.patrol.objective(PRIMARY)
    if primary.kind in NUMBER:
        have, number = count_for(primary, ships, state.sea.patrol.reports), primary.number(NUMBER[primary.kind])
        return 100 * have >= PART_PCT * number
    stretch = state.sea.patrol.of(PRIMARY)
    if stretch is None or not stretch.length:
        return False
    return 100 * stretch.longest(_game(state)) >= PART_PCT * stretch.length


def _is_met(state: State, objective: Objective, ships: list[SunkShip], *, is_lost_boat: bool) -> bool:
    """Return whether an objective is met in truth; one that was not decoded never is (UBT-7.11g)."""
    if objective.state in (UNKNOWN, MET):
        return objective.state == MET
    flooded, dead = troubles_of(state.board)
    if objective.kind == "no_death":
        return not is_lost_boat and dead == state.board.patrol.dead
    if objective.kind == "no_flood":
        return not is_lost_boat and flooded == state.board.patrol.flooded
    if objective.kind == "avoid_detection":
        stretch = state.sea.patrol.of(objective.name)
        return stretch is not None and stretch.longest(_game(state)) >= stretch.length
    return is_reached(objective, count_for(objective, ships, state.sea.patrol.reports))


def troubles_of(board: OpenBoard) -> tuple[int, int]:
    """Return how many rooms are flooded, and how many men are dead."""
    return sum(room.flooded for room in board.rooms), sum(man.dead for man in board.crew)


def _game(state: State) -> int:
    return reading(state.board.clock, state.now)


def sunk_in_truth(state: State) -> list[SunkShip]:
    """Return the enemies that have sunk or are sinking, and those that a script sank."""
    traffic, classes = state.sea.traffic, ship_classes(state.box)
    found = [ship for ship in state.board.patrol.sunk if ship.is_staged and ship.klass in (MERCHANT, ESCORT)]
    for number, ship in enumerate(traffic.ships):
        kind = classes[ship.type]
        if is_lost(ship) and kind.klass in (MERCHANT, ESCORT):
            in_convoy = is_convoy(state.mission, traffic.groups[place_of_group(traffic, number)])
            found.append(SunkShip("", kind.type, kind.tons, kind.klass, in_convoy))
    return found
