"""Why a token is not the next argument of a verb of galley, sickbay or smoking."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.domains import Token
from klaxon.rules.uboot.crew.manning import bar_places, places_of
from klaxon.rules.uboot.galley.dishes import bar_cell, dish_offers, food_in
from klaxon.rules.uboot.sickbay.patients import bar_room
from klaxon.rules.uboot.sickbay.treating import FIRST_AID, bar_patient
from klaxon.rules.uboot.smoking import MOST_SMOKERS, bar_smoker
from klaxon.rules.uboot.verbs.galley_arguments import cells_of
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import FIGURES, ROOMS

Args = tuple[Token, ...]
_ROOM_WORDS = tuple(map(str, ROOMS))


def _first_aid(view: View, args: Args, token: Token) -> Refusal | None:
    if args or token not in _ROOM_WORDS:
        return None
    row, room = view.board.handbook.orders[FIRST_AID], str(token)
    return bar_room(view.board, int(room)) or bar_places(view.board, row, *places_of(view.board, row, (room,)))


def _cell(view: View, args: Args, token: Token) -> Refusal | None:
    """Return that a cell is empty, where the verb asks for a full one."""
    if not _is_cell(view, token) or token in args or food_in(view.board, int(str(token))):
        return None
    return Refusal("no-food", {"cells": [int(str(token))]})


def _dish(view: View, args: Args, token: Token) -> Refusal | None:
    board, cells = view.board, cells_of(view.board, args)
    if not args and (offer := next((each for each in dish_offers(board) if each.dish == token), None)):
        return offer.barred
    if isinstance(token, tuple):
        key, value = token
        is_first = not any(isinstance(each, tuple) for each in args)
        return (
            Refusal("needs-lemon", {"cells": [int(value)]})
            if key == "lemon" and is_first and _is_cell(view, value)
            else None
        )
    return bar_cell(board, cells, int(token)) if _is_cell(view, token) and len(cells) < 3 else None


def _treat(view: View, args: Args, token: Token) -> Refusal | None:
    pending = view.board.pending
    if pending is None or not isinstance(token, str):
        return None
    return bar_patient(view.board, pending, tuple(map(str, args)), token)


def _smoke(view: View, args: Args, token: Token) -> Refusal | None:
    if token not in FIGURES or token in args or len(args) == MOST_SMOKERS:
        return None
    return bar_smoker(view.board, FIGURES.index(str(token)))


def _is_cell(view: View, token: Token) -> bool:
    return isinstance(token, str) and token in map(str, range(1, len(view.board.stores.pyramid) + 1))


GALLEY_REASONS: Mapping[str, Callable[[View, Args, Token], Refusal | None]] = {
    "first_aid": _first_aid,
    "swap": _cell,
    "replace": _cell,
    "dish": _dish,
    "treat": _treat,
    "smoke": _smoke,
}
