"""The arguments of the verbs of galley, sickbay and smoking, one function a verb, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from klaxon.rules.contract import Field
from klaxon.rules.domains import OneOf, Token
from klaxon.rules.uboot.crew.manning import bar_places, places_of
from klaxon.rules.uboot.galley.dishes import cells_named, dish_offers, food_in, is_dish, lemon_cells, next_cells
from klaxon.rules.uboot.sickbay.patients import sick_rooms
from klaxon.rules.uboot.sickbay.treating import FIRST_AID, patient_words, single_card_words
from klaxon.rules.uboot.smoking import MOST_SMOKERS, smokers
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import FIGURES

Args = tuple[Token, ...]


def cells_of(board: OpenBoard, args: Args) -> tuple[int, ...]:
    """Return the cells that a draft has named so far, one by one or by the name of a dish."""
    return cells_named(board, tuple(token for token in args if isinstance(token, str)))


def aid_rooms(board: OpenBoard) -> list[int]:
    """Return the rooms in which somebody can be treated now, by a man who stands there."""
    row = board.handbook.orders[FIRST_AID]
    return [room for room in sick_rooms(board) if bar_places(board, row, *places_of(board, row, (str(room),))) is None]


def _words(numbers: Iterable[int]) -> tuple[Token, ...]:
    return tuple(map(str, numbers))


def _full_cells(board: OpenBoard) -> list[int]:
    return [cell for cell in range(1, len(board.stores.pyramid) + 1) if food_in(board, cell)]


def _first_aid(view: View, args: Args) -> Field | None:
    return None if args else Field("room", OneOf(_words(aid_rooms(view.board))))


def _swap(view: View, args: Args) -> Field | None:
    if len(args) == 2:
        return None
    return Field("cell", OneOf(_words(cell for cell in _full_cells(view.board) if str(cell) not in args)))


def _replace(view: View, args: Args) -> Field | None:
    return None if args else Field("cell", OneOf(_words(_full_cells(view.board))))


def _dish(view: View, args: Args) -> Field | None:
    """Return a dish by name or the next cell; once there is a dish it is enough, and a lemon may be named."""
    board, cells = view.board, cells_of(view.board, args)
    if any(isinstance(token, tuple) for token in args):
        return None
    is_named = any(offer.dish == token for token in args for offer in dish_offers(board))
    further = () if is_named else _words(next_cells(board, cells))
    if not cells:
        return Field("dish", OneOf((*(offer.dish for offer in dish_offers(board) if not offer.barred), *further)))
    if not is_dish(board, cells):
        return Field("cell", OneOf(further))
    lemons = tuple(("lemon", str(cell)) for cell in lemon_cells(board))
    return Field("cell", OneOf((*further, *lemons)), optional=True) if further or lemons else None


def _treat(view: View, args: Args) -> Field | None:
    pending = view.board.pending
    if pending is None:
        return None
    words = patient_words(view.board, pending, tuple(map(str, args)))
    if not words:
        return None
    return Field("patient", OneOf(tuple(words)), optional=bool(args), also=single_card_words(view.board, words))


def _smoke(view: View, args: Args) -> Field | None:
    left = tuple(FIGURES[figure] for figure in smokers(view.board) if FIGURES[figure] not in args)
    if not left or len(args) == MOST_SMOKERS:
        return None
    return Field("smoker", OneOf(left), optional=bool(args))


GALLEY_FIELDS: Mapping[str, Callable[[View, Args], Field | None]] = {
    "first_aid": _first_aid,
    "swap": _swap,
    "replace": _replace,
    "dish": _dish,
    "treat": _treat,
    "smoke": _smoke,
}
