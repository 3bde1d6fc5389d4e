"""Food in its places: pyramid, hidden supply, discard; how cells are filled and what spoils (UBT-3.17j, l, m)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from klaxon.rules.chance import draw
from klaxon.rules.uboot.start import shuffle
from klaxon.rules.uboot.step import Working


def swap_cells(work: Working, one: int, other: int) -> None:
    """Let the tokens of two cells change places (UBT-3.17g)."""
    foods = list(work.board.stores.pyramid)
    foods[one - 1], foods[other - 1] = foods[other - 1], foods[one - 1]
    work.board.stores = work.board.stores._replace(pyramid=tuple(foods))
    work.tell("larder", change="swap", cells=[one, other])


def replace_cell(work: Working, cell: int) -> None:
    """Put the token of a cell into the discard, and one of the supply in its place (UBT-3.17g)."""
    lay_off(work, take_cells(work, [cell]))
    work.tell("larder", change="replace", cells=[cell])
    fill_cells(work)


def take_cells(work: Working, cells: Iterable[int]) -> list[str]:
    """Take the tokens out of some cells; return them."""
    stores = work.board.stores
    foods = list(stores.pyramid)
    taken = []
    for cell in cells:
        taken.append(foods[cell - 1])
        foods[cell - 1] = ""
    work.board.stores = stores._replace(pyramid=tuple(foods))
    return taken


def lay_off(work: Working, foods: Iterable[str]) -> None:
    """Put tokens into the discard; those of a spoiled type leave the game (UBT-3.17m)."""
    stores = work.board.stores
    lying = dict(stores.discard)
    for food in foods:
        if food not in work.board.provisions.spoiled:
            lying[food] = lying.get(food, 0) + 1
    work.board.stores = stores._replace(discard=tuple(lying.items()))


def fill_cells(work: Working) -> None:
    """Fill the empty cells from the supply, in their order; at most one type spoils on the way (UBT-3.17l)."""
    filled: list[int] = []
    has_spoiled = False
    while "" in work.board.stores.pyramid:
        if work.state.supply:
            filled.append(_fill_first(work))
        elif has_spoiled:
            break
        else:
            _spoil_next(work)
            has_spoiled = True
    if filled:
        work.tell("larder", change="fill", cells=sorted(filled))


def _fill_first(work: Working) -> int:
    """Put the next token of the supply into the first empty cell; return the cell."""
    foods = list(work.board.stores.pyramid)
    place = foods.index("")
    foods[place] = work.state.supply[0]
    work.board.stores = work.board.stores._replace(pyramid=tuple(foods))
    _put_supply(work, work.state.supply[1:])
    return place + 1


def _put_supply(work: Working, foods: Sequence[str]) -> None:
    work.state.supply = tuple(foods)
    work.board.stores = work.board.stores._replace(supply=len(foods))


def _spoil_next(work: Working) -> None:
    """Let the next type spoil, if one is left, and make the discard the supply (UBT-3.17l)."""
    board, order = work.board, work.state.box.spoil_order
    food = next((each for each in order if each not in board.provisions.spoiled), "")
    if not food:
        return
    board.provisions = board.provisions._replace(spoiled=(*board.provisions.spoiled, food))
    left = [each for each, count in board.stores.discard for _ in range(count) if each != food]
    kept = tuple("" if each == food else each for each in board.stores.pyramid)
    board.stores = board.stores._replace(pyramid=kept, discard=())
    _put_supply(work, shuffle(work.state.key, f"food.{len(board.provisions.spoiled)}", left))
    work.tell("spoiled", food=food)


# -- what cards do -------------------------------------------------------------------------------------------------


def add_food(work: Working, food: str, count: int) -> None:
    """Put tokens from the box into the supply, each at a random place (UBT-7.8f)."""
    for _ in range(count):
        supply = work.state.supply
        place = draw_below(work, len(supply) + 1)
        _put_supply(work, (*supply[:place], food, *supply[place:]))


def spoil_food(work: Working, count: int) -> None:
    """Let random tokens of the pyramid leave the game, and fill the cells (UBT-7.8f)."""
    for _ in range(count):
        full = _full_cells(work)
        if full:
            (food,) = take_cells(work, [full[draw_below(work, len(full))]])
            work.tell("spoiled", food=food)
    fill_cells(work)


def discard_food(work: Working, count: int) -> None:
    """Put the last tokens of the pyramid into the discard, and fill the cells (UBT-7.8f)."""
    lay_off(work, take_cells(work, _full_cells(work)[::-1][:count]))
    fill_cells(work)


def _full_cells(work: Working) -> list[int]:
    return [cell for cell, food in enumerate(work.board.stores.pyramid, start=1) if food]


def draw_below(work: Working, count: int) -> int:
    """Let chance choose a number below `count`, for a food or a medicine."""
    board = work.board
    number = draw(work.state.key, "provisions", board.provisions.draws, count)
    board.provisions = board.provisions._replace(draws=board.provisions.draws + 1)
    return number
