"""UBT-7.10f and UBT-8.7c: messages of ours that the enemy hears, and what the radio tells of traffic."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.sea.air.eyes import EYE, EYE_RATE, watch_of
from klaxon.rules.uboot.sea.hunt.records import INVESTIGATE
from klaxon.rules.uboot.sea.numbers import NM
from klaxon.rules.uboot.sea.signals import SEARCH_MS, hear_signal
from klaxon.rules.uboot.sea.truth import HeardSignal
from klaxon.rules.uboot.sea.watching.reach import ESCORT_RATE, MERCHANT_RATE, RADAR_RATE
from tests.rules.uboot.kit.air import fly_over
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, Boat
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import SeaRun, ship_row

LATE = "1942-07-01T08:00"
KEEN = 115
NEAR = 5_000
"""Metres: an escort sees and hears by radar a surfaced boat there."""


def corvette(**told: Any) -> dict[str, Any]:
    return {"id": "e1", "type": "corvette", "bearing": 0, "range_m": NEAR, "course": 0, "kn": 0, **told}


def sea_of(*rows: dict[str, Any], date: str = LATE) -> SeaRun:
    return SeaRun(*rows, DATE=date, light="day")


def rates(sea: SeaRun) -> dict[str, int]:
    """Return how fast each sensor of theirs that has the boat in reach finds it."""
    return {watch.sensor: watch.rate for watch in sea.work.watches.pairs if watch.rate}


def hear(sea: SeaRun, game: int = 0) -> SeaRun:
    hear_signal(sea.work, game)
    sea.change(game)
    return sea


@allows("7.10f")
def test_escorts_near_a_message_find_the_boat_faster_for_three_hours() -> None:
    sea = sea_of(corvette())
    assert rates(sea) == {"sight": ESCORT_RATE, "radar": RADAR_RATE}
    hear(sea)
    assert rates(sea) == {"sight": ESCORT_RATE * KEEN // 100, "radar": RADAR_RATE * KEEN // 100}
    assert sea.work.signal.until == SEARCH_MS == 3 * HOUR


@refuses("7.10f")
def test_after_three_hours_they_look_as_before() -> None:
    sea = hear(sea_of(corvette(range_m=90_000)))
    assert sea.work.watches.conditions.heard
    sea.run(SEARCH_MS - 1)
    assert sea.work.signal.until
    sea.run(SEARCH_MS)
    assert sea.work.signal == HeardSignal(heard=1)
    assert sea.work.watches.conditions.heard == ()


@refuses("7.10f")
@pytest.mark.parametrize("date", ["1942-06-30T23:00", "1940-10-17T20:00"])
def test_before_the_middle_of_1942_nobody_hears_a_message(date: str) -> None:
    sea = sea_of(corvette(), date=date)
    before = rates(sea)
    assert (rates(hear(sea)), sea.work.signal) == (before, HeardSignal())


@refuses("7.10f")
def test_neither_merchants_nor_escorts_far_from_it_look_harder() -> None:
    assert rates(hear(sea_of(ship_row("m1", range_m=NEAR, kn=0)))) == {"sight": MERCHANT_RATE}
    sea = hear(sea_of(corvette()))
    sea.work.signal = sea.work.signal._replace(y=sea.work.signal.y - 31 * NM)
    sea.change(1)
    assert rates(sea) == {"sight": ESCORT_RATE, "radar": RADAR_RATE}


@allows("7.10f")
def test_an_aircraft_near_a_message_finds_the_boat_faster() -> None:
    sea = fly_over(hear(sea_of()), metres=8_000)
    watch = watch_of(sea.work.air.craft[0], EYE)
    assert watch is not None
    assert watch.rate == EYE_RATE * KEEN // 100


def sent_to_look(number: int, **told: Any) -> list[str]:
    """Return the states of escorts after message number so many was heard."""
    sea = sea_of(corvette(**told), corvette(id="e2", group="g"), ship_row("m1", group="g", kn=0))
    sea.work.signal = HeardSignal(heard=number)
    hear(sea)
    return [hunter.state for hunt in sea.work.hunt.hunts for hunter in hunt.hunters]


@allows("7.10f")
def test_with_fifteen_percent_one_escort_is_sent_to_look() -> None:
    """UBT-5#56."""
    found = [sent_to_look(number, range_m=40_000) for number in range(60)]
    assert [INVESTIGATE] in found
    assert {len(states) for states in found} == {0, 1}
    assert 2 <= sum(map(len, found)) <= 20


@allows("7.10f")
def test_it_is_sent_to_within_five_miles_of_the_boat() -> None:
    sea = sea_of(corvette(range_m=40_000))
    while not sea.work.hunt.hunts:
        hear(sea, sea.work.signal.heard)
    (hunt,) = sea.work.hunt.hunts
    x, y = sea.work.leg(0).place(0)
    assert (hunt.datum.how, max(abs(hunt.datum.x - x), abs(hunt.datum.y - y)) <= 5 * NM) == ("signal", True)
    assert sea.work.traffic.groups[0].datum is None, "they have no contact with the boat"


@allows("7.10f")
def test_where_it_is_sent_is_another_place_with_each_message() -> None:
    places = set()
    for number in range(40):
        sea = sea_of(corvette(range_m=40_000))
        sea.work.signal = HeardSignal(heard=number)
        places |= {(hunt.datum.x, hunt.datum.y) for hunt in hear(sea).work.hunt.hunts}
    assert len(places) > 2


@refuses("7.10f")
def test_nobody_is_sent_from_more_than_thirty_miles_or_who_hunts_already() -> None:
    for number in range(30):
        sea = sea_of(corvette(range_m=60_000))
        sea.work.signal = HeardSignal(heard=number)
        assert hear(sea).work.hunt.hunts == ()
        merchants = sea_of(ship_row("m1", range_m=9_000))
        merchants.work.signal = HeardSignal(heard=number)
        assert hear(merchants).work.hunt.hunts == ()
    sea = sea_of(corvette(range_m=9_000, state="SEARCH"))
    before = sea.work.hunt.hunts
    for number in range(30):
        hear(sea, number)
    assert [hunt.datum.how for hunt in sea.work.hunt.hunts] == [hunt.datum.how for hunt in before]


@allows("8.0d")
def test_a_night_with_messages_may_be_cut_anywhere() -> None:
    def play(step: int) -> str:
        rows = [corvette(id=f"e{number}", range_m=8_000 + 6_000 * number, kn=12, course=90) for number in range(4)]
        boat = Boat(rules="first_officer=low", SHIPS=rows, DATE=LATE, weather="clear", sea=3)
        boat.play("captain enigma out-weather", "first_officer assign square", "captain time dynamic")
        for _ in range(40 * MINUTE // step):
            boat.wait(step)
        return str(GAME.encode(boat.state))

    assert play(40 * MINUTE) == play(4_000)


# -- what the radio tells of traffic ---------------------------------------------------------------------------------


@allows("8.7c")
def test_every_convoy_is_told_of_five_hours_before_it_passes() -> None:
    boat = Boat(TRAFFIC=[["slow_convoy", 1], ["fast_convoy", 1]], HOURS=48)
    groups = {group.kind: group for group in boat.state.sea.traffic.groups}
    for message in boat.state.signals.due:
        about = dict(message.about)
        group = groups[str(about["traffic"])]
        assert message.game == group.passing - 5 * HOUR
        assert about["course"] == (group.axis + 50) // 100 % 360
        assert about["knots"] == group.knots // 10
        assert message.text == f"{str(about['traffic']).upper().replace('_', ' ')} " + " ".join(
            str(about[key]) for key in ("cell", "course", "knots")
        )
    assert len(boat.state.signals.due) == 2


@allows("8.7c")
def test_what_passes_soon_is_told_at_once() -> None:
    boat = Boat(TRAFFIC=[["slow_convoy", 1]], HOURS=10)
    assert boat.view()["messages"]["in1"]["at"] == 0
    assert boat.state.signals.due == ()


@refuses("8.7c")
def test_patrols_and_small_craft_are_not_told_of_and_single_ships_every_second_time() -> None:
    boat = Boat(TRAFFIC=[["single", 5], ["patrol", 2], ["small", 3]], HOURS=96)
    told = [dict(message.about)["traffic"] for message in boat.state.signals.due]
    assert told == ["single"] * 3


@refuses("8.7c")
def test_ships_that_a_file_places_are_not_told_of() -> None:
    boat = Boat(SHIPS=[ship_row("m1", group="g"), ship_row("m2", group="g", bearing=20)])
    assert boat.state.signals.due == ()
