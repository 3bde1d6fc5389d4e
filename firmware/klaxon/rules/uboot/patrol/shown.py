"""The patrol as every seat sees it: the objectives that are known, and how far they are (UBT-12.17b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.patrol.counting import NUMBER
from klaxon.rules.uboot.patrol.records import UNKNOWN, Objective, Patrol, SentReport, SunkShip
from klaxon.rules.uboot.state import OpenBoard

_OWN = frozenset({"objective", "kind", "state", "have", "since_s"})
"""Keys of a shown objective that the mission file does not say."""


def show_patrol(board: OpenBoard) -> dict[str, Any]:
    """Return the objectives that are known, the ships that sank and the reports that were sent."""
    patrol = board.patrol
    return {
        "objectives": [_show_objective(each) for each in patrol.objectives if each.state != UNKNOWN],
        "sunk": [ship._asdict() for ship in patrol.sunk],
        "reports": [report._asdict() for report in patrol.reports],
        "before": {"flooded": patrol.flooded, "dead": patrol.dead},
    }


def _show_objective(objective: Objective) -> dict[str, Any]:
    shown = {"objective": objective.name, "kind": objective.kind, "state": objective.state, **dict(objective.wants)}
    if objective.kind in NUMBER:
        shown["have"] = objective.have
    if objective.since >= 0:
        shown["since_s"] = objective.since // 1000
    return shown


def read_patrol(data: Mapping[str, Any]) -> Patrol:
    """Return the patrol that was shown; stretches begin at whole seconds in it."""
    return Patrol(
        tuple(_read_objective(told) for told in data["objectives"]),
        tuple(SunkShip(**told) for told in data["sunk"]),
        tuple(SentReport(**told) for told in data["reports"]),
        **data["before"],
    )


def _read_objective(told: Mapping[str, Any]) -> Objective:
    wants = tuple((key, value) for key, value in told.items() if key not in _OWN)
    since = told["since_s"] * 1000 if "since_s" in told else -1
    return Objective(told["objective"], told["kind"], wants, told["state"], told.get("have", 0), since)
