"""The approach: on the surface round to ahead of the target, by day under water from there, at night straight in."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.evading import ENOUGH, is_escort
from klaxon.crew.uboot.hunting.geometry import intercept, lead_course, off_track, passes_in, slant, to_track
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.plot import KNOT, Mean, PlottedContact, mean_of, signed_degrees
from klaxon.crew.uboot.hunting.shooting import (
    FARTHEST,
    LATE,
    READY_AT,
    TORPEDO,
    Wanted,
    is_ahead,
    is_in_reach,
    prepare,
    shoot,
)
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.sea.glass.open_views import HYDROPHONE, PERISCOPE, find_view
from klaxon.rules.uboot.state import OpenBoard

FULL, HALF, SUBMERGED = 170, 100, 40
"""Tenths of knots: on the surface at full and half speed, and under water at half."""
WAITS = 800
"""Metres from the track of a target from which the boat wants to shoot."""
AHEAD_OF = 70
"""Degrees on the bow up to which the boat is ahead of a target."""
AHEAD = 4500
"""Metres ahead of a target to which the boat goes on the surface by day."""
SIGHTED = 8000
"""Metres from a target at which the periscope goes up."""
OLD = 600
"""Seconds after which a report is no target any more."""
GONE = 120
"""Degrees on the bow from which on a target gets away from a boat under water."""
PERISCOPE_DEPTH = 10_000
LOST, LOST_DARK = 8000, 3000
"""Metres from a target that got away at which the boat surfaces to get ahead of it again, by day and at night."""
LATEST_DIVE = 0.55
"""Share of the range at which a captain likes to dive; nearer he dives in any case."""
HOLDS, TURNING = 420, 150
"""Seconds for which a course is held in the approach, and before the shot."""


def is_prey(contact: PlottedContact, notes: HuntNotes) -> bool:
    """Return whether a contact is a ship worth a torpedo, as far as the crew knows."""
    if contact.kind not in ("ship", "sound", "group") or contact.name in notes.sunk:
        return False
    return contact.klass in ("", "merchant", "group") and not is_escort(contact)


def choose_target(notes: HuntNotes) -> Mean | None:
    """Return the target: the nearest that comes nearer, a single ship before the group it belongs to."""
    means = []
    for contact in notes.plot.contacts:
        mean = mean_of(notes.plot, contact, notes.skill.reports) if is_prey(contact, notes) else None
        if mean is not None and mean.age < OLD:
            late = abs(mean.angle) > GONE and mean.metres > notes.skill.shoots_at
            means.append((late, contact.kind == "group", contact.name in notes.shot_at, mean.metres, mean))
    return min(means, key=lambda each: each[:4])[-1] if means else None


def is_dark(board: OpenBoard) -> bool:
    """Return whether a boat on the surface is hard to see."""
    return board.waters.light in ("moon", "dark")


def attack(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what brings the boat to its shot, the most urgent first."""
    if _is_gone(board, target):
        if target.metres > (LOST_DARK if is_dark(board) else LOST):
            yield "surface", ()
        return
    if board.boat.surfaced:
        if not is_dark(board) and _is_time_to_dive(notes, target):
            yield "dive", ("10",)
            return
        if not lookouts(board):
            yield "watch", ()
    else:
        yield from _under_water(board, target)
    if target.metres < READY_AT and is_in_reach(target, notes) and target.name not in notes.shot_at:
        if is_ahead(target, notes):
            yield from prepare(board, notes, target)
            yield from shoot(board, notes, target)
            return
        if notes.plot.at - notes.steered > TURNING:
            yield "new_course", (str(round(lead_course(target, TORPEDO))),)
        return
    if target.metres < READY_AT and passes_in(target) > 0:
        yield from prepare(board, notes, target)
    yield from _steer(board, notes, target)


def _is_gone(board: OpenBoard, target: Mean) -> bool:
    """Return whether a boat under water cannot come near a target any more."""
    is_late = abs(target.angle) > GONE or (abs(target.angle) > LATE and target.metres > FARTHEST)
    return not board.boat.surfaced and is_late


def _is_time_to_dive(notes: HuntNotes, target: Mean) -> bool:
    """Return whether to dive by day: near enough, and to where the boat can still come to the track under water."""
    if target.metres > notes.skill.dives_at or abs(target.angle) > AHEAD_OF:
        return False
    can_run = SUBMERGED * KNOT * max(0.0, passes_in(target))
    return off_track(target) < WAITS + can_run or target.metres < notes.skill.dives_at * LATEST_DIVE


def _under_water(board: OpenBoard, target: Mean) -> Iterator[Wanted]:
    """Yield the orders to see or hear again: periscope depth and the periscope, the hydrophone before that."""
    if board.boat.target != PERISCOPE_DEPTH:
        yield "new_depth", ("10",)
    elif find_view(board, PERISCOPE) is None:
        if target.metres < SIGHTED:
            yield PERISCOPE, ()
        elif find_view(board, HYDROPHONE) is None:
            yield HYDROPHONE, ()


def _steer(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield course and speed for the approach; orders and helmsmen are few, so a course has to last a while."""
    setting = _setting(board, target)
    course = _surfaced(board, target) if board.boat.surfaced else slant(target, SUBMERGED * KNOT, WAITS)
    if board.boat.setting != setting:
        yield "new_speed", (setting,)
    if abs(signed_degrees(course - notes.plot.ordered)) > ENOUGH and notes.plot.at - notes.steered > HOLDS:
        yield "new_course", (str(round(course) % 360),)


def _setting(board: OpenBoard, target: Mean) -> str:
    """Return the speed: full only to get ahead on the surface; what the boat goes has to do wherever it can."""
    if board.boat.surfaced and abs(target.angle) > AHEAD_OF:
        return "full"
    is_wrong = board.boat.setting == "full" or (board.boat.surfaced and board.boat.setting != "half")
    return "half" if is_wrong else board.boat.setting


def _surfaced(board: OpenBoard, target: Mean) -> float:
    """Return the course on the surface: round to ahead of the target, from there to its track."""
    if abs(target.angle) > AHEAD_OF:
        return intercept(target, AHEAD, FULL)
    return slant(target, HALF * KNOT, WAITS) if is_dark(board) else to_track(target)
