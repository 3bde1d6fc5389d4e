"""Breaches: how they come, their timer, and what seals them (UBT-3.15, UBT-8.10)."""

from __future__ import annotations

from klaxon.rules.uboot.crew.losses import test_exhausted
from klaxon.rules.uboot.orders.tracks import change_morale
from klaxon.rules.uboot.sea.motion import depth_at
from klaxon.rules.uboot.step import SECOND, Working
from klaxon.rules.uboot.trouble.records import HullBreach

MORALE_OF_A_BREACH = -1
DEEP = 200_000
"""At this depth (mm) and below a quarter of the time is lost (UBT-8.10a)."""


def open_breach(work: Working, room: int) -> None:
    """Open a breach in a room that is neither flooded nor breached, and start its timer (UBT-3.15a)."""
    board = work.board
    if board.room(room).flooded or any(breach.room == room for breach in board.trouble.breaches):
        return
    seconds = _seconds(work)
    breaches = (*board.trouble.breaches, HullBreach(room, work.now + seconds * SECOND))
    board.trouble = board.trouble._replace(breaches=breaches)
    if board.clock.mode != "real":
        work.set_mode("real", "breach")
    work.tell("breach", room=room, seconds=seconds)
    test_exhausted(work)
    if board.outcome is None:
        change_morale(work, MORALE_OF_A_BREACH, "breach")


def _seconds(work: Working) -> int:
    """Return how long a breach of now can be held: by the engineer's level, less the deeper the boat is."""
    board = work.board
    depth = min(DEEP, depth_at(board.boat, work.game))
    seconds: int = work.state.box.difficulty["engineer"][board.setting.engineer]["breach_seconds"]
    return seconds * (4 * DEEP - depth) // (4 * DEEP)
