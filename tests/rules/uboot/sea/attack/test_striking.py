"""Torpedoes at hulls: arming, draught, duds, angles, hits that sink, and what the crew perceives of all that."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.sea.attack.records import RunningTorpedo
from klaxon.rules.uboot.sea.attack.striking import strike
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import METRE, NM, mm_s, vector
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number
from klaxon.rules.uboot.sea.ships.records import FREE, STOPPED
from tests.rules.uboot.kit.boat import HOUR, MINUTE
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import SeaRun, ship_row

SURE: dict[str, Any] = {"rules": "duds=off torpedo_depth=off"}
ABEAM = 9_000
"""A torpedo on a course of 90 degrees; the ships here go south."""


def sea_with(*rows: dict[str, Any], **setup: Any) -> SeaRun:
    """Return a sea with ships and nothing else, the boat submerged."""
    return SeaRun(*(rows or (ship_row("a"),)), **{"surfaced": False, "depth": 10, **SURE, **setup})


def shoot(sea: SeaRun, number: int = 0, off: int = 400, course: int = ABEAM, **facts: Any) -> SeaRun:
    """Let a torpedo run at the middle of a ship, so many metres before it, armed and at 3 m."""
    work, speed = sea.work, mm_s(300)
    after = off * METRE * 1000 // speed
    x, y = leg_of_number(work, number, 0).place(after)
    back_x, back_y = vector(course, off * METRE)
    leg = SeaLeg(0, x - back_x, y - back_y, *vector(course, speed))
    torpedo = RunningTorpedo(0, 1, "g7e", leg, course, 0, 0, 10 * MINUTE, 3 * METRE, after + 30_000)
    work.attack = work.attack._replace(running=(torpedo._replace(**facts),), launched=1)
    return sea


def results(sea: SeaRun, until: int = 20 * MINUTE) -> list[str]:
    """Return what is perceived of torpedoes."""
    return [f"{facts['result']} {facts['contact']}".strip() for _, do, facts in sea.run(until).news if do == "torpedo"]


def fates(sea: SeaRun) -> list[str]:
    return [fate for _, _, fate in sea.work.attack.fates]


# -- hulls -----------------------------------------------------------------------------------------------------------


@allows("8.5d")
@allows("8.5k")
def test_a_track_that_crosses_a_hull_is_a_hit_at_that_instant() -> None:
    sea = shoot(sea_with(aboard={"periscope": True}))
    assert results(sea) == ["hit"]
    ((at, _, _),) = [each for each in sea.news if each[1] == "torpedo"]
    assert at == pytest.approx((400 - 8) * 1_000_000 // mm_s(300), abs=10)  # half the beam before the middle
    assert fates(sea) == ["hit"]


@refuses("8.5d")
def test_before_the_arming_run_it_goes_through() -> None:
    sea = shoot(sea_with(), armed=40_000)
    assert results(sea) == ["miss"]
    assert sea.work.traffic.ships[0].hits == 0


@refuses("8.5d")
def test_beside_the_hull_it_is_a_miss() -> None:
    sea = sea_with()
    shoot(sea)
    (torpedo,) = sea.work.attack.running
    aside = torpedo._replace(leg=torpedo.leg._replace(y=torpedo.leg.y + 70 * METRE))
    sea.work.attack = sea.work.attack._replace(running=(aside,))
    assert results(sea) == ["miss"]
    assert fates(sea) == ["short"]


@refuses("8.5d")
def test_a_run_that_ends_before_the_target_is_short() -> None:
    sea = shoot(sea_with(), ends=20_000)
    assert results(sea) == ["miss"]
    assert fates(sea) == ["short"]


@allows("8.0b")
def test_a_ship_that_turns_is_met_elsewhere_or_not_at_all() -> None:
    sea = shoot(sea_with(), off=1500)
    ship = sea.work.traffic.ships[0]
    turned = leg_of_number(sea.work, 0, 0)._replace(vx=0, vy=-turned_speed(sea) // 4)
    sea.work.traffic = sea.work.traffic._replace(ships=(ship._replace(motion=FREE, leg=turned),))
    sea.work.mark("a")
    sea.change(0)
    assert results(sea) == ["miss"]


def turned_speed(sea: SeaRun) -> int:
    return -leg_of_number(sea.work, 0, 0).vy


@allows("8.5f")
@refuses("8.5f")
def test_deeper_than_the_draught_it_runs_under() -> None:
    assert results(shoot(sea_with(), depth=7_500)) == ["hit"]
    under = shoot(sea_with(), depth=7_501)
    assert results(under) == ["miss"]
    assert fates(under) == ["deep"]
    behind = sea_with(ship_row("a", type="coaster"), ship_row("b", bearing=2, range_m=5010))
    assert results(shoot(behind, depth=5_000)) == ["hit"]  # under the first, into the second
    assert [ship.hits for ship in behind.work.traffic.ships] == [0, 1]


# -- duds ------------------------------------------------------------------------------------------------------------


def fates_of(sea: SeaRun, count: int = 200, **facts: Any) -> list[str]:
    """Return what becomes of torpedoes at one hull that differ in their chance alone."""
    shoot(sea, **facts)
    (torpedo,), work = sea.work.attack.running, sea.work
    kept, found = (work.traffic, work.hunt, work.watches), []
    for number in range(count):
        found.append(strike(work, torpedo._replace(number=number), 0, 26_000).fate)
        work.traffic, work.hunt, work.watches = kept
    work.news.clear()
    return found


@allows("8.5d")
@refuses("8.5d")
@pytest.mark.parametrize(("kind", "date", "percent"), [("g7a", "1940", 25), ("g7e", "1940", 20), ("g7e", "1943", 10)])
def test_duds_by_chance(kind: str, date: str, percent: int) -> None:
    sea = sea_with(rules="torpedo_depth=off", DATE=f"{date}-06-01T08:00")
    found = fates_of(sea, kind=kind)
    assert set(found) == {"pistol", "hit"}
    assert abs(found.count("pistol") / 2 - percent) < 9
    assert set(fates_of(sea_with(), 20, kind=kind)) == {"hit"}


@allows("8.5j")
@refuses("8.5j")
def test_a_flat_impact_is_a_dud() -> None:
    flat, steep = 18_000 - 2_000, 18_000 - 3_000
    assert set(fates_of(sea_with(), 20, course=flat)) == {"angle"}
    assert set(fates_of(sea_with(rules="torpedo_depth=off"), 20, course=flat)) == {"angle"}, "before any other fault"
    at_30 = fates_of(sea_with(), course=steep)
    assert 60 <= at_30.count("angle") <= 100  # 40 of a hundred
    assert set(fates_of(sea_with(), 20, course=18_000 - 5_000)) == {"hit"}
    late = sea_with(DATE="1942-12-01T08:00")
    assert set(fates_of(late, 20, course=steep)) == {"hit"}
    assert set(fates_of(late, 20, course=flat)) == {"angle"}
    off = sea_with(rules="duds=off torpedo_depth=off pistol_angle=off")
    assert set(fates_of(off, 20, course=flat)) == {"hit"}


@allows("8.5j")
def test_the_chances_of_dud_and_angle_add_up() -> None:
    sea = sea_with(rules="torpedo_depth=off")
    found = fates_of(sea, 300, course=18_000 - 3_000)
    assert abs(found.count("hit") / 3 - 40) < 9  # 20 by chance and 40 for the angle


# -- what is perceived -----------------------------------------------------------------------------------------------


@allows("8.5k")
@pytest.mark.parametrize("aboard", [{"listening": True}, {}])
def test_a_dud_is_heard_by_the_hydrophone_or_near_by(aboard: dict[str, Any]) -> None:
    far = 5000 if aboard else 900
    sea = shoot(sea_with(ship_row("a", range_m=far, bearing=90), aboard=aboard), course=18_000)
    assert results(sea) == ["dud c1" if aboard else "dud"]  # which is in contact by ear


@refuses("8.5k")
def test_else_there_is_silence_and_then_a_miss() -> None:
    sea = shoot(sea_with(), course=18_000)
    assert results(sea) == ["miss"]
    assert fates(sea) == ["angle"]
    ((at, _, _),) = [each for each in sea.news if each[1] == "torpedo"]
    assert at == 400_000_000 // mm_s(300) + 30_000


@allows("8.5k")
@refuses("8.5k")
def test_an_explosion_is_heard_within_ten_miles_and_later_than_expected_too() -> None:
    far = shoot(sea_with(ship_row("a", range_m=11 * NM // METRE)))
    assert results(far) == ["miss"]
    assert fates(far) == ["hit"]
    late = shoot(sea_with(), silence=10_000)
    assert results(late) == ["miss", "hit"]


@allows("8.5k")
def test_a_result_names_the_contact_that_was_hit() -> None:
    sea = sea_with(ship_row("a", known=True), aboard={"periscope": True})
    assert results(shoot(sea)) == ["hit c1"]


# -- hits ------------------------------------------------------------------------------------------------------------


def hit(sea: SeaRun, times: int = 1) -> SeaRun:
    for _ in range(times):
        shoot(sea, depth=METRE)
        (torpedo,) = sea.work.attack.running
        strike(sea.work, torpedo, 0, 26_000)
        sea.work.attack = sea.work.attack._replace(running=())
    return sea


@allows("8.5g")
@pytest.mark.parametrize(
    ("type_", "bears"),
    [("coaster", 1), ("tanker-large", 2), ("troop-liner", 3), ("corvette", 1), ("motor-launch", 1)],
)
def test_so_many_hits_sink_a_ship(type_: str, bears: int) -> None:
    sea = sea_with(ship_row("a", type=type_, kn=8))
    if bears > 1:
        hit(sea, bears - 1)
        ship = sea.work.traffic.ships[0]
        assert (ship.hits, ship.sinks, ship.motion) == (bears - 1, -1, FREE)
        leg = leg_of_number(sea.work, 0, 26_000)
        assert abs(-leg.vy - (mm_s(80) >> (bears - 1))) <= 2  # half its speed
    hit(sea)
    ship = sea.work.traffic.ships[0]
    assert ship.motion == STOPPED
    assert 5 * MINUTE <= ship.sinks - 26_000 <= 40 * MINUTE


@refuses("8.5g")
def test_a_middling_freighter_bears_one_hit_or_two() -> None:
    sunk = 0
    for number in range(40):
        sea = hit(sea_with(ship_row(f"s{number}")))
        sunk += sea.work.traffic.ships[0].sinks >= 0
    assert 14 <= sunk <= 34  # 60 of a hundred


@allows("8.5g")
def test_a_hit_takes_hull_points_that_shells_would_have_to_take() -> None:
    sea = sea_with(ship_row("a", type="troop-liner", kn=8))
    hit(sea)
    assert sea.work.traffic.ships[0].points == 140  # a third of 42


@allows("8.5k")
@refuses("8.5k")
def test_what_is_told_of_a_ship_that_goes_down() -> None:
    seen = hit(sea_with(ship_row("a", type="coaster", kn=8, known=True), aboard={"periscope": True}))
    seen.change(26_000)
    sunk = [facts for _, do, facts in seen.run(HOUR).news if do == "sunk"]
    assert sunk == [{"id": "c1", "neutral": False, "in_convoy": False, "type": "coaster", "grt": 1900}]
    unseen = hit(sea_with(ship_row("a", type="coaster", kn=8, bearing=90)))
    unseen.change(26_000)
    sunk = [facts for _, do, facts in unseen.run(HOUR).news if do == "sunk"]
    assert sunk == [{"id": "", "neutral": False, "in_convoy": False, "type": "", "grt": 0, "bearing": 91}]
    beyond = hit(sea_with(ship_row("a", type="coaster", kn=8, range_m=11 * NM // METRE)))
    beyond.change(26_000)
    assert [do for _, do, _ in beyond.run(HOUR).news] == []


# -- what they do about it -------------------------------------------------------------------------------------------


CONVOY = [ship_row(f"s{place}", type="tanker-large", group="g", bearing=place, range_m=5000) for place in range(3)]


@allows("8.8d")
@allows("8.7e")
def test_a_hit_alarms_the_group_and_calls_its_escorts() -> None:
    escort = ship_row("e1", type="corvette", group="g", range_m=7000, kn=9)
    sea = hit(sea_with(*CONVOY, escort))
    (group,) = sea.work.traffic.groups
    assert group.datum is not None
    assert (group.datum.how, group.datum.by) == ("hit", "s0")
    assert (group.sailing.course - group.axis) % 36_000 == 31_500  # the track came from starboard of a group southward
    assert group.alarm == 26_000 + 6 * HOUR
    (hunt,) = sea.work.hunt.hunts
    assert [hunter.state for hunter in hunt.hunters] == ["INVESTIGATE"]


@allows("8.5l")
@refuses("8.5l")
def test_by_day_a_track_may_be_seen_and_combed() -> None:
    combed = 0
    for number in range(60):
        sea = shoot(sea_with(ship_row(f"s{number}", known=True)), off=1500, kind="g7a", ends=20 * MINUTE)
        sea.change(0)
        sea.run(60_000)
        ship = sea.work.traffic.ships[0]
        combed += ship.motion == FREE and ship.hits == 0
        if ship.motion == FREE and ship.hits == 0:
            assert sea.datum is not None
            assert sea.datum.how == "track"
            assert abs(leg_of_number(sea.work, 0, 60_000).vy) <= 5  # along a track of 90 degrees
            assert sea.run(10 * MINUTE).work.traffic.ships[0].motion == "closing"
    assert 3 <= combed <= 18
    for kind, light in (("g7e", "day"), ("g7a", "dark")):
        for number in range(20):
            sea = shoot(sea_with(ship_row(f"s{number}"), light=light), off=1500, kind=kind)
            assert sea.run(60_000).datum is None
