"""The TDC: the triangle of torpedo and target, solved in whole numbers, and followed from the aim on (UBT-8.5b to d).

All is counted from the boat: what the crew enters is a bearing off the bow, and a gyro angle is set off the bow or the
stern. The target runs on at the course and speed that were entered; how the own boat steers is told by `follow`.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from klaxon.rules.uboot.sea.numbers import (
    CIRCLE,
    DEGREE,
    HALF,
    METRE,
    bearing,
    cosine,
    divide,
    mm_s,
    scale,
    signed_angle,
    sine,
    vector,
)

BOW, STERN = "bow", "stern"
GYRO_MOST = 90 * DEGREE
_AHEAD = {BOW: 37 * METRE, STERN: 30 * METRE}
"""From the periscope to where a torpedo leaves."""
_STRAIGHT, _RADIUS, _ROUNDS = 9_500, 95 * METRE, 12


class AimData(NamedTuple):
    """What the crew enters: degrees, knots and metres."""

    bearing: int
    """Relative to the bow."""
    aob: int
    """Angle on the bow, starboard is plus."""
    speed: int
    range: int
    torpedo: int
    """Knots."""
    spread: int = 0
    depth: int = 3


class TargetTrack(NamedTuple):
    """Where the TDC has target and boat: the target as seen from the boat (mm), both velocities (mm a second)."""

    start: int
    """Game time."""
    x: int
    y: int
    vx: int
    vy: int
    heading: int
    """Of the boat, hundredths of a degree."""
    own_vx: int = 0
    own_vy: int = 0

    def place(self, game: int) -> tuple[int, int]:
        """Return where the target is, seen from the boat, at a game time."""
        passed = game - self.start
        return (
            self.x + (self.vx - self.own_vx) * passed // 1000,
            self.y + (self.vy - self.own_vy) * passed // 1000,
        )


class TorpedoShot(NamedTuple):
    """A solution: hundredths of degrees, milliseconds and millimetres."""

    lead: int
    course: int
    gyro: int
    """Off the bow, or off the stern for a stern tube; starboard is plus."""
    run_ms: int
    run_mm: int
    ahead: int = 0
    """Where the straight run begins: so far along the tube's own direction from the periscope."""
    aside: int = 0
    """And so far to starboard of it."""
    way: int = 0
    """What it has run by then."""
    delay: int = 0
    """How long that takes."""


def track_of(aim: AimData, game: int, heading: int, own_vx: int = 0, own_vy: int = 0) -> TargetTrack:
    """Return what the TDC holds when data are entered."""
    true_bearing = heading + aim.bearing * DEGREE
    x, y = vector(true_bearing, aim.range * METRE)
    vx, vy = vector(true_bearing + HALF - aim.aob * DEGREE, mm_s(10 * aim.speed))
    return TargetTrack(game, x, y, vx, vy, heading % CIRCLE, own_vx, own_vy)


def follow(track: TargetTrack, game: int, heading: int, own_vx: int, own_vy: int) -> TargetTrack:
    """Return the track from a game time on, when the boat steers otherwise."""
    x, y = track.place(game)
    return TargetTrack(game, x, y, track.vx, track.vy, heading % CIRCLE, own_vx, own_vy)


def shot(track: TargetTrack, game: int, knots: int, tube: str = BOW, *, real: bool = False) -> TorpedoShot | None:
    """Return how a torpedo launched at a game time meets the target, None where it never does.

    With `real` it leaves a tube and turns; else it runs from the periscope (UBT-8.5d).
    """
    x, y = track.place(game)
    heading = track.heading + (HALF if tube == STERN else 0)
    found = _straight(x, y, track, knots, heading, TorpedoShot(0, 0, 0, 0, 0))
    if not real:
        return found
    begin = leaving(0, knots, tube)
    for _ in range(_ROUNDS):
        found = _straight(x, y, track, knots, heading, begin)
        if found is None:
            return None
        begin = leaving(found.gyro, knots, tube)
    return found


def _straight(x: int, y: int, track: TargetTrack, knots: int, heading: int, begin: TorpedoShot) -> TorpedoShot | None:
    """Solve the triangle from where the straight run begins, with the target moved on for the way until there."""
    bx, by = place_of_run(heading, begin)
    tx, ty = x + track.vx * begin.delay // 1000 - bx, y + track.vy * begin.delay // 1000 - by
    after = meeting(tx, ty, track.vx, track.vy, mm_s(10 * knots))
    if after is None:
        return None
    course = bearing(tx + track.vx * after // 1000, ty + track.vy * after // 1000)
    run = mm_s(10 * knots) * after // 1000
    lead, gyro = signed_angle(course - bearing(x, y)), signed_angle(course - heading)
    return begin._replace(lead=lead, course=course, gyro=gyro, run_ms=begin.delay + after, run_mm=begin.way + run)


def meeting(x: int, y: int, vx: int, vy: int, speed: int) -> int | None:
    """Return after how many milliseconds a torpedo from here meets a target, None: it never does."""
    a, b, c = vx * vx + vy * vy - speed * speed, x * vx + y * vy, x * x + y * y
    if a < 0:
        return 1000 * (b + isqrt(b * b - a * c)) // -a
    if b >= 0:
        return None
    if a == 0:
        return 1000 * c // (-2 * b)
    root = b * b - a * c
    return 1000 * (-b - isqrt(root)) // a if root >= 0 else None


def leaving(gyro: int, knots: int, tube: str) -> TorpedoShot:
    """Return how a torpedo comes to its straight run out of a real tube, for a gyro angle."""
    angle = abs(gyro)
    ahead = _AHEAD[tube] + _STRAIGHT + scale(_RADIUS, sine(angle))
    aside = _RADIUS - scale(_RADIUS, cosine(angle))
    way = _STRAIGHT + divide(_RADIUS * angle * 355, 113 * HALF)
    delay = way * 1000 // mm_s(10 * knots)
    return TorpedoShot(0, 0, gyro, 0, 0, ahead, aside if gyro >= 0 else -aside, way, delay)


def place_of_run(heading: int, begin: TorpedoShot) -> tuple[int, int]:
    """Return where a straight run begins, seen from the periscope, for the direction in which its tube points."""
    ax, ay = vector(heading, begin.ahead)
    sx, sy = vector(heading + HALF // 2, begin.aside)
    return ax + sx, ay + sy


def offset_of(number: int, count: int, spread: int) -> int:
    """Return by how much torpedo number so (from 0) of a salvo runs beside the course, in hundredths (UBT-11)."""
    return (2 * number - (count - 1)) * spread * DEGREE // 2
