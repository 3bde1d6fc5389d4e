"""U-BOOT through all laws of the contract, on random voyages."""

from __future__ import annotations

from random import Random

import pytest

from klaxon.rules.contract import SPECTATOR, UMPIRE, Order
from klaxon.rules.laws import begin, histories_meet, obey
from tests.effort import effort
from tests.rules.uboot.kit.boat import GAME, ROLES, header_of
from tests.rules.uboot.kit.voyages import VOYAGES


@pytest.mark.parametrize("name", VOYAGES)
def test_a_voyage_obeys(name: str) -> None:
    text, options = VOYAGES[name]
    steps = effort(60, 150, mutant=30)
    entries = obey(GAME, header_of(text, name, **options), Random(name).randrange, steps=steps, every=30)
    assert len(entries) > 20


def lines(*orders: str) -> list[Order]:
    return [Order.read(f"uboot.{order}") for order in orders]


def test_two_ways_to_one_boat_meet() -> None:
    """Who goes where is what counts, not in how many lines it was said."""
    begin = lines("first_officer begin", "captain change_positions")
    ready = lines(*(f"{role} ready" for role in ROLES))
    one = lines("captain move circle 3 square 4")
    other = lines("captain move square 4", "captain move circle 6", "captain move circle 3")
    histories_meet(GAME, header_of(), [*begin, *one, *ready], [*begin, *other, *ready])


def test_nobody_aboard_sees_what_is_not_drawn_yet() -> None:
    """Two boats that differ only in the order of decks, bag and food look alike to all but the umpire."""
    one = begin(GAME, header_of())
    other = GAME.decode(GAME.encode(one))
    other.decks = tuple(deck[::-1] for deck in other.decks)
    other.supply, other.bag = other.supply[::-1], ("engineer.circle",)
    for seat in (*GAME.seats, SPECTATOR):
        views = [GAME.view(state, seat) for state in (one, other)]
        assert GAME.show(views[0]) == GAME.show(views[1])
        assert GAME.offers(views[0]) == GAME.offers(views[1])
    assert GAME.show(GAME.view(one, UMPIRE)) != GAME.show(GAME.view(other, UMPIRE))
