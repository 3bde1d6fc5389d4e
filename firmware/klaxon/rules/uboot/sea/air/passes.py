"""When aircraft pass, and on what legs: so many a day, at random instants while the sun is up (UBT-8.4i)."""

from __future__ import annotations

from klaxon.rules.uboot.sea.chart import latitude_at, place_of
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.light import DAY, MINUTE_MS, minute_of, sun_hours
from klaxon.rules.uboot.sea.numbers import CIRCLE, NM, QUARTER, even, mm_s, vector
from klaxon.rules.uboot.sea.watching.records import NEVER
from klaxon.rules.uboot.sea.weather import FAIR

SPEED = mm_s(1200)
WITHIN = 8 * NM
"""How far from the boat the nearest point of a pass lies at most."""
RUN = 15 * NM
"""From so far before its nearest point to so far behind it an aircraft is there; farther off nobody sees anybody."""


def next_pass(work: SeaWork, after: int) -> int:
    """Return the first instant after a game time at which an aircraft would come, NEVER without any.

    It is the same whatever the boat does: the sun is that of the mission's area.
    """
    mission = work.mission
    light = mission.setup.get("light", "day")
    if not mission.air_per_day or light != "day":
        return NEVER
    begun = minute_of(mission.date)
    day = (begun * MINUTE_MS + after) // (DAY * MINUTE_MS)
    while True:
        first, last = _hours(work, day)
        draws = (even(work.key, f"air.{day}", each, first, last) for each in range(mission.air_per_day))
        later = [each - begun * MINUTE_MS for each in draws if each - begun * MINUTE_MS > after]
        if later:
            return min(later)
        day += 1


def _hours(work: SeaWork, day: int) -> tuple[int, int]:
    """Return the milliseconds of the clock between which there is day; where a file fixes that, all of it."""
    if "light" in work.mission.setup:
        return day * DAY * MINUTE_MS, (day + 1) * DAY * MINUTE_MS - 1
    latitude = latitude_at(place_of(work.chart, work.mission.area)[1])
    rise, sink = sun_hours(day, latitude)
    return rise * MINUTE_MS, sink * MINUTE_MS - 1


def can_fly(work: SeaWork) -> bool:
    """Return whether an aircraft comes in this light and weather."""
    return work.sky.light == "day" and work.sky.weather in FAIR


def leg_of_pass(work: SeaWork, number: int, game: int) -> tuple[SeaLeg, int]:
    """Return the leg of an aircraft that comes now, and when it is gone.

    Its nearest point lies off where the boat will be then, if it goes on as it does.
    """
    stream, nearest = f"aircraft.{number}", game + RUN * 1000 // SPEED
    course = even(work.key, f"{stream}.course", 0, 0, CIRCLE - 1)
    aside = even(work.key, f"{stream}.aside", 0, -WITHIN, WITHIN)
    (x, y), (off_x, off_y), (run_x, run_y) = (
        work.leg(game).place(nearest),
        vector(course + QUARTER, aside),
        vector(course, RUN),
    )
    return SeaLeg(game, x + off_x - run_x, y + off_y - run_y, *vector(course, SPEED)), nearest + RUN * 1000 // SPEED
