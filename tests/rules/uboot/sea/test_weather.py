"""Weather, sea and light over time, and how far one sees and hears in them (UBT-8.3)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

from klaxon.rules.uboot.content.mission import Mission, mission_of
from klaxon.rules.uboot.sea.numbers import NM
from klaxon.rules.uboot.sea.weather import (
    STEP_MS,
    WEATHER,
    Sky,
    first_sky,
    hydrophone_share,
    lookout_reach,
    seen_from,
    sky_due,
    sky_step,
    view_range,
    with_light,
)
from tests.rules.uboot.kit.boat import DRILL, HOUR
from tests.rules.uboot.kit.marks import allows, refuses

KEY = "00" * 16


def staged(**setup: Any) -> Mission:
    return mission_of(json.dumps({**DRILL, "setup": setup}))


def skies(mission: Mission, hours: int, key: str = KEY) -> list[tuple[int, Sky]]:
    """Return every sky of so many hours with the game time of its beginning."""
    found, sky = [(0, first_sky(mission, 56))], first_sky(mission, 56)
    while (due := sky_due(sky)) is not None and due <= hours * HOUR:
        sky = sky_step(sky, key, mission.date, 56, due)
        found.append((due, sky))
    return found


def test_weather_goes_to_a_neighbour_and_the_sea_by_one_every_two_hours() -> None:
    drawn = [sky for _, sky in skies(staged(light="day"), 4000)]
    assert len(drawn) == 2001
    places = [WEATHER.index(sky.weather) for sky in drawn]
    assert {abs(one - two) for one, two in pairwise(places)} == {0, 1}
    assert set(places) == set(range(5))
    assert 0.56 < sum(one == two for one, two in pairwise(places)) / 2000 < 0.64
    middle = Counter(two - one for one, two in pairwise(places) if 0 < one < 4)
    assert 0.7 < middle[1] / middle[-1] < 1.4
    seas = Counter(two.sea - one.sea for one, two in pairwise(drawn))
    assert set(seas) == {-1, 0, 1}
    assert {sky.sea for sky in drawn} == set(range(1, 10))
    assert skies(staged(light="day"), 40, "11" * 16) != skies(staged(light="day"), 40)


def test_a_mission_begins_with_its_weather_and_the_light_of_its_hour() -> None:
    (_, first), *later = skies(staged(), 24)
    assert (first.weather, first.sea, first.light) == ("clear", 3, "day")
    lights = [(game // 60_000, sky.light) for game, sky in later if game % STEP_MS]
    assert lights == [(749, "twilight"), (1171, "day")]  # 20:29 and 03:31, begun at 08:00


def test_what_the_set_up_names_holds_for_the_whole_mission() -> None:
    assert sky_due(first_sky(staged(weather="rain", sea=5, light="moon"), 56)) is None
    assert {sky.weather for _, sky in skies(staged(weather="fog", light="dark"), 200)} == {"fog"}
    assert {sky.sea for _, sky in skies(staged(sea=7, light="dark"), 200)} == {7}
    assert {sky.light for _, sky in skies(staged(light="dark"), 200)} == {"dark"}


def test_light_is_judged_anew_in_another_latitude_and_weather() -> None:
    sky, eleven = first_sky(staged(), 56), 13 * HOUR  # 21:00
    assert with_light(sky, "1940-06-01T08:00", 56, eleven).light == "twilight"
    assert with_light(sky, "1940-06-01T08:00", 64, eleven).light == "day"
    assert with_light(sky, "1940-10-17T08:00", 56, eleven).light == "moon"
    assert with_light(sky._replace(weather="rain"), "1940-10-17T08:00", 56, eleven).light == "dark"


@allows("8.3b")
def test_one_sees_as_far_as_light_and_weather_let() -> None:
    assert view_range(Sky()) == 14 * NM
    assert view_range(Sky(weather="fog")) == 7 * NM // 10
    assert view_range(Sky(light="twilight")) == 14 * NM * 46 // 100
    assert seen_from(12 * NM, Sky()) == 12 * NM


@refuses("8.3b")
def test_night_and_fog_take_what_day_gives() -> None:
    assert seen_from(14 * NM, Sky(light="dark")) == 14 * NM * 208 // 1000
    assert seen_from(14 * NM, Sky(weather="overcast", light="moon")) == 8 * NM * 325 // 1000


@allows("8.3c")
def test_a_calm_sea_takes_nothing() -> None:
    for sea in (1, 2):
        assert hydrophone_share(Sky(sea=sea)) == 10_000
    assert lookout_reach(10 * NM, Sky(sea=4)) == 10 * NM
    assert hydrophone_share(Sky(weather="fog", sea=2)) == 10_000


@refuses("8.3c")
def test_a_high_sea_takes_of_ears_and_eyes() -> None:
    assert hydrophone_share(Sky(sea=3)) == 9_300
    assert hydrophone_share(Sky(weather="rain", sea=9)) == 80 * 51
    assert lookout_reach(10 * NM, Sky(sea=6)) == 10 * NM * 81 // 100
