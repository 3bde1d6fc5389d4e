"""The attack on the surface: round to ahead of the target by day, straight in at night, and off into the dark."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.courses import (
    FULL,
    HALF,
    HOLDS,
    HOLDS_SHORT,
    NEAREST_DIVE,
    can_be_reached,
    can_go_round,
    dive_range,
    is_right,
    is_whole,
    new_course,
    stays_up,
    waits,
)
from klaxon.crew.uboot.hunting.evading import is_too_near
from klaxon.crew.uboot.hunting.geometry import at_passing, intercept, slant, standing, standings
from klaxon.crew.uboot.hunting.gunnery import is_for_the_gun, shell
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import signed_degrees
from klaxon.crew.uboot.hunting.seeing import visibility
from klaxon.crew.uboot.hunting.shooting import Wanted, has_torpedo, nearest_ship, shot
from klaxon.crew.uboot.hunting.submerged import ASTERN, RUNS, SIGHTED
from klaxon.crew.uboot.hunting.targets import BEHIND
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.state import OpenBoard

DIVE = "dive"
ROUND, WELL_OFF = (6000, 10_500), (9000, 6000)
"""Metres ahead of a target and off its track to which a boat goes round it on a clear day: that fell behind, or not."""
ROUND_DARK = (12_000, 12_000)
"""The same on the surface; at night, when one sees a fifth of that."""
OUT_OF_SIGHT, WELL_AHEAD = 9000, 40
"""Metres from which on nobody sees the boat on a clear day, and degrees on the bow to stand well ahead of a target."""
SETTLED = 7
"""Reports of a ship that has turned away without which nobody goes round it: it will turn back."""
BESIDE, KEEPS = 700, 900
"""Metres ahead or astern of a convoy's middle within which the boat is abeam of it, and off its station."""
GUN_KEEPS = 1200
"""Metres from a ship within which a boat that shells it does not go nearer."""
ROUNDS, CLEAR = 2500, 2500
"""Metres ahead or astern of a convoy's middle from which on the boat keeps so much farther off, clear of its screen."""
BLIND, LISTENS_AT = 0.1, 7000
"""Of the sight of a clear day: with less, in rain by night or in fog, nobody sees an escort in time; and metres from a
convoy at which a boat goes under and listens then.
"""
SLOW_FLEET = 80
"""Tenths of knots up to which a convoy is kept up with at slow speed."""


def attack_surfaced(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what brings a surfaced boat to its shot, the most urgent first."""
    is_near = _is_blind_near(board, notes, target) or _is_time_to_dive(board, notes, target)
    is_diving = DIVE in notes.moved or is_near or is_too_near(board, notes)
    if is_diving and (_is_blind_near(board, notes, target) or not stays_up(board, notes, target)):
        if board.boat.setting == "full" and DIVE not in notes.moved:
            yield "new_speed", ("half",)
        yield DIVE, ("10",)
        return
    if not lookouts(board):
        yield "watch", ()
        return
    has_fired = not has_torpedo(board) and notes.plot.at - notes.fired < RUNS
    if has_fired and target.fleet and stays_up(board, notes, target):
        yield from _run_off(board, notes, target)
        return
    if stays_up(board, notes, target):
        yield from shell(board, notes, target)
        yield from shot(board, notes, target)
    if is_whole(notes.skill, target) and stays_up(board, notes, target):
        yield from _steer_for_flank(board, notes, target)
    else:
        yield from _steer(board, notes, target)


def _is_blind_near(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether a convoy is near that nobody would see before its escorts are there: then the boat listens."""
    return target.fleet != "" and visibility(board) < BLIND and nearest_ship(notes, target) < LISTENS_AT


def _is_time_to_dive(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether to dive by day: near enough, and where the boat can come to its shot under water."""
    near, place = dive_range(board, notes, target), standing(target)
    if target.metres > near:
        return False
    return can_be_reached(board, notes, target, place) or (target.metres < near / 2 and place.ahead > 0)


def _leads_there(board: OpenBoard, notes: HuntNotes, target: Mean, course: float, knots: float) -> bool:
    """Return whether a course leads to where the boat can dive for its shot, or on the surface to the shot itself."""
    if stays_up(board, notes, target):
        seconds, aside = at_passing(target, course, knots)
        return seconds > 0 and is_right(board, notes, target, aside)
    near = dive_range(board, notes, target)
    for _, place in standings(target, course, knots):
        if place.ahead < NEAREST_DIVE:
            return False
        if place.metres < near:
            return can_be_reached(board, notes, target, place)
    return False


def _steer(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield speed and course towards a place ahead of the target."""
    plot, setting = notes.plot, board.boat.setting
    if is_for_the_gun(board, notes, target):
        yield from _run_up(board, notes, target)
        return
    speed = FULL if setting == "full" else HALF
    if setting in ("half", "full") and _leads_there(board, notes, target, plot.ordered, speed):
        return
    if plot.at - notes.steered < (HOLDS_SHORT if target.metres < SIGHTED / 2 else HOLDS):
        return
    if abs(target.angle) > BEHIND or target.lost:
        is_fleeing = target.is_turned and target.reports < SETTLED and not target.lost
        if can_go_round(board, notes, target) and target.speed < HALF * 1.5 and not is_fleeing:
            yield from _go_round(board, notes, target)
        return
    if _stands_off(board, notes, target):
        yield from _go_round(board, notes, target)
        return
    for name, knots in (("half", HALF), ("full", FULL)):
        course = _course_ahead(board, notes, target, knots)
        if name == "full" or _leads_there(board, notes, target, course, knots):
            if setting != name:
                yield "new_speed", (name,)
            yield from new_course(notes, course)
            return


def _run_up(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what brings the gun near a ship, and keeps it there."""
    if target.metres < GUN_KEEPS and board.boat.setting == "full":
        return
    if board.boat.setting != "full":
        yield "new_speed", ("full",)
    if notes.plot.at - notes.steered > HOLDS_SHORT:
        yield from new_course(notes, intercept(target, 0.0, 0.0, FULL))


def _course_ahead(board: OpenBoard, notes: HuntNotes, target: Mean, knots: float) -> float:
    if stays_up(board, notes, target):
        return slant(target, knots, waits(board, notes, target))
    side = 1.0 if target.angle > 0 else -1.0
    return intercept(target, dive_range(board, notes, target) * 0.8, side * waits(board, notes, target), knots)


def _stands_off(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether the boat stays out of sight until it stands well ahead of a target."""
    is_far = target.metres > OUT_OF_SIGHT * visibility(board) and target.speed < HALF * 1.2
    return notes.skill.stands_off and not stays_up(board, notes, target) and is_far and abs(target.angle) > WELL_AHEAD


def _go_round(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield full speed and the course to ahead of a target, out of its sight."""
    side = 1.0 if target.angle > 0 else -1.0
    if board.boat.setting != "full":
        yield "new_speed", ("full",)
    ahead, aside = WELL_OFF if abs(target.angle) < BEHIND and not target.lost else ROUND
    if stays_up(board, notes, target):
        ahead, aside = ROUND_DARK
    yield from new_course(notes, intercept(target, ahead * visibility(board), side * aside * visibility(board), FULL))


# -- at the flank of a convoy ------------------------------------------------------------------------------------------


def _steer_for_flank(board: OpenBoard, notes: HuntNotes, fleet: Mean) -> Iterator[Wanted]:
    """Yield what brings the boat abeam of a convoy, outside its columns, and keeps it there."""
    side = 1.0 if fleet.angle > 0 else -1.0
    place, wanted = standing(fleet), waits(board, notes, fleet)
    if abs(place.ahead) > ROUNDS:
        wanted += CLEAR
    if abs(place.ahead) < BESIDE and abs(place.aside * side - wanted) < KEEPS:
        setting = "slow" if fleet.speed < SLOW_FLEET else "half"
        if board.boat.setting != setting:
            yield "new_speed", (setting,)
        yield from new_course(notes, fleet.course)
        return
    if notes.plot.at - notes.steered < HOLDS_SHORT:
        return
    if board.boat.setting != "full":
        yield "new_speed", ("full",)
    yield from new_course(notes, intercept(fleet, 0.0, side * wanted, FULL))


def _run_off(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what takes the boat away from a convoy that it has shot at: into the dark, at full speed."""
    away = (target.course + (90 if target.angle > 0 else -90)) % 360
    if abs(signed_degrees(away - notes.plot.ordered)) > ASTERN:
        yield "new_course", (str(round(away) % 360),)
    if board.boat.setting != "full":
        yield "new_speed", ("full",)
