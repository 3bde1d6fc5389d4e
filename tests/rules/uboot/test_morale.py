"""UBT-3.9: morale, its three decks, the exhausted crew; UBT-3.19a: cards that wait for an order."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.crew.losses import test_exhausted as meet_emergency
from klaxon.rules.uboot.step import Working
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, over_line, told
from tests.rules.uboot.kit.cards import event, fallen
from tests.rules.uboot.kit.marks import allows, refuses


def fall(steps: int, at: str = "0:10:00") -> dict[str, object]:
    return {"at": at, "do": "morale", "n": steps}


@allows("3.9a")
@pytest.mark.parametrize(
    ("morale", "deck"),
    [(11, "morale1"), (9, "morale1"), (7, "morale2"), (5, "morale2"), (3, "morale3"), (1, "morale3")],
)
def test_a_step_onto_certain_cells_draws_a_card(morale: int, deck: str) -> None:
    boat = Boat([fall(-1)], morale=morale)
    assert [line.split()[1] for line in told(boat.wait(HOUR), "card")] == [f"deck={deck}"]


@refuses("3.9a")
@pytest.mark.parametrize(("morale", "steps"), [(10, -1), (8, -1), (6, -1), (4, -1), (2, -1), (0, 11), (9, 1)])
def test_other_steps_and_every_rise_draw_none(morale: int, steps: int) -> None:
    boat = Boat([fall(steps)], morale=morale)
    assert not told(boat.wait(HOUR), "card")


@allows("3.9b")
def test_the_cards_of_one_fall_come_in_the_order_of_the_cells() -> None:
    decks = {"morale1": ["grumbling", "short-temper"], "morale2": ["insubordination"]}
    boat = Boat([fall(-6)], decks=decks, bag=["captain.circle"])
    assert told(boat.wait(HOUR), "morale", "card", "activated", "order-track") == [
        "morale value=5 change=-6 why=script",
        "card deck=morale1 card=grumbling hand=False",
        "card deck=morale1 card=short-temper hand=False",
        "activated man=captain.circle tokens=1 as=act place={'symbol': '', 'room': 2}",
        "card deck=morale2 card=insubordination hand=False",
        "order-track value=6 change=-2 why=card",
    ]


@refuses("3.9b")
def test_a_fall_that_a_card_causes_comes_with_that_card_not_before_the_next_of_the_first_fall() -> None:
    """The accident kills a man: its two steps draw no card before the one that was owed already."""
    men = {"captain.circle.1": {"cards": ["leg-wound"]}}
    decks = {"morale3": ["accident", "despair"], "shock": ["burnt-palm"]}
    boat = Boat([fall(-1)], morale=3, decks=decks, men=men, bag=["captain.circle"])
    lines = told(boat.wait(HOUR), "morale", "card", "died", "exhausted", "order-track")
    assert lines == [
        "morale value=2 change=-1 why=script",
        "card deck=morale3 card=accident hand=False",
        "card deck=shock card=burnt-palm man=captain.circle hand=False",
        "died man=captain.circle why=wounds",
        "morale value=0 change=-2 why=death",
        "exhausted",
        "card deck=morale3 card=despair hand=False",
        "order-track value=5 change=-3 why=card",
    ]


@allows("3.9c")
def test_a_card_goes_under_its_deck_when_it_is_resolved_or_the_man_is_rid_of_it() -> None:
    boat = fallen(1, "grumbling")
    assert boat.state.decks[0][-1] == "grumbling"
    boat = fallen(1, "seasick-hand", bag=["captain.circle"])
    assert "seasick-hand" not in boat.state.decks[0]
    assert boat.slots("captain.circle") == "fatigue"
    boat = Boat(
        [fall(-1), {"at": "0:20:00", "do": "wound", "man": "captain.circle", "card": "splinters"}],
        decks={"morale1": ["seasick-hand"]},
        men={"captain.circle.1": {"cards": ["leg-wound"]}},
        bag=["captain.circle"],
    )
    boat.wait(HOUR)
    assert "seasick-hand" in boat.state.decks[0]


@refuses("3.9c")
def test_a_deck_without_cards_gives_none() -> None:
    boat = Boat([fall(-1)])
    state = boat.state.copy(boat.state.now)
    state.decks = ((), *state.decks[1:])
    boat.state = state
    assert told(boat.wait(HOUR)) == ["morale value=10 change=-1 why=script"]


SUNK = {"at": "0:10:00", "do": "sunk", "id": "c1", "type": "freighter", "grt": 4000}


@allows("3.9d")
def test_a_ship_sunk_raises_morale_by_3_and_a_death_lowers_it_by_2() -> None:
    boat = Boat([SUNK], morale=5)
    assert told(boat.wait(HOUR)) == [
        "sunk contact=c1 ship=freighter grt=4000",
        "morale value=8 change=3 why=sunk",
    ]
    wound = {"at": "0:10:00", "do": "wound", "man": "captain.circle", "card": "splinters"}
    boat = Boat([wound], morale=5, men={"captain.circle.1": {"cards": ["leg-wound"]}})
    assert "morale value=3 change=-2 why=death" in told(boat.wait(HOUR))


@refuses("3.9d")
def test_a_ship_that_is_lost_from_sight_raises_nothing_and_one_sunk_is_no_contact_any_more() -> None:
    contact = {"at": "0:05:00", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", "range": 9000}
    boat = Boat([contact, {"at": "0:10:00", "do": "contact-lost", "id": "c1"}], morale=5)
    boat.wait(HOUR)
    assert boat.tracks()[1] == 5
    boat = Boat([contact, SUNK], morale=5)
    boat.wait(HOUR)
    assert boat.view()["contacts"] == {}


@allows("3.9e")
def test_an_exhausted_crew_is_given_orders_by_the_order_track() -> None:
    boat = Boat([fall(1, "0:20:00")], morale=0, order=1)
    boat.play("captain new_course 10", "first_officer assign")
    assert boat.bar("captain", "new_course") == "no-orders-left"
    boat.wait(HOUR)
    assert not boat.view()["tracks"]["exhausted"]
    assert boat.bar("captain", "new_course") == ""


@refuses("3.9e")
def test_at_0_morale_pays_nothing() -> None:
    assert Boat(morale=0, order=0).refused("captain new_course 10") == "no-orders-left"


@allows("3.9f")
@allows("3.9g")
def test_an_emergency_that_meets_morale_0_loses_the_boat() -> None:
    boat = Boat(morale=0)
    work = Working(boat.state, boat.state.now)
    meet_emergency(work)
    assert told(work.events) == [over_line("exhausted")]


@refuses("3.9f")
@refuses("3.9g")
@refuses("3.9h")
def test_morale_1_is_enough() -> None:
    boat = Boat(morale=1)
    work = Working(boat.state, boat.state.now)
    meet_emergency(work)
    assert work.board.outcome is None


@allows("3.9h")
def test_morale_stops_at_0_and_play_goes_on() -> None:
    boat = Boat([fall(-5), fall(-5, "0:20:00")], morale=1, decks={"morale3": ["despair"]})
    assert len(told(boat.wait(HOUR), "morale")) == 1
    assert boat.state.board.outcome is None


@allows("3.9i")
def test_cards_come_before_the_men_are_named() -> None:
    """UBT-5#27: who has no slot left by the card cannot be named any more."""
    men = {"first_officer.triangle.1": {"act": 2}}
    setup: dict[str, Any] = {
        "order": 0,
        "decks": {"morale1": ["short-temper"]},
        "bag": ["first_officer.triangle"],
        "men": men,
    }
    boat = Boat(**setup)
    assert [event.type for event in boat.give("captain new_course 10")] == ["ordered", "morale", "card", "activated"]
    assert boat.refused("first_officer assign triangle hexagon") == "no-slots"
    boat = Boat(rules="manning=auto", **setup)
    kinds = [event.type for event in boat.give("captain new_course 10")]
    assert kinds.index("card") < kinds.index("course")
    assert "first_officer.triangle" not in told(boat.events, "done")[0]


@refuses("3.9i")
@allows("3.19a")
def test_with_after_order_the_card_waits_until_the_order_is_finished() -> None:
    """UBT-5#27 with its option turned."""
    setup: dict[str, Any] = {"order": 0, "decks": {"morale1": ["short-temper"]}, "bag": ["first_officer.triangle"]}
    boat = Boat(rules="cards=after-order", **setup)
    assert [event.type for event in boat.give("captain new_course 10")] == ["ordered", "morale"]
    assert boat.view()["waiting_cards"] == [{"deck": "morale1", "card": ""}]
    kinds = [event.type for event in boat.give("first_officer assign")]
    assert kinds == ["assigned", "activated", "activated", "course", "done", "card", "activated"]
    assert boat.view()["waiting_cards"] == []


@allows("3.19a")
def test_a_change_of_positions_and_a_lapse_let_the_cards_come() -> None:
    setup: dict[str, Any] = {"order": 0, "decks": {"morale1": ["grumbling"]}}
    boat = Boat(rules="cards=after-order", **setup)
    assert not told(boat.give("captain change_positions"), "card")
    assert told(boat.play(*(f"{role} ready" for role in ("captain", "first_officer", "navigator", "engineer"))), "card")
    boat = Boat(rules="cards=after-order", **setup)
    boat.give("captain new_course 10")
    assert [each.type for each in boat.give("captain belay")] == ["lapsed", "card"]
    boat = Boat(**setup)
    assert told(boat.give("captain change_positions"))[1:] == [
        "morale value=10 change=-1 why=order",
        "card deck=morale1 card=grumbling hand=False",
        "positions for=",
    ]


@refuses("3.19a")
def test_wounds_and_deaths_do_not_wait() -> None:
    wound = {"at": "0:00:10", "do": "wound", "man": "captain.circle", "card": "splinters"}
    script = [wound, event("bad-news-by-radio", "0:00:11")]
    boat = Boat(script, rules="cards=after-order", men={"captain.circle.1": {"cards": ["leg-wound"]}})
    boat.give("captain new_course 10")
    kinds = [each.type for each in boat.wait(MINUTE)]
    assert kinds == ["card", "malady", "died", "morale"]
    assert [card["deck"] for card in boat.view()["waiting_cards"]] == ["morale1", "events"]
    boat.give("first_officer assign")
    assert [line.split()[1] for line in told(boat.events, "card")][:2] == ["deck=morale1", "deck=events"]


def test_an_order_that_a_card_makes_impossible_lapses_and_is_given_back() -> None:
    men = {f"{man}.1": {"act": 2} for man in ("first_officer.triangle", "first_officer.hexagon")}
    men |= {f"engineer.{shape}.1": {"act": 3} for shape in ("circle", "square")}
    boat = Boat(order=0, decks={"morale1": ["short-temper"]}, bag=["first_officer.hexagon"], men=men)
    lines = told(boat.give("captain new_course 10"), "lapsed", "morale", "rallied")
    assert lines == [
        "morale value=10 change=-1 why=order",
        "lapsed order=new_course why=men refunded=True",
        "morale value=11 change=1 why=order",
    ]
