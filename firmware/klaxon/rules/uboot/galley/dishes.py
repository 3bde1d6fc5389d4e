"""Which dishes the pyramid allows, cell by cell, and why others are not possible (UBT-3.17h, UBT-3.17i)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.content.box import DishRecipe
from klaxon.rules.uboot.galley.cookbook import LEMON
from klaxon.rules.uboot.state import OpenBoard

MOST_INGREDIENTS = 3
Cells = tuple[int, ...]


class DishOffer(NamedTuple):
    """A dish for a menu: where its ingredients lie, or why it cannot be cooked."""

    dish: str
    """The id of a recipe, or a single food."""
    size: int
    cells: Cells
    barred: Refusal | None = None


def food_in(board: OpenBoard, cell: int) -> str:
    """Return the food in a cell of the pyramid, '' where it is empty."""
    return board.stores.pyramid[cell - 1]


def lemon_cells(board: OpenBoard) -> list[int]:
    """Return the cells with a lemon."""
    return [cell for cell in _cells(board) if food_in(board, cell) == LEMON]


def ingredient_cells(board: OpenBoard) -> list[int]:
    """Return the cells with something to cook: a lemon is no ingredient."""
    return [cell for cell in _cells(board) if food_in(board, cell) not in ("", LEMON)]


def ingredients(board: OpenBoard) -> tuple[str, ...]:
    """Return the tokens of the ration that count: all but lemons."""
    return tuple(food for food in board.stores.ration if food != LEMON)


def next_cells(board: OpenBoard, cells: Cells) -> list[int]:
    """Return the cells that can be named next, after those named so far."""
    return board.keep("dish walk", (board.stores,), _walk).get(cells, [])


def is_dish(board: OpenBoard, cells: Cells) -> bool:
    """Return whether some cells, in this order, are a dish."""
    foods = tuple(food_in(board, cell) for cell in cells)
    return bool(cells) and not _bar_way(board, cells) and bool(board.handbook.cookbook.find(foods))


def bar_cell(board: OpenBoard, cells: Cells, cell: int) -> Refusal:
    """Return why a cell cannot be named after those named so far."""
    named = [*cells, cell]
    if not food_in(board, cell):
        return Refusal("no-food", {"cells": [cell]})
    if cells and (cell in cells or not board.handbook.cookbook.touch(cells[-1], cell)):
        return Refusal("not-neighbours", {"cells": [cells[-1], cell]})
    return Refusal("no-recipe", {"cells": named})


def dish_offers(board: OpenBoard) -> tuple[DishOffer, ...]:
    """Return every recipe, the largest first, then single foods; each with its cells or why it is not possible."""
    return board.keep("dish offers", (board.stores,), _offers)


def cells_named(board: OpenBoard, words: tuple[str, ...]) -> Cells:
    """Return the cells of some words: each a cell, or one of them the name of a dish."""
    named = {offer.dish: offer.cells for offer in dish_offers(board)}
    return tuple(cell for word in words for cell in (named[word] if word in named else (int(word),)))


def _offers(board: OpenBoard) -> tuple[DishOffer, ...]:
    recipes = sorted(board.handbook.cookbook.recipes, key=lambda recipe: -len(recipe.tokens))
    found = [_offer(board, recipe) for recipe in recipes]
    singles = {food_in(board, cell): cell for cell in reversed(ingredient_cells(board))}
    found += [DishOffer(food, 1, (cell,)) for food, cell in sorted(singles.items(), key=lambda pair: pair[1])]
    return tuple(found)


def _offer(board: OpenBoard, recipe: DishRecipe) -> DishOffer:
    """Return a recipe with the first cells, in their order, that make it."""
    size = len(recipe.tokens)
    lacks = list(recipe.tokens)
    for cell in ingredient_cells(board):
        if food_in(board, cell) in lacks:
            lacks.remove(food_in(board, cell))
    if lacks:
        return DishOffer(recipe.id, size, (), Refusal("lacks-food", {"dish": recipe.id, "lacks": lacks}))
    wanted = sorted(recipe.tokens)
    for cells in permutations(ingredient_cells(board), size):
        if sorted(food_in(board, cell) for cell in cells) == wanted and not _bar_way(board, cells):
            return DishOffer(recipe.id, size, cells)
    where = [cell for cell in ingredient_cells(board) if food_in(board, cell) in recipe.tokens]
    return DishOffer(recipe.id, size, (), Refusal("not-neighbours", {"dish": recipe.id, "cells": where}))


def _walk(board: OpenBoard) -> dict[Cells, list[int]]:
    """Return the cells that lead on to a dish, by the cells named before them."""
    found: dict[Cells, list[int]] = {}
    for size in range(1, MOST_INGREDIENTS + 1):
        for cells in permutations(ingredient_cells(board), size):
            if is_dish(board, cells):
                for place in range(size):
                    after = found.setdefault(cells[:place], [])
                    if cells[place] not in after:
                        after.append(cells[place])
    return {cells: sorted(after) for cells, after in found.items()}


def _bar_way(board: OpenBoard, cells: Sequence[int]) -> bool:
    touch = board.handbook.cookbook.touch
    return any(not touch(one, other) for one, other in pairwise(cells))


def _cells(board: OpenBoard) -> range:
    return range(1, len(board.stores.pyramid) + 1)
