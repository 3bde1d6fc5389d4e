"""Laws 8 and 9: no dead end, and a state is its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from klaxon.rules.contract import Header, Order
from klaxon.rules.laws.basics import AnyGame, Entry, LawBroken, digests, open_verbs, seats_of
from klaxon.rules.laws.words import as_json, result_value

# -- law 8 ---------------------------------------------------------------------------------------------------


def no_dead_end(game: AnyGame, state: Any) -> None:
    """Law 8: a game that is not over has an open offer on some seat or a `due`; only actors have open offers."""
    actors = game.actors(state)
    able = [seat for seat in seats_of(game) if open_verbs(game, state, seat)]
    for seat in able:
        if seat not in actors:
            raise LawBroken(8, f"{seat} is not among the actors {actors}, but may {open_verbs(game, state, seat)}")
    if not able and game.due(state) is None and game.outcome(state) is None:
        raise LawBroken(8, f"at {game.now(state)} nobody has an open offer, and nothing is due")


# -- law 9 ---------------------------------------------------------------------------------------------------


def a_state_is_its_bytes(game: AnyGame, state: Any, orders: Iterable[Order] = ()) -> None:
    """Law 9: a decoded state equals the encoded one, is shown alike, and continues alike."""
    data = game.encode(state)
    again = game.decode(data)
    if again != state:
        raise LawBroken(9, f"decode(encode(state)) is another state: {again} for {state}")
    if game.encode(again) != data:
        raise LawBroken(9, "the bytes of the decoded state are others")
    for what in (game.now, game.due, game.prompts, game.outcome, game.actors):
        if what(again) != what(state):
            raise LawBroken(9, f"{what.__name__} of the decoded state is {what(again)}, not {what(state)}")
    for seat in seats_of(game):
        shown, shown_again = (as_json(game.show(game.view(each, seat)), 5) for each in (state, again))
        if shown_again != shown:
            raise LawBroken(9, f"the decoded state is shown to {seat} as {shown_again}, not {shown}")
    for order in orders:
        found, found_again = game.apply(state, order), game.apply(again, order)
        if result_value(game, found) != result_value(game, found_again):
            raise LawBroken(9, f"{order} has another effect on the decoded state")


def histories_meet(game: AnyGame, header: Header, one: Sequence[Entry], other: Sequence[Entry]) -> None:
    """Law 9: a digest depends on the state, not its history: histories that lead to one state end in the same bytes."""
    ends = [digests(game, header, entries)[-1] for entries in (one, other)]
    if ends[0] != ends[1]:
        raise LawBroken(9, "two histories that lead to the same state end in different bytes")
