"""The approach: on the surface round to ahead of the target, by day under water from there, at night straight in.

Orders are few, so a course is held while it still leads to a place from which the rest can be done.
"""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.shooting import Wanted, has_torpedo, reload_wanted
from klaxon.crew.uboot.hunting.submerged import attack_submerged
from klaxon.crew.uboot.hunting.surfaced import attack_surfaced
from klaxon.rules.uboot.state import OpenBoard


def attack(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what brings the boat to its shot, the most urgent first."""
    if not has_torpedo(board):
        yield from reload_wanted(board)
    if board.boat.surfaced:
        yield from attack_surfaced(board, notes, target)
    elif has_torpedo(board):
        yield from attack_submerged(board, notes, target)
