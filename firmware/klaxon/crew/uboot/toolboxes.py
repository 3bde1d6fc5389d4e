"""The engineer's cards in the hands of a crew: which one is played for a repair, and which toolbox goes along.

A card that is for one kind of device is played before one that serves everywhere, and what comes back into its toolbox
before what is used up. A toolbox costs nobody a token, so a man who goes to a repair anyway takes along the one that
has something for it, if he passes it and nothing in the room serves already.
"""

from __future__ import annotations

from klaxon.crew.uboot.skills import Skill
from klaxon.rules.uboot.orders.giving import is_enough
from klaxon.rules.uboot.records import PendingOrder
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.effects import level_of
from klaxon.rules.uboot.trouble.targets import REPAIR_FAULT, Args, job_of, target_room, usual_target
from klaxon.rules.uboot.trouble.tools import (
    EASE,
    MEN,
    REPAIR,
    SPARE,
    TIME,
    WITH_CARDS,
    bar_card,
    cards_in,
    held_cards,
    is_blocked,
    is_reusable,
    serves,
)
from klaxon.rules.uboot.words import TOOLBOXES

ANY = "any"
"""The device of a card that serves everywhere."""
GREEN = "green"
"""The level of a fault that has no effect yet: nothing is used up for it, and time does not press."""


def card_to_play(board: OpenBoard, pending: PendingOrder, skill: Skill) -> str:
    """Return the card to play for a repair; '' for none.

    Where men are missing, everybody plays one that stands for them. A good engineer also plays one without which the
    repair would do.
    """
    able = [card for card in held_cards(board) if bar_card(board, pending, card) is None]
    if not is_enough(board, pending):
        able = [card for card in able if _op(board, card) == MEN]
        return min(able, key=lambda card: _is_for_all(board, card), default="") if skill.tools else next(iter(able), "")
    useful = [card for card in able if skill.tools and _is_useful(board, pending, card)]
    return min(useful, key=lambda card: _rank(board, pending, card), default="")


def _op(board: OpenBoard, card: str) -> str:
    return str(board.handbook.tools[card].basic["op"])


def _is_for_all(board: OpenBoard, card: str) -> bool:
    return board.handbook.tools[card].device == ANY


def _is_useful(board: OpenBoard, pending: PendingOrder, card: str) -> bool:
    """Return whether a card makes a repair lighter that has men enough."""
    op, is_fault = _op(board, card), pending.order == REPAIR_FAULT
    if op == MEN:  # more hands are quicker: what fits little else is used up where a fault has an effect already
        return is_fault and not _is_for_all(board, card) and not _is_green(board, pending)
    if op == SPARE:
        return any(REPAIR not in board.symbols(figure) for figure in pending.named)
    return op == EASE or is_fault


def _rank(board: OpenBoard, pending: PendingOrder, card: str) -> int:
    presses = pending.order == REPAIR_FAULT and not _is_green(board, pending)
    first = (MEN, SPARE, TIME, EASE) if presses else (SPARE, EASE, TIME, MEN)
    return first.index(_op(board, card))


def _is_green(board: OpenBoard, pending: PendingOrder) -> bool:
    return pending.order == REPAIR_FAULT and level_of(board, pending.args[0]) == GREEN


# -- taking one along --------------------------------------------------------------------------------------------------


def toolbox_to_carry(board: OpenBoard, order: str) -> tuple[str, int, int] | None:
    """Return the toolbox that has something for a repair, the room where it lies and the room of the repair.

    None if a toolbox in the room serves as well, if the repair has its card already, or if none has anything for it.
    """
    args = usual_target(board, order) if order in WITH_CARDS else ()
    job = job_of(board, args[0]) if args else None
    if not args or (job and job.card):
        return None
    room = target_room(board, order, args)
    lying = {box: _room_of(board, box) for box in TOOLBOXES if _has_for(board, box, order, args)}
    if room in lying.values():
        return None
    return next(((box, lies, room) for box, lies in lying.items() if lies and not _is_at_work(board, box)), None)


def _has_for(board: OpenBoard, toolbox: str, order: str, args: Args) -> bool:
    """Return whether a toolbox holds a card for a repair that no other repair uses."""
    tools = board.handbook.tools
    return any(
        serves(board, tools[card], order, args) and not is_blocked(board, card) for card in cards_in(board, toolbox)
    )


def _is_at_work(board: OpenBoard, toolbox: str) -> bool:
    """Return whether a repair would lose a tool if the toolbox went (UBT-3.12m)."""
    return any(is_reusable(board, card) and is_blocked(board, card) for card in cards_in(board, toolbox))


def _room_of(board: OpenBoard, toolbox: str) -> int:
    return next((number for number, room in enumerate(board.rooms, start=1) if toolbox in room.toolboxes), 0)
