"""What the TDC answers: lead, course, gyro angle and run to a target that runs on as it was entered (UBT-8.5b, c)."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from klaxon.rules.uboot.sea.attack.records import AimedSolution
from klaxon.rules.uboot.sea.attack.tdc import BOW, GYRO_MOST, STERN, AimData, TargetTrack, TorpedoShot, shot
from klaxon.rules.uboot.sea.numbers import CIRCLE, DEGREE, HALF, METRE, bearing, divide, signed_angle


class LaidTdc(NamedTuple):
    """A TDC that is laid on a target: what was entered, where it has the target, and what torpedoes can."""

    contact: str
    aim: AimData
    track: TargetTrack
    reach: int
    """How far (mm) a torpedo runs at the speed that was entered."""
    real: bool = False
    """It allows for the tube (UBT-8.5d)."""


def why_not(found: TorpedoShot | None, reach: int) -> str:
    """Return why a tube cannot be launched with a shot: `speed`, `gyro`, `range`; '' where it can."""
    if found is None:
        return "speed"
    if abs(found.gyro) > GYRO_MOST:
        return "gyro"
    return "range" if found.run_mm > reach else ""


def followed_at(laid: LaidTdc, game: int) -> AimData:
    """Return what was entered with bearing, angle on the bow and range as they are at a game time."""
    track = laid.track
    x, y = track.place(game)
    sight = bearing(x, y)
    angle = DEGREE * laid.aim.aob  # of a target that lies still nothing says where its bow points
    if track.vx or track.vy:
        angle = signed_angle(sight + HALF - bearing(track.vx, track.vy))
    degrees = divide(angle, DEGREE)
    return laid.aim._replace(
        bearing=divide(sight - track.heading, DEGREE) % (CIRCLE // DEGREE),
        aob=degrees if degrees > -HALF // DEGREE else HALF // DEGREE,
        range=divide(isqrt(x * x + y * y), METRE),
    )


def solution_at(laid: LaidTdc, game: int) -> AimedSolution:
    """Return the answer for a game time: of the bow tubes where the target lies ahead, else of the stern tube."""
    followed = followed_at(laid, game)
    bow, stern = (shot(laid.track, game, laid.aim.torpedo, end, real=laid.real) for end in (BOW, STERN))
    reasons = why_not(bow, laid.reach), why_not(stern, laid.reach)
    tube = STERN if reasons[0] == "gyro" and reasons[1] != "gyro" else BOW
    found, why = (stern, reasons[1]) if tube == STERN else (bow, reasons[0])
    if found is None:
        return AimedSolution(laid.contact, laid.aim, followed, False, 0, 0, 0, 0, 0, tube, *reasons)
    return AimedSolution(
        laid.contact,
        laid.aim,
        followed,
        not why,
        divide(found.lead, 10),
        divide(found.course % CIRCLE, 10) % (CIRCLE // 10),
        divide(found.gyro, 10),
        divide(found.run_ms, 1000),
        divide(found.run_mm, METRE),
        tube,
        *reasons,
    )
