"""Damage control: the captain's orders against what is wrong, and the engineer at the breach.

A breach comes before an emergency, and that before a fault; for a fault the captain keeps his reserve of orders. Where
men are missing he changes positions for the repair, once a watch.
"""

from __future__ import annotations

from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.stations import plan_stations
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.orders.conditions import bar_order, bar_repair
from klaxon.rules.uboot.orders.giving import is_enough
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.puzzle import CELLS, answer_to
from klaxon.rules.uboot.trouble.targets import REPAIR_BREACH, REPAIR_EMERGENCY, REPAIR_FAULT, candidates, usual_target
from klaxon.rules.uboot.trouble.tools import MEN, bar_card, held_cards
from klaxon.rules.uboot.views import View

POSITIONS = "change_positions"
URGENCY = (REPAIR_BREACH, REPAIR_EMERGENCY, REPAIR_FAULT)


def order_repair(view: View, notes: WatchNotes) -> Order | None:
    """Return the order against the most urgent trouble that something can be done about."""
    board = view.board
    for order in URGENCY:
        if order == REPAIR_FAULT and board.order <= notes.skill.reserve:
            continue
        named = [args for args in candidates(board, order) if not _was_given(notes, order, args)]
        row = board.handbook.orders[order]
        able = [args for args in named if bar_repair(board, row, args) is None]
        if able:
            return Order(view.seat, order, able[0])
        if usual_target(board, order) in named and _may_move(notes, order) and _would_do(board, order, notes):
            return Order(view.seat, POSITIONS, (("for", order),))
    return None


def _was_given(notes: WatchNotes, order: str, args: tuple[str, ...]) -> bool:
    """Return whether this repair was ordered in this watch: what lapsed is not ordered again and again."""
    return " ".join((order, *args)) in notes.given


def _may_move(notes: WatchNotes, order: str) -> bool:
    """Return whether positions were not changed for this order in this watch."""
    return f"{POSITIONS} {order}" not in notes.given


def _would_do(board: OpenBoard, order: str, notes: WatchNotes) -> bool:
    """Return whether a change of positions, and then the repair, can be paid and manned."""
    if board.order < 2:
        return False
    return bar_order(plan_stations(board, order, notes.skill).board_after(board), order) is None


def play_card(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Play a card that stands for the men who are missing; None where there are enough, or no such card."""
    board = view.board
    pending = board.pending
    if pending is None or is_enough(board, pending):
        return None
    tools = board.handbook.tools
    able = [card for card in held_cards(board) if tools[card].basic["op"] == MEN]
    found = next((card for card in able if bar_card(board, pending, card) is None), "")
    return Order(view.seat, "card", (found,)) if found else None


def seal_breach(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Answer the puzzle by the tiles that are shown; a clumsy hand turns one of them wrong now and then."""
    board = view.board
    breach = min((each for each in board.trouble.breaches if each.number), key=lambda each: each.due)
    words = list(answer_to(board.setting.puzzle, breach))
    if pick(100) < notes.skill.slips and len(words) == CELLS:
        first, _, turns = words[0].rpartition(":")
        words[0] = f"{first}:{(int(turns) + 1) % 4}" if first else str((int(turns) + 1) % 4)
    return Order(view.seat, "puzzle", tuple(words)) if words else None
