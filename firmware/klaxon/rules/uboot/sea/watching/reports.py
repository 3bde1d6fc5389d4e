"""Numbered reports of a contact: what the navigator is told, with the errors of his level (UBT-7.2b, UBT-8.4e).

A report is a matter of the view. Number k is due 2 minutes after number k - 1 while the contact is seen or heard, and
takes its errors from the stream of the contact at number k; so nothing happens when it comes, and whoever asks twice
is told the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any, NamedTuple

from klaxon.rules.uboot.sea.contacts import aspect_word, range_word
from klaxon.rules.uboot.sea.numbers import CIRCLE, DEGREE, METRE, QUARTER, bearing, divide, even, normal, signed_angle
from klaxon.rules.uboot.sea.ships.classes import ShipClass
from klaxon.rules.uboot.sea.watching.reach import BLIND_ARC
from klaxon.rules.uboot.sea.watching.records import SeenLeg, Sighting

EVERY = 120_000
"""Milliseconds from one report to the next."""
BEAM_SIGMA, ARC_SIGMA = 100, 400
"""How a bearing by hydrophone errs, on the beam and near the blind arcs."""
Fields = tuple[tuple[str, int | str], ...]


class ReportErrors(NamedTuple):
    """What a navigator of one level is told, and how far it is off: degrees, percent, knots."""

    fields: tuple[str, ...]
    bearing: int
    range: int
    course: int
    speed: int
    hears_course: bool
    """Whether course and speed can be told by ear."""


def errors_of(row: Mapping[str, Any], level: str) -> ReportErrors:
    """Return the errors of a level, by its row of the box."""
    errors = (row["bearing_err_deg"], row["range_err_pct"], row["course_err_deg"], row["speed_err_kn"])
    return ReportErrors(tuple(row["fields"]), *errors, level == "low")


# -- which report it is --------------------------------------------------------------------------------------------


def number_at(sighting: Sighting, game: int) -> int:
    """Return the number of the report that is the present one, while somebody sees or hears the contact."""
    return 1 + (game - sighting.found) // EVERY


def seen_at(leg: SeenLeg, game: int) -> SeenLeg:
    """Return how something is seen at one instant of a leg."""
    passed = game - leg.start
    return leg._replace(start=game, x=leg.x + leg.vx * passed // 1000, y=leg.y + leg.vy * passed // 1000)


def last_report(sighting: Sighting, game: int) -> SeenLeg:
    """Return how the contact was seen at its last report up to a game time; `start` is when that was."""
    if sighting.lost >= 0:
        return sighting.last
    report = game - (game - sighting.found) % EVERY
    return seen_at(sighting.leg, report) if report >= sighting.leg.start else sighting.last


def next_report(sighting: Sighting, game: int) -> int | None:
    """Return when the next report comes if nothing changes, None where nobody sees or hears the contact."""
    return None if sighting.lost >= 0 else game - (game - sighting.found) % EVERY + EVERY


# -- what it says --------------------------------------------------------------------------------------------------


def fields_of(key: str, sighting: Sighting, seen: SeenLeg, errors: ReportErrors, kind: ShipClass | None) -> Fields:
    """Return what a report says. `kind` is the class of a ship that is heard for itself."""
    stream, number = f"report.{sighting.name}", number_at(sighting, seen.start)
    east, north = seen.x, seen.y
    true = bearing(east, north)
    far = isqrt(east * east + north * north)
    is_heard = seen.by == "hydrophone"
    speed = isqrt(seen.east * seen.east + seen.north * seen.north)
    told: dict[str, int | str] = {"bearing": _bearing(key, stream, number, true, seen, errors)}
    percent = errors.range * seen.error * (2 if is_heard else 1)
    metres = far * (10_000 + even(key, f"{stream}.range", number, -percent, percent)) // (10_000 * METRE)
    if "range" in errors.fields:
        told["range"] = metres
    if "range_word" in errors.fields:
        told["range_word"] = range_word(metres)
    if not is_heard or errors.hears_course:
        told |= _motion(key, stream, number, true, seen, errors, speed)
    if is_heard:
        told |= _sound(sighting, seen, far, speed, kind)
    return tuple(told.items())


def _bearing(key: str, stream: str, number: int, true: int, seen: SeenLeg, errors: ReportErrors) -> int:
    """Return the bearing relative to the bow in whole degrees."""
    angle = true - seen.heading
    if seen.by == "hydrophone":
        off = abs(abs(signed_angle(angle)) - QUARTER)
        sigma = BEAM_SIGMA + (ARC_SIGMA - BEAM_SIGMA) * min(off, QUARTER - BLIND_ARC) // (QUARTER - BLIND_ARC)
        error = normal(key, f"{stream}.bearing", number, sigma * seen.error // 100)
    else:
        most = errors.bearing * seen.error + seen.shake
        error = even(key, f"{stream}.bearing", number, -most, most)
    return divide((angle + error) % CIRCLE, DEGREE) % 360


def _motion(
    key: str, stream: str, number: int, true: int, seen: SeenLeg, errors: ReportErrors, speed: int
) -> dict[str, int | str]:
    """Return course, speed and aspect, as far as the level has them; a ship at rest has neither course nor aspect."""
    told: dict[str, int | str] = {}
    course = bearing(seen.east, seen.north)
    if "course" in errors.fields and speed:
        most = errors.course * seen.error
        told["course"] = divide((course + even(key, f"{stream}.course", number, -most, most)) % CIRCLE, DEGREE) % 360
    if "speed" in errors.fields:
        most = errors.speed * seen.error // 10
        told["speed"] = max(0, knots_of(speed) + even(key, f"{stream}.speed", number, -most, most))
    if "aspect_word" in errors.fields and speed:
        told["aspect_word"] = aspect_word(divide(true, DEGREE), divide(course, DEGREE))
    return told


def _sound(sighting: Sighting, seen: SeenLeg, far: int, speed: int, kind: ShipClass | None) -> dict[str, int | str]:
    """Return what can be heard of it: how strong it is, its screws, and whether it zigzags."""
    told: dict[str, int | str] = {"signal": signal_word(far, seen.reach)}
    if kind is not None:
        told |= {"screw": kind.sound, "turns": kind.beat * knots_of(speed) // 10}
    if sighting.turns:
        told["zigzag"] = True
    return told


def signal_word(far: int, reach: int) -> str:
    """Return how strong something is heard: by thirds of the range."""
    return "strong" if 3 * far < reach else "medium" if 3 * far < 2 * reach else "faint"


def knots_of(speed: int) -> int:
    """Return a speed (mm a second) in tenths of knots."""
    return divide(9 * speed, 463)
