"""Whom a role may name for the pending order, man by man: the menu of `assign` (UBT-3.3h)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.manning import bar_man, can_fill_any
from klaxon.rules.uboot.crew.men import figures_of, role_of_figure
from klaxon.rules.uboot.crew.seating import seat, seated_by
from klaxon.rules.uboot.orders.giving import row_of
from klaxon.rules.uboot.records import PendingOrder
from klaxon.rules.uboot.state import OpenBoard


def men_who_fit(board: OpenBoard, pending: PendingOrder, role: str, chosen: tuple[int, ...]) -> list[int]:
    """Return the men of a role who can be named beside those chosen and those that other roles named."""
    if not chosen:
        made_of = (pending, *seated_by(board))
        return board.keep(f"fitting men of {role}", made_of, lambda _: _find_who_fit(board, pending, role, ()))
    return _find_who_fit(board, pending, role, chosen)


def _find_who_fit(board: OpenBoard, pending: PendingOrder, role: str, chosen: tuple[int, ...]) -> list[int]:
    row, beside = row_of(board, pending), _beside(pending, role, chosen)
    return [
        figure
        for figure in figures_of(role)
        if figure not in chosen
        and can_fill_any(board, row, figure, pending.places)
        and seat(board, row, pending.places, (*beside, figure)) is not None
    ]


def bar_naming(board: OpenBoard, pending: PendingOrder, figure: int) -> Refusal:
    """Return why a man cannot be named: he fits no place, or no place is left for him."""
    row = row_of(board, pending)
    code = "one-man" if row.men and len(pending.places) == 1 else "enough-men"
    return bar_man(board, row, figure, pending.places) or Refusal(code, {"order": row.id})


def _beside(pending: PendingOrder, role: str, chosen: tuple[int, ...]) -> tuple[int, ...]:
    return (*(figure for figure in pending.named if role_of_figure(figure) != role), *chosen)
