"""Every refusal of U-BOOT's own: the line that is refused, and the boat on which it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat

ON_THE_BRIDGE = {"navigator.circle": 8, "navigator.square": 8}
LOOKOUT = {"navigator.circle.1": {"watch": True}}
NEAR = [{"at": "0:00:10", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", "range": 5000}]


def _after(boat: Boat, *lines: str) -> Boat:
    boat.play(*lines)
    return boat


def _pending(**setup: Any) -> Boat:
    return _after(Boat(**setup), "captain new_course 10")


def _moving(**setup: Any) -> Boat:
    return _after(Boat(**setup), "captain change_positions")


def _packed() -> Boat:
    """Return a boat with three cards in one toolbox and none in the other."""
    return Boat(begun=False, engineer={"a": ["welding-set", "fuse-box", "gasket-set"], "b": []})


def _in_sight() -> Boat:
    boat = Boat(NEAR)
    boat.wait(MINUTE)
    return boat


def _hunted() -> Boat:
    boat = Boat()
    board = boat.state.board.copy()
    board.waters = board.waters._replace(hunted=True)
    return boat.lay(board)


def _relieved() -> Boat:
    figures = {"first_officer.circle": 3, "first_officer.square": 3, "navigator.circle": 3}
    boat = Boat(men={"captain.circle.1": {"dead": True}}, rooms={"2": {"flooded": True}}, figures=figures)
    boat.wait(4 * HOUR)
    return boat


UBOOT: dict[str, tuple[str, Callable[[], Boat]]] = {
    "setting-up": ("captain new_course 10", lambda: Boat(begun=False)),
    "begun": ("engineer stow pump 6", Boat),
    "uneven": ("first_officer begin", _packed),
    "no-card": ("engineer pack welding-set a", lambda: Boat(begun=False, engineer={"a": [], "b": []})),
    "order-pending": ("captain new_course 20", _pending),
    "positions-open": ("captain new_course 20", _moving),
    "nothing-pending": ("captain belay", Boat),
    "no-orders-left": ("captain new_course 10", lambda: Boat(order=0, morale=0)),
    "needs-men": ("captain new_speed half", Boat),
    "needs-extra": (
        "captain new_course 10",
        lambda: Boat(rooms={"3": {"emergencies": ["darkness"]}}, figures={"engineer.circle": 4, "engineer.square": 4}),
    ),
    "not-in-room": ("engineer assign triangle", _pending),
    "no-slots": ("engineer assign circle", lambda: _pending(men={"engineer.circle.1": {"act": 2}})),
    "barred": (
        "first_officer assign triangle",
        lambda: _pending(men={"first_officer.triangle.1": {"cards": ["muscle-spasm"]}}),
    ),
    "dead": ("captain move circle 3", lambda: _moving(men={"captain.circle.1": {"dead": True}})),
    "busy": ("navigator join watch circle", lambda: Boat(figures=ON_THE_BRIDGE, men=LOOKOUT)),
    "enough-men": ("engineer assign circle square", lambda: _after(_pending(), "first_officer assign triangle")),
    "too-few-men": ("navigator done", lambda: _after(Boat(figures=ON_THE_BRIDGE), "captain watch")),
    "surfaced": ("captain new_depth 20", Boat),
    "submerged": ("captain dive 20", lambda: Boat(surfaced=False, depth=20)),
    "device-dead": ("captain new_course 10", lambda: Boat(faults={"rudder-control": "red"})),
    "no-way": ("captain move circle 8", lambda: _moving(surfaced=False, depth=20)),
    "not-on-the-way": ("captain move circle 3+extinguisher", _moving),
    "carried": ("captain move circle 3+wires", lambda: _after(_moving(), "first_officer move circle 3+wires")),
    "occupied": ("captain post circle 2", _relieved),
    "no-watch": ("navigator join watch circle", Boat),
    "watching": ("captain watch", lambda: Boat(figures=ON_THE_BRIDGE, men=LOOKOUT)),
    "no-task": ("captain break_off circle", Boat),
    "contact-near": ("captain time transit", _in_sight),
    "hunted": ("captain time transit", _hunted),
}
"""Code -> the line, and the boat."""
