"""Courses to steer: to where a target will be, and off its track.

A boat stands so many metres ahead of a target along its track, and so many to starboard of that track.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import KNOT, signed_degrees
from klaxon.crew.uboot.hunting.zigzag import way_made

AHEAD = 20
"""Degrees on the bow of a ship within which a boat may pass it on either side."""
STEP, LONGEST = 60, 3600
"""Seconds between two looks ahead, and as far as anybody looks ahead."""


class Standing(NamedTuple):
    """Where the boat stands, seen from a target."""

    ahead: float
    """Metres ahead of it, along its track."""
    aside: float
    """Metres to starboard of its track."""

    @property
    def metres(self) -> float:
        """How far off."""
        return hypot(self.ahead, self.aside)

    @property
    def angle(self) -> float:
        """The angle on the bow, starboard plus."""
        return degrees(atan2(self.aside, self.ahead))


def standing(target: Mean) -> Standing:
    """Return where the boat stands now."""
    angle = radians(target.angle)
    return Standing(target.metres * cos(angle), target.metres * sin(angle))


def drift(target: Mean, course: float, knots: float) -> Standing:
    """Return by how much that changes in a second, on a course at so many tenths of knots."""
    off, speed = radians(course - target.course), knots * KNOT
    return Standing(speed * cos(off) - target.speed * KNOT, speed * sin(off))


def later(target: Mean, course: float, knots: float, seconds: float) -> Standing:
    """Return where the boat will stand."""
    now, rate = standing(target), drift(target, course, knots)
    return Standing(now.ahead + rate.ahead * seconds, now.aside + rate.aside * seconds)


def standings(target: Mean, course: float, knots: float) -> Iterator[tuple[int, Standing]]:
    """Yield where the boat will stand, minute after minute."""
    (ahead, aside), rate = standing(target), drift(target, course, knots)
    for seconds in range(0, LONGEST, STEP):
        yield seconds, Standing(ahead + rate.ahead * seconds, aside + rate.aside * seconds)


def at_passing(target: Mean, course: float, knots: float) -> tuple[float, float]:
    """Return in how many seconds a target is abeam, and how far the boat is to starboard of its track then."""
    (ahead, aside), rate = standing(target), drift(target, course, knots)
    seconds = ahead / -rate.ahead if rate.ahead < 0 < ahead else 0.0
    swung = 0.0
    if target.swings_at >= 0:
        swung = way_made(target.swings_at, target.swings_at + seconds)[1] * target.speed * KNOT
    return seconds, aside + rate.aside * seconds - swung


def intercept(target: Mean, ahead: float, aside: float, knots: float) -> float:
    """Return the course to a point ahead of a target that runs on and to starboard of its track."""
    bearing, course = radians(target.bearing), radians(target.course)
    x = target.metres * sin(bearing) + ahead * sin(course) + aside * cos(course)
    y = target.metres * cos(bearing) + ahead * cos(course) - aside * sin(course)
    there, far = degrees(atan2(x, y)), hypot(x, y)
    angle = radians(there + 180 - target.course)
    ratio = target.speed / knots * sin(angle)
    if abs(ratio) > 1 or far < 1:
        return there % 360
    return (there + degrees(asin(ratio))) % 360


def slant(target: Mean, knots: float, aside: float) -> float:
    """Return the course on which the boat is so many metres off the track when a target passes, as near as it can.

    Of several it is the one that goes most towards the target, so that the bow tubes bear on it. A boat that stands
    right ahead of a ship alone takes the side on which it comes off farther.
    """
    here = 1.0 if target.angle > 0 else -1.0
    sides = (here,) if target.name == target.fleet or abs(target.angle) > AHEAD else (here, -here)
    courses = [(side, (target.course + 180 + side * turn) % 360) for side in sides for turn in range(-60, 95, 5)]
    return min(courses, key=lambda each: abs(each[0] * at_passing(target, each[1], knots)[1] - aside))[1]


def lead_course(target: Mean, torpedo: int) -> float:
    """Return the true course of a torpedo of so many knots to a target."""
    ratio = target.speed / 10 / torpedo * sin(radians(target.angle))
    return (target.bearing + degrees(asin(max(-1.0, min(1.0, ratio))))) % 360


def impact_angle(target: Mean, torpedo: int) -> float:
    """Return the angle (0 to 90 degrees) between the courses of torpedo and target."""
    off = abs(signed_degrees(lead_course(target, torpedo) - target.course))
    return min(off, 180 - off)


def seen_later(target: Mean, course: float, knots: float, seconds: float) -> Mean:
    """Return a target as it will be seen from the boat on a course."""
    then = later(target, course, knots, seconds)
    bearing = (target.course + then.angle + 180) % 360
    return target._replace(bearing=bearing, metres=then.metres)
