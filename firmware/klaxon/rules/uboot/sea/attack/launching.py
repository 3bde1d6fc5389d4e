"""Torpedoes that leave their tubes: course, depth and what goes wrong with them on the way out (UBT-8.5d, e, f)."""

from __future__ import annotations

from klaxon.rules.uboot.sea.attack.aiming import track_of_target
from klaxon.rules.uboot.sea.attack.ballistics import game_at_run
from klaxon.rules.uboot.sea.attack.records import LeavingTorpedo, RunningTorpedo
from klaxon.rules.uboot.sea.attack.solution import why_not
from klaxon.rules.uboot.sea.attack.tdc import TorpedoShot, place_of_run, shot
from klaxon.rules.uboot.sea.attack.torpedo_types import TABLE, depth_error, settings_of
from klaxon.rules.uboot.sea.attack.tubes import end_of
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg, relative
from klaxon.rules.uboot.sea.numbers import (
    CIRCLE,
    DEGREE,
    HALF,
    METRE,
    bearing,
    divide,
    even,
    happens,
    mm_s,
    normal,
    signed_angle,
    vector,
)
from klaxon.rules.uboot.sea.own_boat.noise import COMPRESSOR_AFTER_LAUNCH, with_noise
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.records import SUNK
from klaxon.rules.uboot.sea.watching.alerts import report_boat
from klaxon.rules.uboot.sea.watching.book import book_of

GAP = 2_000
"""Milliseconds between two torpedoes of one order."""
SILENCE = 30_000
GYRO_PPM, SURFACE_PPM = 20_000, 300_000
OFF_DEG = (10, 40)
SEA_OFF, SEA_SIGMA = 6, 2 * DEGREE
"""Above this sea a torpedo runs off its course by a bell curve."""
WILD_SEA = 4
"""From this sea on a torpedo that is set shallow may break surface."""
HEARD, HEARD_KNOTS = 1_500 * METRE, mm_s(120)


def leave_tubes(work: SeaWork, game: int) -> None:
    """Let the torpedoes leave whose time it is; one that cannot reach its target by now stays in its tube."""
    attack = work.attack
    ready = [each for each in attack.salvo if each.due <= game]
    work.attack = attack._replace(salvo=tuple(each for each in attack.salvo if each.due > game))
    for each in ready:
        _leave(work, each, game)


def _leave(work: SeaWork, leaving: LeavingTorpedo, game: int) -> None:
    aim, end = leaving.target.aim, end_of(leaving.tube)
    track = track_of_target(work.leg(game), work.boat, work.aboard.steer, leaving.target.leg, game)
    found = shot(track, game, aim.torpedo, end, real=work.setting.tube == "real")
    reach = METRE * settings_of(leaving.kind, work.mission.date, preheat=work.setting.preheat).get(aim.torpedo, 0)
    if found is None or why_not(found, reach):
        work.bring(game, "held", tube=leaving.tube)
        return
    torpedo = _running(work, leaving, found, reach, game)
    attack = work.attack
    work.attack = attack._replace(running=(*attack.running, torpedo), launched=attack.launched + 1)
    work.boat = with_noise(work.boat, "compressor", game + COMPRESSOR_AFTER_LAUNCH)
    work.mark(OWN)
    work.bring(
        game,
        "launched",
        tube=leaving.tube,
        torpedo=leaving.kind,
        course=divide((found.course + leaving.offset - work.aboard.steer * DEGREE) % CIRCLE, 10) % 3600,
        run_s=divide(found.run_ms, 1000),
        run_m=divide(found.run_mm, METRE),
        track=_track_angle(leaving, found),
    )
    _let_hear(work, game)


def _track_angle(leaving: LeavingTorpedo, found: TorpedoShot) -> int:
    """Return the degrees between the courses of torpedo and target as computed (UBT-11); of one that lies, as aimed."""
    leg, aim = leaving.target.leg, leaving.target.aim
    if not leg.vx and not leg.vy:
        return HALF // DEGREE - abs(aim.aob)
    return divide(abs(signed_angle(found.course - bearing(leg.vx, leg.vy))), DEGREE)


def _running(work: SeaWork, leaving: LeavingTorpedo, found: TorpedoShot, reach: int, game: int) -> RunningTorpedo:
    number, aim, own = work.attack.launched, leaving.target.aim, work.leg(game)
    off, fate = _error_of_course(work, number, aim.depth)
    course = (found.course + leaving.offset + off) % CIRCLE
    heading = found.course - found.gyro
    x, y = own.place(game)
    begin_x, begin_y = place_of_run(heading % CIRCLE, found)
    leg = SeaLeg(game + found.delay, x + begin_x, y + begin_y, *vector(course, mm_s(10 * aim.torpedo)))
    speed = mm_s(10 * aim.torpedo)
    return RunningTorpedo(
        number,
        leaving.tube,
        leaving.kind,
        leg,
        course,
        found.way,
        armed=max(leg.start, game_at_run(leg, speed, found.way, TABLE[leaving.kind].arming)),
        ends=game_at_run(leg, speed, found.way, reach),
        depth=_depth_of(work, number, aim.depth * METRE),
        silence=game + found.run_ms + SILENCE,
        fate=fate,
    )


def _error_of_course(work: SeaWork, number: int, depth: int) -> tuple[int, str]:
    """Return how far off its course a torpedo runs, and why where that is a failure."""
    stream, setting, sea = f"torpedo.{number}", work.setting, work.sky.sea
    gyro = GYRO_PPM * work.aboard.tdc_error // 100
    if setting.duds == "on" and happens(work.key, f"{stream}.gyro", 0, gyro):
        return _wild(work, stream), "gyro"
    is_shallow = sea >= WILD_SEA and depth < sea - 1 and setting.torpedo_depth == "on"
    if is_shallow and happens(work.key, f"{stream}.surface", 0, SURFACE_PPM):
        return _wild(work, stream), "surface"
    return normal(work.key, f"{stream}.sea", 0, SEA_SIGMA) if sea > SEA_OFF else 0, ""


def _wild(work: SeaWork, stream: str) -> int:
    """Return how far off a torpedo runs whose gyro has failed."""
    angle = even(work.key, f"{stream}.off", 0, *OFF_DEG) * DEGREE
    return angle if even(work.key, f"{stream}.side", 0, 0, 1) else -angle


def _depth_of(work: SeaWork, number: int, depth: int) -> int:
    """Return how deep a torpedo really runs (UBT-8.5f)."""
    if work.setting.torpedo_depth == "off":
        return depth
    deeper, sigma = depth_error(work.mission.date)
    return max(0, depth + deeper + normal(work.key, f"torpedo.{number}.depth", 0, sigma))


def _let_hear(work: SeaWork, game: int) -> None:
    """Let every escort hear the launch that is near and slow enough (UBT-8.2g)."""
    own, classes = work.leg(game), ship_classes(work.box)
    for number, ship in enumerate(work.traffic.ships):
        if ship.motion == SUNK or ship.sinks >= 0 or not classes[ship.type].is_escort:
            continue
        leg = leg_of_number(work, number, game)
        is_slow = leg.vx * leg.vx + leg.vy * leg.vy <= HEARD_KNOTS**2
        if is_slow and relative(own, leg, game).square <= HEARD**2:
            report_boat(book_of(work), game, number, "launch")
