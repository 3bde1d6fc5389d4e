"""What a captain who has nothing better to do falls back on with the enemy about: silence, and the 20 mm.

A boat that has gone deep and turned away can still be quieter. One that an aircraft has found at the surface, and that
cannot dive (too few men, no way below), can still fire.
"""

from __future__ import annotations

from klaxon.crew.uboot.addressing import ADDRESS
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.orders.conditions import bar_order
from klaxon.rules.uboot.sea.attack.targets import AIRCRAFT, in_sight
from klaxon.rules.uboot.sea.guns.records import AA20
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View

SILENCE = "rig-for-silence"


def resort(view: View, notes: WatchNotes, _pick: Pick) -> Order | None:
    """Return the captain's order where the hunt asks for none."""
    board = view.board
    if AA20 not in notes.given and in_sight(board, (AIRCRAFT,)) and bar_order(board, AA20) is None:
        return Order(view.seat, AA20)
    if _wants_silence(board) and ADDRESS not in notes.given and bar_order(board, ADDRESS) is None:
        return Order(view.seat, ADDRESS, (SILENCE,))
    return None


def _wants_silence(board: OpenBoard) -> bool:
    return bool(board.order) and SILENCE in board.stores.hand and board.waters.hunted and not board.boat.surfaced
