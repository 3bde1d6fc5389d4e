"""The arithmetic of the sea: the vectors of UBT-11, and that left and right are mirror images."""

from __future__ import annotations

from hashlib import blake2b
from math import isqrt

import pytest

from klaxon.rules.uboot.sea.legs import Relative, SeaLeg, crossing, ray_crossing, relative
from klaxon.rules.uboot.sea.numbers import (
    NM,
    ONE,
    arc_sine,
    bearing,
    cosine,
    divide,
    even,
    happens,
    mm_s,
    normal,
    scale,
    signed_angle,
    sine,
    sines,
    vector,
)
from tests.rules.uboot.kit.marks import allows, refuses

KEY = "00" * 16


@pytest.mark.parametrize(
    ("tenths", "speed"), [(20, 1029), (76, 3910), (90, 4630), (170, 8746), (300, 15433), (440, 22636), (-50, -2572)]
)
def test_knots_are_millimetres_a_second(tenths: int, speed: int) -> None:
    assert mm_s(tenths) == speed


@allows("8.0a")
def test_the_table_of_sines_is_the_same_everywhere() -> None:
    digest = blake2b(",".join(map(str, sines())).encode(), digest_size=8).hexdigest()
    assert (len(sines()), digest) == (9001, "6a1736c749b16362")
    assert [sine(angle) for angle in (0, 3000, 9000, 15000, 18000, 27000, 33000, 36000)] == [
        *(0, ONE // 2, ONE, ONE // 2, 0, -ONE, -ONE // 2, 0)
    ]
    assert all(abs(sine(a) ** 2 + cosine(a) ** 2 - ONE**2) <= 2 * ONE for a in range(0, 36000, 97))


@allows("8.0a")
def test_left_and_right_are_mirror_images() -> None:
    for course in range(0, 36000, 1234):
        east, north = vector(course, 123_457)
        assert vector(-course, 123_457) == (-east, north)
        assert bearing(-east, north) == -bearing(east, north) % 36000
    assert [scale(value, ONE // 2) for value in (1, -1, 3, -3)] == [1, -1, 2, -2]
    assert [divide(value, 4) for value in (2, -2, 5, -5, 6)] == [1, -1, 1, -1, 2]


def test_bearings_and_arcs_are_read_back_from_the_table() -> None:
    assert [bearing(*point) for point in ((0, 5), (5, 5), (5, 0), (5, -5), (0, -5), (-5, -5), (-5, 0), (-5, 5))] == [
        *(0, 4500, 9000, 13500, 18000, 22500, 27000, 31500)
    ]
    assert bearing(0, 0) == 0
    assert all(abs(bearing(*vector(course, 10 * NM)) - course) <= 1 for course in range(0, 36000, 777))
    assert [arc_sine(fraction) for fraction in (0, ONE // 2, ONE, -ONE // 2)] == [0, 3000, 9000, -3000]
    assert [signed_angle(angle) for angle in (-18000, 18000, 18001, 35900, 100)] == [18000, 18000, -17999, -100, 100]


@allows("8.0a")
def test_draws_have_their_shape() -> None:
    drawn = [normal(KEY, "bell", count, 1000) for count in range(4000)]
    assert abs(sum(drawn)) < 4000 * 60
    assert 950 < isqrt(sum(each * each for each in drawn) // 4000) < 1050
    assert {even(KEY, "even", count, -2, 2) for count in range(200)} == {-2, -1, 0, 1, 2}
    assert 220 < sum(happens(KEY, "chance", count, 250_000) for count in range(1000)) < 280


@allows("8.0f")
@refuses("8.0f")
def test_a_range_is_entered_and_left() -> None:
    assert crossing(Relative(0, 20 * NM, 0, -mm_s(90)), 10 * NM) == 4_000_001
    assert crossing(Relative(0, 20 * NM, 0, mm_s(90)), 10 * NM) is None
    assert crossing(Relative(11 * NM, 20 * NM, 0, -mm_s(90)), 10 * NM) is None
    assert crossing(Relative(10 * NM, 20 * NM, 0, -mm_s(90)), 10 * NM) == 8_000_001, "just touched"
    assert crossing(Relative(5, 5, 0, 0), 10) is None
    after = crossing(Relative(0, 0, 3, 4), 5_000)
    assert after == 1_000_001


@allows("8.0f")
@refuses("8.0f")
def test_the_edge_of_an_arc_is_a_ray() -> None:
    assert ray_crossing(Relative(-1000, 5000, 10, 0), 0, 1) == 100_001
    assert ray_crossing(Relative(-1000, -5000, 10, 0), 0, 1) is None
    assert ray_crossing(Relative(1000, 5000, 10, 0), 0, 1) is None
    assert ray_crossing(Relative(1000, 5000, 0, 10), 0, 1) is None
    assert ray_crossing(Relative(1000, 5000, -10, 0), 0, 1) == 100_001


def test_who_waits_for_an_edge_is_past_it_then() -> None:
    """Rays and speeds that meet between two milliseconds: judged then, it is on the other side or there is an edge."""
    for number in range(500):
        x, y, vx, vy = (even(KEY, f"edge.{part}", number, -9_000, 9_000) for part in ("x", "y", "vx", "vy"))
        ux, uy = vector(37 * number, ONE)
        after = ray_crossing(Relative(x, y, vx, vy), ux, uy)
        if after is not None:
            there = Relative(x + vx * after // 1000, y + vy * after // 1000, vx, vy)
            sides = [place.x * uy - place.y * ux for place in (Relative(x, y, vx, vy), there)]
            assert sides[0] * sides[1] <= 0 or ray_crossing(there, ux, uy) is not None


@allows("8.0b")
def test_a_leg_is_counted_from_its_beginning() -> None:
    leg = SeaLeg(1000, 0, 0, 333, -333)
    assert leg.place(2000) == (333, -333)
    assert leg.place(1003) == (0, -1)
    assert leg.steering(2000, 5, 6) == SeaLeg(2000, 333, -333, 5, 6)
    assert relative(leg, SeaLeg(0, 1000, 1000, 0, 1), 2000) == Relative(667, 1335, -333, 334)
