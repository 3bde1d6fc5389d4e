"""The hunt: escorts that leave their stations, charges and what they do, signs that the crew notices."""

from __future__ import annotations

from collections import Counter
from math import exp, isqrt
from random import Random
from typing import Any

import pytest

from klaxon.rules.contract import Event, Ms
from klaxon.rules.uboot.sea.hunt.charges import (
    HullPlace,
    aim_error,
    depth_error,
    distance_to_hull,
    effects_of_pattern,
    laid_out,
    shock_at,
)
from klaxon.rules.uboot.sea.hunt.records import NEVER
from klaxon.rules.uboot.sea.hunt.source import hunt_on
from klaxon.rules.uboot.sea.numbers import METRE, ONE
from klaxon.rules.uboot.sea.passing import sea_work
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, Boat, over_line, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import SeaRun

KEY = "5a" * 16
HULL = HullPlace(0, 0, 0, 120 * METRE)
DEEP: dict[str, Any] = {"surfaced": False, "depth": 120, "speed": "slow"}


def corvette(name: str = "e1", **facts: Any) -> dict[str, Any]:
    """Return an escort of a mission file."""
    placed = {"id": name, "type": "corvette", "bearing": 0, "range_m": 1500, "course": 180, "kn": 12, "group": "g"}
    return {**placed, **facts}


PAIR = [corvette(state="ATTACK"), corvette("e2", bearing=40, range_m=2000, state="LISTEN")]


# -- charges -----------------------------------------------------------------------------------------------------------


@allows("8.9a")
@pytest.mark.parametrize("metres", [0, 6, 7, 12, 20, 40, 90])
def test_the_shock_falls_with_the_distance(metres: int) -> None:
    wanted = 1.0 if metres <= 6 else exp(-(metres - 6) / 14)
    assert abs(shock_at(metres * METRE) / ONE - wanted) < 0.001


@refuses("8.9a")
def test_a_far_charge_does_nothing() -> None:
    assert shock_at(300 * METRE) == 0
    assert effects_of_pattern(KEY, "0", HULL, [(500 * METRE, 0)] * 5, 120 * METRE) == []


@allows("8.9b")
@pytest.mark.parametrize(("from_bow", "room"), [(0, 1), (12, 1), (20, 2), (30, 3), (40, 4), (50, 5), (60, 6), (90, 6)])
def test_the_nearest_room_along_the_hull(from_bow: int, room: int) -> None:
    north = 33_500 - from_bow * METRE
    distance, nearest = distance_to_hull(HULL, 10 * METRE, north, 120 * METRE)
    assert nearest == room
    behind = max(0, from_bow * METRE - 67_000)
    assert distance == isqrt(behind**2 + (10 * METRE) ** 2) - 3 * METRE


@allows("8.9c")
@refuses("8.9c")
def test_effects_of_one_pattern_come_in_their_order_and_number() -> None:
    found = [
        [effect.do for effect in effects_of_pattern(KEY, str(number), HULL, [(0, 0)] * 10, 112 * METRE)]
        for number in range(60)
    ]
    order = ("emergency", "fault", "breach")
    for effects in found:
        assert effects == ["lost"] or effects == sorted(effects, key=order.index)
        assert max(Counter(effects).values(), default=0) <= 2
    assert any(effects.count("emergency") == 2 for effects in found)


@allows("8.9d")
@allows("8.8c")
@pytest.mark.parametrize(
    ("charges", "date", "breach", "emergency", "fault"), [(5, "1940", 0.06, 0.22, 0.42), (10, "1942", 0.16, 0.53, 0.88)]
)
def test_patterns_do_what_their_errors_allow(
    charges: int, date: str, breach: float, emergency: float, fault: float
) -> None:
    seen: Counter[str] = Counter()
    patterns = 1500
    for number in range(patterns):
        middle = aim_error(KEY, str(number), "x", 20), aim_error(KEY, str(number), "y", 20)
        depth = 120 * METRE + depth_error(KEY, str(number), date)
        places = laid_out(*middle, 4500, charges)
        seen.update(effect.do for effect in effects_of_pattern(KEY, str(number), HULL, places, depth))
    assert abs(seen["breach"] / patterns - breach) < 0.05
    assert abs(seen["emergency"] / patterns - emergency) < 0.1
    assert abs(seen["fault"] / patterns - fault) < 0.12


@allows("8.8c")
@pytest.mark.parametrize(
    ("type_", "date", "speed"),
    [
        ("fleet-destroyer", "1941-12-31T08:00", 3),
        ("fleet-destroyer", "1942-01-01T08:00", 5),
        ("frigate", "1942-01-01T08:00", 5),
        ("corvette", "1943-01-01T08:00", 3),
    ],
)
def test_charges_of_large_escorts_sink_faster_from_1942_on(type_: str, date: str, speed: int) -> None:
    sea = SeaRun(corvette(type=type_, state="ATTACK"), DATE=date, **DEEP)
    fell = next(game for game in range(0, HOUR, 1000) if sea.run(game).work.hunt.falling)
    (pattern,) = sea.work.hunt.falling
    assert 0 <= pattern.depth // speed - (pattern.due - fell) <= 1000


@refuses("8.8c")
@refuses("8.9d")
def test_a_fast_boat_spoils_the_aim() -> None:
    slow, fast = (sum(abs(aim_error(KEY, str(number), "x", knots)) for number in range(200)) for knots in (20, 76))
    assert fast > 2 * slow


# -- hunters -----------------------------------------------------------------------------------------------------------


def hunted(**facts: Any) -> Boat:
    return Boat(rules="events=off", SHIPS=PAIR, **{**DEEP, **facts})


@allows("8.8a")
@allows("8.8g")
def test_two_escorts_attack_in_turn_and_the_crew_knows_it() -> None:
    boat = hunted()
    assert boat.view()["known"] == {"detected": True, "hunted": True}
    events = boat.wait(20 * MINUTE)
    assert told(events, "attack")[0] == "attack kind=charges count=5"
    enemies = boat.view("umpire")["truth"]["enemies"]
    assert sum(enemies[name]["charges"] for name in ("e1", "e2")) < 80


@refuses("8.8a")
def test_an_escort_on_its_station_attacks_nobody_it_has_not_found() -> None:
    boat = Boat(SHIPS=[corvette(range_m=9000)], weather="fog", **DEEP)
    assert told(boat.wait(10 * MINUTE), "attack", "hunted", "detected") == []


@refuses("8.8g")
def test_without_charges_for_a_pattern_nothing_is_dropped() -> None:
    boat = hunted()
    ships = tuple(ship._replace(charges=4) for ship in boat.state.sea.traffic.ships)
    boat.state.sea = boat.state.sea._replace(traffic=boat.state.sea.traffic._replace(ships=ships))
    assert told(boat.wait(HOUR), "attack") == []


@allows("8.8b")
def test_a_boat_at_the_surface_is_rammed() -> None:
    boat = Boat(SHIPS=[corvette(range_m=600, state="ATTACK", kn=15)], surfaced=True)
    assert told(boat.wait(10 * MINUTE), "over") == [over_line("rammed")]


@refuses("8.8b")
def test_a_boat_that_is_deeper_is_not_rammed() -> None:
    boat = Boat(SHIPS=[corvette(range_m=600, state="ATTACK", kn=15)], **{**DEEP, "depth": 60, "speed": "stop"})
    assert "rammed" not in str(told(boat.wait(10 * MINUTE), "over"))


def test_when_the_last_hunt_is_over_nothing_of_it_is_left() -> None:
    """Nobody rams or fires any more, and the hunt has no instant that comes again and again."""
    boat = hunted(surfaced=True, depth=0)
    work = sea_work(boat.state)
    ends = max(each.ends for each in work.hunt.hunts)
    work.hunt = work.hunt._replace(signs_end=-1, ram=ends + 1, guns=ends + 1)
    hunt_on(work, ends)
    assert work.hunt.hunts == ()
    assert (work.hunt.ram, work.hunt.guns, work.hunt.due) == (NEVER, NEVER, NEVER)


@allows("8.0d")
def test_time_may_be_cut_anywhere_in_a_hunt() -> None:
    """Cut at random moments, also at every millisecond of some stretch, or not at all: same events, same digest."""
    whole = hunted()
    events = whole.wait(30 * MINUTE)
    dice = Random(7)
    cut = hunted()
    found: list[Event] = []
    moments = sorted({dice.randrange(1, 30 * MINUTE) for _ in range(150)} | set(range(60_000, 60_040)) | {30 * MINUTE})
    for moment in moments:
        while cut.state.now < moment:
            step = GAME.advance(cut.state, Ms(moment))
            cut.state = step.state
            found += step.events
            GAME.sight(cut.state, GAME.seats[0], {})
    assert [str(event) for event in found] == [str(event) for event in events]
    assert GAME.encode(cut.state) == GAME.encode(whole.state)
