"""What counts for an objective: ships, tons and reports against what it asks for (UBT-7.11c, d)."""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.rules.uboot.clock import HOUR
from klaxon.rules.uboot.content.mission import Facts, Mission
from klaxon.rules.uboot.patrol.records import KNOWN, PRIMARY, UNKNOWN, Objective, Patrol, SentReport, SunkShip
from klaxon.rules.uboot.sea.ships.classes import ESCORT, MERCHANT

NUMBER = {"sink_grt": "n", "sink_type": "count", "sink_escort": "n", "weather_report": "count"}
"""Kind of objective that counts -> the key of its number."""
REPORT_APART = 6 * HOUR


def first_patrol(mission: Mission) -> Patrol:
    """Return the patrol before `begin`: the primary objective is known, the others come by radio (UBT-3.1c)."""
    later = [_objective(f"second-{number}", told) for number, told in enumerate(mission.secondary, 1)]
    return Patrol((_objective(PRIMARY, mission.primary)._replace(state=KNOWN), *later))


def _objective(name: str, told: Facts) -> Objective:
    wants = tuple((key, value) for key, value in told.items() if key not in ("kind", "at_h", "text"))
    return Objective(name, told["kind"], wants, UNKNOWN)


def count_for(objective: Objective, sunk: Iterable[SunkShip], reports: Iterable[SentReport]) -> int:
    """Return how much of these counts for an objective: GRT, ships or reports; 0 where it counts none."""
    kind = objective.kind
    if kind == "weather_report":
        return _reports_apart(objective, reports)
    if kind == "sink_escort":
        return sum(ship.klass == ESCORT for ship in sunk)
    if kind == "sink_type":
        return sum(ship.type == objective.word("type") for ship in sunk)
    if kind == "sink_grt":
        of_convoy = bool(objective.word("within"))
        return sum(ship.tons for ship in sunk if ship.klass == MERCHANT and (ship.in_convoy or not of_convoy))
    return 0


def _reports_apart(objective: Objective, reports: Iterable[SentReport]) -> int:
    """Return how many weather reports count: from the wanted cell, at most one in six hours."""
    cell, last, count = objective.word("cell"), -REPORT_APART, 0
    for report in reports:
        if report.kind == "weather" and cell in ("", report.cell) and report.game >= last + REPORT_APART:
            last, count = report.game, count + 1
    return count


def is_reached(objective: Objective, have: int) -> bool:
    """Return whether so much is enough for an objective that counts."""
    return objective.kind in NUMBER and have >= objective.number(NUMBER[objective.kind])
