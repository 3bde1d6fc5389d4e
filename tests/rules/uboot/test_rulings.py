"""UBT-5: rulings on morale, cards and the bag that no other test names."""

from __future__ import annotations

from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.cards import event, fallen

FALL = {"at": "0:10:00", "do": "morale", "n": -1}


def test_ruling_1_morale_starts_at_xi() -> None:
    assert Boat().tracks() == (8, 11)


def test_ruling_14_a_dead_mans_task_is_counted_without_him() -> None:
    men = {"navigator.circle.1": {"watch": True, "cards": ["leg-wound"]}, "navigator.square.1": {"watch": True}}
    script = [{"at": "0:10:00", "do": "wound", "man": "navigator.circle", "card": "splinters"}]
    boat = Boat(script, men=men, figures={"navigator.circle": 8, "navigator.square": 8})
    assert told(boat.wait(HOUR), "watching") == ["watching count=1"]
    assert boat.view()["views"] == ["bridge"]


def test_ruling_16_a_rise_ends_exhaustion_at_once() -> None:
    boat = Boat([{"at": "0:10:00", "do": "morale", "n": 1}], morale=0)
    assert told(boat.wait(HOUR)) == ["morale value=1 change=1 why=script", "rallied"]
    assert not boat.view()["tracks"]["exhausted"]


def test_ruling_22_the_order_track_pays_first() -> None:
    boat = Boat(order=1, morale=5)
    boat.play("captain new_course 10", "first_officer assign")
    assert boat.tracks() == (0, 5)
    boat.give("captain new_course 20")
    assert boat.tracks() == (0, 4)


def test_ruling_42_what_was_put_off_comes_in_its_fixed_order() -> None:
    script = [event("boils", "0:10:00"), FALL, {"at": "0:10:00", "do": "weather", "state": "rain", "sea": 4}]
    boat = Boat(script, rules="cards=after-order patience=0", decks={"morale1": ["grumbling"]})
    boat.give("captain new_course 10")
    assert not told(boat.wait(20 * MINUTE), "card")
    waiting = [card["deck"] for card in boat.view()["waiting_cards"]]
    boat.give("first_officer assign")
    assert [line.split()[1] for line in told(boat.events, "card")] == [f"deck={deck}" for deck in waiting]


def test_ruling_47_a_token_that_is_out_is_kept_for_the_next_draw() -> None:
    boat = fallen(1, "card-sharps", bag=["captain.circle", "captain.circle", "engineer.square"])
    assert [line.split()[1] for line in told(boat.events, "activated")] == ["man=captain.circle", "man=engineer.square"]
    assert boat.state.bag == ("captain.circle",)
