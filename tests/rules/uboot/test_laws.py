"""U-BOOT through all laws of the contract, on random voyages."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from klaxon.rules.contract import SPECTATOR, UMPIRE, Order
from klaxon.rules.laws import Entry, begin, enter, histories_meet, obey
from klaxon.rules.walks import random_walk
from tests.effort import effort
from tests.rules.laws.kit.elsewhere import UNDER_MUTATION, History, finish, start, write
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


def wander(name: str, steps: int) -> History:
    """Return a voyage at random: orders of any role, and now and then time that passes."""
    text, options = VOYAGES[name]
    header, dice = header_of(text, name, **options), Random(name)
    state, entries = begin(GAME, header), list[Entry]()
    for _ in range(steps):
        seat = GAME.seats[dice.randrange(len(GAME.seats))]
        order = random_walk(GAME, seat, GAME.view(state, seat), dice.randrange) if dice.randrange(5) else None
        entry = order or GAME.now(state) + dice.randrange(1, 60_000)
        state = enter(GAME, state, entry).state
        entries.append(entry)
    return History(GAME, header, entries)


@pytest.mark.skipif(UNDER_MUTATION, reason="a mutant lives in one process only")
def test_voyages_replay_under_another_hash_seed(tmp_path: Path) -> None:
    histories = [wander(name, effort(60, 600)) for name in VOYAGES]
    write(tmp_path / "record", histories)
    assert finish(start(tmp_path / "record", hash_seed=5)) == [one for each in histories for one in each.digests()]
