"""UBT-3.12i to m: what the engineer's cards do for a team, card by card, and where they count."""

from __future__ import annotations

import pytest

from klaxon.rules.uboot.trouble.records import BoatTrouble
from klaxon.rules.uboot.trouble.tools import room_with
from klaxon.rules.uboot.words import SHAPES
from tests.rules.uboot.kit.boat import Boat, box_with, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.trouble import ENGINEERS, RUDDER, breach_at, in_three

REPAIR = f"captain repair_fault {RUDDER}"
DONE = "engineer done"
AWAY = {"first_officer.triangle": 4, "first_officer.hexagon": 4}
"""With them only engineer.circle and engineer.square stand in the control room."""


def test_a_card_lies_where_its_toolbox_does() -> None:
    boat = Boat(engineer={"a": ["gasket-set"], "b": ["fuse-box"]})
    board = boat.state.board.copy()
    assert [room_with(board, card) for card in ("gasket-set", "fuse-box", "valve-wheel")] == [2, 4, 0]
    board.rooms = tuple(room._replace(toolboxes=()) for room in board.rooms)
    assert room_with(board, "gasket-set") == 0


@allows("3.12i")
def test_a_card_that_is_played_is_told_and_then_taken_up() -> None:
    boat = Boat(faults={RUDDER: "green"}, **in_three("gasket-set"))
    boat.play(REPAIR, "engineer assign circle")
    assert told(boat.give("engineer card gasket-set")) == ["card deck=engineer card=gasket-set man= hand=False"]
    boat.give(DONE)
    assert boat.state.board.trouble == BoatTrouble()


@allows("3.12j")
def test_a_card_for_a_kind_of_device_serves_all_of_that_kind() -> None:
    boat = Boat(faults={"trim-pump": "green"}, **in_three("pump-impeller"))
    boat.play("captain repair_fault trim-pump", "engineer assign circle", "engineer card pump-impeller")


@refuses("3.12i")
def test_a_repair_that_holds_a_card_takes_no_second_one() -> None:
    """Paused it keeps its card, and neither the order nor its check counts another."""
    boat = Boat(faults={RUDDER: "red"}, figures=AWAY, **in_three("gasket-set", "valve-wheel"))
    boat.play(REPAIR, "engineer assign circle square", "engineer card gasket-set", DONE)
    boat.give("engineer break_off square")
    boat.give("engineer break_off circle")
    boat.play(REPAIR, "engineer assign circle")
    assert boat.why("engineer card valve-wheel") == {"code": "one-card", "card": "gasket-set"}
    boat.give("captain belay")
    board = boat.state.board.copy()
    board.repairs = tuple(repair._replace(helped=1) for repair in board.repairs)
    boat.lay(board).put("engineer.square", act=3)
    assert boat.why(REPAIR)["code"] == "needs-men"


@refuses("3.12l")
def test_a_card_that_nobody_there_can_use_counts_for_nobody() -> None:
    """The only repair men are barred; three of the others would do."""
    men = {f"engineer.{shape}.1": {"cards": ["scorched-hands"]} for shape in ("circle",)}
    boat = Boat(faults={RUDDER: "red"}, men=men, figures={"engineer.square": 4}, **in_three("gasket-set"))
    assert boat.why(REPAIR)["code"] == "needs-men"


@refuses("3.12l")
def test_a_card_holds_no_lamp() -> None:
    """The dark room asks for a second man, however many the card counts for."""
    staged = in_three("gasket-set")
    staged["rooms"]["3"]["emergencies"] = ["darkness"]
    boat = Boat(faults={RUDDER: "green"}, figures={**AWAY, "engineer.square": 4}, **staged)
    assert boat.why(REPAIR)["code"] == "needs-extra"


@allows("3.12k")
def test_each_shift_has_its_own_expert() -> None:
    box = box_with("experts", lambda told: told.update({"2": "engineer.square"}))
    boat = Boat(faults={RUDDER: "yellow"}, shift=2, box=box, **in_three("gasket-set"))
    boat.play(REPAIR, "engineer assign square", "engineer card gasket-set", DONE)
    assert boat.view()["repairs"][RUDDER]["helped"] == 2


@allows("3.12m")
@pytest.mark.parametrize(("shape", "slots"), [("circle", ["fault", "fault"]), ("square", ["fault", "fault act"])])
def test_blueprints_are_for_all_with_the_expert_and_else_for_one(shape: str, slots: list[str]) -> None:
    boat = Boat(faults={RUDDER: "yellow"}, **in_three("boat-blueprints"))
    boat.play(REPAIR, f"engineer assign {shape}", "first_officer assign triangle hexagon")
    boat.play("engineer card boat-blueprints", DONE)
    assert [boat.slots(f"first_officer.{shape}") for shape in ("triangle", "hexagon")] == slots
    assert boat.slots(f"engineer.{shape}") == "fault"


def test_a_chain_hoist_eases_the_team_at_a_breach_at_once() -> None:
    """The unskilled captain's man took two ACT and keeps one; the card stays in its toolbox."""
    boat = Boat(
        [breach_at("0:00:10", 1)],
        figures=dict.fromkeys((*ENGINEERS, "captain.circle"), 1),
        rooms={"1": {"toolboxes": ["toolbox-a"]}},
        engineer={"a": ["chain-hoist"], "b": []},
    )
    boat.wait(10_000)
    boat.play("captain repair_breach 1", f"engineer assign {' '.join(SHAPES)}", "captain assign circle")
    boat.play("engineer card chain-hoist", DONE)
    men = ("captain.circle", *ENGINEERS)
    assert told(boat.events, "recovered") == [f"recovered man={man} token=act" for man in men]
    assert [boat.slots(man) for man in men] == ["act", "", "", "", ""]
    assert boat.view()["engineer"] == {"a": ["chain-hoist"], "b": [], "playing": {}, "discard": []}
