"""Aircraft: when they pass, who sees whom, how they attack, and that nobody learns of one he has not seen."""

from __future__ import annotations

from math import atan2, degrees, exp, isqrt
from random import Random
from typing import Any

import pytest

from klaxon.rules.contract import Event, Ms, Seat
from klaxon.rules.uboot.sea.air import source
from klaxon.rules.uboot.sea.air.eyes import boat_seen_from_air
from klaxon.rules.uboot.sea.air.passes import SPEED, WITHIN, leg_of_pass, next_pass
from klaxon.rules.uboot.sea.air.records import ATTACKING, LEAVING, PASSING
from klaxon.rules.uboot.sea.legs import Relative, relative
from klaxon.rules.uboot.sea.light import DAY, minute_of
from klaxon.rules.uboot.sea.numbers import METRE, NM, mm_s
from klaxon.rules.uboot.sea.watching.records import NEVER, Conditions
from tests.rules.uboot.kit.air import fly, fly_at, fly_over
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, ROLES, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS, SeaRun

DATE = "1940-06-01T08:00"
SECOND = 1000


def passes(sea: SeaRun, days: int) -> list[int]:
    """Return the instants of passes of some days, as minutes of the clock aboard."""
    found, after = [], 0
    while (after := next_pass(sea.work, after)) < days * 24 * HOUR:
        found.append(minute_of(DATE, after))
    return found


# -- when they come --------------------------------------------------------------------------------------------------


@allows("8.4i")
def test_so_many_pass_each_day_while_the_sun_is_up() -> None:
    sea = SeaRun(DATE=DATE, AIR_PER_DAY=5)
    first = minute_of(DATE) // DAY
    days = [minute // DAY - first for minute in passes(sea, 9)]
    assert [days.count(day) for day in range(1, 9)] == [5] * 8
    hours = {minute % DAY // 60 for minute in passes(sea, 60)}
    assert (min(hours), max(hours)) == (3, 20)  # 56 degrees north in June


@refuses("8.4i")
@pytest.mark.parametrize("keys", [{"AIR_PER_DAY": 0}, {"AIR_PER_DAY": 9, "light": "dark"}])
def test_without_any_a_day_or_without_day_nobody_passes(keys: dict[str, Any]) -> None:
    assert SeaRun(**keys).work.air.due == NEVER


@refuses("8.4i")
@pytest.mark.parametrize("weather", ["rain", "fog"])
def test_in_rain_and_fog_nobody_flies(weather: str) -> None:
    def flown(state: str) -> int:
        sea = SeaRun(AIR_PER_DAY=48, light="day")
        sea.work.sky = sea.work.sky._replace(weather=state)
        return sea.run(2 * HOUR).work.air.flown

    assert flown(weather) == 0
    assert flown("overcast") >= 2


def nearest(seen: Relative) -> tuple[int, int]:
    """Return after how many milliseconds, from now on, a body is nearest, and how far off it is then (mm)."""
    along = seen.x * seen.vx + seen.y * seen.vy
    after = max(0, -1000 * along // (seen.vx**2 + seen.vy**2))
    return after, isqrt((seen.x + seen.vx * after // 1000) ** 2 + (seen.y + seen.vy * after // 1000) ** 2)


@allows("8.4i")
def test_a_pass_is_a_leg_at_120_knots_whose_nearest_point_lies_within_8_miles() -> None:
    sea = SeaRun(speed="full", course=70).run(HOUR)
    offs = []
    for number in range(300):
        leg, gone = leg_of_pass(sea.work, number, HOUR)
        assert abs(isqrt(leg.vx**2 + leg.vy**2) - mm_s(1200)) <= 1
        seen = relative(sea.work.leg(HOUR), leg, HOUR)
        after, off = nearest(seen)
        assert HOUR + after < gone
        assert seen.square >= (12 * NM) ** 2
        offs.append(off)
    assert max(offs) <= WITHIN
    assert 120 < sum(off < WITHIN // 2 for off in offs) < 180  # evenly


# -- what it sees ----------------------------------------------------------------------------------------------------


@allows("8.4i")
def test_how_far_the_boat_is_seen_from_the_air() -> None:
    assert boat_seen_from_air(Conditions()) == 6 * NM
    assert boat_seen_from_air(Conditions(weather="overcast")) == 6 * NM * 8 // 14
    assert boat_seen_from_air(Conditions(depth=10 * METRE, periscope=True)) == NM


@refuses("8.4i")
def test_a_boat_under_water_is_not_seen() -> None:
    assert boat_seen_from_air(Conditions(depth=10 * METRE)) == 0
    sea = fly_over(SeaRun(surfaced=False, depth=40)).run(10 * MINUTE)
    assert [craft.state for craft in sea.work.air.craft] == [PASSING]
    assert sea.news == []


@allows("8.4k")
@pytest.mark.parametrize("aside", [0, 4, 5])
def test_aircraft_find_the_boat_as_often_as_the_integral_says(aside: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_attack", lambda _work, craft, game: source.leaving(craft, game))
    sea, passes = SeaRun(), 150
    metres, bearing = isqrt((9 * 1852) ** 2 + (aside * 1852) ** 2), round(degrees(atan2(aside, -9)))
    for number in range(passes):
        fly(sea.work, 0, bearing, metres, 0, number)
    sea.run(10 * MINUTE)
    found = sum(craft.state != PASSING for craft in sea.work.air.craft)
    half = (36 - aside**2) ** 1.5  # cube of half the way inside 6 nm
    chance = 1 - exp(-4 / 3 * half / 36 / 120 * 60)
    assert abs(found / passes - chance) < 3 * (chance * (1 - chance) / passes) ** 0.5 + 0.01


# -- the attack ------------------------------------------------------------------------------------------------------


@allows("8.4i")
@allows("8.8a")
@allows("8.9e")
def test_a_boat_that_was_seen_is_strafed_and_bombed() -> None:
    sea = fly_over(SeaRun(speed="half", course=90)).run(3 * MINUTE)
    assert [craft.state for craft in sea.work.air.craft] == [ATTACKING]
    over = sea.work.air.craft[0].over
    sea.run(over)
    assert [facts for _, do, facts in sea.news if do == "attack"] == [{"kind": "gunfire", "count": 1}]
    assert "gunfire" in [do for _, do, _ in sea.news]
    (pattern,) = sea.work.hunt.falling
    assert (pattern.charges, pattern.depth, pattern.due) == (4, 15 * METRE, over + 5 * SECOND)
    x, y = sea.work.leg(over).place(over)
    assert isqrt((pattern.x - x) ** 2 + (pattern.y - y) ** 2) < 120 * METRE
    assert [craft.state for craft in sea.work.air.craft] == [LEAVING]
    sea.run(over + 5 * SECOND)
    assert ("attack", {"kind": "bombs", "count": 4}) in [(do, facts) for _, do, facts in sea.news]
    assert sea.run(HOUR).work.air.craft == ()
    known = [(at - over, do, facts["on"]) for at, do, facts in sea.news if do in ("detected", "hunted")]
    off = 5 * SECOND + 30 * MINUTE
    assert known == [(0, "detected", True), (0, "hunted", True), (off, "detected", False), (off, "hunted", False)]


def _dive_in_time(before: int) -> tuple[SeaRun, int, tuple[int, int]]:
    """Dive so many milliseconds before an aircraft is overhead; return the sea, that instant, and the place."""
    sea = fly_over(SeaRun(speed="full", course=90), metres=9_000).run(2 * MINUTE)
    dived = sea.work.air.craft[0].over - before
    sea.run(dived)
    sea.work.boat = sea.work.boat._replace(surfaced=False, depth=20 * METRE)
    sea.change(dived)
    return sea, sea.work.air.craft[0].over, sea.work.leg(dived).place(dived)


def _off(sea: SeaRun, place: tuple[int, int]) -> int:
    (pattern,) = sea.work.hunt.falling
    return isqrt((pattern.x - place[0]) ** 2 + (pattern.y - place[1]) ** 2)


@allows("8.4i")
def test_who_dives_early_is_bombed_where_he_dived() -> None:
    sea, over, place = _dive_in_time(60 * SECOND)
    sea.run(over)
    assert _off(sea, place) < 200 * METRE
    assert _off(sea, sea.work.leg(over).place(over)) > 200 * METRE


@refuses("8.4i")
@refuses("8.9e")
def test_who_dives_late_is_bombed_where_he_is_but_not_strafed() -> None:
    sea, over, place = _dive_in_time(20 * SECOND)
    sea.run(over)
    here = sea.work.leg(over).place(over)
    assert _off(sea, here) < _off(sea, place)
    assert [facts["kind"] for _, do, facts in sea.news if do == "attack"] == []


# -- what the crew learns --------------------------------------------------------------------------------------------


def sighted(bearing: int, metres: int, level: str) -> tuple[Boat, list[Event]]:
    """Return a boat whose lookouts have found an aircraft that comes for it, and what was told of it."""
    for number in range(20):
        boat = Boat(weather="clear", sea=3, rules=f"navigator={level}", **LOOKOUTS)
        fly_at(boat, bearing, metres, bearing + 180, number)
        told_of = [event for event in boat.wait(MINUTE) if event.type in ("contact", "aircraft")]
        if told_of:
            return boat, told_of
    raise AssertionError


@allows("8.4a")
def test_lookouts_report_an_aircraft_as_a_contact_and_as_an_alarm() -> None:
    boat, (contact, alarm) = sighted(45, 12_500, "low")
    assert (contact.facts["kind"], contact.facts["by"]) == ("aircraft", "lookout")
    assert alarm.facts["contact"] == contact.facts["contact"] == "c1"
    assert alarm.facts["bearing"] in (44, 45, 46)
    assert alarm.facts["seconds"] == int(str(contact.facts["range"])) * METRE // SPEED
    shown = boat.view()["contacts"]["c1"]
    assert (shown["kind"], shown["klass"], shown["by"]) == ("aircraft", "aircraft", "lookout")
    assert boat.why("captain time transit")["code"] == "contact-near"
    (craft,) = boat.view("umpire")["truth"]["enemies"].values()
    assert (craft["type"], craft["bearing"], craft["course"], craft["kn"]) == ("aircraft", 450, 2250, 1200)


def test_at_level_high_the_alarm_tells_no_more_than_the_word_for_the_range() -> None:
    _, (contact, alarm) = sighted(45, 11_500, "high")
    assert "range" not in contact.facts
    assert alarm.facts["seconds"] == {"near": 45, "medium": 150}[str(contact.facts["range_word"])]


@allows("8.4b")
def test_an_aircraft_is_lost_five_minutes_after_it_was_seen_last() -> None:
    def seen(number: int) -> SeaRun:
        sea = fly_over(SeaRun(surfaced=False, depth=9, aboard={"periscope": True}), metres=4000, number=number)
        sea.work.air = sea.work.air._replace(craft=(sea.work.air.craft[0]._replace(state=LEAVING),))
        return sea.run(HOUR)

    sea = next(sea for sea in map(seen, range(20)) if sea.told("sighted"))
    found = next(at for at, do, _ in sea.news if do == "sighted")
    (lost,) = [at for at, do, _ in sea.news if do == "unsighted"]
    left = (4000 + 3.5 * 1852) * METRE * SECOND / SPEED
    assert found < left
    assert abs(lost - left - 5 * MINUTE) < 2 * SECOND


@refuses("8.4a")
def test_an_aircraft_that_nobody_has_seen_shows_nowhere() -> None:
    """Compare two boats that differ in an aircraft alone: view, menu and refusal are one."""
    setup: dict[str, Any] = {"weather": "clear", "sea": 3, "figures": {"navigator.circle": 8, "navigator.square": 8}}
    alone, near = Boat(**setup), fly_at(Boat(**setup), 0, 9_000, 90)
    for _ in range(3):
        assert alone.wait(20 * SECOND) == near.wait(20 * SECOND) == []
        for role in (*ROLES, "spectator"):
            assert alone.view(role) == near.view(role)
        for role in ROLES:
            seat = Seat(f"uboot.{role}")
            menus = [GAME.offers(GAME.view(boat.state, seat)) for boat in (alone, near)]
            assert menus[0] == menus[1]
        for line in ("captain aa20 c1", "first_officer identify c1", "navigator return_to_base"):
            assert alone.why(line) == near.why(line)
    assert "aircraft-0" in near.view("umpire")["truth"]["enemies"]
    assert alone.give("captain time transit") == near.give("captain time transit")


def test_time_may_be_cut_anywhere_while_aircraft_attack() -> None:
    def played(cuts: list[int]) -> tuple[bytes, list[Event]]:
        boat, events = Boat(AIR_PER_DAY=48, light="day", weather="cloudy", sea=4, **LOOKOUTS), list[Event]()
        for until in [*cuts, 2 * HOUR]:
            while GAME.now(boat.state) < until:
                step = GAME.advance(boat.state, Ms(until))
                boat.state = step.state
                events += step.events
                GAME.sight(boat.state, Seat("uboot.captain"), {})
        return GAME.encode(boat.state), events

    whole = played([])
    random = Random(4)
    assert "attack" in [event.type for event in whole[1]]
    assert whole == played(sorted(random.randrange(1, 2 * HOUR) for _ in range(150)))


def test_a_kept_game_goes_on_with_its_aircraft() -> None:
    boat = fly_at(Boat(weather="clear", sea=3, **LOOKOUTS), 45, 12_000, 225)
    boat.wait(MINUTE)
    again = GAME.decode(GAME.encode(boat.state))
    assert again == boat.state
    assert told(GAME.advance(again, Ms(10 * MINUTE)).events) == told(GAME.advance(boat.state, Ms(10 * MINUTE)).events)
