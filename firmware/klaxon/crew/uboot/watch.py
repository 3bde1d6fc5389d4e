"""Lookouts and the clock: what goes on between two orders of the captain."""

from __future__ import annotations

from klaxon.crew.uboot.notes import REAL, WatchNotes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.crew.men import WATCH, figures_of
from klaxon.rules.uboot.crew.tasks import bar_join, lookouts
from klaxon.rules.uboot.orders.conditions import bar_time
from klaxon.rules.uboot.setting import MOST_LOOKOUTS
from klaxon.rules.uboot.verbs.arguments import shapes_of
from klaxon.rules.uboot.views import View

FAST = ("transit", "accelerated")
"""The time modes of the captain; near the enemy the first is refused."""


def begin(view: View, _notes: WatchNotes, _pick: Pick) -> Order:
    """Begin the mission."""
    return Order(view.seat, "begin")


def join_watch(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Let the own men on the bridge who can watch join those who do."""
    board = view.board
    if not lookouts(board):
        return None
    able = [f for f in figures_of(view.role) if WATCH in board.symbols(f) and bar_join(board, f, 0) is None]
    able = able[: MOST_LOOKOUTS - len(lookouts(board))]
    return Order(view.seat, "join", (WATCH, *shapes_of(able))) if able else None


def set_time(view: View, notes: WatchNotes, _pick: Pick) -> Order | None:
    """Let time pass while nothing is to be done: the captain sets the speed, the first officer keeps it.

    After the bell time goes on as it was ordered; after any other news the captain sets it again.
    """
    board = view.board
    if board.clock.mode != REAL or board.pending is not None or board.positions is not None:
        return None
    modes = (notes.mode,) if view.role == "first_officer" else () if notes.mode else FAST
    mode = next((mode for mode in modes if mode not in ("", REAL) and not bar_time(board, mode)), None)
    return Order(view.seat, "time", (mode,)) if mode else None
