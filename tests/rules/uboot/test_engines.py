"""UBT-3.13: engines and ballast, dive and surface, and the depths of UBT-8.2b on the way."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.records import OwnBoat as Hull
from klaxon.rules.uboot.sea.motion import boat_at_target, bound_for, depth_at, speed
from tests.rules.uboot.kit.boat import MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

ENGINE_ROOMS = {"engineer.triangle": 5, "engineer.hexagon": 6}
DIVE = ("captain dive 20", "first_officer assign", "engineer assign")
SURFACE = ("captain surface", "first_officer assign", "engineer assign")
BATTERY_FALLS = 2_880_500
"""At rest a battery that has just been used shows 98 % after 48 minutes."""
DOWN: dict[str, Any] = {"surfaced": False, "depth": 20}


@allows("3.13a")
@pytest.mark.parametrize(
    ("setting", "surfaced", "submerged"),
    [("full_astern", -50, -20), ("stop", 0, 0), ("slow", 60, 20), ("half", 100, 40), ("full", 170, 76)],
)
def test_diesels_drive_surfaced_and_motors_submerged(setting: str, surfaced: int, submerged: int) -> None:
    assert speed(Hull(setting=setting)) == surfaced
    assert speed(Hull(setting=setting, surfaced=False)) == submerged


def test_a_part_of_a_speed_is_rounded_towards_standing_still() -> None:
    assert speed(Hull(setting="full"), 75) == 127
    assert speed(Hull(setting="full_astern"), 33) == -16


@refuses("3.13a")
@allows("3.13b")
def test_new_speed_is_made_at_the_engines_that_drive() -> None:
    boat = Boat(figures={"engineer.triangle": 5, "engineer.hexagon": 5})
    boat.play("captain new_speed half", "engineer assign")
    assert told(boat.events, "speed") == ["speed setting=half"]
    boat.wait(2 * MINUTE)
    assert boat.view()["boat"]["speed"] == 100
    boat = Boat(**DOWN, figures={"engineer.triangle": 6, "engineer.hexagon": 6})
    boat.play("captain new_speed full", "engineer assign")
    boat.wait(2 * MINUTE)
    assert boat.view()["boat"]["speed"] == 76


@refuses("3.13b")
def test_the_other_engines_do_not_serve() -> None:
    boat = Boat(**DOWN, figures={"engineer.triangle": 5, "engineer.hexagon": 5})
    assert boat.why("captain new_speed half")["room"] == 6
    boat = Boat(figures={"engineer.triangle": 5})
    facts = {"order": "new_speed", "room": 5, "symbol": "engines", "need": 2, "have": 1}
    assert boat.why("captain new_speed half") == {"code": "needs-men", **facts}


@allows("3.13c")
@allows("3.13d")
@allows("3.13f")
@allows("3.13g")
def test_a_dive() -> None:
    boat = Boat(figures=ENGINE_ROOMS)
    boat.play(*DIVE)
    assert [line.split()[1] for line in told(boat.events, "activated")] == [
        "man=first_officer.triangle",
        "man=first_officer.hexagon",
        "man=engineer.circle",
        "man=engineer.square",
        "man=engineer.triangle",
        "man=engineer.hexagon",
    ]
    assert told(boat.events, "diving", "dived", "done")[:2] == ["diving metres=20", "dived"]
    assert boat.view()["boat"] | {"cell": ""} == {
        "surfaced": False,
        "depth": 0,
        "deepest": 20,
        "target_depth": 20,
        "course": 0,
        "ordered_course": 0,
        "speed": 0,
        "setting": "stop",
        "battery": 100,
        "cell": "",
    }
    assert told(boat.wait(5 * MINUTE)) == ["depth metres=20"]
    assert boat.state.now == 5 * MINUTE
    assert boat.view()["boat"]["depth"] == 20


@refuses("3.13c")
@refuses("3.13d")
def test_a_dive_without_its_men() -> None:
    assert Boat().why("captain dive 20")["room"] == 5
    assert Boat(figures={"engineer.triangle": 5}).why("captain dive 20")["room"] == 6
    boat = Boat(figures={**ENGINE_ROOMS, "engineer.circle": 4})
    facts = {"order": "dive", "room": 3, "symbol": "ballast", "need": 2, "have": 1}
    assert boat.why("captain dive 20") == {"code": "needs-men", **facts}


@allows("3.13e")
def test_a_new_depth_under_water_needs_no_engines() -> None:
    boat = Boat(**DOWN)
    boat.play("captain new_depth 50", "first_officer assign", "engineer assign")
    assert told(boat.events, "diving", "done")[0] == "diving metres=50"
    assert told(boat.wait(2 * MINUTE)) == ["depth metres=50"]


@refuses("3.13e")
def test_new_depth_neither_dives_nor_surfaces() -> None:
    assert Boat().why("captain new_depth 20") == {"code": "surfaced", "order": "new_depth"}
    boat = Boat(**DOWN)
    assert boat.refused("captain new_depth 0") == "bad-argument"
    assert boat.refused("captain new_depth 4") == "bad-argument"
    assert boat.why("captain dive 30") == {"code": "submerged", "order": "dive"}
    assert Boat().why("captain surface") == {"code": "surfaced", "order": "surface"}
    assert boat.refused("captain dive") == "submerged"
    assert Boat(figures=ENGINE_ROOMS).refused("captain dive") == "missing-argument"


@allows("3.13f")
def test_surfacing_counts_when_depth_0_is_reached() -> None:
    boat = Boat(**DOWN, figures=ENGINE_ROOMS)
    boat.play(*SURFACE)
    assert told(boat.events, "surfacing") == ["surfacing"]
    boat.give("captain change_positions")
    assert boat.refused("captain move circle 8") == "no-way"
    boat.play(*(f"{role} ready" for role in ("captain", "first_officer", "navigator", "engineer")))
    assert told(boat.wait(2 * MINUTE)) == ["depth metres=0", "surfaced"]
    boat.change("captain move circle 8")
    assert boat.room("captain.circle") == 8


@refuses("3.13f")
@refuses("3.13g")
def test_a_dive_shuts_the_tower_at_once() -> None:
    boat = Boat(figures=ENGINE_ROOMS)
    boat.play(*DIVE, "captain change_positions")
    assert boat.why("captain move circle 8")["why"] == "submerged"
    assert boat.view()["boat"]["depth"] == 0


@allows("3.13h")
def test_posts_in_a_flooded_room_may_be_waived() -> None:
    flooded: dict[str, Any] = {"rooms": {"5": {"flooded": True}}, "figures": {"engineer.hexagon": 6}}
    boat = Boat(rules="flooded_posts=waived", **flooded)
    boat.play(*DIVE)
    assert told(boat.events, "dived") == ["dived"]
    assert (boat.slots("engineer.triangle"), boat.slots("engineer.hexagon")) == ("", "act")


@refuses("3.13h")
def test_a_flooded_room_stays_a_requirement() -> None:
    boat = Boat(rooms={"5": {"flooded": True}}, figures={"engineer.hexagon": 6})
    facts = {"order": "dive", "room": 5, "symbol": "engines", "need": 1, "have": 0}
    assert boat.why("captain dive 20") == {"code": "needs-men", **facts}


# -- UBT-8.2b, depth by depth --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "seconds", "metres"),
    [
        ("full", 30, 10),
        ("full", 50, 42),
        ("full", 15, 5),
        ("half", 60, 10),
        ("half", 70, 20),
        ("slow", 80, 20),
        ("stop", 70, 13),
    ],
)
def test_a_dive_second_by_second(setting: str, seconds: int, metres: int) -> None:
    diving = bound_for(Hull(surfaced=False, dived=False, setting=setting), 100_000, 0)
    assert depth_at(diving, seconds * 1000) // 1000 == metres


@pytest.mark.parametrize(("start", "seconds"), [(10, 60), (5, 30), (26, 70)])
def test_surfacing_takes_a_minute_from_ten_metres(start: int, seconds: int) -> None:
    rising = bound_for(Hull(surfaced=False, depth=start * 1000, setting="full"), 0, 0)
    assert depth_at(rising, seconds * 1000 - 1000) > 0
    assert rising.legs[-1].end == seconds * 1000


def test_a_new_setting_plans_the_way_anew() -> None:
    diving = bound_for(Hull(surfaced=False, dived=False, setting="half"), 50_000, 0)
    faster = bound_for(diving._replace(setting="full"), 50_000, 70_000)
    assert depth_at(faster, 70_000) == 20_000
    assert faster.legs[-1].end == 70_000 + 30_000 * 1000 // 1600
    turned = bound_for(diving, 5_000, 30_000)
    assert depth_at(turned, 30_000) == 5_000
    assert turned.legs == ()


@pytest.mark.parametrize(
    ("start", "target", "setting", "end"),
    [(5, 20, "half", 15_000), (20, 50, "stop", 100_000), (30, 29, "stop", 3_334), (10, 0, "full", 60_000)],
)
def test_once_it_has_dived_one_rate_holds_at_any_depth(start: int, target: int, setting: str, end: int) -> None:
    diving = bound_for(Hull(surfaced=False, depth=start * 1000, setting=setting), target * 1000, 0)
    assert [repr(leg.end) for leg in diving.legs] == [str(end)]
    assert depth_at(diving, end + MINUTE) == target * 1000


def test_a_boat_has_dived_when_it_is_at_its_depth_or_turns_back() -> None:
    """Above 10 m, where a dive from the surface has a pace of its own."""
    diving = bound_for(Hull(surfaced=False, dived=False, setting="half"), 5_000, 0)
    assert [leg.end for leg in diving.legs] == [30_000]
    arrived = boat_at_target(diving)
    stopped = bound_for(bound_for(diving, 20_000, 0), 5_000, 30_000)
    for boat in (arrived, stopped):
        assert boat == Hull(surfaced=False, depth=5_000, target=5_000, setting="half")
    back = bound_for(bound_for(diving, 20_000, 0), 5_000, 48_000)
    assert [(leg.depth, leg.end) for leg in back.legs] == [(8_000, 51_000)]
    deep = bound_for(Hull(surfaced=False, dived=False, setting="half"), 10_000, 0)
    assert [leg.end for leg in deep.legs] == [60_000]
    assert depth_at(bound_for(deep, 30_000, 0), 10 * MINUTE) == 30_000
    assert repr(depth_at(deep, 30_001)) == "5000"


def test_a_new_speed_hastens_a_dive_under_way() -> None:
    """UBT-8.2b: stopped 60 s to 10 m, then 0.3 m/s; at full from the second minute on 1.6 m/s for the last 7 m."""
    boat = Boat(figures={**ENGINE_ROOMS, "captain.circle": 6})
    boat.play(*DIVE)
    boat.wait(70_000)
    boat.play("captain new_speed full", "engineer assign", "captain assign")
    assert told(boat.events, "speed") == ["speed setting=full"]
    assert boat.view()["boat"]["target_depth"] == 20
    assert told(boat.wait(4_375)) == []
    assert told(boat.wait(1)) == ["depth metres=20"]


def test_the_view_is_stale_at_quarter_seconds_while_the_depth_changes() -> None:
    boat = Boat(figures=ENGINE_ROOMS)
    boat.play(*DIVE)
    sight = boat.game.sight(boat.state, boat.game.seats[0], {})
    assert sight.stale == 250
    boat.wait(30_100)
    assert boat.view()["boat"]["depth"] == 5
    assert boat.game.sight(boat.state, boat.game.seats[0], {}).stale == 30_250
    boat.wait(5 * MINUTE)
    assert boat.view()["boat"]["battery"] == 99
    assert boat.game.sight(boat.state, boat.game.seats[0], {}).stale == BATTERY_FALLS


def stale(boat: Boat) -> int | None:
    return boat.game.sight(boat.state, boat.game.seats[0], {}).stale


def test_what_is_shown_is_the_depth_of_the_last_quarter_second() -> None:
    boat = Boat(figures=ENGINE_ROOMS)
    boat.play(*DIVE)
    boat.wait(5_900)
    assert boat.view()["boat"]["depth"] == 0
    boat.wait(200)
    assert boat.view()["boat"]["depth"] == 1


def test_a_boat_that_is_held_at_its_depth_by_a_change_of_positions_shows_nothing_new() -> None:
    """Stopped, 20 m are reached after 93,334 ms, 10 m after 60,000."""
    boat = Boat(figures=ENGINE_ROOMS, rules="patience=0")
    boat.play(*DIVE, "captain change_positions")
    boat.wait(93_400)
    assert stale(boat) == 93_500
    boat.wait(200)
    assert stale(boat) == BATTERY_FALLS
    boat = Boat(figures=ENGINE_ROOMS, rules="patience=0")
    boat.play("captain dive 10", *DIVE[1:], "captain change_positions")
    boat.wait(60_000)
    assert stale(boat) == BATTERY_FALLS


def test_after_the_end_a_boat_sinks_no_deeper() -> None:
    boat = Boat(figures=ENGINE_ROOMS, HOURS=1)
    boat.wait(60 * MINUTE - 10_000)
    boat.play(*DIVE)
    assert stale(boat) is not None
    boat.wait(10_000)
    assert stale(boat) is None
