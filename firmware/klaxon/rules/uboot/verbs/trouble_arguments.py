"""The arguments of the verbs of repair, one function a verb, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Field
from klaxon.rules.domains import OneOf, Span, Token
from klaxon.rules.uboot.orders.conditions import bar_repair
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.puzzle import CELLS, TURNS
from klaxon.rules.uboot.trouble.targets import REPAIR_BREACH, REPAIR_EMERGENCY, REPAIR_FAULT, candidates
from klaxon.rules.uboot.trouble.tools import bar_card, held_cards
from klaxon.rules.uboot.views import View

Args = tuple[Token, ...]
_TURNS = Field("turns", Span(0, TURNS - 1, wraps=True))


def open_repairs_of(board: OpenBoard, order: str) -> list[tuple[str, ...]]:
    """Return the arguments with which a repair order can be given."""
    row = board.handbook.orders[order]
    return [args for args in candidates(board, order) if bar_repair(board, row, args) is None]


def _target(order: str, *names: str) -> Callable[[View, Args], Field | None]:
    """Return the arguments of a repair order: of those that can be given, the words behind the ones chosen."""

    def ask(view: View, args: Args) -> Field | None:
        if len(args) == len(names):
            return None
        found = [target[len(args)] for target in open_repairs_of(view.board, order) if target[: len(args)] == args]
        return Field(names[len(args)], OneOf(tuple(dict.fromkeys(found))))

    return ask


def _card(view: View, args: Args) -> Field | None:
    board, pending = view.board, view.board.pending
    if args or pending is None:
        return None
    return Field("card", OneOf(tuple(card for card in held_cards(board) if bar_card(board, pending, card) is None)))


def _puzzle(view: View, args: Args) -> Field | None:
    """Return what is asked next: a turn for each tile, a piece with its turn, or how it went on the table."""
    kind = view.board.setting.puzzle
    if kind == "table":
        return None if args else Field("answer", OneOf(("solved", "failed")))
    if len(args) == CELLS:
        return None
    return _TURNS if kind == "pipes" else Field("piece", OneOf(pieces_left(args)))


def pieces_left(args: Args) -> tuple[Token, ...]:
    """Return the pieces that a draft has not laid yet, each in its four turns."""
    laid = {str(word).partition(":")[0] for word in args}
    return tuple(f"{piece}:{turn}" for piece in range(1, 17) if str(piece) not in laid for turn in range(TURNS))


TROUBLE_FIELDS: Mapping[str, Callable[[View, Args], Field | None]] = {
    REPAIR_FAULT: _target(REPAIR_FAULT, "device"),
    REPAIR_EMERGENCY: _target(REPAIR_EMERGENCY, "kind", "room"),
    REPAIR_BREACH: _target(REPAIR_BREACH, "room"),
    "card": _card,
    "puzzle": _puzzle,
}
