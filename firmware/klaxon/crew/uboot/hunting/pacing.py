"""The clock on the hunt: the nearer an enemy, the slower time goes."""

from __future__ import annotations

from klaxon.crew.uboot import watch
from klaxon.crew.uboot.hunting.evading import is_threatened, nearest_hunter
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.hunter import CLOSE, SHOOTING, is_hunting
from klaxon.crew.uboot.hunting.shooting import nearest_ship
from klaxon.crew.uboot.notes import REAL, WatchNotes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.orders.conditions import bar_time
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View

FLEET = 3200
"""Metres from a ship of a convoy within which time is real."""
AT_HAND, UPON_US = 12_000, 4000
"""Metres from an escort within which time is not sped up on the surface, and within which it is real."""
PACES = ("real", "dynamic", "accelerated", "transit")


def set_time(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Let time pass: slowly near the enemy, as the captain says; else as ever."""
    board, hunt = view.board, notes.hunt
    if view.role != "captain":
        return None if board.waters.contacts or board.waters.hunted else watch.set_time(view, notes, pick)
    if not is_hunting(board, hunt):
        return watch.set_time(view, notes, pick)
    mode = _pace(board, hunt)
    now = PACES.index(board.clock.mode)
    is_idle = board.pending is None and board.positions is None
    if now > PACES.index(mode) or (now < PACES.index(mode) and is_idle and not bar_time(board, mode)):
        return Order(view.seat, "time", (mode,))
    return None


def _pace(board: OpenBoard, hunt: HuntNotes) -> str:
    target, hunter = hunt.target, nearest_hunter(hunt)
    if board.boat.surfaced and hunter is not None and hunter.metres < AT_HAND:
        return REAL if hunter.metres < UPON_US else "dynamic"
    if is_threatened(board, hunt):
        return "dynamic"
    if target is None or target.lost:
        return "transit"
    near = nearest_ship(hunt, target)
    if near > CLOSE:
        return "accelerated"
    return "dynamic" if near > (FLEET if target.fleet else SHOOTING) else REAL
