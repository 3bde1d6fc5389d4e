"""Escorts at work: whom a datum calls, where they aim, when they give up, what they hear, and their guns (UBT-8.8)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import isqrt
from typing import Any

import pytest

from klaxon.rules.uboot.sea.hunt.charges import ROOM_ENDS, WEIGHTS, effects_of
from klaxon.rules.uboot.sea.hunt.escorts import aim_point
from klaxon.rules.uboot.sea.hunt.gunfire import hit_boat
from klaxon.rules.uboot.sea.hunt.records import ATTACK, INVESTIGATE, LISTEN, SEARCH, ChargePattern, Hunter
from klaxon.rules.uboot.sea.hunt.source import call_hunters, is_disturbed, let_fall
from klaxon.rules.uboot.sea.news import HAPPENINGS
from klaxon.rules.uboot.sea.numbers import METRE, mm_s
from klaxon.rules.uboot.sea.ships.casualties import put_ship
from klaxon.rules.uboot.sea.ships.records import Datum
from klaxon.rules.uboot.sea.watching.alerts import SIGMA_M, report_boat
from klaxon.rules.uboot.sea.watching.book import book_of
from klaxon.rules.uboot.step import Working
from tests.rules.uboot.kit.boat import MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import KEY, SeaRun, ship_row

DEEP: dict[str, Any] = {"surfaced": False, "depth": 120}
SECOND = 1000


def escort(name: str, metres: int, bearing: int = 0, **facts: Any) -> dict[str, Any]:
    """Return a corvette of a group."""
    told_of = {"type": "corvette", "group": "g", "range_m": metres, "bearing": bearing, "kn": 8, "course": 0}
    return ship_row(name, **{**told_of, **facts})


SCREEN = [escort("far", 9_000), escort("near", 3_000, 90), escort("next", 5_000, 180)]


def at_boat(sea: SeaRun, how: str, game: int = 0) -> Datum:
    """Return a datum right at the boat, of one that steers north at 2 kn."""
    return Datum(game, how, "near", *sea.work.leg(game).place(game), course=0, speed=mm_s(20))


def hunters(sea: SeaRun) -> dict[str, str]:
    """Return who hunts, with its state."""
    ships = sea.work.traffic.ships
    return {ships[each.number].name: each.state for hunt in sea.work.hunt.hunts for each in hunt.hunters}


# -- whom a datum calls ------------------------------------------------------------------------------------------------


@allows("8.8d")
@pytest.mark.parametrize("how", SIGMA_M)
def test_a_datum_errs_by_how_it_was_got(how: str) -> None:
    sea = SeaRun(*SCREEN, **DEEP)
    x, y = sea.work.leg(0).place(0)
    errors = []
    for game in range(200):
        report_boat(book_of(sea.work), game, 1, how)
        datum = sea.datum
        assert datum is not None
        errors += [datum.x - x, datum.y - y]
    sigma = isqrt(sum(error * error for error in errors) // len(errors))
    assert abs(sigma - SIGMA_M[how] * METRE) < SIGMA_M[how] * METRE // 8


@allows("8.8d")
def test_the_nearest_two_go_and_the_rest_stay() -> None:
    sea = SeaRun(*SCREEN, **DEEP)
    call_hunters(sea.work, 0, at_boat(sea, "hydrophone"), 0)
    assert hunters(sea) == {"near": INVESTIGATE, "next": INVESTIGATE}
    assert sea.work.traffic.ships[0].state == "STATION"


@allows("8.8d")
@pytest.mark.parametrize(("charges", "attacker"), [({1: 20}, "next"), ({2: 20}, "near")])
def test_an_echo_lets_the_one_with_more_charges_attack_and_the_other_listen(
    charges: dict[int, int], attacker: str
) -> None:
    sea = SeaRun(*SCREEN, **DEEP)
    for number, left in charges.items():
        put_ship(sea.work, number, sea.work.traffic.ships[number]._replace(charges=left))
    call_hunters(sea.work, 0, at_boat(sea, "asdic"), 0)
    assert {name for name, state in hunters(sea).items() if state == ATTACK} == {attacker}
    assert list(hunters(sea).values()).count(LISTEN) == 1


@refuses("8.8d")
def test_only_an_echo_gives_an_aim_point_and_other_contacts_move_the_datum() -> None:
    sea = SeaRun(*SCREEN, **DEEP)
    call_hunters(sea.work, 0, at_boat(sea, "hydrophone"), 0)
    (hunt,) = sea.work.hunt.hunts
    assert (hunt.echo, ATTACK in hunters(sea).values()) == (None, False)
    moved = at_boat(sea, "sight", MINUTE)._replace(x=5, y=7)
    call_hunters(sea.work, 0, moved, MINUTE)
    (hunt,) = sea.work.hunt.hunts
    assert (hunt.datum, hunt.echo) == (moved, None)


@allows("8.8g")
def test_who_has_no_charges_calls_another_and_no_more_than_two_hunt() -> None:
    sea = SeaRun(*SCREEN, **DEEP)
    for number in (1, 2):
        put_ship(sea.work, number, sea.work.traffic.ships[number]._replace(charges=4))
    call_hunters(sea.work, 0, at_boat(sea, "asdic"), 0)
    assert hunters(sea) == {"near": LISTEN, "far": ATTACK}
    assert sea.work.traffic.ships[2].state == "REJOIN"


# -- where it aims -----------------------------------------------------------------------------------------------------


@allows("8.8e")
def test_the_aim_point_is_where_the_boat_of_the_echo_will_be() -> None:
    sea = SeaRun(*SCREEN, **DEEP)
    hunter, echo = Hunter(1, ATTACK, 0), at_boat(sea, "asdic")
    x, y = aim_point(sea.work, hunter, echo, 10 * SECOND, mm_s(150))
    own_x, own_y = sea.work.leg(0).place(0)
    run_in = 3_000 * METRE * SECOND // mm_s(150)
    sinking = 120 * SECOND // 3
    assert x == own_x
    assert abs(y - own_y - mm_s(20) * (10 * SECOND + run_in + sinking) // 1000) < 20 * METRE


@refuses("8.8e")
def test_without_course_the_echo_is_not_moved_on() -> None:
    sea = SeaRun(*SCREEN, **DEEP)
    echo = at_boat(sea, "asdic")._replace(course=-1)
    assert aim_point(sea.work, Hunter(1, ATTACK, 0), echo, 0, mm_s(150)) == (echo.x, echo.y)


# -- disturbed water ---------------------------------------------------------------------------------------------------


def churn(sea: SeaRun, game: int, metres_north: int = 0) -> None:
    """Let a pattern go off, so far from the boat and too shallow to harm it."""
    x, y = sea.work.leg(game).place(game)
    let_fall(sea.work, ChargePattern(game, "test", x, y + metres_north * METRE, 0, 15 * METRE, 5))
    sea.run(game)


@allows("8.8f")
def test_a_pattern_disturbs_the_water_for_eight_minutes() -> None:
    sea = SeaRun(escort("e", 9_000), **DEEP)
    churn(sea, MINUTE)
    x, y = sea.work.leg(MINUTE).place(MINUTE)
    assert is_disturbed(sea.work, x + 399 * METRE, y, MINUTE)
    assert sea.work.watches.conditions.disturbed
    assert sea.run(9 * MINUTE - 1).work.watches.conditions.disturbed
    assert not sea.run(9 * MINUTE).work.watches.conditions.disturbed


@refuses("8.8f")
def test_beyond_400_metres_and_after_it_was_left_the_water_is_quiet() -> None:
    sea = SeaRun(escort("e", 9_000), **DEEP)
    churn(sea, MINUTE, 401)
    assert not sea.work.watches.conditions.disturbed
    sea = SeaRun(escort("e", 9_000), **{**DEEP, "speed": "half"})
    churn(sea, MINUTE, 500)
    states = [sea.run(game).work.watches.conditions.disturbed for game in range(MINUTE, 9 * MINUTE, 5 * SECOND)]
    assert states[0] is False
    assert True in states  # the boat runs into it, without anybody's look
    assert states.index(True) * 5 * SECOND == pytest.approx(100_000 * SECOND // mm_s(40), abs=5 * SECOND)


@allows("8.8f")
@refuses("8.8f")
def test_nobody_hears_anything_from_disturbed_water() -> None:
    rows = [ship_row("m", bearing=90, range_m=3_000, kn=9, course=0, known=True)]
    sea = SeaRun(*rows, aboard={"listening": True}, **DEEP).run(MINUTE)
    assert sea.told("sighted") == ["c1 sound"]
    x, y = sea.work.leg(MINUTE).place(MINUTE)
    let_fall(sea.work, ChargePattern(MINUTE, "test", x + 3_000 * METRE, y + 700 * METRE, 0, 15 * METRE, 5))
    sea.run(MINUTE + 1)
    heard = []
    for game in range(MINUTE, 8 * MINUTE, 5 * SECOND):
        (sighting,) = sea.run(game).work.watches.sightings
        heard.append(sighting.lost < 0)
    assert heard[0] is heard[-1] is True  # it goes in and comes out again
    assert 30 < heard.count(False) < 40  # 800 m at 9 kn: 173 s


# -- the end of a hunt -------------------------------------------------------------------------------------------------


@allows("8.8h")
@refuses("8.8h")
def test_a_hunt_ends_half_an_hour_to_two_hours_after_the_last_contact_of_any_hunter() -> None:
    ends = set()
    for name in "abcdefgh":
        rows = [escort("e", 5_000, group=name), escort("f", 7_000, group=name)]
        sea = SeaRun(*rows, **{**DEEP, "depth": 220})
        call_hunters(sea.work, 0, at_boat(sea, "hydrophone")._replace(x=0, y=0), 0)
        (hunt,) = sea.work.hunt.hunts
        assert 30 * MINUTE <= hunt.ends <= 120 * MINUTE
        ends.add(hunt.ends)
        call_hunters(sea.work, 0, at_boat(sea, "hydrophone", 20 * MINUTE)._replace(x=0, y=0), 20 * MINUTE)
        (hunt,) = sea.work.hunt.hunts
        assert hunt.ends == 20 * MINUTE + hunt.patience
        assert sea.run(hunt.ends - 1).work.hunt.hunts != ()
        assert sea.run(hunt.ends).work.hunt.hunts == ()
        assert {ship.state for ship in sea.work.traffic.ships} == {"REJOIN"}
    assert len(ends) > 4


# -- guns --------------------------------------------------------------------------------------------------------------


def fled(metres: int, **setup: Any) -> list[int]:
    """Return when an armed trawler hits a boat that runs away from it, faster than it can follow."""
    row = ship_row("t", type="armed-trawler", bearing=180, range_m=metres, course=0, kn=11, state="ATTACK")
    sea = SeaRun(row, speed="full", course=0, **setup).run(40 * MINUTE)
    return [at for at, do, facts in sea.news if do == "attack" and facts["kind"] == "gunfire"]


@allows("8.8i")
def test_an_escort_that_sees_the_boat_fires_within_4000_metres_once_a_minute() -> None:
    hits = fled(2_000)
    assert hits
    assert all(at <= 12 * MINUTE for at in hits)  # then it is 4,000 m behind
    assert all(at % MINUTE == hits[0] % MINUTE for at in hits)


@refuses("8.8i")
def test_it_does_not_fire_farther_nor_at_what_it_cannot_see() -> None:
    assert fled(4_100) == []
    assert fled(2_000, light="dark") == []
    sea = SeaRun(escort("e", 2_000, state=SEARCH), **DEEP).run(20 * MINUTE)
    assert [do for _, do, facts in sea.news if do == "attack" and facts["kind"] == "gunfire"] == []


@allows("8.9e")
@refuses("8.9e")
def test_of_a_hundred_hits_ten_bring_a_fault_and_two_a_breach() -> None:
    sea = SeaRun(surfaced=True)
    for game in range(2_000):
        hit_boat(sea.work, game, "test")
    counted = Counter(each.do for each in sea.work.news)
    assert counted["gunfire"] == counted["attack"] == 2_000
    assert 160 <= counted["shaken-fault"] <= 240
    assert 22 <= counted["shaken-breach"] <= 60
    rooms = {each.facts["room"] for each in sea.work.news if each.do == "shaken-breach"}
    assert rooms <= {1, 2, 3, 4, 5, 6}


# -- what charges do to rooms ------------------------------------------------------------------------------------------


@allows("8.9b")
@refuses("8.9b")
def test_kinds_of_emergencies_go_by_the_weights_of_the_room() -> None:
    for room, _ in ROOM_ENDS:
        kinds = Counter(
            effect.what
            for number in range(1500)
            for effect in effects_of(KEY, f"p{number}", 0, 7 * METRE, room)
            if effect.do == "emergency"
        )
        assert set(kinds) == set(WEIGHTS[room])
        for kind, weight in WEIGHTS[room].items():
            assert abs(100 * kinds[kind] / kinds.total() - weight) < 9


def _let_happen(what: str, facts: dict[str, Any], work: Working) -> None:
    HAPPENINGS[what](work, facts)


@refuses("8.9b")
def test_a_fault_is_of_a_device_of_that_room_and_of_no_other() -> None:
    boat = Boat()
    devices = {device for device, room in boat.state.board.handbook.rooms.items() if room == 2}
    found, whole = set(), boat.state.board
    for number in range(30):
        facts = {"room": 2, "what": "green", "stream": f"test.{number}"}
        (event,) = boat.lay(whole).do(partial(_let_happen, "shaken-fault", facts))
        found.add(str(event.facts["device"]))
    assert found == devices
    board = boat.state.board.copy()
    board.rooms = (board.rooms[0], board.rooms[1]._replace(flooded=True), *board.rooms[2:])
    assert told(boat.lay(board).do(partial(_let_happen, "shaken-fault", facts))) == []
