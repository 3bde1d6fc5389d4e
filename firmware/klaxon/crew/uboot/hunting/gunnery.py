"""The guns: shells for a lone ship that cannot answer, and the 20 mm for an aircraft that comes too soon to dive."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean, mean_of
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.rules.uboot.orders.guns import flak_targets
from klaxon.rules.uboot.sea.attack.targets import in_sight
from klaxon.rules.uboot.sea.glass.open_views import find_view
from klaxon.rules.uboot.sea.guns.records import AA20, GUN88, SEA_MOST
from klaxon.rules.uboot.state import OpenBoard

UNARMED = 100
"""Metres of the longest ships of the recognition book that carry no gun."""
FIRES_AT = 2200
"""Metres from a ship at which the gun opens fire."""
CALM = 4
"""Sea up to which enough shells hit to be worth an order."""
BURST = 120
"""Seconds for which the gun fires on one order."""
TOO_SOON = 4000
"""Metres from an aircraft within which it is overhead before the boat is under."""


def is_for_the_gun(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether a target is a ship alone that the gun can sink: small, so without a gun of its own."""
    length = dict(notes.lengths).get(target.name, 0)
    sea = board.waters.sea
    is_alone = not target.fleet and 0 < length <= UNARMED
    return notes.skill.guns and is_alone and board.arms.shells > 0 and sea <= min(CALM, SEA_MOST[GUN88])


def is_firing(board: OpenBoard, notes: HuntNotes) -> bool:
    """Return whether the gun has shells of its last order left: men who are sent elsewhere would leave it."""
    return find_view(board, GUN88) is not None and notes.plot.at - notes.shelled_at < BURST


def shell(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield the order to fire at a ship that is near enough."""
    is_near = target.metres < FIRES_AT and target.name in in_sight(board)
    if board.boat.surfaced and is_near and is_for_the_gun(board, notes, target) and not is_firing(board, notes):
        yield GUN88, (target.name,)


def fend_off(board: OpenBoard, notes: HuntNotes) -> Iterator[Wanted]:
    """Yield the order to fire at an aircraft that is upon a surfaced boat."""
    targets = flak_targets(board) if board.boat.surfaced and notes.skill.guns else []
    for contact in notes.plot.contacts:
        if contact.kind == "aircraft" and contact.name in targets and contact.fixes:
            mean = mean_of(notes.plot, contact, 1)
            if mean is not None and mean.metres < TOO_SOON:
                yield AA20, (contact.name,)
