"""How a mission is graded: objectives met and ships sunk, in truth (UBT-7.12).

What the crew was told on the way counts for nothing here: a ship that sank unseen, or is sinking, counts (UBT-5#57).
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.patrol.counting import NUMBER, count_for, is_reached
from klaxon.rules.uboot.patrol.records import MET, PRIMARY, UNKNOWN, Objective, SunkShip
from klaxon.rules.uboot.sea.ships.classes import ESCORT, MERCHANT, ship_classes
from klaxon.rules.uboot.sea.ships.damage import is_lost
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.ships.templates import is_convoy
from klaxon.rules.uboot.state import State

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
    ships = sunk_in_truth(state)
    objectives = state.board.patrol.objectives
    met = tuple(each.name for each in objectives if _is_met(state, each, ships))
    grt = sum(ship.tons for ship in ships if ship.klass == MERCHANT)
    displaced = sum(ship.tons for ship in ships if ship.klass == ESCORT)
    primary = state.board.patrol.objective(PRIMARY)
    points = _of_primary(state, primary, ships, is_met=PRIMARY in met)
    points += OF_SECONDARY * sum(name != PRIMARY for name in met)
    share = DISPLACEMENT_A_POINT * grt + GRT_A_POINT * displaced
    glory = points + share // (GRT_A_POINT * DISPLACEMENT_A_POINT)
    lost = reason not in (TIME, RETURNED)
    grade = FAILED_GRADE if lost else grade_of(glory, state.mission.par)
    return MissionResult(grade, glory, 100 * glory // state.mission.par, grt, len(ships), met, lost)


def grade_of(glory: int, par: int) -> str:
    """Return the grade of so much glory."""
    return next((grade for grade, percent in GRADES if 100 * glory >= percent * par), FAILED_GRADE)


def _of_primary(state: State, primary: Objective, ships: list[SunkShip], *, is_met: bool) -> int:
    if is_met:
        return OF_PRIMARY
    if primary.kind not in NUMBER:
        return 0
    have = count_for(primary, ships, state.board.patrol.reports)
    return OF_PART if 100 * have >= PART_PCT * primary.number(NUMBER[primary.kind]) else 0


def _is_met(state: State, objective: Objective, ships: list[SunkShip]) -> bool:
    """Return whether an objective is met in truth; one that was not decoded never is (UBT-7.11g)."""
    if objective.state in (UNKNOWN, MET):
        return objective.state == MET
    return is_reached(objective._replace(have=count_for(objective, ships, state.board.patrol.reports)))


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
