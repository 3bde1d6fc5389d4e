"""UBT-12.14 and UBT-12.15: menus, what bars a verb of a role, and prompts; what is kept is what is made anew."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.contract import Offer, Order, Seat
from klaxon.rules.uboot.handbook import PLAYED
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, ROLES, WATCHERS, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

BRIDGE = dict.fromkeys(WATCHERS, 8)
SHAPES = ("circle", "square", "triangle", "hexagon")
WATCHED: dict[str, Any] = {"figures": {**BRIDGE, "captain.circle": 7}, "men": {"navigator.circle.1": {"watch": True}}}


def menus(boat: Boat) -> dict[str, tuple[Offer, ...]]:
    """Return the menu of each role, which must be the one of a state in which nothing was kept."""
    fresh = GAME.decode(GAME.encode(boat.state))
    found = {role: GAME.offers(GAME.view(boat.state, Seat(f"uboot.{role}"))) for role in ROLES}
    assert found == {role: GAME.offers(GAME.view(fresh, Seat(f"uboot.{role}"))) for role in ROLES}
    return found


@allows("12.14a")
def test_menus_follow_men_who_move_and_positions_that_open() -> None:
    boat = Boat(**WATCHED)
    menus(boat)
    assert (boat.bar("captain", "join"), boat.bar("navigator", "join")) == ("not-in-room", "")
    boat.give("captain change_positions")
    menus(boat)
    assert boat.bar("navigator", "join") == "positions-open"
    boat.play("captain move circle 8", *(f"{role} ready" for role in ROLES))
    menus(boat)
    assert boat.bar("captain", "join") == ""


@allows("12.14a")
def test_menus_follow_men_who_are_hurt_while_an_order_is_pending() -> None:
    wound = {"at": "0:00:30", "do": "wound", "man": "captain.circle", "card": "deep-burns"}
    boat = Boat([wound], figures={"captain.circle": 3})
    boat.give("captain new_course 10")
    menus(boat)
    assert boat.bar("captain", "assign") == ""
    boat.wait(MINUTE)
    menus(boat)
    assert boat.bar("captain", "assign") == "barred"


@refuses("12.15a")
def test_menus_follow_the_tracks() -> None:
    boat = Boat([{"at": "0:01:00", "do": "morale", "n": -1}], order=0, morale=1, decks={"morale3": ["jammed-hatch"]})
    assert {offer.barred is None for offer in menus(boat)["captain"] if offer.verb == "new_course"} == {True}
    boat.wait(MINUTE)
    menus(boat)
    assert boat.bar("captain", "new_course") == "no-orders-left"
    boat = Boat(order=1, morale=0, rules="refund_impossible=no")
    boat.give("captain new_course 10")
    boat.wait(2 * MINUTE)
    menus(boat)
    assert boat.bar("captain", "new_course") == "no-orders-left"


@allows("12.14a")
def test_what_cannot_be_taken_back_is_held() -> None:
    held = [offer.verb for offer in menus(Boat())["captain"] if offer.needs_hold]
    assert held == ["dive", "surface", "launch", "gun88", "return_to_base"]


@refuses("12.15c")
def test_a_helper_whose_men_all_fit_finds_no_place() -> None:
    """Six places on the bridge, and ten men on it."""
    others = ("captain.circle", "captain.square", *WATCHERS, *(f"engineer.{s}" for s in SHAPES))
    boat = Boat(figures=dict.fromkeys(others, 8))
    boat.play("captain watch", "navigator assign", "captain assign circle square")
    assert boat.why("engineer assign") == {"code": "enough-men", "order": "watch"}


@refuses("12.15c")
def test_who_is_at_a_repair_is_no_lookout() -> None:
    boat = Boat(figures={**BRIDGE, "captain.circle": 8}).put("captain.circle", task="tdc")
    boat.give("captain watch")
    assert boat.why("captain assign") == {"code": "busy", "man": "captain.circle", "task": "tdc"}


@refuses("3.7c")
def test_the_sixth_lookout_may_join_and_nobody_from_elsewhere() -> None:
    captains = {"captain.circle": 8, "captain.square": 8}
    boat = Boat(figures={**BRIDGE, **captains}, men={f"{man}.1": {"watch": True} for man in WATCHERS})
    facts = {"man": "engineer.circle", "room": 8}
    assert boat.bar("engineer", "join") == "not-in-room"
    assert boat.why("engineer join watch square") == {"code": "not-in-room", **facts}
    boat.give("captain join watch circle")
    assert boat.bar("captain", "join") == ""


@refuses("12.15a")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("captain time real transit", "extra-argument"),
        ("navigator join circle", "bad-argument"),
        ("navigator join watch nonsense", "bad-argument"),
        ("navigator join watch square square", "bad-argument"),
        ("navigator break_off nonsense", "bad-argument"),
        ("captain post circle 3", "not-due"),
    ],
)
def test_a_token_that_is_nothing_of_the_kind_is_a_bad_argument(line: str, code: str) -> None:
    near = {"at": "0:00:01", "do": "contact", "id": "c1", "by": "lookout", "range": 5000}
    boat = Boat([near], **WATCHED)
    boat.wait(MINUTE)
    assert boat.refused(line) == code


@refuses("12.15a")
def test_nobody_is_named_after_nobody_and_none_sent_twice() -> None:
    boat = Boat()
    boat.give("captain new_course 10")
    assert boat.refused("first_officer assign none circle") == "extra-argument"
    boat = Boat()
    boat.give("captain change_positions")
    assert boat.refused("captain move circle 4 square 5 square") == "bad-argument"


@refuses("3.6l")
def test_only_the_figure_of_a_dead_man_is_posted_and_only_into_a_room() -> None:
    boat = Boat(men={"navigator.square.1": {"dead": True}})
    boat.wait(4 * HOUR)
    assert boat.bar("captain", "post") == "not-due"
    assert boat.why("navigator post circle 3") == {"code": "not-due", "verb": "post"}
    assert boat.refused("navigator post nonsense 3") == "bad-argument"
    assert boat.refused("navigator post square nonsense") == "bad-argument"
    assert boat.refused("navigator post square 3 3") == "extra-argument"


@allows("12.14c")
def test_prompts_have_numbers_of_their_own() -> None:
    boat = Boat(surfaced=False, depth=50, men={"navigator.square.1": {"dead": True}})
    boat.give("captain new_depth 20")
    assert [(prompt.key, prompt.verbs) for prompt in GAME.prompts(boat.state)] == [
        ("order-2", ("assign",)),
        ("order-4", ("assign",)),
    ]
    boat.give("captain belay")
    boat.wait(4 * HOUR)
    (post,) = GAME.prompts(boat.state)
    assert (post.key, post.verbs) == ("post-5", ("post",))
    assert post.default == Order.read("uboot.navigator post square 4")


@allows("12.14c")
def test_all_prompts_whose_time_is_up_are_answered_at_once() -> None:
    boat = Boat(men={"navigator.square.1": {"dead": True}, "captain.circle.1": {"dead": True}})
    boat.wait(4 * HOUR)
    assert told(boat.wait(90_000)) == ["posted man=captain.circle room=2", "posted man=navigator.square room=4"]


@allows("3.1l")
def test_after_an_undo_every_open_prompt_has_a_later_number() -> None:
    boat = Boat(men={"navigator.square.1": {"dead": True}})
    boat.wait(4 * HOUR)
    boat.play("captain change_positions", "navigator ready")
    before, after = boat.state.board, GAME.rekey(boat.state, "undo").board
    jump = after.serial - before.serial
    assert jump > 0
    assert before.positions is not None
    assert after.positions is not None
    assert after.positions.numbers == tuple(number and number + jump for number in before.positions.numbers)
    assert [post.number for post in after.posts] == [post.number + jump for post in before.posts]
    boat = Boat()
    boat.give("captain new_course 10")
    again = GAME.rekey(boat.state, "undo").board
    assert again.pending is not None
    assert boat.state.board.pending is not None
    assert again.pending.number - boat.state.board.pending.number == again.serial - boat.state.board.serial > 0


@allows("12.14a")
def test_each_role_has_its_own_verbs() -> None:
    shared = ["assign", "move", "ready", "join", "break_off", "post"]
    glass = ["close", "identify"]
    found = {role: [offer.verb for offer in offers] for role, offers in menus(Boat()).items()}
    assert found["navigator"] == ["assign", "done", *shared[1:], "swap", "replace", "dish", "smoke"]
    assert found["engineer"] == ["stow", "pack", "assign", "done", *shared[1:], "choose", "card", "puzzle", "smoke"]
    assert found["first_officer"] == [
        "begin",
        "assign",
        *glass,
        "time",
        *shared[1:],
        "choose",
        "treat",
        "kit",
        "key",
        "smoke",
    ]
    own = {"belay", "return_to_base", "close", "aim", "time", "choose", "smoke"}
    assert set(found["captain"]) == {*PLAYED, *own, *shared}
