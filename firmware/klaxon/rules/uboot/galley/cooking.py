"""What the navigator does while `cook` is pending: change the pyramid once, then choose the dish (UBT-3.17g, h, i)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.seating import seat
from klaxon.rules.uboot.galley.dishes import cells_named, lemon_cells
from klaxon.rules.uboot.galley.larder import replace_cell, swap_cells
from klaxon.rules.uboot.orders.giving import carry_out, is_begun, is_enough, row_of
from klaxon.rules.uboot.records import PendingOrder
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES

COOK = "cook"


def bar_dish(board: OpenBoard, verb: str) -> Refusal | None:
    """Return why nothing can be chosen now: `cook` is not pending, or nobody is named for it."""
    pending = board.pending
    if pending is None or pending.order != COOK:
        return Refusal("nothing-pending", {"verb": verb})
    if not is_enough(board, pending):
        return Refusal("too-few-men", {"need": pending.least, "have": len(pending.named)})
    return None


def bar_change(board: OpenBoard, verb: str) -> Refusal | None:
    """Return why the pyramid cannot be changed now: only once, and the cook needs the slots (UBT-3.17g)."""
    refusal, pending = bar_dish(board, verb), board.pending
    if refusal is not None or pending is None:
        return refusal
    if is_begun(pending):
        return Refusal("changed", {"verb": verb})
    row, twice = row_of(board, pending), with_change(pending)
    if len(seat(board, row, twice.places, twice.named) or ()) == len(twice.places):
        return None
    cook = next(each for each in seat(board, row, pending.places, pending.named) or () if each.place.symbol)
    facts = {"man": FIGURES[cook.figure], "need": 2 * cook.tokens, "free": board.man(cook.figure).free}
    return Refusal("no-slots", facts)


def with_change(pending: PendingOrder) -> PendingOrder:
    """Return the order with the second activation of the cook."""
    return pending._replace(places=(pending.places[0], *pending.places), least=pending.least + 1)


def swap(work: Working, one: int, other: int) -> None:
    """Swap two tokens of the pyramid."""
    _note_change(work)
    swap_cells(work, one, other)


def replace(work: Working, cell: int) -> None:
    """Replace a token of the pyramid by one of the supply."""
    _note_change(work)
    replace_cell(work, cell)


def _note_change(work: Working) -> None:
    if work.board.pending is not None:
        work.board.pending = with_change(work.board.pending)


def choose_dish(work: Working, words: tuple[str, ...], lemon: str) -> None:
    """Carry `cook` out with a dish; a lemon must go along where there is one, of the lowest cell unless named."""
    board = work.board
    if board.pending is not None:
        sour = lemon or str(next(iter(lemon_cells(board)), 0))
        board.pending = board.pending._replace(args=(*map(str, cells_named(board, words)), sour))
        carry_out(work)
