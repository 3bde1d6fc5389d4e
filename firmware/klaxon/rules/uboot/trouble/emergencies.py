"""Emergencies: how they come, whom they hurt, and how they go (UBT-3.14)."""

from __future__ import annotations

from klaxon.rules.uboot.crew.damage import hurt
from klaxon.rules.uboot.crew.losses import test_exhausted
from klaxon.rules.uboot.orders.tracks import change_morale
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import HAZARDS, ROOMS

MORALE_OF_AN_EMERGENCY = -1
MORALE_OF_A_REMOVAL = 2


def raise_emergency(work: Working, kind: str, room: int) -> None:
    """Lay an emergency into a room, test the exhausted crew, lower morale, determine damage (UBT-3.14a).

    Gas in a surfaced boat hurts once and is no emergency (UBT-3.14f). A flooded room takes none (UBT-3.14b).
    """
    board = work.board
    here = board.room(room)
    if here.flooded:
        return
    if kind == "gas" and board.boat.surfaced:
        _hurt(work, room, kind, 1)
        return
    work.put_room(room, here._replace(emergencies=(*here.emergencies, kind)))
    work.tell("emergency", kind=kind, room=room)
    if kind != "darkness":
        test_exhausted(work)
    if board.outcome is None:
        change_morale(work, MORALE_OF_AN_EMERGENCY, "emergency")
    if board.outcome is None and kind in HAZARDS:
        _hurt(work, room, kind, work.board.room(room).emergencies.count(kind))


def _hurt(work: Working, room: int, hazard: str, tokens: int) -> None:
    """Determine damage for a new token: of its own kind only, with all tokens of it (UBT-3.8c, UBT-3.8f)."""
    if not (hazard == "gas" and "masks" in work.board.room(room).devices):
        hurt(work, room, hazard, tokens, work.board.men_in(room))


def remove_emergency(work: Working, kind: str, room: int, morale: int = MORALE_OF_A_REMOVAL) -> None:
    """Take one token of a kind out of a room; morale rises (UBT-3.14c)."""
    here = work.board.room(room)
    left = list(here.emergencies)
    left.remove(kind)
    work.put_room(room, here._replace(emergencies=tuple(left)))
    work.tell("cleared", kind=kind, room=room)
    change_morale(work, morale, "cleared")


def clear_gas(work: Working) -> None:
    """Let all gas go, once the boat has surfaced (UBT-3.14e)."""
    for room in ROOMS:
        for _ in range(work.board.room(room).emergencies.count("gas")):
            remove_emergency(work, "gas", room, MORALE_OF_A_REMOVAL if work.board.setting.gas_morale else 0)
