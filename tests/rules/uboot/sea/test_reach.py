"""How far sensors reach and how fast they find: every figure of UBT-8.4, and the law over thousands of passes."""

from __future__ import annotations

from math import exp, isqrt
from random import Random
from unittest.mock import patch

import pytest

from klaxon.rules.uboot.sea.legs import Relative, crossing
from klaxon.rules.uboot.sea.numbers import METRE, NM, ONE, even, mm_s, per_second, vector
from klaxon.rules.uboot.sea.watching import book, reach, source
from klaxon.rules.uboot.sea.watching.pairs import budget_used, entry, is_used_up, leaving, plan_look, plan_pair
from klaxon.rules.uboot.sea.watching.records import HELD, NEVER, OUTSIDE, Conditions
from klaxon.rules.uboot.trouble.budget import draw_budget
from tests.effort import effort
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.sea.kit.sensor_rates import SENSORS, WITHOUT_END, Pass, Passing, rate_of

DAY = Conditions()
DARK, MOON, FOG = DAY._replace(light="dark"), DAY._replace(light="moon"), DAY._replace(weather="fog")
DEEP = DAY._replace(depth=120 * METRE)
TALL = 99_000


def nm(millimetres: int) -> float:
    return round(millimetres / NM, 2)


# -- ours ----------------------------------------------------------------------------------------------------------


@allows("8.4a")
def test_lookouts_see_a_ship_by_its_size() -> None:
    seen = {sight: nm(reach.sight_reach(DAY, sight, TALL)) for sight in reach.SIGHT_NM_X10}
    assert seen == {"convoy": 14, "large": 12, "freighter": 10, "escort": 8, "small": 5, "aircraft": 7}
    assert nm(reach.sight_reach(DAY, "freighter", TALL, scope=True)) == 5


@refuses("8.4a")
def test_light_weather_sea_and_horizon_take_of_it() -> None:
    assert nm(reach.sight_reach(DARK, "freighter", TALL)) == 2.08
    assert nm(reach.sight_reach(FOG, "freighter", TALL)) == 0.5
    assert nm(reach.sight_reach(DAY._replace(sea=6), "freighter", TALL)) == 8.1
    assert nm(reach.sight_reach(DAY, "convoy", 8_000)) == 10.53
    assert nm(reach.sight_reach(DAY, "convoy", 3_000, scope=True)) == 5.4
    assert (nm(reach.horizon(5_000, 30_000)), nm(reach.horizon(750, 30_000))) == (16.04, 13.19)


@allows("8.4a")
@refuses("8.4a")
def test_more_lookouts_find_sooner_and_none_finds_nothing() -> None:
    rates = [reach.lookout_rate(lookouts) for lookouts in range(8)]
    assert rates[6] == rates[7] == per_second(25) == 273
    assert rates[0] == 0
    assert rates[1] == 25 * 25 * ONE // 360_000
    assert rates == sorted(rates)


@allows("8.4d")
def test_our_hydrophone_hears_a_fast_convoy_far_off() -> None:
    quiet = DEEP._replace(noise=0, sea=2)
    heard = {kind: nm(reach.hydrophone_reach(quiet, kind, 9, 9)) for kind in reach.HYDROPHONE_NM}
    assert heard == {"merchant": 10, "small": 10, "escort": 12, "convoy": 25, "torpedo": 4}
    assert nm(reach.hydrophone_reach(quiet, "merchant", 0, 9)) == 5
    assert not any(reach.is_in_blind_arc(*vector(angle, NM), 0) for angle in (2001, 9000, 15999, 20001, 33999))


@refuses("8.4d")
def test_noise_sea_rain_and_a_fault_make_us_deaf_and_so_do_bow_and_stern() -> None:
    quiet = DEEP._replace(noise=0, sea=2)
    assert reach.hydrophone_reach(quiet._replace(noise=100), "convoy", 9, 9) == 0
    assert nm(reach.hydrophone_reach(quiet._replace(noise=35), "convoy", 9, 9)) == 16.25
    assert nm(reach.hydrophone_reach(quiet._replace(weather="rain", sea=4), "convoy", 9, 9)) == 17.2
    assert nm(reach.hydrophone_reach(quiet._replace(hydrophone=70), "convoy", 9, 9)) == 17.5
    assert all(reach.is_in_blind_arc(*vector(angle, NM), 0) for angle in (0, 1999, 16001, 18000, 34001))


# -- theirs --------------------------------------------------------------------------------------------------------


@allows("8.4c")
def test_they_see_a_surfaced_boat_by_its_aspect_and_a_periscope_by_the_sea() -> None:
    assert [nm(reach.boat_seen_from(DAY, aspect)) for aspect in (0, ONE // 2, ONE)] == [3.5, 4.5, 5.5]
    scope = DEEP._replace(depth=10 * METRE, periscope=True)
    assert [nm(reach.boat_seen_from(scope._replace(sea=sea), 0)) for sea in (1, 2, 3, 4, 5, 9)] == [
        *(0.4, 0.33, 0.25, 0.18, 0.1, 0.1)
    ]
    assert nm(reach.boat_seen_from(scope._replace(knots=40), 0)) == 0.75
    assert (per_second(25), per_second(5)) == (reach.ESCORT_RATE, reach.MERCHANT_RATE)


@refuses("8.4c")
def test_they_see_less_in_the_dark_and_nothing_of_a_dived_boat() -> None:
    assert nm(reach.boat_seen_from(DARK, ONE)) == 1.14
    assert nm(reach.boat_seen_from(FOG, ONE)) == 0.28
    assert reach.boat_seen_from(DEEP, ONE) == 0
    assert reach.boat_seen_from(DAY._replace(depth=5 * METRE), ONE) == 0
    assert reach.most_seen_from(MOON) == reach.boat_seen_from(MOON, ONE, against_moon=True)


@allows("8.3f")
def test_against_the_moon_both_see_half_as_far_again() -> None:
    plain, lit = (reach.boat_seen_from(MOON, ONE, against_moon=moon) for moon in (False, True))
    assert lit == plain * 3 // 2
    plain, lit = (reach.sight_reach(MOON, "freighter", TALL, against_moon=moon) for moon in (False, True))
    assert lit == plain * 3 // 2


@allows("8.4f")
def test_asdic_reaches_a_dived_boat_and_farther_in_a_calm() -> None:
    assert [reach.asdic_reach(DEEP._replace(sea=sea)) for sea in (1, 2, 3, 9)] == [
        *(2_300_000, 2_300_000, 1_500_000, 1_500_000)
    ]
    shallow = DEEP._replace(depth=60 * METRE)
    assert reach.asdic_rate(shallow, ONE, hold=True) == 6 * ONE // 60
    assert reach.asdic_rate(shallow, ONE, hold=False) == ONE // 60


@refuses("8.4f")
def test_asdic_has_no_contact_with_a_surfaced_boat_and_little_with_a_deep_one() -> None:
    assert reach.asdic_reach(DAY) == reach.asdic_reach(DAY._replace(depth=4_999)) == 0
    full = reach.asdic_rate(DEEP._replace(depth=10 * METRE), ONE, hold=True)
    shares = [
        round(100 * reach.asdic_rate(DEEP._replace(depth=metres * METRE), ONE, hold=True) / full)
        for metres in (60, 90, 120, 150, 180, 250)
    ]
    assert shares == [100, 80, 60, 50, 40, 40]
    assert round(100 * reach.asdic_rate(DEEP._replace(depth=60 * METRE, grounded=True), ONE, hold=True) / full) == 30
    assert round(100 * reach.asdic_rate(DEEP._replace(depth=60 * METRE), 0, hold=True) / full) == 50


@allows("8.4h")
@refuses("8.4h")
def test_escorts_hear_the_boat_by_its_noise() -> None:
    heard = [reach.listening_reach(noise) // METRE for noise in (0, 5, 10, 15, 35, 100)]
    assert heard == [0, 300, 550, 800, 2000, 4000]


@allows("8.4f")
@allows("8.4h")
def test_12_and_18_knots_are_not_too_fast_on_any_course() -> None:
    for knots, most in ((120, reach.LISTEN_FASTEST), (180, reach.ASDIC_FASTEST)):
        for course in range(0, 36_000, 111):
            vx, vy = vector(course, mm_s(knots))
            assert vx * vx + vy * vy <= most * most
        assert mm_s(knots + 1) > most


# -- the law ---------------------------------------------------------------------------------------------------------


def integral(seen: tuple[int, int, int, int], far: int, hundredths: int, passed: int) -> float:
    """Return k (1 - (r/R)^2) over so many milliseconds, in 65,536ths; k in hundredths a minute."""
    (x, y, vx, vy), seconds = seen, passed / 1000
    square = (x * x + y * y) * seconds + (x * vx + y * vy) * seconds**2 + (vx * vx + vy * vy) * seconds**3 / 3
    return hundredths * ONE / 6000 * (seconds - square / (far * far))


@pytest.mark.parametrize(
    ("off", "passes", "used"),
    [(10, 3_667_686, 500_639), (16, 2_541_048, 166_489), (19, 1_322_403, 23_466)],
)
def test_a_pass_uses_up_the_hazard_of_its_integral(off: int, passes: int, used: int) -> None:
    """The vectors of UBT-11."""
    far, aside = 10 * NM, off * NM // 2
    seen = (-isqrt(far * far - aside * aside), aside, mm_s(170), 0)
    assert leaving(*seen, far) == passes
    watch = plan_pair(("lookout", 0), WITHOUT_END, 0, seen, far, per_second(25))
    assert budget_used(watch, passes) == used
    if off == 10:
        assert budget_used(watch, 831_560) < ONE <= budget_used(watch, 831_561)


@allows("8.4k")
@refuses("8.4k")
def test_a_pair_uses_its_budget_as_the_law_says() -> None:
    far, aside = 10 * NM, 5 * NM
    seen = (-isqrt(far * far - aside * aside), aside, mm_s(170), 0)
    watch = plan_pair(("lookout", 0), ONE, 1000, seen, far, per_second(25))
    for passed in (0, 1, 5000, 400_000, 599_999):
        assert abs(budget_used(watch, 1000 + passed) - integral(seen, far, 25, passed)) < passed / 6000 + 1
    assert watch.due == 601_000
    assert not is_used_up(watch, 601_000)
    first = plan_pair(("lookout", 0), 100, 1000, seen, far, per_second(25))
    assert is_used_up(first, first.due)
    assert not is_used_up(first, first.due - 1)


def test_ranges_are_entered_and_left_as_legs_say() -> None:
    for seen in ((-20 * NM, 5 * NM, 4630, 0), (3, 4, 5, 6), (NM, NM, -7, 3), (0, 20 * NM, 0, -mm_s(90))):
        far = 10 * NM
        crossed = crossing(Relative(*seen), far)
        is_out = seen[0] ** 2 + seen[1] ** 2 > far * far
        assert (entry if is_out else leaving)(*seen, far) == (NEVER if crossed is None else crossed)
    assert entry(0, 20 * NM, 0, mm_s(90), 10 * NM) == entry(11 * NM, 20 * NM, 0, -mm_s(90), 10 * NM) == NEVER
    assert leaving(1, 1, 0, 0, 10) == NEVER
    assert leaving(-3_000, 10 * NM + 1, mm_s(90), 0, 10 * NM) == 3_000_000 // mm_s(90) + 1, "it only grazes the range"
    assert plan_look(("lookout", 3), 77)[1:5] == (3, 77, 0, OUTSIDE)
    held = plan_pair(("lookout", 3), HELD, 100, (0, 9 * NM, 0, mm_s(90)), 10 * NM, 5)
    assert (held.due - 100, is_used_up(held, held.due)) == (leaving(0, 9 * NM, 0, mm_s(90), 10 * NM), False)


@refuses("8.0b")
def test_a_second_lies_between_two_decisions_of_a_pair() -> None:
    graze = plan_pair(("lookout", 0), 1, 5000, (0, 10 * NM - 1, 0, mm_s(90)), 10 * NM, per_second(25))
    assert graze.due == 6000


PASSES = 2_000


@allows("8.4l")
@pytest.mark.parametrize(
    ("hundredths", "far", "knots"),
    [(25, 10 * NM, 170), (100, 25 * NM, 76), (25, 5 * NM, 120), (50, 2_000 * METRE, 120), (100, 3 * NM, 150)],
    ids=["lookouts", "hydrophone", "escort lookouts", "escort hydrophone", "radar"],
)
def test_a_sensor_finds_as_often_as_the_integral_says(hundredths: int, far: int, knots: int) -> None:
    """Passes at even distances, cut into stretches as a patrol cuts them; each within what sampling allows."""
    key, stream = "31" * 16, f"passes.{hundredths}.{far}"
    found = expected = spread = 0.0
    for number in range(PASSES):
        aside = even(key, f"{stream}.aside", number, -far, far)
        seen = (-isqrt(far * far - aside * aside), aside, mm_s(knots), 0)
        ends = leaving(*seen, far)
        chance = 1 - exp(-integral(seen, far, hundredths, ends) / ONE)
        found += _is_found(key, stream, number, seen, far, per_second(hundredths), ends)
        expected, spread = expected + chance, spread + chance * (1 - chance)
    assert abs(found - expected) < 3 * spread**0.5 + 1


def _is_found(
    key: str, stream: str, number: int, seen: tuple[int, int, int, int], far: int, rate: int, ends: int
) -> bool:
    """Let something pass, planned anew as often as the pair wants it; return whether it is found."""
    watch = plan_pair(("test", 0), draw_budget(key, stream, number), 0, seen, far, rate)
    x, y, vx, vy = seen
    while watch.due < ends:
        if is_used_up(watch, watch.due):
            return True
        at = (x + vx * watch.due // 1000, y + vy * watch.due // 1000, vx, vy)
        watch = plan_pair(("test", 0), watch.need - budget_used(watch, watch.due), watch.due, at, far, rate)
    return is_used_up(watch, watch.due)


@allows("8.4k")
@allows("8.4l")
@pytest.mark.parametrize("name", SENSORS)
def test_every_sensor_of_the_game_finds_as_often_as_its_integral_says(name: str) -> None:
    """Through the watches of the game, with arcs, cones and aspects; `sensor_rates` does it 100,000 times."""
    rate = rate_of(SENSORS[name], effort(2_000, 20_000, mutant=300), f"rates {name}")
    assert abs(rate.off) < 3.5, rate


@refuses("8.4l")
@pytest.mark.parametrize("name", ["their hydrophone", "radar", "ASDIC"])
def test_nobody_passes_because_a_place_was_rounded(name: str) -> None:
    """Who comes near is planned at that instant, although it may be a millimetre farther off than it should be."""
    sensor, dice = SENSORS[name], Random(3)
    sea = Passing(sensor)
    for _ in range(effort(120, 2_000)):
        way = Pass(dice.uniform(-0.6, 0.6) * sensor.reach, dice.uniform(0, 6.28), sensor.kn / 2)
        with patch.object(source, "report_boat"), patch.object(book, "draw_budget", return_value=WITHOUT_END):
            assert sea.let_pass(way, "")[1]
