"""Law 1: the same entries give the same states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from klaxon.rules.contract import Header, Order
from klaxon.rules.laws.basics import AnyGame, Entry, LawBroken, digests
from klaxon.rules.laws.words import result_value


def replays(
    game: AnyGame, header: Header, entries: Sequence[Entry], other_digests: Sequence[str] | None = None
) -> None:
    """Law 1: the same header and entries give the same states. `other_digests`: those of another run or process."""
    found = digests(game, header, entries)
    expected = digests(game, header, entries) if other_digests is None else other_digests
    if len(found) != len(expected):
        raise LawBroken(1, f"{len(found)} digests here, {len(expected)} there")
    for place, (here, there) in enumerate(zip(found, expected, strict=True)):
        if here != there:
            after = f"entry {place}, {entries[place - 1]}" if place else "the setup"
            raise LawBroken(1, f"after {after} the states differ")


def the_same_twice(game: AnyGame, state: Any, orders: Iterable[Order]) -> None:
    """Law 1 for one state: an order always gives the same step, which depends on nothing but the state."""
    for order in orders:
        if result_value(game, game.apply(state, order)) != result_value(game, game.apply(state, order)):
            raise LawBroken(1, f"{order}, given twice in the same state, has two effects")
