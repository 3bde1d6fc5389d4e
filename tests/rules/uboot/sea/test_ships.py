"""Ships at sea before anything happens: classes, zigzag, formations, and where a mission places them."""

from __future__ import annotations

from math import isqrt

import pytest

from klaxon.rules.uboot.clock import HOUR
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import METRE, NM, bearing, mm_s, signed_angle, vector
from klaxon.rules.uboot.sea.ships.formation import offset, places_of, stations_of, weave_ends, weave_leg
from klaxon.rules.uboot.sea.ships.placement import SPEED_MS, TRACK, speed_in
from klaxon.rules.uboot.sea.ships.records import FREE, STATION, Traffic
from klaxon.rules.uboot.sea.ships.sailing import group_leg, leg_of, next_turn, ship_leg
from klaxon.rules.uboot.sea.ships.staged import traffic_of
from klaxon.rules.uboot.sea.ships.zigzag import turn_after, turn_before, zigzag_leg
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import AREA, CLASSES, KEY, box, mission_with, ship_row, ships_of, traffic_with

MINUTE = 60_000


def test_classes_are_read_in_the_units_of_the_sea() -> None:
    tramp, corvette = CLASSES["tramp-freighter"], CLASSES["corvette"]
    assert (tramp.length, tramp.draught, tramp.fastest, tramp.mast) == (115_000, 7_500, mm_s(100), 28_000)
    assert (tramp.is_escort, corvette.is_escort, corvette.charges) == (False, True, 40)
    assert [name for name, kind in CLASSES.items() if kind.is_neutral] == ["fishing-boat"]


FIGURES = {
    "coaster": (1_900, 9, 0),
    "tramp-freighter": (4_700, 10, 0),
    "war-standard-freighter": (7_200, 11, 0),
    "refrigerator-ship": (8_400, 15, 0),
    "tanker-medium": (8_100, 11, 0),
    "tanker-large": (10_400, 14, 0),
    "whale-factory-ship": (12_300, 11, 0),
    "troop-liner": (16_800, 18, 0),
    "auxiliary-cruiser": (14_000, 17, 0),
    "corvette": (925, 16, 40),
    "sloop": (1_250, 19, 70),
    "frigate": (1_370, 20, 70),
    "old-fleet-destroyer": (1_190, 28, 70),
    "fleet-destroyer": (1_850, 34, 70),
    "armed-trawler": (545, 11, 20),
}
"""Class -> tonnage, fastest speed and charges on board (UBT-8.8g, UBT-9)."""


@allows("8.8g")
def test_ships_have_the_figures_of_history() -> None:
    ships = box().ships
    assert {name: (ships[name]["grt"], ships[name]["max_kn"], ships[name]["charges"]) for name in FIGURES} == FIGURES


# -- the zigzag ----------------------------------------------------------------------------------------------------


@allows("8.7e")
def test_an_hour_of_zigzag_at_9_knots() -> None:
    begun = SeaLeg(0, 0, 0)
    assert zigzag_leg(begun, 0, mm_s(90), 0, HOUR).place(HOUR) == (0, 15_695_040)
    assert zigzag_leg(begun, 9000, mm_s(90), 0, HOUR).place(HOUR) == (15_695_040, 0)


@allows("8.7e")
def test_legs_of_a_zigzag_begin_by_the_clock_and_join() -> None:
    courses = {}
    begun = SeaLeg(3 * MINUTE, 5, 7)
    before = zigzag_leg(begun, 4500, mm_s(130), 20 * MINUTE, 3 * MINUTE)
    for game in range(3 * MINUTE, 26 * HOUR, MINUTE):
        leg = zigzag_leg(begun, 4500, mm_s(130), 20 * MINUTE, game)
        assert leg.place(game) == before.place(game)
        courses[(game // MINUTE + 20) % 60] = round(signed_angle(bearing(leg.vx, leg.vy) - 4500) / 100)
        before = leg
    legs = [(minute, courses[minute]) for minute in range(60) if courses[minute] != courses[(minute - 1) % 60]]
    assert legs == [(0, 15), (8, -15), (16, -30), (25, 30), (34, 15), (42, -15), (50, 0)]


@refuses("8.7e")
def test_no_other_minute_begins_a_leg() -> None:
    turns = []
    clock = 0
    while clock < HOUR:
        assert turn_before(clock) == clock
        clock = turn_after(clock)
        turns.append(clock // MINUTE)
        assert turn_before(clock - 1) < clock
    assert turns == [8, 16, 25, 34, 42, 50, 60]


# -- formations ----------------------------------------------------------------------------------------------------


@allows("8.7d")
def test_a_convoy_is_wider_than_deep_with_ships_600_m_and_columns_900_m_apart() -> None:
    for count in range(6, 41):
        places = places_of(count)
        columns, rows = {place.column for place in places}, {place.row for place in places}
        assert len(set(places)) == count
        assert len(columns) > len(rows)
        assert {place.across - 900_000 * place.column for place in places} == {-450_000 * (len(columns) - 1)}
        assert {place.ahead + 600_000 * place.row for place in places} == {300_000 * (len(rows) - 1)}
        for column in columns:
            depth = {place.row for place in places if place.column == column}
            assert depth == set(range(len(depth)))
    assert {place.column for place in places_of(32)} == set(range(8))


@allows("8.7d")
def test_escorts_have_stations_all_round() -> None:
    places = places_of(32)
    lead, bow, other_bow, beam, other_beam, astern = stations_of(6, places)
    assert (lead, astern) == ((0, 900_000 + 3_500_000), (0, -900_000 - 3_500_000))
    assert (beam, other_beam) == ((3_150_000 + 3_500_000, 0), (-3_150_000 - 3_500_000, 0))
    assert bow == (-other_bow[0], other_bow[1])
    assert bow[0] - 3_150_000 == bow[1] - 900_000 == pytest.approx(3_500_000 * 0.7071, abs=200)
    assert [len(stations_of(count, places)) for count in range(7)] == [0, 1, 2, 3, 4, 5, 6]


@refuses("8.7d")
def test_no_tanker_sails_outside_of_a_freighter() -> None:
    for seed in range(8):
        traffic = traffic_with(f"{seed:032x}", TRAFFIC=[["fast_convoy", 1]], MAP="atlantic", START="AL55", AREA="AL55")
        merchants = [ship for ship in ships_of(traffic, traffic.groups[0]) if ship.column >= 0]
        tankers = [isqrt(s.x**2 + s.y**2) for s in merchants if CLASSES[s.type].type == "tanker"]
        others = [isqrt(s.x**2 + s.y**2) for s in merchants if CLASSES[s.type].type != "tanker"]
        assert max(tankers, default=0) <= min(others) + 2


@allows("8.7d")
def test_an_escort_weaves_about_its_station_across_the_course() -> None:
    phase = 250_000
    seen = []
    before = weave_leg(0, phase, 0)
    for game in range(0, HOUR, 10_000):
        leg = weave_leg(0, phase, game)
        assert leg.place(game) == before.place(game)
        assert leg.place(game)[1] == 0
        seen.append(leg.place(game)[0])
        before = leg
    assert (min(seen), max(seen)) == (-999_900, 999_900)
    assert sum(seen) == 0
    assert [weave_ends(phase, game) for game in (0, 349_999, 350_000)] == [350_000, 350_000, 950_000]
    assert offset(100_000, 0, 0) == (100_000, 0)
    assert offset(0, 100_000, 9000) == (100_000, 0)


# -- where they begin ----------------------------------------------------------------------------------------------


def _place_at_passing(traffic: Traffic) -> tuple[int, int]:
    """Return where the first group is when it passes its point, sailed with the speeds of its six hours."""
    group = traffic.groups[0]
    fastest = min(CLASSES[ship.type].fastest for ship in ships_of(traffic, group))
    (x, y), game = group_leg(traffic, group, 0).place(0), 0
    while game < group.passing:
        end = game + ((group.passing - game) % SPEED_MS or SPEED_MS)
        leg = SeaLeg(game, x, y, *vector(group.axis, speed_in(KEY, group, fastest, game)))
        (x, y), game = leg.place(end), end
    return x, y


@allows("8.7b")
@pytest.mark.parametrize(
    ("kind", "within", "percent"),
    [
        ("single", 40, (10, 85)),
        ("small", 40, (10, 85)),
        ("slow_convoy", 25, (25, 45)),
        ("fast_convoy", 25, (25, 45)),
        ("coastal_convoy", 20, (25, 60)),
    ],
)
def test_each_unit_passes_a_point_of_the_area_in_its_time(kind: str, within: int, percent: tuple[int, int]) -> None:
    traffic = traffic_with(TRAFFIC=[[kind, 1]])
    x, y = _place_at_passing(traffic)
    assert isqrt((x - AREA[0]) ** 2 + (y - AREA[1]) ** 2) <= within * NM + 100 * METRE
    assert percent[0] * 48 * HOUR <= 100 * traffic.groups[0].passing <= percent[1] * 48 * HOUR


@allows("8.7b")
def test_base_courses_are_east_or_west_in_the_atlantic_and_along_the_coast_in_the_north_sea() -> None:
    sea = traffic_with(TRAFFIC=[["single", 12], ["small", 8]])
    courses = [group.axis for group in sea.groups]
    assert all(min(abs(signed_angle(course - 9000)), abs(signed_angle(course - 27000))) <= 3000 for course in courses)
    assert {course < 18000 for course in courses} == {True, False}
    cells = {"MAP": "north_sea", "START": "AN38", "BASE": "AN38", "AREA": "AN38"}
    primary = {"kind": "patrol", "cell": "AN38", "dwell_h": 4}
    coast = traffic_with(TRAFFIC=[["single", 12]], PRIMARY=primary, **cells)
    assert all(
        min(abs(signed_angle(group.axis)), abs(signed_angle(group.axis - 18000))) <= 3000 for group in coast.groups
    )


@refuses("8.7b")
def test_no_unit_passes_on_land() -> None:
    east = traffic_of(KEY, mission_with(TRAFFIC=[["single", 20]]), box(), (0, 0), AREA, lambda x, _y: x > AREA[0])
    for number, group in enumerate(east.groups):
        x, _ = _place_at_passing(Traffic(east.groups[number:], east.ships, east.past))
        assert x > AREA[0] - 100 * METRE, group


@refuses("8.7b")
def test_speeds_stay_within_5_percent_and_differ_every_six_hours() -> None:
    group = traffic_with(TRAFFIC=[["slow_convoy", 1]]).groups[0]
    speeds = [speed_in(KEY, group, mm_s(450), hour * HOUR) for hour in range(48)]
    assert all(abs(speed - mm_s(70)) <= mm_s(70) * 5 // 100 for speed in speeds)
    assert 7 <= len(set(speeds)) <= 9
    changes = [hour * HOUR for hour in range(1, 48) if speeds[hour] != speeds[hour - 1]]
    assert all(
        (group.passing - change) % SPEED_MS < HOUR or (change - group.passing) % SPEED_MS < HOUR for change in changes
    )


@allows("8.7a")
@pytest.mark.parametrize(
    ("kind", "ships", "escorts", "knots"),
    [
        ("single", (1, 1), (0, 0), (9, 14)),
        ("slow_convoy", (18, 30), (4, 5), (7, 7)),
        ("fast_convoy", (20, 36), (5, 6), (9, 9)),
        ("coastal_convoy", (6, 10), (3, 3), (8, 8)),
        ("patrol", (0, 0), (1, 2), (14, 14)),
        ("small", (1, 1), (0, 0), (4, 8)),
    ],
)
def test_templates_have_their_numbers(
    kind: str, ships: tuple[int, int], escorts: tuple[int, int], knots: tuple[int, int]
) -> None:
    traffic = traffic_with(TRAFFIC=[[kind, 6]])
    for group in traffic.groups:
        classes = [CLASSES[ship.type] for ship in ships_of(traffic, group)]
        hunters = sum(each.is_escort for each in classes)
        assert escorts[0] <= hunters <= escorts[1]
        assert ships[0] <= len(classes) - hunters <= ships[1]
        assert knots[0] * 10 <= group.knots <= knots[1] * 10
        assert all(each.knots >= group.knots for each in classes)
    assert len({ship.name for ship in traffic.ships}) == len(traffic.ships)


@refuses("8.7a")
def test_a_coastal_convoy_has_trawlers_and_no_troop_liner_and_frigates_come_in_1942() -> None:
    traffic = traffic_with(TRAFFIC=[["coastal_convoy", 3]])
    for group in traffic.groups:
        types = [CLASSES[ship.type].type for ship in ships_of(traffic, group)]
        assert types[-3:] == ["trawler", "trawler", "destroyer"]
        assert "troop" not in types
    early, late = (traffic_with(TRAFFIC=[["patrol", 20]], DATE=f"{year}-06-01T08:00") for year in (1940, 1942))
    assert "frigate" not in {CLASSES[ship.type].type for ship in early.ships}
    assert "frigate" in {CLASSES[ship.type].type for ship in late.ships}


def test_a_patrol_goes_up_and_down_ten_miles() -> None:
    group = traffic_with(TRAFFIC=[["patrol", 1]]).groups[0]
    assert group.sailing.course in (group.axis, (group.axis + 18000) % 36000)
    assert 0 < group.track_due * group.speed // 1000 <= TRACK


@allows("7.11h")
def test_traffic_holds_one_ship_more_of_a_wanted_type() -> None:
    wanted = {"kind": "sink_type", "type": "tanker", "count": 2}
    for traffic in (
        traffic_with(f"{seed:032x}", TRAFFIC=[["single", 3], ["small", 2]], PRIMARY=wanted) for seed in range(6)
    ):
        assert [CLASSES[ship.type].type for ship in traffic.ships][:3] == ["tanker"] * 3


@refuses("7.11h")
def test_no_more_ships_are_changed_than_are_wanted() -> None:
    traffic = [["fast_convoy", 1], ["single", 1]]
    plain = traffic_with(TRAFFIC=traffic)
    for count in (1, 12):
        primary = {"kind": "sink_type", "type": "ore", "count": count}
        types = [CLASSES[ship.type].type for ship in traffic_with(TRAFFIC=traffic, PRIMARY=primary).ships]
        assert types.count("ore") == max(count + 1, [CLASSES[ship.type].type for ship in plain.ships].count("ore"))


# -- ships of a file -----------------------------------------------------------------------------------------------


@allows("12.20d")
def test_a_file_places_ships_about_the_boat() -> None:
    rows = [
        ship_row("a", bearing=90, range_m=6000, group="g"),
        ship_row("b", bearing=90, range_m=8000, group="g"),
        ship_row("e", type="corvette", bearing=0, range_m=3000, kn=12, group="g", state="SEARCH"),
        ship_row("alone", bearing=270, known=True, zigzag=True),
    ]
    traffic = traffic_with(SHIPS=rows)
    convoy, alone = traffic.groups
    assert [group.name for group in traffic.groups] == ["g", "alone"]
    assert (convoy.sailing[1:3], convoy.radius, convoy.zigzags, alone.zigzags) == (
        (7000_000, 0),
        1000_000,
        "never",
        "day",
    )
    assert leg_of(traffic, "a", 10_000) == SeaLeg(0, 6000_000, 0, 0, -mm_s(90))
    assert leg_of(traffic, "e", 10_000) == SeaLeg(0, 0, 3000_000, 0, -mm_s(120))
    assert leg_of(traffic, "g", 0).place(0) == (7000_000, 0)
    assert [(ship.motion, ship.state, ship.is_known) for ship in traffic.ships] == [
        *((STATION, "", False), (STATION, "", False), (FREE, "SEARCH", False), (STATION, "", True))
    ]


def test_ships_of_a_group_turn_together_and_the_formation_keeps_its_axis() -> None:
    traffic = traffic_with(TRAFFIC=[["fast_convoy", 1]])
    group = traffic.groups[0]
    group = group._replace(sailing=group.sailing._replace(zigzag=True))
    places = set()
    for game in (0, 9 * MINUTE, 20 * MINUTE, 26 * MINUTE):
        centre = group_leg(traffic, group, game)
        for ship in ships_of(traffic, group)[:5]:
            leg = ship_leg(centre, group.axis, ship, game)
            assert (leg.vx, leg.vy) == (centre.vx, centre.vy)
            x, y = leg.place(game)
            cx, cy = centre.place(game)
            places.add((ship.name, x - cx, y - cy))
    assert len(places) == 5
    lead = next(ship for ship in ships_of(traffic, group) if ship.weave >= 0)
    for game in range(0, HOUR, 7 * MINUTE):
        centre = group_leg(traffic, group, game)
        leg = ship_leg(centre, group.axis, lead, game)
        (x, y), (cx, cy) = leg.place(game), centre.place(game)
        assert isqrt((x - cx - lead.x) ** 2 + (y - cy - lead.y) ** 2) <= 1_000_002
        assert next_turn(traffic, group, game) > game
