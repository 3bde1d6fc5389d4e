"""UBT-3.19b, UBT-7.8h, l: what cards leave to somebody, how it is said, and what the rule chooses."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.contract import Order
from klaxon.rules.uboot.crew.manning import cost
from klaxon.rules.uboot.records import OrderPlace
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.cards import SPEAKER, addressed, run
from tests.rules.uboot.kit.marks import allows, refuses

TIRED = {
    "captain.square.1": {"act": 2},
    "captain.triangle.1": {"act": 1},
    "first_officer.circle.1": {"act": 3},
    "navigator.circle.1": {"act": 1},
    "navigator.square.1": {"act": 1},
}


def prompts(boat: Boat, role: str = "captain") -> list[dict[str, Any]]:
    return list(boat.view(role)["prompts"])


@allows("7.8h")
def test_men_whom_the_captain_names_lose_act() -> None:
    boat = addressed("extra-ration", men=TIRED)
    assert boat.lines("captain", "choose captain.square first_officer.circle captain.circle")
    lines = told(boat.give("captain choose captain.square first_officer.circle"))
    assert lines == [
        "chosen role=captain card=extra-ration of=men choice=captain.square,first_officer.circle by_rule=False",
        "recovered man=captain.square token=act",
        "recovered man=first_officer.circle token=act",
    ]
    assert boat.slots("captain.square") == "act"
    assert boat.bar("captain", "choose") == "not-due"


@refuses("7.8h")
def test_nobody_is_named_twice_or_without_act_and_no_more_than_the_card_says() -> None:
    boat = Boat(men=TIRED)
    run(boat, {"op": "clear_act", "choose": 2, "n": 1}, card="birthday-aboard")
    assert boat.refused("captain choose captain.square captain.square") == "bad-argument"
    assert boat.refused("captain choose engineer.circle") == "bad-argument"
    assert boat.refused("captain choose captain.square captain.triangle navigator.circle") == "extra-argument"
    assert boat.refused("captain choose") == "missing-argument"
    assert boat.refused("first_officer choose captain.square") == "not-due"
    assert boat.refused("navigator choose captain.square") == "not-your-role"


@allows("7.8h")
def test_a_whole_room_loses_act() -> None:
    boat = addressed("all-hands-one-room", men=TIRED)
    assert boat.lines("captain", "choose") == [f"choose {room}" for room in (1, 2, 3, 4)]
    boat.give("captain choose 1")
    assert [boat.slots(f"captain.{shape}") for shape in ("square", "triangle", "hexagon")] == ["act", "", ""]


@allows("7.8h")
def test_a_man_loses_a_fatigue_treated_or_not() -> None:
    men = {"captain.square.1": {"cards": ["nausea", "fever"]}, "captain.triangle.1": {"treated": ["graze"]}}
    boat = addressed("letter-home", men=men)
    lines = told(boat.give("captain choose captain.square"), "recovered", "cured")
    assert lines == ["recovered man=captain.square token=fatigue", "cured man=captain.square card=nausea"]
    assert boat.slots("captain.square") == "fatigue fatigue"
    assert boat.state.decks[6][-1] == "nausea"


@refuses("7.8h")
def test_a_card_for_one_man_or_one_kind_of_order_takes_no_second() -> None:
    men = {f"captain.{shape}.1": {"cards": [card]} for shape, card in (("square", "nausea"), ("triangle", "fever"))}
    boat = addressed("letter-home", men=men)
    assert boat.refused("captain choose captain.square captain.triangle") == "extra-argument"
    boat = addressed("old-salts-advice")
    assert boat.refused("captain choose new_course new_depth") == "extra-argument"


@allows("7.8h")
def test_act_passes_to_another_man_of_the_room() -> None:
    boat = addressed("share-the-load", men=TIRED)
    assert boat.lines("captain", "choose captain.square") == [
        "choose captain.square captain.triangle 1",
        "choose captain.square captain.triangle 2",
        "choose captain.square captain.hexagon 1",
        "choose captain.square captain.hexagon 2",
    ]
    lines = told(boat.give("captain choose captain.square captain.triangle 2"), "activated")
    assert lines == ["activated man=captain.triangle tokens=2 as=act place={'symbol': '', 'room': 1}"]
    assert (boat.slots("captain.square"), boat.slots("captain.triangle")) == ("", "act act act")


@refuses("7.8h")
def test_no_more_act_passes_than_the_card_says_the_giver_has_and_the_taker_has_slots_for() -> None:
    boat = addressed("share-the-load", men={**TIRED, "captain.square.1": {"act": 3}, "captain.triangle.1": {"act": 2}})
    giver = "choose captain.square"
    assert boat.lines("captain", f"{giver} captain.hexagon") == [f"{giver} captain.hexagon {n}" for n in (1, 2)]
    assert boat.lines("captain", f"{giver} captain.triangle") == [f"{giver} captain.triangle 1"]
    giver = "choose navigator.square"
    assert boat.lines("captain", f"{giver} navigator.hexagon") == [f"{giver} navigator.hexagon 1"]


@refuses("7.8h")
def test_act_passes_to_nobody_who_is_full_or_elsewhere() -> None:
    boat = addressed("share-the-load", men={**TIRED, "captain.triangle.1": {"act": 3}})
    assert boat.refused("captain choose captain.square captain.triangle 1") == "bad-argument"
    assert boat.refused("captain choose captain.square engineer.circle 1") == "bad-argument"
    assert boat.refused("captain choose captain.square captain.hexagon 3") == "bad-argument"
    assert boat.refused("captain choose captain.square captain.hexagon") == "missing-argument"


@allows("7.8i")
def test_the_surcharge_of_one_kind_of_order_is_waived_until_the_bell() -> None:
    boat = addressed("old-salts-advice", figures={"captain.circle": 3})
    assert boat.refused("captain choose change_positions") == "bad-argument"
    boat.give("captain choose new_course")
    boat.give("captain new_course 10")
    boat.play("engineer assign circle square")
    assert [boat.slots(f"engineer.{shape}") for shape in ("circle", "square")] == ["act", "act"]
    assert [cost(boat.state.board, 12, OrderPlace("helm", 3), order) for order in ("new_course", "dive")] == [1, 2]
    assert "card-over card=old-salts-advice" in told(boat.wait(4 * HOUR), "card-over")
    assert boat.view()["effects"] == []
    assert cost(boat.state.board, 12, OrderPlace("helm", 3), "new_course") == 2


@refuses("7.8i")
def test_the_surcharge_of_other_orders_is_not() -> None:
    boat = addressed("old-salts-advice", surfaced=False, depth=20)
    boat.play("captain choose new_course", "captain new_depth 40")
    boat.give("engineer assign circle square")
    assert boat.view()["pending"]["order"] == "new_depth"
    boat.give("first_officer assign triangle")
    assert boat.slots("first_officer.triangle") == ""


@allows("3.19b")
def test_a_choice_holds_up_nothing_and_lapses_after_patience() -> None:
    boat = addressed("extra-ration", men=TIRED)
    (asked,) = prompts(boat)
    assert asked == {"key": asked["key"], "verbs": ["choose"], "due": 90_000}
    assert asked["key"].startswith("choice-")
    assert not prompts(boat, "first_officer")
    boat.play("captain new_course 10", "first_officer assign")
    assert not told(boat.wait(90_000 - 1), "chosen")
    assert told(boat.wait(1), "chosen")[0].endswith("by_rule=True")
    assert not prompts(boat)


@refuses("3.19b")
def test_without_patience_a_choice_stays_and_without_anything_to_name_none_is_asked() -> None:
    """UBT-5#46."""
    boat = addressed("extra-ration", men=TIRED, rules="patience=0")
    boat.wait(HOUR)
    assert prompts(boat)[0]["due"] == 0
    boat = addressed("letter-home")
    assert not prompts(boat)
    boat = Boat(men={"captain.square.1": {"act": 1}}, rules="patience=0")
    run(boat, {"op": "clear_act", "choose": 1, "n": 1}, card="birthday-aboard")
    assert prompts(boat)
    boat.wait(4 * HOUR)
    assert not prompts(boat)


@allows("7.8l")
@pytest.mark.parametrize(
    ("card", "choice"),
    [
        (
            "extra-ration",
            "first_officer.circle,captain.square,captain.circle,captain.triangle,navigator.circle,navigator.square",
        ),
        ("all-hands-one-room", "2"),
        ("old-salts-advice", "new_course"),
        ("letter-home", "navigator.hexagon"),
    ],
)
def test_what_the_rule_chooses(card: str, choice: str) -> None:
    sick = {"navigator.triangle.1": {"cards": ["nausea"]}, "navigator.hexagon.1": {"cards": ["fever"]}}
    boat = addressed(card, men={**TIRED, **sick})
    (asked,) = [prompt for prompt in GAME.prompts(boat.state) if prompt.key.startswith("choice")]
    assert asked.default is not None
    (line,) = told(boat.wait(2 * MINUTE), "chosen")
    assert f"choice={choice} " in line
    assert ",".join(map(str, asked.default.args)) == choice


@refuses("7.8l")
def test_the_rule_passes_no_act_on() -> None:
    boat = addressed("share-the-load", men=TIRED)
    (asked,) = [prompt for prompt in GAME.prompts(boat.state) if prompt.key.startswith("choice")]
    assert asked.default is None
    (line,) = told(boat.wait(2 * MINUTE), "chosen")
    assert "choice= " in line
    assert boat.slots("captain.square") == "act act"


def test_an_answer_may_name_its_prompt_and_two_choices_are_kept_apart() -> None:
    boat = Boat(men=TIRED)
    run(boat, {"op": "clear_act", "choose": 2, "n": 1}, {"op": "clear_act", "room": "choose", "n": 1})
    first, second = (prompt["key"] for prompt in prompts(boat))
    assert [len(prompt.default.args) for prompt in GAME.prompts(boat.state) if prompt.default] == [2, 1]
    boat.give(f"captain choose 1 @{second}")
    assert boat.slots("captain.square") == "act"
    assert boat.refusal(str(Order.read(f"uboot.captain choose 1 @{second}"))).code == "late"
    boat.give("captain choose captain.square")
    assert boat.slots("captain.square") == ""
    assert first != second


def test_a_relieved_captain_is_not_asked() -> None:
    boat = Boat(men=TIRED, hand=["extra-ration"], figures=SPEAKER)
    run(boat, {"op": "relieve_captain", "until": "bell"}, card="relieve-the-commander")
    boat.play("first_officer address extra-ration", "captain assign circle")
    assert not prompts(boat)
    boat.give("first_officer choose captain.square")
    assert boat.slots("captain.square") == "act"


def test_an_undo_asks_again_under_another_number() -> None:
    boat = addressed("extra-ration", men=TIRED)
    again = GAME.rekey(boat.state, "salt")
    before, after = ([p.key for p in GAME.prompts(state)] for state in (boat.state, again))
    assert before != after
    assert len(after) == 1


def test_a_choice_survives_bytes_and_views() -> None:
    boat = addressed("extra-ration", men=TIRED)
    assert GAME.encode(GAME.decode(GAME.encode(boat.state))) == GAME.encode(boat.state)
    view = boat.view()
    assert GAME.show(GAME.read_view(view)) == view
