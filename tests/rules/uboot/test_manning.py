"""The one judge of manning against a slow one that tries every way (UBT-3.3b, UBT-3.3i)."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from klaxon.rules.uboot.crew.manning import bar, bar_places, cost, places_of
from klaxon.rules.uboot.crew.men import CrewMan, Malady, role_of_figure
from klaxon.rules.uboot.crew.seating import cheapest, seat
from klaxon.rules.uboot.records import Activation, OrderPlace, Room
from klaxon.rules.uboot.state import OpenBoard
from tests.rules.uboot.kit.boat import Boat

ORDERS = ("new_course", "new_depth", "dive", "new_speed")


def random_board(seed: int) -> OpenBoard:
    """Return a boat whose men stand anywhere, with any tokens; some rooms are dark."""
    chance = Random(seed)
    board = Boat().state.board.copy()
    board.at = tuple(chance.choice((3, 3, 3, 5, 6, 4)) for _ in range(16))
    board.crew = tuple(random_man(chance) for _ in range(32))
    board.rooms = tuple(Room(emergencies=("darkness",) * (chance.random() < 0.3)) for _ in range(8))
    return board


def random_man(chance: Random) -> CrewMan:
    maladies = (Malady("fever", fatigue=1, bars=(chance.choice(("helm", "all", "engines")),)),)
    task = chance.choice(("", "", "", "tdc"))
    return CrewMan(chance.choice((0, 0, 1, 2)), task, maladies if chance.random() < 0.2 else ())


def every_seating(
    board: OpenBoard, order: str, men: list[int], places: tuple[OrderPlace, ...]
) -> list[tuple[Activation, ...]]:
    """Return every way to seat all of these men, slowly."""
    row = board.handbook.orders[order]
    found = []
    for chosen in permutations(range(len(places)), len(men)):
        pairs = [(man, places[place]) for man, place in zip(men, chosen, strict=True)]
        if all(bar(board, row, man, place) is None for man, place in pairs):
            found.append(tuple(Activation(man, place, cost(board, man, place)) for man, place in pairs))
    return found


def goodness(board: OpenBoard, order: str, seated: tuple[Activation, ...]) -> tuple[object, ...]:
    """Return the counts of UBT-3.3i, the better the less."""
    owners = board.handbook.orders[order].owners
    men = sorted(each.figure for each in seated)
    return (
        sum(each.tokens for each in seated),
        sum(role_of_figure(man) not in owners for man in men),
        sum(board.man(man).task != "" for man in men),
        sum(board.man(man).tokens for man in men),
        men,
    )


@pytest.mark.parametrize("seed", range(12))
def test_who_fills_an_order_is_the_best_of_all_ways(seed: int) -> None:
    board = random_board(seed)
    order = ORDERS[seed % 2]
    row = board.handbook.orders[order]
    places, least = places_of(board, row)
    crowd = [figure for figure in range(16) if board.at[figure] == 3][:7]
    everyone = [
        seated
        for men in permutations(crowd, len(places))
        if list(men) == sorted(men)
        for seated in every_seating(board, order, list(men), places)
    ]
    taken = cheapest(board, row, places, least, (), crowd)
    if not everyone:
        assert len(taken) < len(places)
        return
    best = min(goodness(board, order, seated) for seated in everyone)
    found = seat(board, row, places, taken)
    assert found is not None
    assert goodness(board, order, found) == best


@pytest.mark.parametrize("seed", range(40))
def test_an_order_is_barred_exactly_when_nobody_fills_it(seed: int) -> None:
    board = random_board(seed)
    for order in ORDERS:
        row = board.handbook.orders[order]
        places, least = places_of(board, row)
        filled = len(cheapest(board, row, places, least, (), range(16))) == len(places)
        assert (bar_places(board, row, places, least) is None) == filled


def test_what_is_missing_is_counted_beside_the_places_before_it() -> None:
    """Three men for two at the helm and two at the tanks: one is left for the tanks."""
    boat = Boat(surfaced=False, depth=20, figures={"engineer.square": 4})
    assert boat.why("captain new_depth 50")["have"] == 1
