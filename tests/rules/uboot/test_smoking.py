"""UBT-3.18: smoking."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.smoking import change_cigarettes
from klaxon.rules.uboot.step import Working
from tests.rules.uboot.kit.boat import HOUR, ROLES, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

NAVIGATORS = tuple(f"navigator.{shape}" for shape in ("circle", "square", "triangle", "hexagon"))
ENGINEER = "engineer.circle"


def deck(men: dict[str, dict[str, Any]] | None = None, **setup: Any) -> Boat:
    """Return a boat with the navigator's men and an engineer outside, all of them with two ACT."""
    outside = (*NAVIGATORS, ENGINEER)
    tired: dict[str, dict[str, Any]] = {f"{man}.1": {"act": 2} for man in outside}
    return Boat(figures={**dict.fromkeys(outside, 8), ENGINEER: 7}, men={**tired, **(men or {})}, **setup)


@allows("3.18a")
def test_up_to_four_men_outside_of_any_role_take_off_one_act_each() -> None:
    boat = deck()
    line = "navigator smoke navigator.circle navigator.square navigator.triangle engineer.circle"
    assert told(boat.give(line)) == [
        "smoked role=navigator men=navigator.circle,navigator.square,navigator.triangle,engineer.circle"
    ]
    assert [boat.slots(man) for man in (*NAVIGATORS, ENGINEER)] == ["act", "act", "act", "act act", "act"]
    assert boat.view()["cigarettes"] == {**dict.fromkeys(ROLES, 2), "navigator": 1}


@refuses("3.18a")
def test_who_has_nobody_outside_or_no_cigarette_gives_none_out() -> None:
    boat = deck(cigarettes={"navigator": 0})
    assert boat.why("captain smoke navigator.circle") == {"code": "nobody-outside", "role": "captain"}
    assert boat.why("navigator smoke navigator.circle") == {"code": "no-cigarette", "role": "navigator"}
    boat.give("engineer smoke navigator.circle")
    five = f"navigator smoke {' '.join(NAVIGATORS)} engineer.circle"
    assert deck().refused(five) == "extra-argument"


@refuses("3.18a")
def test_only_men_outside_with_an_act_smoke_and_a_task_token_stays() -> None:
    boat = deck({"navigator.circle.1": {"watch": True}, "navigator.hexagon.1": {"watch": True, "act": 1}})
    assert boat.why("navigator smoke navigator.circle") == {"code": "no-act", "man": "navigator.circle"}
    assert boat.why("navigator smoke captain.circle") == {"code": "not-in-room", "man": "captain.circle", "room": 8}
    boat.give("navigator smoke navigator.hexagon")
    assert boat.slots("navigator.hexagon") == "watch"
    rested = Boat(figures={"navigator.circle": 8})
    assert rested.why("navigator smoke navigator.circle") == {"code": "no-act", "man": "navigator.circle"}
    lost = deck({"navigator.circle.1": {"dead": True}})
    assert lost.why("navigator smoke navigator.circle") == {"code": "dead", "man": "navigator.circle"}
    assert lost.refused("navigator smoke smoke") == "bad-argument"


@allows("3.18b")
def test_several_roles_and_one_role_several_times_add_cigarettes_to_one_break() -> None:
    """UBT-5#34."""
    boat = deck()
    boat.give("navigator smoke navigator.circle")
    boat.wait(59_999)
    boat.play("engineer smoke navigator.square", "navigator smoke navigator.triangle")
    assert boat.view()["cigarettes"] == {"captain": 2, "first_officer": 2, "navigator": 0, "engineer": 1}
    assert not boat.view()["smoked"]


@refuses("3.18b")
def test_the_break_is_over_after_a_minute_of_table_time() -> None:
    boat = deck()
    boat.play("captain time dynamic", "navigator smoke navigator.circle")
    boat.wait(60_000)
    assert boat.view()["smoked"]
    assert boat.why("navigator smoke navigator.square") == {"code": "smoked", "role": "navigator"}
    assert boat.bar("engineer", "smoke") == "smoked"


@refuses("3.18b")
def test_the_next_order_ends_the_break() -> None:
    """UBT-5#34: before the next order."""
    boat = deck()
    boat.play("navigator smoke navigator.circle", "captain new_course 10")
    assert boat.bar("navigator", "smoke") == "smoked"
    boat = deck()
    boat.play("navigator smoke navigator.circle", "captain change_positions")
    assert boat.bar("navigator", "smoke") == "positions-open"
    boat.play(*(f"{role} ready" for role in ROLES))
    assert boat.bar("navigator", "smoke") == "smoked"


@allows("3.18b")
def test_another_watch_has_a_break_of_its_own() -> None:
    boat = deck(men={f"{man}.2": {"act": 1} for man in NAVIGATORS})
    boat.play("navigator smoke navigator.circle", "captain new_course 10", "captain belay")
    boat.wait(4 * HOUR)
    assert not boat.view()["smoked"]
    boat.give("navigator smoke navigator.circle")
    assert boat.slots("navigator.circle") == ""


@allows("3.18c")
@refuses("3.18c")
def test_a_man_smokes_once_in_a_break() -> None:
    boat = deck()
    boat.give("navigator smoke navigator.circle")
    assert boat.why("engineer smoke navigator.circle") == {"code": "smoked", "man": "navigator.circle"}
    assert boat.refused("engineer smoke navigator.square navigator.square") == "bad-argument"
    boat.give("engineer smoke navigator.square")
    assert boat.view()["smoking"]["men"] == ["navigator.circle", "navigator.square"]


@allows("3.18d")
def test_smoking_costs_no_order_and_may_be_while_one_is_pending() -> None:
    boat = deck()
    boat.play("captain new_course 10", "navigator smoke navigator.circle")
    assert boat.tracks() == (7, 11)
    assert boat.view()["pending"]["order"] == "new_course"


@refuses("3.18d")
def test_the_captain_has_no_order_to_smoke() -> None:
    assert "smoke" not in Boat().view()["handbook"]["orders"]
    assert Boat().refused("captain smoke") == "nobody-outside"


def test_cards_take_cigarettes_from_the_role_with_the_most_and_give_to_that_with_the_fewest() -> None:
    boat = Boat(cigarettes={"captain": 1, "first_officer": 3, "navigator": 3, "engineer": 1})
    work = Working(boat.state, boat.state.now)
    change_cigarettes(work, -1)
    assert work.board.stores.cigarettes == (1, 2, 3, 1)
    change_cigarettes(work, 1)
    assert work.board.stores.cigarettes == (2, 2, 3, 1)
    change_cigarettes(work, -20)
    assert work.board.stores.cigarettes == (0, 0, 0, 0)
    change_cigarettes(work, 1)
    assert work.board.stores.cigarettes == (1, 0, 0, 0), "also to a role that has none"
