"""What every approach steers by: where the boat wants to pass its target, and courses that are worth an order."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.flanking import flank_of, is_night, is_whole
from klaxon.crew.uboot.hunting.geometry import Standing
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import KNOT, signed_degrees
from klaxon.crew.uboot.hunting.seeing import visibility
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.rules.uboot.state import OpenBoard

FULL, HALF, SUBMERGED = 170, 100, 40
"""Tenths of knots: on the surface at full and half speed, and under water at half."""
LAME = 50
"""Tenths of knots below which a ship is damaged."""
NIGHT = 0.4
"""Of the sight of a clear day: with less a ship alone is attacked on the surface."""
LEAST_DIVE, SCREEN = 4000, 4500
"""Metres from a ship at which the captain dives in bad light, and from the middle of a convoy to the escorts ahead."""
NEAREST_DIVE = 1800
"""Metres ahead of a target at which it is too late to dive for it."""
SHARE = 0.75
"""Of the way that a boat under water can make to the track this is what a captain counts on."""
HOLDS, HOLDS_SHORT = 600, 240
"""Seconds for which a course is held far from a target, and near it."""
ENOUGH = 12
"""Degrees by which a course may be off before it is ordered anew."""
NARROW, WIDE, WIDE_OFF = 350, 900, 1500
"""Metres by which the boat may pass nearer to the track than it wants to, farther from it, and from a convoy's."""
COSTLY, CHEAP = 6, 3
"""Orders, with the morale that may pay for some, without which nobody begins to go round a target, or a lame one."""


def stays_up(board: OpenBoard, target: Mean) -> bool:
    """Return whether the boat attacks on the surface: in the dark, and a ship that can neither run nor hide."""
    is_dim = is_night(board) if target.fleet else visibility(board) < NIGHT
    return is_dim or (target.speed < LAME and not target.fleet)


def waits(board: OpenBoard, notes: HuntNotes, target: Mean) -> float:
    """Return how many metres from the track of a target the boat wants to be when it passes."""
    return flank_of(board, notes, target) if is_whole(notes.skill, target) else notes.skill.waits


def is_right(board: OpenBoard, notes: HuntNotes, target: Mean, aside: float) -> bool:
    """Return whether it will do to pass a target so many metres to starboard of its track."""
    off = aside if target.angle > 0 else -aside
    wanted, wide = waits(board, notes, target), WIDE_OFF if is_whole(notes.skill, target) else WIDE
    return wanted - NARROW <= off <= wanted + wide


def dive_range(board: OpenBoard, notes: HuntNotes, target: Mean) -> float:
    """Return from how many metres on the captain goes under for a target."""
    return max(notes.skill.dives_at * visibility(board), LEAST_DIVE) + (SCREEN if target.fleet else 0)


def can_be_reached(board: OpenBoard, notes: HuntNotes, target: Mean, place: Standing) -> bool:
    """Return whether a boat that stands there can come to its shot under water."""
    run = SHARE * SUBMERGED * KNOT * place.ahead / max(target.speed * KNOT, 1.0)
    return place.ahead > NEAREST_DIVE and abs(place.aside) < waits(board, notes, target) + NARROW + run


def can_go_round(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether there are orders enough to get ahead of a target again."""
    least = COSTLY if target.speed >= LAME else CHEAP
    return board.order + max(0, board.morale - notes.skill.floor) >= least


def new_course(notes: HuntNotes, course: float) -> Iterator[Wanted]:
    """Yield a course that differs enough from the one that is steered."""
    if abs(signed_degrees(course - notes.plot.ordered)) > ENOUGH:
        yield "new_course", (str(round(course) % 360),)
