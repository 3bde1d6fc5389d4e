"""Every refusal of U-BOOT's own: the line that is refused, and the boat on which it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.console.kit.uboot_arms_refusing import ARMS
from tests.console.kit.uboot_galley_refusing import GALLEY
from tests.console.kit.uboot_glass_refusing import GLASS
from tests.console.kit.uboot_trouble_refusing import TROUBLE
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
    sea = boat.state.sea
    boat.state.sea = sea._replace(waters=sea.waters._replace(hunted=True))
    return boat


def _relieved() -> Boat:
    figures = {"first_officer.circle": 3, "first_officer.square": 3, "navigator.circle": 3}
    boat = Boat(men={"captain.circle.1": {"dead": True}}, rooms={"2": {"flooded": True}}, figures=figures)
    boat.wait(4 * HOUR)
    return boat


def _under_the_first_officer() -> Boat:
    script = [{"at": "0:00:10", "do": "morale", "n": -1}]
    boat = Boat(script, morale=3, decks={"morale3": ["relieve-the-commander"]})
    boat.wait(MINUTE)
    return boat


UBOOT: dict[str, tuple[str, str, Callable[[], Boat]]] = {
    "setting-up": ("the boat lies in port, nobody has begun", "captain new_course 10", lambda: Boat(begun=False)),
    "begun": ("the mission has begun", "engineer stow pump 6", Boat),
    "uneven": ("in port, three cards in toolbox A, none in B", "first_officer begin", _packed),
    "no-card": (
        "in port, no card at hand to be packed",
        "engineer pack welding-set a",
        lambda: Boat(begun=False, engineer={"a": [], "b": []}),
    ),
    "relieved": (
        "the crew has relieved the captain until the bell",
        "captain new_course 10",
        _under_the_first_officer,
    ),
    "order-pending": ("a new course was announced, men are still to be named", "captain new_course 20", _pending),
    "positions-open": ("the men change positions, nobody is ready", "captain new_course 20", _moving),
    "nothing-pending": ("under way, no order was announced", "captain belay", Boat),
    "no-orders-left": (
        "under way, order and morale both at 0",
        "captain new_course 10",
        lambda: Boat(order=0, morale=0),
    ),
    "needs-men": ("under way, nobody in the engine room", "captain new_speed half", Boat),
    "needs-extra": (
        "under way, room 3 is dark, two engineers are in room 4",
        "captain new_course 10",
        lambda: Boat(rooms={"3": {"emergencies": ["darkness"]}}, figures={"engineer.circle": 4, "engineer.square": 4}),
    ),
    "not-in-room": (
        "a new course was announced, the engineer's triangle is not in room 3",
        "engineer assign triangle",
        _pending,
    ),
    "no-slots": (
        "a new course was announced, the engineer's circle has one free slot",
        "engineer assign circle",
        lambda: _pending(men={"engineer.circle.1": {"act": 2}}),
    ),
    "barred": (
        "a new course was announced, the first officer's triangle has a muscle spasm",
        "first_officer assign triangle",
        lambda: _pending(men={"first_officer.triangle.1": {"cards": ["muscle-spasm"]}}),
    ),
    "dead": (
        "the men change positions, the captain's circle is dead",
        "captain move circle 3",
        lambda: _moving(men={"captain.circle.1": {"dead": True}}),
    ),
    "busy": (
        "the navigator's circle keeps lookout on the bridge",
        "navigator join watch circle",
        lambda: Boat(figures=ON_THE_BRIDGE, men=LOOKOUT),
    ),
    "enough-men": (
        "a new course was announced, the first officer's triangle takes the helm",
        "engineer assign circle square",
        lambda: _after(_pending(), "first_officer assign triangle"),
    ),
    "too-few-men": (
        "a lookout was announced, two navigators on the bridge, nobody is named",
        "navigator done",
        lambda: _after(Boat(figures=ON_THE_BRIDGE), "captain watch"),
    ),
    "surfaced": ("under way on the surface", "captain new_depth 20", Boat),
    "submerged": ("submerged at 20 m", "captain dive 20", lambda: Boat(surfaced=False, depth=20)),
    "device-dead": (
        "under way, the rudder control is dead",
        "captain new_course 10",
        lambda: Boat(faults={"rudder-control": "red"}),
    ),
    "no-way": (
        "submerged at 20 m, the men change positions",
        "captain move circle 8",
        lambda: _moving(surfaced=False, depth=20),
    ),
    "not-on-the-way": (
        "the men change positions, the extinguisher lies elsewhere",
        "captain move circle 3+extinguisher",
        _moving,
    ),
    "carried": (
        "the men change positions, the first officer's circle carries the wires",
        "captain move circle 3+wires",
        lambda: _after(_moving(), "first_officer move circle 3+wires"),
    ),
    "occupied": (
        "room 2 is flooded, the captain's circle has died and is relieved",
        "captain post circle 2",
        _relieved,
    ),
    "not-now": ("under way, no change of posts", "navigator move circle=1", Boat),
    "no-watch": ("under way, nobody keeps lookout", "navigator join watch circle", Boat),
    "watching": (
        "the navigator's circle keeps lookout",
        "captain watch",
        lambda: Boat(figures=ON_THE_BRIDGE, men=LOOKOUT),
    ),
    "no-task": ("under way, the captain's circle has no task", "captain break_off circle", Boat),
    "contact-near": ("a merchant at 5000 m in sight", "captain time transit", _in_sight),
    "not-clear": (
        "surfaced under clouds, the navigator's circle stands on the bridge",
        "captain sextant",
        lambda: Boat(weather="cloudy", figures={"navigator.circle": 8}),
    ),
    "hunted": ("the boat is hunted", "captain time transit", _hunted),
    "detected": ("a merchant at 5000 m in sight", "captain return_to_base", _in_sight),
    "sail-home": (
        "the mission is to bring the boat home",
        "captain return_to_base",
        lambda: Boat(PRIMARY={"kind": "return", "cell": "AM13"}),
    ),
    **GALLEY,
    **GLASS,
    **ARMS,
    **TROUBLE,
}
"""Code -> what is so aboard, the line, and the boat."""
