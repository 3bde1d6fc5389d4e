"""The attack under water: ahead of the target, beside its track, with the periscope up when it is near."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.courses import (
    HOLDS_SHORT,
    LAME,
    LEAST_DIVE,
    SUBMERGED,
    can_be_reached,
    can_go_round,
    is_in_its_way,
    is_night,
    is_right,
    new_course,
    waits,
)
from klaxon.crew.uboot.hunting.geometry import at_passing, lead_course, seen_later, slant, standing
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import signed_degrees
from klaxon.crew.uboot.hunting.salvo import GYRO, TORPEDO
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.crew.uboot.hunting.shooting import Wanted, has_torpedo, nearest_ship, shot
from klaxon.crew.uboot.hunting.targets import is_gone
from klaxon.rules.uboot.sea.glass.open_views import PERISCOPE, find_view
from klaxon.rules.uboot.state import OpenBoard

PERISCOPE_DEPTH = 10_000
SAFE_TO_SURFACE, SAFE_FROM_FLEET, HEARD_WELL = 16_000, 24_000, 3
"""Metres from a ship and from the middle of a convoy at which the boat surfaces on a clear day to get ahead of it, and
reports that it waits for.
"""
UNSEEN, HEARD_FULLY = 9000, 6
"""Metres from a convoy at which the boat surfaces by night to attack it, and reports by ear that it waits for."""
SIGHTED, AMBUSHED = 9000, 6000
"""Metres from a target at which the periscope goes up, and from a convoy that comes to a boat that lies still."""
LOST, LOST_DARK = 6500, 3000
"""Metres from a target that got away at which the boat surfaces to get ahead of it again, by day and at night."""
NEAR = 1500
"""Metres within which a target that has passed may still be shot at."""
RUNS, ASTERN = 1500, 45
"""Seconds for which a boat runs from a convoy that it has shot at, and degrees that its course may be off then."""
COSTS = 4
"""Orders that it takes to surface, look out and steer, without which the boat stays where it is."""
QUIET = 7000
"""Metres from the middle of a convoy within which the boat creeps, for its escorts listen."""
ON_THE_BOW, BEARS = 100, 55
"""Degrees off the course of a convoy at which its ships are shot at as they pass, and by which the bow may be off."""
SOON = 150
"""Seconds before a target passes from which on no place is sought any more."""


def attack_submerged(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what brings a boat under water to its shot, the most urgent first."""
    if target.reports < HEARD_WELL and target.metres > SIGHTED and not target.lost:
        return
    if is_gone(target, NEAR):
        is_known = target.reports >= HEARD_FULLY or not target.fleet
        if is_known and target.metres > _safe_off(board, target) and can_go_round(board, notes, target):
            yield "surface", ()
        return
    if target.fleet and notes.plot.at - notes.fired < RUNS and not has_torpedo(board):
        yield from _slip_away(board, notes, target)
        return
    is_ambush = target.fleet == target.name and is_in_its_way(notes, target)
    if not is_ambush and _is_better_surfaced(board, notes, target):
        yield "surface", ()
        return
    if nearest_ship(notes, target) < (AMBUSHED if is_ambush else SIGHTED):
        if board.boat.target != PERISCOPE_DEPTH:
            yield "new_depth", ("10",)
        elif find_view(board, PERISCOPE) is None:
            yield PERISCOPE, ()
    yield from shot(board, notes, target)
    yield from _turn_bow(board, notes, target) if is_ambush else _steer(board, notes, target)


def _is_better_surfaced(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether a target that was heard cannot be reached under water, and nobody will see the boat surface."""
    if target.reports < HEARD_FULLY or board.order < COSTS:
        return False
    if can_be_reached(board, notes, target, standing(target)):
        return False
    return _is_far(board, target) or (is_night(board) and target.metres > UNSEEN)


def _safe_off(board: OpenBoard, target: Mean) -> float:
    """Return how far a target that got away must be for the boat to surface."""
    far: float = LOST_DARK if is_dark(board) else 0 if target.speed < LAME else LOST
    return max(far, SAFE_TO_SURFACE * visibility(board)) if target.fleet else far


def _is_far(board: OpenBoard, target: Mean) -> bool:
    """Return whether a target that was heard is so far off that nobody sees the boat surface."""
    safe = SAFE_FROM_FLEET if target.fleet else SAFE_TO_SURFACE
    return target.metres > max(safe * visibility(board), 3 * LEAST_DIVE / 2)


def _slip_away(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what takes the boat away under water from a convoy that it has shot at: its escorts come to look."""
    away = (target.course + (90 if target.angle > 0 else -90)) % 360
    if board.boat.target < 1000 * notes.skill.deep:
        yield "new_depth", (str(notes.skill.deep),)
    if abs(signed_degrees(away - notes.plot.ordered)) > ASTERN:
        yield "new_course", (str(round(away) % 360),)


def _turn_bow(board: OpenBoard, notes: HuntNotes, fleet: Mean) -> Iterator[Wanted]:
    """Yield what turns the bow to where the ships of a convoy that comes will be; a boat at rest cannot turn."""
    side = 1 if standing(fleet).aside > 0 else -1
    wanted = (fleet.course - side * ON_THE_BOW) % 360
    if abs(signed_degrees(wanted - notes.plot.ordered)) < BEARS or notes.plot.at - notes.steered < HOLDS_SHORT:
        return
    if board.boat.setting == "stop":
        yield "new_speed", ("slow",)
    yield "new_course", (str(round(wanted) % 360),)


def _steer(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield a course that brings the boat to its shot, or its bow to where the target will be."""
    plot = notes.plot
    setting = "slow" if target.fleet and target.metres < QUIET else "half"
    if target.fleet and target.reports < HEARD_FULLY and target.metres > SIGHTED:
        return
    if board.boat.setting not in (setting, "slow"):
        yield "new_speed", (setting,)
    if plot.at - notes.steered < HOLDS_SHORT:
        return
    knots = SUBMERGED if board.boat.setting == "half" else SUBMERGED / 2
    seconds, aside = at_passing(target, plot.ordered, knots)
    if seconds > SOON:
        if not is_right(board, notes, target, aside):
            yield from new_course(notes, slant(target, knots, waits(board, notes, target)))
        return
    if target.name in notes.shot_at:
        return
    abeam = seen_later(target, plot.ordered, knots, seconds)
    lead = lead_course(abeam, TORPEDO)
    if abs(signed_degrees(lead - plot.ordered)) > GYRO:
        yield "new_course", (str(round(lead) % 360),)
