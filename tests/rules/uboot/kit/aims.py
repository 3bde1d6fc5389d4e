"""Objectives for tests: a drill with them, a message that is decoded or sent, and what was told of objectives."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.patrol.objectives import make_known, note_report
from tests.rules.uboot.kit.boat import Boat, told

LOW = "navigator=low"
"""Without drift the boat is where it is reckoned to be."""


def bound_on(primary: dict[str, Any], *secondary: dict[str, Any], rules: str = LOW, **setup: Any) -> Boat:
    """Return a boat whose mission has these objectives."""
    return Boat(setup.pop("script", None), PRIMARY=primary, SECONDARY=list(secondary), rules=rules, **setup)


def decode(boat: Boat, number: int = 1) -> list[str]:
    """Let the crew know a secondary objective; return what is told."""
    return told(boat.do(lambda work: make_known(work, f"second-{number}", work.game)), "objective")


def send(boat: Boat, kind: str) -> list[str]:
    """Let a report be sent; return what is told of objectives."""
    return told(boat.do(lambda work: note_report(work, kind, work.game)), "objective")


def met(name: str = "primary") -> list[str]:
    """Return what is told when an objective is met."""
    return [f"objective objective={name} state=met"]


def sunk(at: str, kind: str = "freighter", grt: int = 5000, name: str = "c1") -> dict[str, Any]:
    """Return a line of a script by which a ship sinks."""
    return {"at": at, "do": "sunk", "id": name, "type": kind, "grt": grt}


def over_of(boat: Boat, wait: int) -> dict[str, Any]:
    """Let time pass to the end of the mission; return what is told of it."""
    (over,) = [event.facts for event in boat.wait(wait) if event.type == "over"]
    return dict(over)
