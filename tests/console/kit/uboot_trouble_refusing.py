"""Refusals of a boat in trouble: repairs, the engineer's cards, a breach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.uboot.kit.boat import Boat

RUDDER = "rudder-control"
TEAM = {f"engineer.{shape}": 2 for shape in ("circle", "square", "triangle", "hexagon")}
BREACH = [{"at": "0:00:10", "do": "breach", "room": 2}]
TOOLS = {"a": ["gasket-set", "valve-wheel", "tube-grease"], "b": ["fuse-box", "brush-set", "optics-kit"]}


def _after(boat: Boat, *lines: str) -> Boat:
    boat.play(*lines)
    return boat


def _manned(man: str = "engineer assign circle", **setup: Any) -> Boat:
    """Return a boat with a man named for a yellow fault, toolbox A beside him."""
    boat = Boat(faults={RUDDER: "yellow"}, rooms={"3": {"toolboxes": ["toolbox-a"]}}, engineer=TOOLS, **setup)
    return _after(boat, f"captain repair_fault {RUDDER}", man)


def _repairing() -> Boat:
    boat = Boat(faults={RUDDER: "yellow", "tdc": "green"})
    return _after(boat, f"captain repair_fault {RUDDER}", "engineer assign circle square", "engineer done")


def _breached() -> Boat:
    boat = Boat(BREACH, figures=TEAM, morale=10)
    boat.wait(10_000)
    return boat


def _badly_sealed() -> Boat:
    """Return a boat whose engineer has turned the pieces wrongly."""
    boat = _breached()
    boat.play("captain repair_breach 2", "engineer assign", "captain assign circle", "engineer done")
    right = boat.view("umpire")["truth"]["puzzle"]["2"]
    wrong = [str((int(right[0]) + 1) % 4), *right[1:]]
    return _after(boat, f"engineer puzzle {' '.join(wrong)}")


TROUBLE: dict[str, tuple[str, str, Callable[[], Boat]]] = {
    "breach-timer": ("water comes into room 2", "captain time dynamic", _breached),
    "no-breach": ("water comes into room 2", "captain repair_breach 3", _breached),
    "tried": ("the breach in room 2 was not sealed", "captain repair_breach 2", _badly_sealed),
    "no-fault": ("the rudder control has a fault", "captain repair_fault tdc", lambda: Boat(faults={RUDDER: "green"})),
    "repairing": ("two men repair the rudder control", f"captain repair_fault {RUDDER}", _repairing),
    "no-emergency": (
        "a leak in the control room",
        "captain repair_emergency leak 4",
        lambda: Boat(rooms={"3": {"emergencies": ["leak"]}}),
    ),
    "no-device": (
        "a fire in the control room, the extinguisher in room 5",
        "captain repair_emergency fire 3",
        lambda: Boat(rooms={"3": {"emergencies": ["fire"]}}),
    ),
    "by-surfacing": (
        "gas in the crew quarters, submerged",
        "captain repair_emergency gas 4",
        lambda: Boat(rooms={"4": {"emergencies": ["gas"]}}, surfaced=False, depth=20),
    ),
    "one-card": (
        "a card was played for this repair",
        "engineer card valve-wheel",
        lambda: _after(_manned(), "engineer card gasket-set"),
    ),
    "wrong-device": ("a man at the rudder control", "engineer card tube-grease", _manned),
    "no-toolbox": (
        "a man at the rudder control, toolbox A in room 2",
        "engineer card gasket-set",
        lambda: _after(
            Boat(faults={RUDDER: "yellow"}, engineer=TOOLS), f"captain repair_fault {RUDDER}", "engineer assign circle"
        ),
    ),
    "no-expert": (
        "a helmsman alone at the rudder control",
        "engineer card gasket-set",
        lambda: _manned("first_officer assign triangle"),
    ),
}
"""Code -> what is so aboard, the line, and the boat."""
