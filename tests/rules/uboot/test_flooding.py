"""UBT-3.15e and UBT-3.4j: what a room that floods takes along, also in the middle of a change of positions."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.records import RepairJob
from klaxon.rules.uboot.trouble.flooding import flood
from tests.rules.uboot.kit.boat import ROLES, Boat, told
from tests.rules.uboot.kit.trouble import flood_at

READY = tuple(f"{role} ready" for role in ROLES)
FLOODED_2 = [flood_at("0:00:10", 2)]
"""In it stand captain.circle, first_officer.circle, first_officer.square and navigator.circle."""
TOOLS = {"a": ["gasket-set"], "b": ["fuse-box"]}


def flooded(*orders: str, **setup: Any) -> Boat:
    """Return a boat on which room 2 floods while positions are changed; its events are those of the flood."""
    boat = Boat(**setup)
    boat.play("captain change_positions", *orders)
    boat.events = list(boat.do(lambda work: flood(work, 2)))
    return boat


@pytest.mark.parametrize(
    ("room", "left"), [(2, ([], ["fuse-box"])), (4, (["gasket-set"], [])), (6, (["gasket-set"], ["fuse-box"]))]
)
def test_with_a_toolbox_its_cards_are_lost(room: int, left: tuple[list[str], list[str]]) -> None:
    boat = Boat([flood_at("0:00:10", room)], engineer=TOOLS)
    boat.wait(10_000)
    engineer = boat.view()["engineer"]
    assert ((engineer["a"], engineer["b"]), engineer["discard"]) == (left, [])


def test_cards_of_repairs_that_drown_are_used_up_unless_they_serve_again() -> None:
    boat = Boat(FLOODED_2, faults={"radio-set": "green", "forward-battery": "green", "tdc": "green"})
    board = boat.state.board.copy()
    cards = {
        "radio-set": "gasket-set",
        "forward-battery": "welding-set",
        "hydrophone-amplifier": "",
        "tdc": "valve-wheel",
    }
    board.repairs = tuple(RepairJob(device, 1, (), card=card, running=False) for device, card in cards.items())
    board.trouble = board.trouble._replace(discard=("fuse-box",))
    boat.lay(board).wait(10_000)
    assert boat.view()["engineer"]["discard"] == ["fuse-box", "gasket-set"]
    assert list(boat.view()["repairs"]) == ["tdc"]


def test_who_gets_out_pays_for_his_way_and_leaves_his_task() -> None:
    """A leg wound costs an ACT, as at any other end of a change (UBT-3.4i)."""
    men = {"captain.circle.1": {"cards": ["leg-wound"]}}
    boat = Boat(men=men, faults={"radio-set": "green"})
    boat.play("captain repair_fault radio-set", "navigator assign circle", "engineer done")
    boat.play("captain change_positions", "captain move circle 1", "navigator move circle 1")
    assert told(boat.do(lambda work: flood(work, 2)), "moved", "task-ended") == [
        "moved man=captain.circle from=2 room=1 carried= paid=1",
        "moved man=navigator.circle from=2 room=1 carried= paid=0",
        "task-ended man=navigator.circle task=fault why=moved",
    ]
    assert boat.slots("captain.circle") == "wound fatigue act"
    assert told(boat.play(*READY), "moved") == []


def test_who_gets_out_takes_along_what_lies_on_his_way() -> None:
    """The pump lies in 3, which he crosses; what others carry stays with them."""
    boat = flooded("captain move circle 4+pump", "engineer move triangle 5+masks")
    rooms = boat.view()["rooms"]
    assert [rooms[room]["devices"] for room in "345"] == [[], ["masks", "pump"], ["extinguisher"]]
    assert told(boat.play(*READY), "moved") == ["moved man=engineer.triangle from=4 room=5 carried=masks paid=0"]
    assert boat.view()["rooms"]["5"]["devices"] == ["extinguisher", "masks"]


def test_the_drowned_go_nowhere_and_carry_nothing() -> None:
    boat = flooded("captain move square 2")
    assert told(boat.events, "died")
    assert boat.view()["positions"]["carried"] == {}
    assert told(boat.play(*READY), "moved") == []
    assert (boat.room("captain.square"), boat.room("captain.circle")) == (0, 0)


def test_who_loses_his_way_stays_with_empty_hands() -> None:
    boat = flooded("captain move square 3+bulbs triangle 3", "engineer move circle 5+pump", surfaced=False)
    assert [boat.room(f"captain.{shape}") for shape in ("square", "triangle")] == [1, 1]
    assert boat.view()["positions"]["carried"] == {"engineer.circle": "pump"}
    assert told(boat.play(*READY), "moved") == ["moved man=engineer.circle from=3 room=5 carried=pump paid=0"]


@pytest.mark.parametrize(("act", "room"), [(2, 3), (3, 1)])
def test_who_cannot_pay_for_the_way_that_is_left_stays(act: int, room: int) -> None:
    """Surfaced there is the way over the deck; it costs an ACT."""
    boat = flooded("captain move square 3", men={"captain.square.1": {"act": act}})
    boat.play(*READY)
    assert boat.room("captain.square") == room
    assert boat.slots("captain.square") == "act act act"


def test_what_drowned_is_not_carried_out_over_the_deck() -> None:
    """He was told to take the wires from 2 on his way; now his way leads over the deck, and the wires are lost."""
    boat = flooded("captain move square 3+wires triangle 3+bulbs")
    assert boat.view()["positions"]["carried"] == {"captain.triangle": "bulbs"}
    boat.play(*READY)
    assert boat.view()["rooms"]["3"]["devices"] == ["pump", "bulbs"]
    assert (boat.room("captain.square"), boat.slots("captain.square")) == (3, "act")
