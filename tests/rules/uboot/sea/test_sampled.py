"""What a sample of mutants of the sea showed to be unproved (`tests/mutants.md`), part by part."""

from __future__ import annotations

from math import isqrt
from typing import Any

import pytest

from klaxon.rules.uboot.records import OwnBoat, WayLeg
from klaxon.rules.uboot.sea.attack import launching
from klaxon.rules.uboot.sea.attack.solution import LaidTdc, followed_at, solution_at
from klaxon.rules.uboot.sea.attack.tdc import BOW, STERN, AimData, TargetTrack, leaving
from klaxon.rules.uboot.sea.guns.source import fire_gun88
from klaxon.rules.uboot.sea.hunt.escorts import HOLD, open_out
from klaxon.rules.uboot.sea.hunt.records import ATTACK, INVESTIGATE, OPEN
from klaxon.rules.uboot.sea.hunt.source import call_hunters
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import METRE, bearing
from klaxon.rules.uboot.sea.own_boat.noise import with_noise
from klaxon.rules.uboot.sea.own_boat.power import level_at
from klaxon.rules.uboot.sea.own_boat.pressure import crush_depth, pressure_due
from klaxon.rules.uboot.sea.own_boat.way import leg_at, without_past
from klaxon.rules.uboot.sea.ships.casualties import take_away
from klaxon.rules.uboot.sea.ships.formation import LEAD, stations_of
from klaxon.rules.uboot.sea.ships.records import Datum
from klaxon.rules.uboot.sea.truth import Budget, PressureHull
from tests.rules.uboot.kit.attack import AT_POSTS, aimed
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows
from tests.rules.uboot.kit.ships import CLASSES, SeaRun, ship_row

SECOND = 1000
AUTO = "manning=auto"

# -- the attack --------------------------------------------------------------------------------------------------------


def laid(x: int, y: int, vx: int, vy: int) -> LaidTdc:
    """Return a TDC whose target lies so many metres off and moves so many mm a second; the boat heads north."""
    return LaidTdc("c1", AimData(90, -90, 10, 1000, 30), TargetTrack(0, x * METRE, y * METRE, vx, vy, 0), 5_000 * METRE)


@allows("8.5c")
def test_the_angle_on_the_bow_follows_a_target_that_goes_due_north_or_due_east() -> None:
    north, east = laid(1000, 0, 0, 5_000), laid(0, 1000, 5_000, 0)
    assert [followed_at(north, game * SECOND).aob for game in (0, 100, 200)] == [-90, -117, -135]
    assert [followed_at(east, game * SECOND).aob for game in (0, 100, 200)] == [90, 117, 135]


@allows("8.5b")
def test_without_a_solution_there_are_no_figures() -> None:
    found = solution_at(laid(0, 3000, 0, 40_000), 0)
    assert (found.valid, found.bow) == (False, "speed")
    assert found[4:9] == (0, 0, 0, 0, 0)


@allows("8.5g")
def test_torpedoes_whose_gyros_fail_run_off_each_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launching, "GYRO_PPM", 1_000_000)
    boat = aimed(rules="duds=on torpedo_depth=off")
    boat.play("captain launch 1 2 3 4", "captain assign")
    boat.wait(9_000)
    running = boat.state.sea.attack.running
    assert [each.fate for each in running] == ["gyro"] * 4
    assert len({each.course for each in running}) == 4


# -- guns --------------------------------------------------------------------------------------------------------------


@allows("8.5h")
def test_what_was_not_fired_is_told_when_the_gun_falls_silent() -> None:
    sea = SeaRun(ship_row("s1", range_m=1_500, kn=0, known=True), aboard={"gun88": True, "lookouts": 6})
    fire_gun88(sea.work, 0, "c1", 30)
    sea.run(10 * SECOND)
    sea.man(12 * SECOND, gun88=False)
    assert [at for at, do, _ in sea.news if do == "shells"] == [12 * SECOND]


# -- who hunts ---------------------------------------------------------------------------------------------------------


def escort(metres: int, **facts: Any) -> dict[str, Any]:
    told_of = {"type": "corvette", "group": "g", "range_m": metres, "bearing": 0, "kn": 8, "course": 0}
    return ship_row("e", **{**told_of, **facts})


def called(sea: SeaRun, how: str) -> list[str]:
    """Return in which states escorts are that a datum right at the boat has called."""
    call_hunters(sea.work, 0, Datum(0, how, "g", *sea.work.leg(0).place(0)), 0)
    return [hunter.state for hunt in sea.work.hunt.hunts for hunter in hunt.hunters]


@allows("8.8a")
@pytest.mark.parametrize("how", ["sight", "radar"])
def test_an_escort_that_sees_the_boat_at_the_surface_goes_to_ram_it(how: str) -> None:
    assert called(SeaRun(escort(2_000), surfaced=True), how) == [ATTACK]
    assert called(SeaRun(escort(2_000), surfaced=False, depth=40), how) == [INVESTIGATE]
    assert called(SeaRun(escort(2_000), surfaced=True), "hydrophone") == [INVESTIGATE]


@allows("8.8a")
def test_an_escort_that_a_file_places_in_an_attack_begins_it_at_once() -> None:
    sea = SeaRun(escort(3_000, state="ATTACK"), surfaced=False, depth=40)
    (hunter,) = sea.work.hunt.hunts[0].hunters
    leg = sea.work.traffic.ships[hunter.number].leg
    assert leg is not None
    assert (hunter.state, hunter.due, leg.start) == (ATTACK, HOLD, 0)


@allows("8.8a")
def test_after_its_charges_an_escort_goes_on_for_600_metres() -> None:
    sea = SeaRun(escort(3_000, state="ATTACK"), surfaced=False, depth=40)
    (hunter,) = sea.work.hunt.hunts[0].hunters
    before, after = sea.work.traffic.ships[hunter.number].leg, open_out(sea.work, hunter, 0)
    leg = sea.work.traffic.ships[hunter.number].leg
    assert before is not None
    assert leg is not None
    assert (after.state, bearing(leg.vx, leg.vy)) == (OPEN, bearing(before.vx, before.vy))
    assert isqrt(leg.vx**2 + leg.vy**2) * after.due == pytest.approx(600 * METRE * SECOND, rel=0.001)


@allows("8.4a")
def test_of_two_convoys_the_lookouts_of_the_one_that_comes_near_look() -> None:
    near = [ship_row(f"a{n}", group="a", bearing=0, range_m=14_000 + 600 * n, course=180) for n in range(3)]
    far = [ship_row(f"b{n}", group="b", bearing=90, range_m=60_000 + 600 * n, course=90) for n in range(3)]
    sea = SeaRun(*near, *far, surfaced=True).run(15 * MINUTE)
    assert {watch.body for watch in sea.work.watches.pairs if watch.sensor == "sight"} == {0, 1, 2}


# -- the own boat ------------------------------------------------------------------------------------------------------


@allows("8.2b")
def test_marks_on_the_way_down_are_told_as_marks() -> None:
    boat = Boat(rules=AUTO, surfaced=False, depth=140, speed="half")
    boat.give("captain new_depth 210")
    marks = [each for each in boat.wait(3 * MINUTE) if each.type == "depth" and "mark" in each.facts]
    assert [(each.facts["metres"], each.facts["mark"]) for each in marks] == [(150, True), (200, True)]


@allows("8.2f")
def test_pumps_that_go_on_are_one_noise() -> None:
    boat = with_noise(with_noise(with_noise(OwnBoat(), "pumps", 100), "compressor", 50), "pumps", 80)
    assert boat.noisy == (("compressor", 50), ("pumps", 100))


@allows("8.2d")
def test_the_hull_gives_way_at_a_whole_millisecond() -> None:
    sea = SeaRun(surfaced=False, depth=200)
    sea.work.hull = PressureHull(leak=Budget(1_001, 0, 7, 3))
    assert (pressure_due(sea.work), type(pressure_due(sea.work))) == (7 + 334, int)


@allows("8.2a")
def test_the_way_without_what_is_over_holds_the_present_leg_and_the_steps_to_come() -> None:
    way = (WayLeg(0, 0, 50), WayLeg(100, 900, 50), WayLeg(200, 1800, 50))
    boat = without_past(OwnBoat(way=way, steps=((90, 500), (150, 40), (200, 60))), 150)
    assert boat.way == way[1:]
    assert boat.steps == ((200, 60),)
    legs = tuple(SeaLeg(start, 0, 0, start, 0) for start in (0, 100, 200))
    assert [leg_at(legs, game).start for game in (0, 99, 100, 199, 200, 999)] == [0, 0, 100, 100, 200, 200]


@allows("8.11f")
def test_a_deep_boat_that_comes_over_shallower_water_lies_down_if_it_is_slow() -> None:
    sea = SeaRun(cell="AM32", surfaced=False, depth=100, speed="slow").run(60 * HOUR)
    assert [facts for _, do, facts in sea.news if do == "bottom"] == [{"metres": 60}]


# -- figures of UBT-9 that no other test would miss --------------------------------------------------------------------


@allows("8.2c")
def test_at_four_knots_the_battery_lasts_eighty_miles() -> None:
    boat = Boat(surfaced=False, depth=50, speed="half")
    boat.wait(HOUR)
    assert level_at(boat.state.board.boat, HOUR) == 950_000


@allows("8.2d")
@pytest.mark.parametrize(
    ("metres", "leaks", "breaks"), [(150, 0, 0), (151, 2_225, 0), (190, 11_000, 0), (230, 20_000, 0), (231, 0, 30_000)]
)
def test_the_hull_leaks_below_150_m_and_breaks_below_230(metres: int, leaks: int, breaks: int) -> None:
    hull = SeaRun(surfaced=False, depth=metres).work.hull
    assert (hull.leak.rate, hull.breach.rate) == (leaks, breaks)


@allows("8.2d")
def test_a_hull_is_crushed_somewhere_between_250_and_295_m() -> None:
    depths = {crush_depth(f"{number:032x}") // METRE for number in range(400)}
    assert (min(depths), max(depths)) == (250, 295)


@allows("8.5d")
def test_a_torpedo_turns_95_m_wide_9500_mm_after_it_has_left_its_tube() -> None:
    straight, across = leaving(0, 30, BOW), leaving(9_000, 30, BOW)
    assert (straight.ahead, straight.aside, straight.way) == (46_500, 0, 9_500)
    assert (across.ahead, across.aside) == (141_500, 95_000)
    assert leaving(0, 30, STERN).ahead == 39_500


# -- ships -------------------------------------------------------------------------------------------------------------


@allows("8.7g")
def test_a_ship_that_leaves_its_column_has_no_row_in_it() -> None:
    sea = SeaRun(TRAFFIC=[["slow_convoy", 1]], AREA="AK55", HOURS=96)
    number = next(n for n, ship in enumerate(sea.work.traffic.ships) if ship.column >= 0)
    take_away(sea.work, 0, number)
    gone = sea.work.traffic.ships[number]
    assert (gone.column, gone.row) == (-1, -1)


def test_classes_have_their_beam() -> None:
    assert (CLASSES["tramp-freighter"].beam, CLASSES["corvette"].beam) == (16_000, 10_000)


@allows("8.7d")
def test_escorts_without_merchants_keep_station_about_their_middle() -> None:
    assert stations_of(1, []) == ((0, LEAD),)


@allows("3.11a")
def test_a_group_in_the_glass_is_identified_as_a_group_with_what_it_is_made_of() -> None:
    ships = [ship_row(f"m{n}", bearing=330 + 3 * n, range_m=9_000, course=150, kn=7, group="hx") for n in range(3)]
    boat = Boat(SHIPS=ships, surfaced=False, depth=10, figures=AT_POSTS, weather="clear", sea=2)
    boat.play("captain periscope", "captain assign circle")
    boat.wait(20 * MINUTE)
    groups = [name for name, each in boat.view()["contacts"].items() if each["kind"] == "group"]
    assert groups, told(boat.events)
    lines = told(boat.give(f"first_officer identify {groups[0]}"))
    assert lines[0].startswith(f"identified contact={groups[0]} klass=group merchants=")
    assert boat.view()["contacts"][groups[0]]["klass"] == "group"
    single = next(name for name, each in boat.view()["contacts"].items() if each["kind"] == "ship")
    assert told(boat.give(f"first_officer identify {single}"))[0].startswith(
        f"identified contact={single} klass=merchant"
    )
