"""Sun and moon by date and latitude: the vectors of UBT-11."""

from __future__ import annotations

from itertools import pairwise

import pytest

from klaxon.rules.uboot.sea.light import (
    DAY,
    is_against_moon,
    light_at,
    minute_of,
    moon_age,
    moon_at,
    moon_bearing,
    moon_percent,
    next_change,
    sun_at,
)
from tests.rules.uboot.kit.marks import allows, refuses


def changes(day: str, latitude: int, weather: str = "clear") -> list[str]:
    """Return how the light changes on a day, the first minute included: `07:05 day`."""
    minute, found = minute_of(f"{day}T00:00"), []
    end = minute + DAY
    while minute < end:
        found.append(f"{minute % DAY // 60:02}:{minute % 60:02} {light_at(minute, latitude, weather)}")
        minute = next_change(minute, latitude)
    return found


@allows("8.3a")
def test_days_are_as_long_as_the_sun_makes_them() -> None:
    assert changes("1940-10-17", 56) == ["00:00 moon", "05:37 twilight", "07:05 day", "16:56 twilight", "18:24 moon"]
    assert changes("1940-06-01", 56) == ["00:00 twilight", "03:32 day", "20:29 twilight"]
    assert changes("1940-12-22", 64) == [*("00:00 dark", "07:28 twilight", "10:11 day", "13:50 twilight", "16:33 dark")]


@refuses("8.3a")
def test_light_changes_at_no_other_minute() -> None:
    for latitude in (64, 56, 48):
        start = minute_of("1940-10-20T00:00")
        lights = [light_at(minute, latitude) for minute in range(start, start + 3 * DAY)]
        passed = [start + place for place, (one, two) in enumerate(pairwise(lights), 1) if one != two]
        minute, told = start, []
        while (minute := next_change(minute, latitude)) < start + 3 * DAY:
            told.append(minute)
        assert told == passed


def test_the_sun_stands_highest_at_noon_in_the_south() -> None:
    noon = minute_of("1940-06-21T11:00", 3_600_000 + 59_999)
    assert sun_at(noon).height(56) == 9000 - 5600 + 2344
    assert sun_at(noon).bearing(56) == 18000
    assert sun_at(noon - 360).bearing(56) < 9000 < sun_at(noon - 120).bearing(56)


@allows("8.3e")
@pytest.mark.parametrize(
    ("moment", "age", "percent"),
    [("1940-10-17T20:00", 23_731, 96), ("1942-11-03T00:00", None, 27), ("1940-03-12T06:00", None, 14)],
)
def test_the_moon_has_its_age(moment: str, age: int | None, percent: int) -> None:
    minute = minute_of(moment)
    assert moon_percent(minute) == percent
    assert age is None or moon_age(minute) == age
    assert moon_age(minute_of("1940-01-09T13:53")) == 0


@allows("8.3e")
def test_the_moon_rises() -> None:
    rise = minute_of("1940-10-17T17:32")
    assert moon_at(rise - 1).height(56) < 0 < moon_at(rise).height(56)
    assert light_at(minute_of("1940-10-17T20:00"), 56) == "moon"
    assert light_at(minute_of("1940-10-17T20:00"), 56, "cloudy") == "moon"


@refuses("8.3e")
def test_no_moon_behind_clouds_below_the_horizon_or_less_than_half() -> None:
    assert light_at(minute_of("1940-10-17T20:00"), 56, "overcast") == "dark"
    assert changes("1940-10-22", 56)[-2:] == ["18:13 dark", "21:08 moon"]
    waning = minute_of("1940-10-26T05:00")
    assert moon_percent(waning) < 50
    assert moon_at(waning).height(56) > 0
    assert light_at(waning, 56) == "dark"


def test_the_moon_bears_where_it_stands() -> None:
    assert moon_bearing(minute_of("1940-10-17T20:00"), 56) == 8758
    full = minute_of("1940-01-24T07:14")  # half a month after the new moon it stands where the sun stood half a day ago
    assert abs(moon_bearing(full, 56) - sun_at(full - DAY // 2 - DAY * 182).bearing(56)) < 300


@allows("8.3f")
def test_within_thirty_degrees_of_the_moon_a_target_stands_against_it() -> None:
    assert is_against_moon(1000, 34000)
    assert is_against_moon(34000, 1000)
    assert is_against_moon(9000, 6000)


@refuses("8.3f")
def test_farther_aside_it_does_not() -> None:
    assert not is_against_moon(1001, 34000)
    assert not is_against_moon(18000, 0)
