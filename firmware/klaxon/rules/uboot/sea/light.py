"""Day, twilight, moon and dark by date and latitude, in whole numbers (UBT-8.3a, e, f).

Time here is minutes of the clock aboard, counted from the beginning of the calendar; the light changes at whole minutes
only. The changes of a day are found once and kept.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from klaxon.rules.uboot.sea.numbers import (
    CIRCLE,
    DEGREE,
    ONE,
    arc_sine,
    bearing,
    cosine,
    divide,
    scale,
    signed_angle,
    sine,
)

LIGHT_PERCENT = {"day": 100, "twilight": 40, "moon": 25, "dark": 12}
"""Light -> L in percent."""
MOON_WEATHER = ("clear", "cloudy")
AGAINST_MOON = 30 * DEGREE
"""As near to the bearing of the moon as this a target stands against it (UBT-8.3f)."""
AGAINST_MOON_PERCENT = 150
MINUTE_MS = 60_000
DAY = 24 * 60
_TILT, _YEAR, _SOLSTICE = 2344, 365, 10
_TWILIGHT = sine(-12 * DEGREE) * ONE * ONE
_TURN = CIRCLE // DAY
"""Hundredths of a degree a minute."""
_MONTH = 42_524
"""Minutes from new moon to new moon."""
_LOOK, _NEAR = 8, sine(2 * DEGREE) * ONE * ONE


def minute_of(moment: str, game: int = 0) -> int:
    """Return the whole minute that the clock aboard shows so many milliseconds after a moment (`1940-06-01T08:00`)."""
    begin = datetime.fromisoformat(f"{moment}+00:00")
    return begin.toordinal() * DAY + begin.hour * 60 + begin.minute + game // MINUTE_MS


_NEW_MOON = minute_of("1940-01-09T13:53")


class SkyPlace(NamedTuple):
    """Where sun or moon stands, in hundredths of a degree: declination, and hour angle from its noon."""

    declination: int
    hour: int

    def sine_of_height(self, latitude: int) -> int:
        """Return the sine of its height above the horizon, times the cube of 65,536: nothing is rounded."""
        north = DEGREE * latitude
        return sine(north) * sine(self.declination) * ONE + cosine(north) * cosine(self.declination) * cosine(self.hour)

    def height(self, latitude: int) -> int:
        """Return its height above the horizon."""
        return arc_sine(divide(self.sine_of_height(latitude), ONE * ONE))

    def bearing(self, latitude: int) -> int:
        """Return in which direction it stands."""
        north = DEGREE * latitude
        across = scale(cosine(self.declination), sine(self.hour))
        along = scale(cosine(self.declination), cosine(self.hour))
        return bearing(-across, scale(cosine(north), sine(self.declination)) - scale(sine(north), along))


def sun_at(minute: int) -> SkyPlace:
    """Return where the sun stands."""
    return SkyPlace(_declination(_day_of_year(minute // DAY)), _TURN * (minute % DAY - DAY // 2))


def moon_at(minute: int) -> SkyPlace:
    """Return where the moon stands: as the sun would, later in the year and in the day by its age (UBT-8.3e)."""
    age = moon_age(minute)
    day = _day_of_year(minute // DAY) + _YEAR * age // _MONTH
    return SkyPlace(_declination(day), _TURN * (minute % DAY - DAY // 2) - _elongation(age))


def moon_age(minute: int) -> int:
    """Return how many minutes have passed since the last new moon."""
    return (minute - _NEW_MOON) % _MONTH


def moon_percent(minute: int) -> int:
    """Return how much of the moon is lit, in whole percent."""
    return 100 * (ONE - cosine(_elongation(moon_age(minute)))) // (2 * ONE)


def _elongation(age: int) -> int:
    return divide(CIRCLE * age, _MONTH)


@lru_cache(maxsize=64)
def _day_of_year(day: int) -> int:
    return date.fromordinal(day).timetuple().tm_yday


@lru_cache(maxsize=800)
def _declination(day_of_year: int) -> int:
    return -scale(_TILT, cosine(divide(CIRCLE * (day_of_year + _SOLSTICE), _YEAR)))


def _light_at(minute: int, latitude: int) -> str:
    """Return the light under a clear sky."""
    sun = sun_at(minute).sine_of_height(latitude)
    if sun > _TWILIGHT:
        return "day" if sun > 0 else "twilight"
    return "moon" if _is_half_lit(moon_age(minute)) and moon_at(minute).sine_of_height(latitude) > 0 else "dark"


@lru_cache(maxsize=128)
def _changes(day: int, latitude: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the minutes of a day at which its light changes, its first included, and what it is from there on."""
    begin, end = day * DAY, (day + 1) * DAY
    dawn, dusk = _sun_passes(begin, latitude, _TWILIGHT)
    minutes, lights = [begin], [_light_at(begin, latitude)]
    nights = (*_moon_passes(begin, dawn, latitude), *_moon_passes(dusk, end, latitude))
    for minute in sorted({dawn, dusk, *_sun_passes(begin, latitude, 0), *nights} - {begin, end}):
        light = _light_at(minute, latitude)
        if light != lights[-1]:
            minutes.append(minute)
            lights.append(light)
    return tuple(minutes), tuple(lights)


def _sun_passes(begin: int, latitude: int, limit: int) -> tuple[int, int]:
    """Return the first minutes of a day at which the sun is above a limit and, after noon, above it no longer."""
    noon = begin + DAY // 2
    rise = bisect_left(range(begin, noon), 1, key=lambda minute: sun_at(minute).sine_of_height(latitude) > limit)
    sink = bisect_left(range(noon, begin + DAY), 1, key=lambda minute: sun_at(minute).sine_of_height(latitude) <= limit)
    return begin + rise, noon + sink


def _moon_passes(begin: int, end: int, latitude: int) -> Iterator[int]:
    """Yield the minutes of a night at which the moon may begin or cease to count; some do not, none is left out.

    The moon climbs less than 2 degrees in the minutes between two looks, so only near the horizon each minute counts.
    """
    for look in range(begin, end, _LOOK):
        ages = moon_age(look), moon_age(look + _LOOK)
        if _is_half_lit(ages[0]) or _is_half_lit(ages[1]):
            heights = [moon_at(minute).sine_of_height(latitude) for minute in (look, look + _LOOK)]
            is_sure = min(map(abs, heights)) > _NEAR and heights[0] * heights[1] > 0
            yield from () if is_sure and all(map(_is_half_lit, ages)) else range(look, min(look + _LOOK, end))


def _is_half_lit(age: int) -> bool:
    return cosine(_elongation(age)) <= 0


def light_at(minute: int, latitude: int, weather: str = "clear") -> str:
    """Return day, twilight, moon or dark. The moon counts in clear or cloudy weather only."""
    minutes, lights = _changes(minute // DAY, latitude)
    light = lights[bisect_right(minutes, minute) - 1]
    return "dark" if light == "moon" and weather not in MOON_WEATHER else light


def sun_hours(day: int, latitude: int) -> tuple[int, int]:
    """Return the minutes between which the sun is up on a day of the calendar."""
    return _sun_passes(day * DAY, latitude, 0)


def next_change(minute: int, latitude: int) -> int:
    """Return the first minute after this one at which the light under a clear sky is another one."""
    before = light_at(minute, latitude)
    for day in range(minute // DAY, minute // DAY + 400):
        for at, light in zip(*_changes(day, latitude), strict=True):
            if at > minute and light != before:
                return at
    raise AssertionError(minute)  # no latitude of the charts has a night of a year


def moon_bearing(minute: int, latitude: int) -> int:
    """Return in which direction the moon stands."""
    return moon_at(minute).bearing(latitude)


def is_against_moon(seen: int, moon: int) -> bool:
    """Return whether a target on a bearing stands against the moon on another (UBT-8.3f)."""
    return abs(signed_angle(seen - moon)) <= AGAINST_MOON
