"""A torpedo's track and a moving hull: where they cross is solved, never searched (UBT-8.5d).

A hull is a rectangle, length by beam, that lies along the course of its ship. Seen from the ship the torpedo runs
straight, so it is between two sides of the hull for one stretch of time, and so for the two ends.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.sea.legs import Relative, SeaLeg, relative
from klaxon.rules.uboot.sea.numbers import HALF, ONE, QUARTER, cosine, sine


class HullPlan(NamedTuple):
    """A hull from above: its length and beam (mm) and where its bow points (hundredths of a degree)."""

    length: int
    beam: int
    heading: int


def run_at(leg: SeaLeg, speed: int, way: int, game: int) -> int:
    """Return how far (mm) a torpedo has run at a game time; it had run `way` when its leg began."""
    return way + speed * (game - leg.start) // 1000


def game_at_run(leg: SeaLeg, speed: int, way: int, run: int) -> int:
    """Return the first game time at which a torpedo has run so far."""
    return leg.start - (-1000 * max(0, run - way) // speed)


def hull_crossing(torpedo: SeaLeg, ship: SeaLeg, hull: HullPlan, begin: int, end: int) -> int | None:
    """Return the first game time from `begin` to `end` at which a torpedo is within a hull, None: at no time."""
    seen = relative(ship, torpedo, begin)
    along = _between(seen, hull.heading, hull.length)
    across = _between(seen, hull.heading + QUARTER, hull.beam)
    if along is None or across is None:
        return None
    first, last = max(0, along[0], across[0]), min(end - begin, along[1], across[1])
    return begin + first if first <= last else None


def _between(seen: Relative, heading: int, width: int) -> tuple[int, int] | None:
    """Return the first and last millisecond at which a body is between two lines, so far apart, across a heading."""
    sin, cos = sine(heading), cosine(heading)
    place, speed, half = 1000 * (seen.x * sin + seen.y * cos), seen.vx * sin + seen.vy * cos, 500 * width * ONE
    if speed < 0:
        place, speed = -place, -speed
    if not speed:
        return (0, 1 << 62) if -half <= place <= half else None
    return -((half + place) // speed), (half - place) // speed


def impact_angle(course: int, target: int) -> int:
    """Return the acute angle between two courses, in hundredths of a degree (UBT-8.5j)."""
    angle = abs(course - target) % HALF
    return min(angle, HALF - angle)
