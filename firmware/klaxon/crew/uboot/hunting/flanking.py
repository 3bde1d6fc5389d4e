"""The attack on a convoy from its flank: abeam of its columns, where a torpedo that misses one ship may hit the next.

In the dark that is done on the surface, outside the outer column and hard to see; by day under water.
"""

from __future__ import annotations

from klaxon.crew.uboot.hunting.fleet import half_width
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.hunt_skills import HuntSkill
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.rules.uboot.state import OpenBoard

OFF_DARK, OFF_MOON, OFF_SUBMERGED = 1500, 2300, 4300
"""Metres outside the outer column of a convoy from which the boat shoots: in the dark, by moon, and under water."""
NIGHT = 0.4
"""Of the sight of a clear day: with less the boat attacks on the surface."""
RADAR = "1942"
"""The year from which on escorts see a surfaced boat in any light."""


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
