"""Orders to try: walks, and orders that are nearly walks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from klaxon.rules.contract import Order, Seat
from klaxon.rules.domains import Token
from klaxon.rules.laws.basics import AnyGame, Pick, seats_of
from klaxon.rules.walks import random_walk


def some_orders(game: AnyGame, state: Any, pick: Pick) -> list[Order]:
    """Return some walks, and orders that are nearly walks: bent, by other seats, to other prompts."""
    orders: list[Order] = []
    for seat in (*game.actors(state), seats_of(game)[pick(len(seats_of(game)))]):
        view = game.view(state, seat)
        order = random_walk(game, seat, view, pick) or Order(
            seat, game.verbs[pick(len(game.verbs))].name, ("nonsense",)
        )
        orders += [order, *_bent_orders(game, order, pick)]
        orders += [order._replace(answers=key) for key in game.open_prompts(view)]
    return orders


def _bent_orders(game: AnyGame, order: Order, pick: Pick) -> Iterator[Order]:
    args, count = order.args, len(order.args)
    place = pick(count) if count else 0
    yield order._replace(args=args[::-1])
    yield order._replace(args=args[:place] + args[place + 1 :])
    yield order._replace(args=())
    yield order.plus("nonsense")
    yield order.plus(("key", "value"))
    yield order.plus(*args[place : place + 1])
    for token in bent_tokens(args[place : place + 1], pick):
        yield order._replace(args=(*args[:place], token, *args[place + 1 :]))
    yield order._replace(verb=game.verbs[pick(len(game.verbs))].name)
    yield order._replace(verb="fly")
    yield order._replace(seat=seats_of(game)[pick(len(seats_of(game)))])
    for seat in ("nobody", "", order.seat.upper()):
        yield order._replace(seat=Seat(seat))
    yield order._replace(answers="nothing-0")


def bent_tokens(tokens: Iterable[Token], pick: Pick) -> Iterator[Token]:
    """Yield tokens that are nearly the given ones."""
    for token in tokens:
        word = token if isinstance(token, str) else token[1]
        bent = [f"{word}x", word[1:], f"0{word}", f"-{word}", word.swapcase(), f" {word}", str(pick(30))]
        for each in some(bent, 3, pick):
            yield each if isinstance(token, str) else (token[0], each)
        yield ("key", word) if isinstance(token, str) else word


def some(items: Sequence[Any], count: int, pick: Pick) -> list[Any]:
    """Return at most `count` of the items, in their order."""
    rest = list(items)
    while len(rest) > count:
        rest.pop(pick(len(rest)))
    return rest
