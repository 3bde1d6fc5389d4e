"""What every approach steers by: where the boat wants to pass its target, and courses that are worth an order."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.fleet import half_width
from klaxon.crew.uboot.hunting.geometry import Standing, standing
from klaxon.crew.uboot.hunting.gunnery import is_for_the_gun
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.hunt_skills import HuntSkill
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import KNOT, signed_degrees
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.rules.uboot.state import OpenBoard

OFF_DARK, OFF_MOON, OFF_SUBMERGED = 1500, 2300, 4300
"""Metres outside the outer column of a convoy from which the boat shoots: in the dark, by moon, and under water."""
RADAR = "1942"
"""The year from which on escorts see a surfaced boat in any light."""
FULL, HALF, SUBMERGED = 170, 100, 40
"""Tenths of knots: on the surface at full and half speed, and under water at half."""
LAME = 50
"""Tenths of knots below which a ship is damaged."""
NIGHT = 0.4
"""Of the sight of a clear day: with less the boat attacks on the surface."""
LEAST_DIVE, SCREEN = 4000, 4500
"""Metres from a ship at which the captain dives in bad light, and from the middle of a convoy to the escorts ahead."""
NEAREST_DIVE = 1800
"""Metres ahead of a target at which it is too late to dive for it."""
AMBUSH = 1800
"""Metres outside the outer column of a convoy within which a boat that lies still under water lets it come."""
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


def is_whole(skill: HuntSkill, target: Mean) -> bool:
    """Return whether a target is a convoy that is attacked as a whole."""
    return skill.flanks and target.name == target.fleet


def has_radar(board: OpenBoard) -> bool:
    """Return whether escorts see a surfaced boat in any light."""
    return board.briefing.date >= RADAR


def is_night(board: OpenBoard) -> bool:
    """Return whether the boat attacks a convoy on the surface: faster than the convoy, and hard to see."""
    return visibility(board) < NIGHT and not has_radar(board)


def flank_of(board: OpenBoard, notes: HuntNotes, fleet: Mean) -> float:
    """Return how many metres from the track of a convoy's middle the boat wants to be when it passes."""
    off = OFF_SUBMERGED if not board.boat.surfaced else OFF_DARK if is_dark(board) else OFF_MOON
    return half_width(notes.plot, fleet) + off


def stays_up(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether the boat attacks on the surface: in the dark, and a ship that can neither run nor hide."""
    is_dim = is_night(board) if target.fleet else visibility(board) < NIGHT
    if is_for_the_gun(board, notes, target):
        return True
    return is_dim or (target.speed < LAME and not target.fleet)


def waits(board: OpenBoard, notes: HuntNotes, target: Mean) -> float:
    """Return how many metres from the track of a target the boat wants to be when it passes."""
    return flank_of(board, notes, target) if is_whole(notes.skill, target) else notes.skill.waits


def is_right(board: OpenBoard, notes: HuntNotes, target: Mean, aside: float) -> bool:
    """Return whether it will do to pass a target so many metres to starboard of its track: of a ship on either side.

    One that zigzags goes from one side of the boat to the other and back.
    """
    is_fleet = target.name == target.fleet
    off = abs(aside) if not is_fleet else aside if target.angle > 0 else -aside
    wanted, wide = waits(board, notes, target), WIDE_OFF if is_whole(notes.skill, target) else WIDE
    return wanted - NARROW <= off <= wanted + wide


def is_in_its_way(notes: HuntNotes, fleet: Mean) -> bool:
    """Return whether a convoy will pass a boat that lies still so near that it can be shot at."""
    place = standing(fleet)
    return place.ahead > 0 and abs(place.aside) < half_width(notes.plot, fleet) + AMBUSH


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
