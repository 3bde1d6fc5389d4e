"""Where a track crosses a hull: the closed form against a search millisecond by millisecond."""

from __future__ import annotations

from random import Random

from klaxon.rules.uboot.sea.attack.ballistics import HullPlan, game_at_run, hull_crossing, impact_angle, run_at
from klaxon.rules.uboot.sea.legs import SeaLeg, relative
from klaxon.rules.uboot.sea.numbers import ONE, cosine, mm_s, sine, vector


def is_within(torpedo: SeaLeg, ship: SeaLeg, hull: HullPlan, begin: int, game: int) -> bool:
    """Return whether a torpedo is within a hull, with places counted from `begin` in thousandths of a mm."""
    seen, passed = relative(ship, torpedo, begin), game - begin
    x, y = 1000 * seen.x + seen.vx * passed, 1000 * seen.y + seen.vy * passed
    sin, cos = sine(hull.heading), cosine(hull.heading)
    along, across = x * sin + y * cos, x * cos - y * sin
    return 2 * abs(along) <= 1000 * hull.length * ONE and 2 * abs(across) <= 1000 * hull.beam * ONE


def found_by_search(torpedo: SeaLeg, ship: SeaLeg, hull: HullPlan, begin: int, end: int) -> int | None:
    return next((game for game in range(begin, end + 1) if is_within(torpedo, ship, hull, begin, game)), None)


def test_crossings_are_those_of_a_search() -> None:
    chance = Random(8)
    hits = 0
    for _ in range(60):
        course, heading = chance.randrange(36000), chance.randrange(36000)
        torpedo = SeaLeg(0, 0, 0, *vector(course, mm_s(chance.choice((300, 400, 440)))))
        x, y = vector(course + chance.randrange(-3000, 3000), chance.randrange(0, 60_000))
        ship = SeaLeg(0, x, y, *vector(heading, mm_s(chance.randrange(0, 200))))
        hull = HullPlan(chance.randrange(20_000, 120_000), chance.randrange(5_000, 24_000), heading)
        begin, end = chance.randrange(500), 500 + chance.randrange(2500)
        found = hull_crossing(torpedo, ship, hull, begin, end)
        assert found == found_by_search(torpedo, ship, hull, begin, end)
        hits += found is not None
    assert 15 < hits < 55


def test_a_torpedo_that_keeps_pace_with_a_ship_is_beside_it_for_ever_or_never() -> None:
    ship, hull = SeaLeg(0, 0, 0, 0, 5000), HullPlan(100_000, 10_000, 0)
    assert hull_crossing(SeaLeg(0, 4_000, 0, 0, 5000), ship, hull, 7, 100) == 7
    assert hull_crossing(SeaLeg(0, 6_000, 0, 0, 5000), ship, hull, 7, 100) is None
    assert hull_crossing(SeaLeg(0, 0, -60_000, 0, 5000), ship, hull, 7, 100) is None


def test_the_run_counts_from_the_tube() -> None:
    leg = SeaLeg(1000, 0, 0, 0, 15_433)
    assert run_at(leg, 15_433, 50_000, 11_000) == 204_330
    armed = game_at_run(leg, 15_433, 50_000, 250_000)
    assert run_at(leg, 15_433, 50_000, armed) >= 250_000 > run_at(leg, 15_433, 50_000, armed - 1)
    assert game_at_run(leg, 15_433, 50_000, 40_000) == 1000


def test_the_angle_of_impact_is_acute() -> None:
    pairs = [(0, 9000), (0, 18000), (35000, 1000), (34719, 7000), (9000, 27000), (100, 100)]
    assert [impact_angle(*pair) for pair in pairs] == [9000, 0, 2000, 8281, 0, 0]
