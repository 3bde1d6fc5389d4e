"""UBT-12.14: the arguments of each verb, one after the other: names, what fits, and what may be left out."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.contract import Field, Order, Seat
from klaxon.rules.domains import Keyed, OneOf, Span
from tests.rules.uboot.kit.boat import GAME, HOUR, WATCHERS, Boat
from tests.rules.uboot.kit.marks import allows, refuses

BRIDGE = dict.fromkeys(WATCHERS, 8)
WATCHED: dict[str, Any] = {"figures": BRIDGE, "men": {"navigator.circle.1": {"watch": True}}}
ORDERS = (
    *("address", "cook", "new_speed", "new_course", "new_depth", "dive", "surface", "watch"),
    *("periscope", "hydrophone", "sextant", "enigma", "tdc", "flood_tubes", "launch", "reload", "gun88", "aa20"),
    *("repair_fault", "repair_emergency", "repair_breach", "first_aid"),
)
ROOMS = tuple(map(str, range(1, 9)))


def field(boat: Boat, draft: str) -> Field | None:
    order = Order.read(f"uboot.{draft}")
    return GAME.field(GAME.view(boat.state, Seat(order.seat)), order)


def of(name: str, *values: str, optional: bool = False) -> Field:
    return Field(name, OneOf(values), optional=optional)


@allows("12.14b")
def test_arguments_at_set_up() -> None:
    boat = Boat(begun=False, engineer={"a": ["gasket-set"], "b": ["fuse-box"]})
    assert field(boat, "engineer stow") == of("token", "bulbs", "wires", "pump", "masks", "extinguisher")
    assert field(boat, "engineer stow pump") == of("room", *ROOMS[:6])
    assert field(boat, "engineer stow pump 3") is None
    assert field(boat, "engineer pack") == of("card", "gasket-set", "fuse-box")
    assert field(boat, "engineer pack gasket-set") == of("toolbox", "a", "b")
    assert field(boat, "engineer pack gasket-set b") is None
    assert field(boat, "first_officer begin") is None


@allows("12.14b")
@pytest.mark.parametrize(
    ("verb", "argument"),
    [
        ("new_speed", of("setting", "full_astern", "stop", "slow", "half", "full")),
        ("new_course", Field("course", Span(0, 359, wraps=True, unit="°"))),
        ("new_depth", Field("depth", Span(5, 300, unit=" m"))),
        ("dive", Field("depth", Span(5, 300, unit=" m"))),
        ("time", of("mode", "real", "dynamic", "accelerated", "transit")),
        ("change_positions", Field("for", Keyed("for", OneOf(ORDERS)), optional=True)),
    ],
)
def test_arguments_of_the_captain(verb: str, argument: Field) -> None:
    boat = Boat()
    assert field(boat, f"captain {verb}") == argument
    assert field(boat, f"captain {verb} 10") is None


@allows("12.14b")
def test_arguments_of_naming_men() -> None:
    boat = Boat()
    boat.give("captain new_course 10")
    assert field(boat, "engineer assign") == of("man", "circle", "square", "none", optional=True)
    assert field(boat, "engineer assign circle") == of("man", "square", optional=True)
    assert field(boat, "engineer assign circle square") is None
    assert field(boat, "engineer assign none") is None


@allows("12.14b")
def test_arguments_of_sending_men() -> None:
    boat = Boat(surfaced=False, depth=20)
    boat.give("captain change_positions")
    assert field(boat, "captain move") == of("man", "circle", "square", "triangle", "hexagon")
    rooms = field(boat, "captain move circle")
    assert rooms is not None
    assert (rooms.name, rooms.optional) == ("room", False)
    assert field(boat, "captain move circle 4 square 4") == of("man", "triangle", "hexagon", optional=True)
    assert field(boat, "captain move circle 4 square 4 triangle 4 hexagon 4") is None


@refuses("12.14b")
def test_what_one_man_of_a_line_takes_the_next_cannot() -> None:
    boat = Boat()
    boat.give("captain change_positions")
    facts = {"code": "carried", "token": "pump"}
    assert boat.why("captain move circle 4+pump square 4+pump") == {**facts, "man": "captain.square"}
    assert boat.why("captain move circle 4 square 4+pump triangle 4+pump") == {**facts, "man": "captain.triangle"}


@allows("12.14b")
def test_arguments_of_tasks() -> None:
    boat = Boat(**WATCHED)
    assert field(boat, "navigator join") == of("task", "watch")
    assert field(boat, "navigator join watch") == of("man", "square", "triangle", "hexagon")
    assert field(boat, "navigator join watch square") == of("man", "triangle", "hexagon", optional=True)
    assert field(boat, "navigator join watch square triangle hexagon") is None
    assert field(boat, "navigator break_off") == of("man", "circle")
    assert field(boat, "navigator break_off circle") is None
    boat.give("navigator join watch square")
    assert field(boat, "navigator break_off circle") == of("man", "square", optional=True)


@allows("12.14b")
def test_arguments_of_a_post() -> None:
    boat = Boat(men={"captain.circle.1": {"dead": True}, "navigator.circle.1": {"dead": True}})
    boat.wait(4 * HOUR)
    assert field(boat, "captain post") == of("man", "circle")
    assert field(boat, "captain post circle") == of("room", *ROOMS)
    assert field(boat, "captain post circle 3") is None
