"""The ration: what is cooked for today, and the meal at 12:00 (UBT-3.17j, k)."""

from __future__ import annotations

from klaxon.rules.uboot.clock import HOUR, WATCH_HOURS, time_of_day
from klaxon.rules.uboot.galley.cookbook import LEMON
from klaxon.rules.uboot.galley.dishes import ingredients
from klaxon.rules.uboot.galley.larder import fill_cells, lay_off, take_cells
from klaxon.rules.uboot.orders import tracks
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.effects import total

NOON = "12:00"
FIRST_MEAL = WATCH_HOURS * HOUR
"""Game time before which nobody eats (UBT-3.17k)."""


def cook_dish(work: Working, args: tuple[str, ...]) -> None:
    """Carry out `cook`: the cells go to the ration, a lemon along with them; then the pyramid is filled."""
    board = work.board
    *cells, lemon = (int(word) for word in args)
    _clear_ration(work)
    foods = take_cells(work, cells)
    sour = take_cells(work, [lemon] if lemon else [])
    board.stores = board.stores._replace(ration=(*foods, *sour))
    dish = board.handbook.cookbook.find(tuple(foods))
    work.tell("cooked", dish=dish, tokens=foods, lemon=bool(sour))
    fill_cells(work)


def is_meal_time(date: str, game: int) -> bool:
    """Return whether a bell calls to the table: at 12:00, six hours after the mission began or later."""
    return game >= FIRST_MEAL and time_of_day(date, game) == NOON


def eat_meal(work: Working) -> None:
    """Eat the ration: morale changes by its size without lemon, and by what a fault spoils (UBT-3.17k, UBT-7.9b)."""
    board = work.board
    foods = ingredients(board)
    worth = work.state.box.meal_morale
    change = worth[min(len(foods), len(worth) - 1)] + total(board, "meal_morale")
    work.tell("meal", size=len(foods), dish=board.handbook.cookbook.find(foods), change=change)
    _clear_ration(work)
    tracks.change_morale(work, change, "meal")


def lose_ration(work: Working, count: int) -> None:
    """Take the last tokens laid that are no lemon off the ration; none there: no effect (UBT-7.8e)."""
    for _ in range(count):
        ration = work.board.stores.ration
        places = [place for place, food in enumerate(ration) if food != LEMON]
        if places:
            last = places[-1]
            work.board.stores = work.board.stores._replace(ration=(*ration[:last], *ration[last + 1 :]))
            lay_off(work, [ration[last]])


def _clear_ration(work: Working) -> None:
    foods = work.board.stores.ration
    work.board.stores = work.board.stores._replace(ration=())
    lay_off(work, foods)
