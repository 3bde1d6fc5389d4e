"""The order track and the morale track (UBT-3.3c, UBT-3.9)."""

from __future__ import annotations

from klaxon.rules.uboot.setting import MOST_MORALE, MOST_ORDERS
from klaxon.rules.uboot.step import Working


def pay(work: Working) -> str:
    """Pay one order, and return what paid it: the order track, at 0 the morale instead (UBT-3.3c)."""
    if work.board.order:
        change_orders(work, -1, "order")
        return "order"
    change_morale(work, -1, "order")
    return "morale"


def refund(work: Working, paid: str) -> None:
    """Give back what an order cost (UBT-3.3n)."""
    if paid == "order":
        change_orders(work, 1, "order")
    else:
        change_morale(work, 1, "order")


def change_orders(work: Working, change: int, why: str) -> None:
    """Move the order track, within its cells; tell it where it moved."""
    board = work.board
    value = max(0, min(MOST_ORDERS, board.order + change))
    if value != board.order:
        change, board.order = value - board.order, value
        work.tell("order-track", value=value, change=change, why=why)


def change_morale(work: Working, change: int, why: str) -> None:
    """Move morale, within its cells; tell it, and whether the crew is exhausted or rallies (UBT-3.9e)."""
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
