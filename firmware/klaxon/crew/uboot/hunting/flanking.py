"""The attack on a convoy from its flank: outside the screen, through all its columns.

Whoever comes nearer than the escorts listen is found; from abeam a torpedo that misses one column may hit in the next.
By day that is done under water and from afar, with torpedoes that run far enough; in the dark on the surface, nearer.
"""

from __future__ import annotations

from klaxon.crew.uboot.hunting.hunt_skills import HuntSkill
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.rules.uboot.state import OpenBoard

FLANK, FLANK_MOON, FLANK_DARK, FLANK_THICK = 8800, 6000, 5200, 2300
"""Metres from the track of the middle of a convoy, beyond the escorts on its bow and beam; on the surface by moon and
in the dark; and under water where the periscope does not see that far, between the escorts ahead.
"""
NIGHT, CLEAR = 0.4, 0.45
"""Of the sight of a clear day: with less the boat attacks on the surface, with more the periscope sees from afar."""
REACH = {"g7a": 11_500, "g7e": 4800}
"""Type of torpedo -> metres to the middle of a convoy from which it is worth while."""
COLUMNS = 2700
"""Metres from the middle of a convoy to its outer columns."""
FIRST, LAST = 70, 112
"""Degrees on the bow of a convoy between which the captain shoots: from abeam its columns overlap."""
RADAR = "1942"
"""The year from which on escorts see a surfaced boat in any light."""


def is_from_flank(skill: HuntSkill, target: Mean) -> bool:
    """Return whether a target is a convoy that is attacked as a whole."""
    return skill.flanks and target.name == target.fleet


def has_radar(board: OpenBoard) -> bool:
    """Return whether escorts see a surfaced boat in any light."""
    return board.briefing.date >= RADAR


def flank_of(board: OpenBoard) -> int:
    """Return how many metres from the track of a convoy's middle the boat wants to be when it passes."""
    if board.boat.surfaced:
        return FLANK_DARK if is_dark(board) else FLANK_MOON if is_night(board) else FLANK
    return FLANK if visibility(board) > CLEAR else FLANK_THICK


def is_night(board: OpenBoard) -> bool:
    """Return whether the boat attacks a convoy on the surface: faster than the convoy, and hard to see."""
    return visibility(board) < NIGHT and not has_radar(board)


def reaches(board: OpenBoard, tube: int, target: Mean) -> bool:
    """Return whether the torpedo in a tube runs into the columns of a convoy."""
    return target.metres < REACH.get(board.arms.tube(tube).torpedo, 0) + COLUMNS / 2


def is_abeam(target: Mean) -> bool:
    """Return whether a convoy stands so that its columns overlap."""
    return FIRST <= abs(target.angle) <= LAST
