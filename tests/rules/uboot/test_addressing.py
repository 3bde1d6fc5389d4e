"""UBT-3.10, UBT-3.11g, UBT-7.2c: the captain's hand, the order `address`, event cards and when they come."""

from __future__ import annotations

import pytest

from klaxon.rules.chance import draw
from klaxon.rules.uboot.cards.lots import next_event
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.cards import SPEAKER, addressed, event, met
from tests.rules.uboot.kit.marks import allows, refuses


@allows("3.10a")
@pytest.mark.parametrize(("level", "cards"), [("low", 6), ("medium", 4), ("high", 3)])
def test_the_captain_begins_with_as_many_cards_as_his_level_says(level: str, cards: int) -> None:
    """UBT-5#32: dealt at random."""
    boat = Boat(rules=f"captain={level}")
    hand = boat.view()["hand"]
    assert len(set(hand)) == cards
    assert set(hand) <= set(boat.state.box.decks["captain"])


@allows("3.10a")
@allows("3.10b")
def test_a_card_is_named_with_the_order_and_takes_effect_when_it_is_carried_out() -> None:
    boat = Boat(hand=["gramophone", "wake-the-watch"], figures=SPEAKER, morale=5)
    boat.give("captain address gramophone")
    assert boat.tracks()[1] == 5
    assert told(boat.give("captain assign circle")) == [
        "assigned role=captain men=captain.circle",
        "activated man=captain.circle tokens=1 as=act place={'symbol': 'address', 'room': 3}",
        "card deck=captain card=gramophone hand=False played=True",
        "morale value=7 change=2 why=card",
        "done order=address men=captain.circle",
    ]
    assert boat.view()["hand"] == ["wake-the-watch"]
    assert not any("gramophone" in deck for deck in boat.state.decks)


@refuses("3.10a")
@refuses("3.10b")
def test_only_cards_of_the_hand_are_played_one_an_order() -> None:
    boat = Boat(hand=["gramophone", "wake-the-watch"], figures=SPEAKER)
    assert boat.why("captain address letter-home") == {"code": "no-card", "card": "letter-home"}
    assert boat.refused("captain address gramophone wake-the-watch") == "extra-argument"
    assert boat.refused("captain address") == "missing-argument"
    assert boat.bar("captain", "address") == ""
    boat = Boat(hand=[], figures=SPEAKER)
    assert boat.why("captain address gramophone") == {"code": "no-card", "card": ""}
    unmanned = dict.fromkeys(
        ("first_officer.triangle", "first_officer.hexagon", "engineer.circle", "engineer.square"), 4
    )
    assert Boat(hand=["gramophone"], figures=unmanned).refused("captain address gramophone") == "needs-men"


@allows("3.10c")
def test_a_card_whose_order_lapses_stays_in_the_hand() -> None:
    boat = Boat(hand=["gramophone"], figures=SPEAKER, morale=5)
    boat.give("captain address gramophone")
    boat.wait(2 * MINUTE)
    assert boat.view()["hand"] == ["gramophone"]
    boat.play("captain address gramophone", "captain belay")
    assert boat.view()["hand"] == ["gramophone"]


@refuses("3.10c")
def test_a_card_that_was_played_is_gone() -> None:
    boat = addressed("gramophone", morale=5)
    assert boat.refused("captain address gramophone") == "no-card"


@allows("3.11g")
def test_an_event_acts_at_once_or_goes_into_the_hand() -> None:
    boat = met("calm-evening", morale=5)
    assert told(boat.events) == [
        "card deck=events card=calm-evening hand=False",
        "morale value=6 change=1 why=card",
    ]
    assert boat.state.decks[3][-1] == "calm-evening"
    boat = met("news-from-home", morale=5, hand=["gramophone"], figures=SPEAKER)
    assert told(boat.events) == ["card deck=events card=news-from-home hand=True"]
    assert boat.view()["hand"] == ["gramophone", "news-from-home"]
    boat.play("captain address news-from-home", "captain assign circle")
    assert boat.tracks()[1] == 7


@refuses("3.11g")
def test_a_hand_event_leaves_the_game_when_it_is_played_and_drops_no_time_then() -> None:
    boat = Boat([event("news-from-home")], morale=5, figures=SPEAKER, hand=[])
    boat.give("first_officer time dynamic")
    assert "time mode=real factor=1 why=feed" in told(boat.wait(2 * MINUTE))
    boat.play("first_officer time dynamic", "captain address news-from-home", "captain assign circle")
    assert boat.view()["clock"]["mode"] == "dynamic"
    assert not any("news-from-home" in deck for deck in boat.state.decks)


@allows("7.2c")
@pytest.mark.parametrize(("level", "low", "high"), [("low", 600, 960), ("medium", 480, 720), ("high", 360, 600)])
def test_event_cards_come_in_the_span_of_the_first_officers_level(level: str, low: int, high: int) -> None:
    boat = Boat(rules=f"events=on first_officer={level}")
    first = boat.state.lots.next_event
    assert low * MINUTE <= first <= high * MINUTE
    assert not told(boat.wait(first - 1), "card")
    assert told(boat.wait(1), "card")[0].startswith("card deck=events")
    second = boat.state.lots.next_event
    assert second == first + (low + draw(boat.state.key, "events", 1, high - low + 1)) * MINUTE
    assert low * MINUTE <= second - first <= high * MINUTE
    state = boat.state
    spans = set()
    for count in range(300):
        state.lots = state.lots._replace(events=count)
        spans.add(next_event(state, 0) // MINUTE)
    assert low <= min(spans) < low + 30
    assert high - 30 < max(spans) <= high


@refuses("7.2c")
def test_without_events_none_comes() -> None:
    boat = Boat(rules="events=off")
    assert boat.state.lots.next_event == 0
    assert not told(boat.wait(30 * HOUR), "card") or all("morale" in line for line in told(boat.events, "card"))


def test_an_event_waits_for_a_change_of_positions() -> None:
    boat = Boat([event("boils")], rules="patience=0")
    boat.give("captain change_positions")
    assert not told(boat.wait(HOUR), "card")
    boat.play(*(f"{role} ready" for role in ("captain", "first_officer", "navigator")))
    assert told(boat.give("engineer ready"), "card") == ["card deck=events card=boils hand=False"]


def test_a_card_that_is_not_in_its_deck_any_more_does_not_come_twice() -> None:
    boat = Boat([event("news-from-home"), event("news-from-home", "0:20:00")])
    assert len(told(boat.wait(HOUR), "card")) == 1
