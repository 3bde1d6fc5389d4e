"""Law 6: a state never changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from klaxon.rules.contract import Ms, Order, Refusal, Seat
from klaxon.rules.laws.basics import HORIZON, PLAIN, AnyGame, LawBroken, Lens, Pick, seats_of
from klaxon.rules.laws.words import as_json


def old_states_stay(
    game: AnyGame, state: Any, pick: Pick, orders: Iterable[Order], lenses: Sequence[Lens] = PLAIN
) -> None:
    """Law 6: refusals change nothing, and neither an order, nor time, nor a view changes the state it started from."""
    before = game.encode(state)

    def check_untouched(what: str) -> None:
        if game.encode(state) != before:
            raise LawBroken(6, f"{what} changed the state it was given")

    shown: list[tuple[Seat, Any, str]] = []
    for seat in seats_of(game):
        for lens in lenses:
            view = game.sight(state, seat, lens).view
            data = game.show(view)
            shown.append((seat, data, as_json(data, 5)))
            game.offers(view)
    game.prompts(state), game.actors(state), game.outcome(state), game.decode(before)
    check_untouched("looking at it")
    given = [(order, game.apply(state, order)) for order in orders]
    if game.encode(state) != before:
        raise LawBroken(6, f"{_culprit(game, before, given)} changed the state it was given")
    for moment in {game.due(state), Ms(game.now(state) + 1 + pick(HORIZON))} - {None}:
        later = game.advance(state, moment)  # type: ignore[arg-type]  # None was taken out
        check_untouched(f"advance to {moment}")
        for seat in seats_of(game):
            game.show(game.view(later.state, seat))
    game.rekey(state, "salt")
    check_untouched("rekey")
    for seat, data, text in shown:
        if as_json(data, 5) != text:
            raise LawBroken(6, f"what was shown to {seat} has changed since")


def _culprit(game: AnyGame, before: bytes, given: Iterable[tuple[Order, Any]]) -> str:
    """Name the order that changes a state: each is given once more, in a state of its own."""
    for order, found in given:
        state = game.decode(before)
        game.apply(state, order)
        if game.encode(state) != before:
            return f"the {'refused' if isinstance(found, Refusal) else 'accepted'} order {order}"
    return "one of the orders"
