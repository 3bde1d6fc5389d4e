"""Weather, sea and light over the boat, and how far one sees and hears in them (UBT-8.3).

A `Sky` is a value that knows its own next instants. Weather and sea have a stream of chance each, taken by the number
of the step, so that nothing anybody does changes them.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.chance import draw
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.sea.light import LIGHT_PERCENT, MINUTE_MS, light_at, minute_of, next_change
from klaxon.rules.uboot.sea.numbers import NM

WEATHER = ("clear", "cloudy", "overcast", "rain", "fog")
"""In the order in which one becomes the other."""
FAIR = ("clear", "cloudy", "overcast")
"""In this weather ships zigzag, and aircraft fly."""
VISIBILITY = {"clear": 140, "cloudy": 110, "overcast": 80, "rain": 30, "fog": 7}
"""Weather -> how far one sees by day, in tenths of nautical miles."""
STEP_MS = 120 * MINUTE_MS
CALMEST, ROUGHEST = 1, 9
WILD_SEA = 6
"""Above this sea torpedoes run off their course (UBT-8.3c)."""
_HYDROPHONE = {"rain": 80}
"""Weather -> percent of the range of hydrophones, where it is not all of it."""


class Sky(NamedTuple):
    """Weather, sea and light, and when each may change. What a mission fixes has no such time."""

    weather: str = "clear"
    sea: int = 3
    light: str = "day"
    steps: int = 0
    """How many steps of two hours are over."""
    is_weather_fixed: bool = False
    is_sea_fixed: bool = False
    is_light_fixed: bool = False
    step_due: int = STEP_MS
    """Game time of the next step."""
    light_due: int = 0
    """Game time at which the light may change next."""


def first_sky(mission: Mission, latitude: int) -> Sky:
    """Return the sky at the beginning of a mission; what its set-up names holds for all of it (UBT-12.20a)."""
    setup = mission.setup
    sky = Sky(
        setup.get("weather", mission.weather),
        setup.get("sea", mission.sea),
        setup.get("light", "day"),
        is_weather_fixed="weather" in setup,
        is_sea_fixed="sea" in setup,
        is_light_fixed="light" in setup,
    )
    return with_light(sky, mission.date, latitude, 0)


def sky_due(sky: Sky) -> int | None:
    """Return the game time of its next instant, None where all of it is fixed."""
    dues = []
    if not (sky.is_weather_fixed and sky.is_sea_fixed):
        dues.append(sky.step_due)
    if not sky.is_light_fixed:
        dues.append(sky.light_due)
    return min(dues, default=None)


def sky_step(sky: Sky, key: str, date: str, latitude: int, game: int) -> Sky:
    """Return the sky after what is due at a game time."""
    if game >= sky.step_due:
        sky = sky._replace(
            weather=sky.weather if sky.is_weather_fixed else _next_weather(sky, key),
            sea=sky.sea if sky.is_sea_fixed else _next_sea(sky, key),
            steps=sky.steps + 1,
            step_due=sky.step_due + STEP_MS,
        )
    return with_light(sky, date, latitude, game)


def with_light(sky: Sky, date: str, latitude: int, game: int) -> Sky:
    """Return the sky with the light of a game time and a latitude: due after a step, and in another row of blocks."""
    if sky.is_light_fixed:
        return sky
    minute = minute_of(date, game)
    due = (next_change(minute, latitude) - minute_of(date)) * MINUTE_MS
    return sky._replace(light=light_at(minute, latitude, sky.weather), light_due=due)


def _next_weather(sky: Sky, key: str) -> str:
    """Return the weather of the next two hours: it stays with 0.6, else it is a neighbour."""
    drawn, place = draw(key, "weather", sky.steps, 10), WEATHER.index(sky.weather)
    if drawn < 6:
        return sky.weather
    last = len(WEATHER) - 1
    return WEATHER[1 if place == 0 else last - 1 if place == last else place - 1 if drawn < 8 else place + 1]


def _next_sea(sky: Sky, key: str) -> int:
    drawn = draw(key, "sea", sky.steps, 4)
    return min(max(sky.sea + (drawn == 3) - (drawn == 0), CALMEST), ROUGHEST)


def view_permille(light: str) -> int:
    """Return 0.1 + 0.9 L in thousandths."""
    return 100 + 9 * LIGHT_PERCENT[light]


def view_range(sky: Sky) -> int:
    """Return how far one sees, in millimetres (UBT-8.3b)."""
    return VISIBILITY[sky.weather] * NM // 10 * view_permille(sky.light) // 1000


def seen_from(reach: int, sky: Sky) -> int:
    """Return a range of sight under a clear sky by day as it is in this light and weather: x (0.1 + 0.9 L) x w."""
    return reach * view_permille(sky.light) * VISIBILITY[sky.weather] // (1000 * VISIBILITY["clear"])


def lookout_reach(reach: int, sky: Sky) -> int:
    """Return a range of our lookouts as it is under this sky; a high sea takes of it (UBT-8.3c)."""
    rough = max(0, sky.sea - 4)
    return seen_from(reach, sky) * int(9**rough) // int(10**rough)


def hydrophone_share(sky: Sky) -> int:
    """Return how much of its range a hydrophone has in this weather and sea, in ten-thousandths (UBT-8.3c)."""
    return _HYDROPHONE.get(sky.weather, 100) * (100 - 7 * max(0, sky.sea - 2))
