"""The order track and the morale track (UBT-3.3c, UBT-3.9)."""

from __future__ import annotations

from klaxon.rules.uboot.cards.effects import add_effect, drop_effect, find_effect, is_free
from klaxon.rules.uboot.cards.records import DueCard, LastingEffect
from klaxon.rules.uboot.setting import MOST_MORALE, MOST_ORDERS
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working

DECK_AT = {10: "morale1", 8: "morale1", 6: "morale2", 4: "morale2", 2: "morale3", 0: "morale3"}
"""Cell of the morale track -> the deck of which a card is drawn when morale falls onto it (UBT-3.9a)."""


def payment(board: OpenBoard, order: str) -> str:
    """Return what pays an order: nothing by a card, the order track, at 0 the morale instead (UBT-3.3c, UBT-7.8i)."""
    return "free" if is_free(board, order) else "order" if board.order else "morale"


def pay(work: Working, order: str, paid: str) -> None:
    """Pay one order."""
    if paid == "order":
        change_orders(work, -1, "order")
    elif paid == "morale":
        change_morale(work, -1, "order")
    elif (effect := find_effect(work.board, "free_order", order)) is not None:
        drop_effect(work, effect)


def refund(work: Working, order: str, paid: str) -> None:
    """Give back what an order cost (UBT-3.3n)."""
    if paid == "order":
        change_orders(work, 1, "order")
    elif paid == "morale":
        change_morale(work, 1, "order")
    else:
        add_effect(work, LastingEffect("free_order", _card_that_frees(work, order), order))


def _card_that_frees(work: Working, order: str) -> str:
    """Return the card by which an order is free."""
    cards = work.state.box.cards.values()
    return next(card.id for card in cards for op in card.effect if (op["op"], op.get("order")) == ("free_order", order))


def change_orders(work: Working, change: int, why: str) -> None:
    """Move the order track, within its cells; tell it where it moved."""
    board = work.board
    value = max(0, min(MOST_ORDERS, board.order + change))
    if value != board.order:
        change, board.order = value - board.order, value
        work.tell("order-track", value=value, change=change, why=why)


def change_morale(work: Working, change: int, why: str) -> None:
    """Move morale, within its cells; tell it, and whether the crew is exhausted or rallies (UBT-3.9e).

    Each step down onto certain cells draws a card; it waits until what caused the fall is finished (UBT-3.9a, b).
    """
    board = work.board
    before = board.morale
    value = max(0, min(MOST_MORALE, before + change))
    if value == before:
        return
    board.morale = value
    work.tell("morale", value=value, change=value - before, why=why)
    if not value:
        work.tell("exhausted")
    elif not before:
        work.tell("rallied")
    for cell in range(before - 1, value - 1, -1):
        if cell in DECK_AT:
            owe_card(work, DECK_AT[cell])


def owe_card(work: Working, deck: str, card: str = "") -> None:
    """Let a card be drawn as soon as that is due: the top of a deck, or the one that is named."""
    cards = work.board.cards
    work.board.cards = cards._replace(waiting=(*cards.waiting, DueCard(deck, card)))
