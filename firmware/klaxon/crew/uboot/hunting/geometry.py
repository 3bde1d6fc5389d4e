"""Courses to steer: to where a target will be, and off its track."""

from __future__ import annotations

from math import asin, atan2, cos, degrees, hypot, radians, sin

from klaxon.crew.uboot.hunting.plot import KNOT, Mean, signed_degrees

MOST_BACK = -0.5
"""Share of its speed with which a boat goes away from a track that it is too near."""


def intercept(target: Mean, ahead: float, knots: float) -> float:
    """Return the course to a point so many metres ahead of a target that runs on, at so many tenths of knots."""
    bearing, course = radians(target.bearing), radians(target.course)
    x = target.metres * sin(bearing) + ahead * sin(course)
    y = target.metres * cos(bearing) + ahead * cos(course)
    there, far = degrees(atan2(x, y)), hypot(x, y)
    angle = radians(there + 180 - target.course)
    ratio = target.speed / knots * sin(angle)
    if abs(ratio) > 1 or far < 1:
        return there % 360
    return (there + degrees(asin(ratio))) % 360


def off_track(target: Mean) -> float:
    """Return how far (m) the boat is from the track of a target."""
    return target.metres * abs(sin(radians(target.angle)))


def to_track(target: Mean) -> float:
    """Return the course straight to the track of a target."""
    return (target.course + (-90 if target.angle > 0 else 90)) % 360


def passes_in(target: Mean) -> float:
    """Return in how many seconds a target is abeam, less than 0 if it was."""
    return target.metres * cos(radians(target.angle)) / max(target.speed * KNOT, 0.1)


def slant(target: Mean, speed: float, aside: float) -> float:
    """Return the course that brings the boat to so many metres off the track when a target passes.

    The rest of its speed (m/s) goes towards the target, so that the bow tubes bear on it.
    """
    wanted = (off_track(target) - aside) / max(passes_in(target), 60.0)
    turn = degrees(asin(max(MOST_BACK, min(1.0, wanted / speed))))
    return (target.course + 180 + (turn if target.angle > 0 else -turn)) % 360


def lead_course(target: Mean, torpedo: int) -> float:
    """Return the true course of a torpedo of so many knots to a target."""
    ratio = target.speed / 10 / torpedo * sin(radians(target.angle))
    return (target.bearing + degrees(asin(max(-1.0, min(1.0, ratio))))) % 360


def impact_angle(target: Mean, torpedo: int) -> float:
    """Return the angle (0 to 90 degrees) between the courses of torpedo and target."""
    off = abs(signed_degrees(lead_course(target, torpedo) - target.course))
    return min(off, 180 - off)
