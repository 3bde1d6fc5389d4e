"""Where charges lie and what is nearest to them, and where a hunter steers: each place by itself, to the metre."""

from __future__ import annotations

from math import isqrt

import pytest

from klaxon.rules.uboot.sea.hunt.charges import HullPlace, aim_error, distance_to_hull, effects_of, laid_out
from klaxon.rules.uboot.sea.hunt.escorts import HOLD, SPEED, aim_point, attack, lie, place_of_hunter, search
from klaxon.rules.uboot.sea.hunt.records import ATTACK, SEARCH, Hunter
from klaxon.rules.uboot.sea.numbers import METRE, mm_s
from klaxon.rules.uboot.sea.ships.records import Datum
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import KEY, SeaRun, ship_row

DEPTH = 120
HUNTER = Hunter(0, ATTACK, 0)
LEFT_AND_RIGHT = [(-20, -30), (20, -30), (0, 0), (-20, 30), (20, 30)]


def in_metres(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(round(x / METRE), round(y / METRE)) for x, y in places]


@allows("8.8c")
def test_a_pattern_lies_along_the_course_with_its_sides_left_and_right() -> None:
    assert in_metres(laid_out(0, 0, 0, 5)) == LEFT_AND_RIGHT
    assert in_metres(laid_out(100 * METRE, 50 * METRE, 9_000, 5)) == [(100 + y, 50 - x) for x, y in LEFT_AND_RIGHT]
    ahead = [-30, -30, -15, -15, 0, 0, 15, 15, 30, 30]
    assert in_metres(laid_out(0, 0, 0, 10)) == [(20 if place % 2 else -20, y) for place, y in enumerate(ahead)]


@allows("8.9a")
@pytest.mark.parametrize("course", [0, 4_500, 9_000, 22_500])
def test_the_nearest_room_does_not_depend_on_where_the_sea_begins(course: int) -> None:
    for east, north in ((7_000, -3_000), (-900_000, 40_000)):
        for x, y, depth in ((30_000, 5_000, 80_000), (-12_000, -50_000, 120_000), (0, 33_000, 101_000)):
            here = distance_to_hull(HullPlace(0, 0, course, 100_000), x, y, depth)
            there = distance_to_hull(HullPlace(east, north, course, 100_000), x + east, y + north, depth)
            assert here == there


@allows("8.9a")
@refuses("8.9a")
def test_at_six_metres_a_charge_is_close_and_beyond_them_it_is_not() -> None:
    close, beyond = (
        sum("breach" in {each.do for each in effects_of(KEY, f"p{n}", 0, distance, 3)} for n in range(400))
        for distance in (6 * METRE, 6 * METRE + 1)
    )
    assert close > 100
    assert beyond < 60


@allows("8.8c")
def test_the_aim_is_spoilt_from_three_knots_on() -> None:
    def off(knots: int) -> list[int]:
        return [aim_error(KEY, f"p{n}", axis, knots) for n in range(3) for axis in "xy"]

    assert off(0) == off(30) != off(31)
    assert off(0)[0] != off(0)[1]
    assert all(abs(fast - 2 * slow) <= 1 for fast, slow in zip(off(50), off(30), strict=True))


# -- where a hunter steers ---------------------------------------------------------------------------------------------


def hunting(metres: int) -> SeaRun:
    """Return a sea with one corvette, north of a boat that is deep."""
    escort = ship_row("e", type="corvette", group="g", range_m=metres, bearing=0, kn=8, course=0)
    return SeaRun(escort, surfaced=False, depth=DEPTH)


def echo_at(sea: SeaRun, course: int = -1, knots: int = 0) -> Datum:
    return Datum(0, "asdic", "e", *sea.work.leg(0).place(0), course=course, speed=mm_s(knots))


@allows("8.8e")
@pytest.mark.parametrize(("course", "sides"), [(9_000, (1, 0)), (27_000, (-1, 0)), (18_000, (0, -1)), (0, (0, 1))])
def test_the_aim_point_lies_on_the_course_of_the_echo(course: int, sides: tuple[int, int]) -> None:
    """Fast as it is, an echo right ahead is not moved aside by a millimetre."""
    sea, speed = hunting(3_000), SPEED[ATTACK]
    echo = echo_at(sea, course, 170)
    x, y = aim_point(sea.work, HUNTER, echo, 7_000, speed)
    away = place_of_hunter(sea.work, HUNTER, 7_000)
    run_in = isqrt((away[0] - echo.x) ** 2 + (away[1] - echo.y) ** 2) * 1000 // speed
    lead = 7_000 + run_in + DEPTH * 1000 // 3
    ahead = mm_s(170) * lead // 1000
    assert abs(x - echo.x - ahead * sides[0]) <= 1
    assert abs(y - echo.y - ahead * sides[1]) <= 1


@allows("8.8a")
def test_the_run_begins_three_depths_before_the_aim_point() -> None:
    sea, speed = hunting(500), SPEED[ATTACK]
    found = attack(sea.work, HUNTER, echo_at(sea), 0)
    x, y = sea.work.leg(0).place(0)
    here = place_of_hunter(sea.work, HUNTER, 0)
    way = isqrt((here[0] - x) ** 2 + (here[1] - y) ** 2)
    assert found.due == way * 1000 // speed - 3 * DEPTH * METRE * 1000 // speed
    assert found.has_arrived


@refuses("8.8a")
def test_a_run_that_would_begin_after_a_minute_without_an_echo_does_not() -> None:
    sea = hunting(3_000)
    found = attack(sea.work, HUNTER, echo_at(sea), 0)
    assert (found.due, found.has_arrived) == (HOLD, False)


@allows("8.8a")
def test_the_search_is_a_square_spiral() -> None:
    sea = hunting(3_000)
    datum = echo_at(sea)
    ends = [(0, 800), (800, 800), (800, -800), (-800, -800), (-800, 1600), (1600, 1600)]
    for leg, end in enumerate(ends):
        found = search(sea.work, HUNTER, datum, 0, leg)
        x, y = place_of_hunter(sea.work, HUNTER, found.due)
        assert (round((x - datum.x) / METRE), round((y - datum.y) / METRE)) == end
        assert (found.state, found.leg) == (SEARCH, leg)


@allows("8.8a")
def test_a_hunter_that_lies_has_arrived_and_stays() -> None:
    sea = hunting(3_000)
    there = place_of_hunter(sea.work, HUNTER, 5_000)
    found = lie(sea.work, HUNTER._replace(has_arrived=False), 5_000, 90_000)
    assert (found.due, found.has_arrived) == (90_000, True)
    assert place_of_hunter(sea.work, HUNTER, 90_000) == there
