"""The own boat at sea: turns, speed, battery, depth, bottom, chart and reckoning (UBT-8.2, UBT-8.11)."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.records import Drive, OwnBoat
from klaxon.rules.uboot.sea.chart import place_of
from klaxon.rules.uboot.sea.numbers import NM
from klaxon.rules.uboot.sea.own_boat.power import level_at
from klaxon.rules.uboot.sea.own_boat.pressure import CRUSH_M, crush_depth
from klaxon.rules.uboot.sea.own_boat.way import at_start, heading_at, steered_for
from klaxon.rules.uboot.sea.passing import reach
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, over_line, told
from tests.rules.uboot.kit.marks import allows, refuses

AUTO = "manning=auto"
ENGINES_UP = {"engineer.triangle": 5, "engineer.hexagon": 5}
ENGINES_DOWN = {"engineer.triangle": 6, "engineer.hexagon": 6}
DOWN: dict[str, Any] = {"surfaced": False, "depth": 20}


def at(boat: Boat) -> tuple[int, int]:
    """Return where the boat really is, in metres east and north of where it began."""
    game = boat.state.board.clock.game_at + boat.state.now - boat.state.board.clock.at
    passage = reach(boat.state, game)
    x, y = passage.sea.way[0].place(game)
    x0, y0 = place_of(boat.state.box.charts["atlantic"], "AM12")
    return (x - x0) // 1000, (y - y0) // 1000


# -- course and speed --------------------------------------------------------------------------------------------------


@allows("8.2a")
def test_speed_changes_in_three_steps() -> None:
    boat = Boat(rules=AUTO, figures=ENGINES_UP)
    boat.give("captain new_speed half")
    found = []
    for seconds in (19, 1, 39, 1, 59, 1):
        boat.wait(seconds * 1000)
        found.append(boat.view()["boat"]["speed"])
    assert found == [0, 33, 33, 67, 67, 100]


@allows("8.2a")
def test_a_submerged_boat_changes_speed_quicker() -> None:
    boat = Boat(rules=AUTO, **DOWN, figures=ENGINES_DOWN)
    boat.give("captain new_speed full")
    found = []
    for seconds in (15, 25, 40):
        boat.wait(seconds * 1000)
        found.append(boat.view()["boat"]["speed"])
    assert found == [25, 51, 76]


@refuses("8.2a")
def test_a_stopped_boat_does_not_turn() -> None:
    boat = Boat(rules=AUTO)
    boat.give("captain new_course 90")
    boat.wait(10 * MINUTE)
    assert (boat.view()["boat"]["course"], boat.view()["boat"]["ordered_course"]) == (0, 90)


@allows("8.2a")
def test_a_turn_is_a_row_of_legs_the_shorter_way_round() -> None:
    boat = at_start(OwnBoat(), Drive(0, 170, True, 100))
    turning = steered_for(boat, Drive(348, 170, True, 100), 1000)
    assert [(leg.start, leg.heading) for leg in turning.way] == [
        *((1000, 0), (3500, 35500), (6000, 35000), (7000, 34800)),
    ]
    half = steered_for(boat, Drive(180, 170, True, 100), 0)
    assert half.way[1].heading == 500
    slow = steered_for(at_start(OwnBoat(), Drive(0, 10, True, 100)), Drive(90, 10, True, 100), 0)
    assert slow.way[1].start == 16_666
    weak = steered_for(boat, Drive(90, 170, True, 50), 0)
    assert weak.way[1].start == 5_000


@allows("8.2a")
def test_a_change_of_speed_takes_effect_at_the_end_of_a_stretch() -> None:
    """UBT-5#58."""
    boat = steered_for(at_start(OwnBoat(), Drive(0, 60, True, 100)), Drive(20, 60, True, 100), 0)
    assert [leg.start for leg in boat.way] == [0, 7142, 14284, 21426, 28568]
    faster = steered_for(boat, Drive(20, 170, True, 100), 2000)
    assert faster.way[:2] == ((2000, 0, 60), (7142, 500, 60))
    assert next(leg for leg in faster.way if leg.knots != 60).start in {leg.start for leg in faster.way if leg.heading}
    assert heading_at(faster, 10 * MINUTE)[1:] == (2000, 170)


def test_the_boat_is_where_its_legs_lead() -> None:
    boat = Boat(speed="full", course=90)
    boat.wait(HOUR)
    assert at(boat) == (31_485, 0)


def test_a_gyro_that_is_off_leads_off_the_course() -> None:
    boat = Boat(speed="full", course=0, faults={"gyro-compass": "red"})
    boat.wait(HOUR)
    east, north = at(boat)
    assert 0.103 < east / north < 0.107
    assert boat.view()["boat"]["course"] == 0


# -- battery -----------------------------------------------------------------------------------------------------------


@allows("8.2c")
@pytest.mark.parametrize(("setting", "hours"), [("slow", 67), ("half", 20), ("full", 2)])
def test_how_long_the_battery_lasts(setting: str, hours: int) -> None:
    boat = Boat(**DOWN, speed=setting).state.board.boat
    assert abs(1_000_000 / -boat.charging - hours) < 1.5


@allows("8.2c")
def test_the_battery_is_told_at_its_marks_and_the_motors_stop_when_it_is_empty() -> None:
    boat = Boat(**DOWN, speed="full", battery=26)
    assert told(boat.wait(2 * MINUTE), "battery") == ["battery percent=25 mark=True"]
    assert told(boat.wait(40 * MINUTE), "battery") == ["battery percent=10 mark=True", "battery percent=0 mark=True"]
    assert (boat.view()["boat"]["speed"], boat.view()["boat"]["battery"]) == (0, 0)


@allows("8.2c")
def test_a_mark_of_the_battery_is_told_when_it_is_reached() -> None:
    boat = Boat(**DOWN, speed="full", battery=26)
    while not told(boat.wait(1000), "battery"):
        pass
    assert 249_800 < level_at(boat.state.board.boat, reading(boat.state.board.clock, boat.state.now)) <= 250_000


@refuses("8.2c")
def test_a_surfaced_boat_charges_and_no_more_than_full() -> None:
    boat = Boat(speed="half", battery=90)
    boat.wait(HOUR // 2)
    assert boat.view()["boat"]["battery"] == 95
    boat.wait(HOUR)
    assert boat.view()["boat"]["battery"] == 100
    weak = Boat(speed="half", battery=90, faults={"diesel-air-intake": "red", "aft-battery": "yellow"})
    assert weak.view()["boat"]["battery"] == 85
    assert level_at(weak.state.board.boat, HOUR) == 850_000


# -- depth -------------------------------------------------------------------------------------------------------------


@allows("8.2b")
@allows("8.2d")
def test_depths_are_told_and_the_hull_gives_way() -> None:
    boat = Boat(rules=AUTO, surfaced=False, depth=140, speed="half")
    boat.give("captain new_depth 300")
    events = boat.wait(3 * MINUTE)
    told_depths = [event.facts["metres"] for event in events if event.type == "depth"]
    assert told_depths == [150, 200, 230]
    assert told(events, "over") == [over_line("crushed")]
    low, high = CRUSH_M
    assert low <= crush_depth(boat.state.key) // 1000 <= high


@refuses("8.2d")
def test_a_safe_depth_brings_no_leak() -> None:
    boat = Boat(surfaced=False, depth=150)
    assert told(boat.wait(12 * HOUR), "emergency", "breach") == []


@allows("8.2d")
def test_pressure_brings_leaks_and_deeper_breaches() -> None:
    leaks = told(Boat(surfaced=False, depth=220).wait(2 * HOUR), "emergency")
    assert leaks
    assert all("kind=leak" in line for line in leaks)
    assert told(Boat(surfaced=False, depth=240).wait(2 * HOUR), "breach")


@refuses("8.2b")
def test_the_bottom_holds_a_slow_boat() -> None:
    """Case 34 of UBT-12.21."""
    boat = Boat(rules=AUTO, surfaced=False, depth=100, cell="AM32")
    boat.give("captain new_depth 150")
    assert told(boat.wait(10 * MINUTE), "depth", "over") == ["depth metres=120"]
    assert boat.view()["boat"]["depth"] == 120
    boat = Boat(rules=AUTO, surfaced=False, depth=100, speed="half", cell="AM32")
    boat.give("captain new_depth 150")
    assert told(boat.wait(10 * MINUTE), "over") == [over_line("aground")]


@allows("8.11f")
def test_a_boat_leaves_the_bottom_by_new_depth() -> None:
    boat = Boat(rules=AUTO, surfaced=False, depth=110, cell="AM32")
    boat.give("captain new_depth 130")
    boat.wait(5 * MINUTE)
    assert boat.state.board.boat.grounded
    boat.give("captain new_depth 80")
    boat.wait(5 * MINUTE)
    assert (boat.view()["boat"]["depth"], boat.state.board.boat.grounded) == (80, False)


@refuses("8.11f")
def test_a_boat_on_the_bottom_makes_no_way() -> None:
    boat = Boat(rules=AUTO, surfaced=False, depth=110, cell="AM32", figures=ENGINES_DOWN)
    boat.give("captain new_depth 130")
    boat.wait(5 * MINUTE)
    boat.give("captain new_speed slow")
    boat.wait(5 * MINUTE)
    assert boat.view()["boat"]["speed"] == 0


# -- chart and reckoning -----------------------------------------------------------------------------------------------


@allows("8.11a")
def test_shoals_are_told_half_an_hour_before_the_boat_runs_aground() -> None:
    boat = Boat(speed="full", course=90, cell="AM37", rules="navigator=low")
    events = boat.wait(12 * HOUR)
    shoals = [event for event in events if event.type in ("shoals", "over")]
    assert [event.type for event in shoals][:1] == ["shoals"]
    assert told(events, "over") == [over_line("aground")]


@refuses("8.11a")
def test_open_water_ahead_is_no_shoal() -> None:
    assert told(Boat(speed="full", course=270).wait(6 * HOUR), "shoals", "over") == []


@allows("8.11c")
def test_the_boat_stops_at_the_edge_of_the_chart() -> None:
    boat = Boat(speed="full", course=0, cell="AE12", rules="navigator=low")
    assert told(boat.wait(6 * HOUR), "edge") == ["edge cell=AE12"]
    assert (boat.view()["boat"]["speed"], boat.view()["boat"]["setting"]) == (0, "stop")


@allows("8.11d")
def test_the_reckoning_drifts_until_the_sextant_tells_the_cell() -> None:
    boat = Boat(rules=AUTO, speed="full", course=90, figures={"navigator.circle": 8})
    boat.wait(HOUR)
    passage = reach(boat.state, HOUR)
    true, reckoned = passage.sea.way[0].place(HOUR), passage.sea.reckoning.legs[0].place(HOUR)
    off = abs(true[0] - reckoned[0]) + abs(true[1] - reckoned[1])
    assert 0 < off <= 17 * NM * 30 // 1000 * 3 // 2
    boat.give("captain sextant")
    assert told(boat.events, "cell") == ["cell cell=AM12"]
    sea = boat.state.sea
    assert sea.reckoning.legs[0].place(HOUR) == sea.way[0].place(HOUR)
    assert sea.reckoning.fixes == 2


@refuses("8.11d")
def test_at_level_low_nothing_drifts() -> None:
    boat = Boat(rules="navigator=low", speed="full", course=90)
    boat.wait(HOUR)
    passage = reach(boat.state, HOUR)
    assert passage.sea.way[0].place(HOUR) == passage.sea.reckoning.legs[0].place(HOUR)


@allows("3.17d")
@allows("8.3d")
def test_the_sextant_needs_a_clear_sky() -> None:
    boat = Boat(rules=AUTO, figures={"navigator.circle": 8})
    boat.give("captain sextant")
    assert told(boat.events, "cell", "done") == ["cell cell=AM12", "done order=sextant men=navigator.circle"]


@refuses("3.17d")
@refuses("8.3d")
def test_a_cloudy_sky_or_a_submerged_boat_has_no_sextant() -> None:
    boat = Boat(weather="cloudy", figures={"navigator.circle": 8})
    assert boat.why("captain sextant") == {"code": "not-clear", "weather": "cloudy"}
    assert Boat(**DOWN).why("captain sextant") == {"code": "submerged", "order": "sextant"}
