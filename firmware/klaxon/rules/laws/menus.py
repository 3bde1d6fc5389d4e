"""Laws 4 and 5: the orders are the walks, and menus are made of what is shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from klaxon.rules.contract import Field, Order, Refusal, Seat, SharedSight
from klaxon.rules.domains import PerKey, Token, fillings, fits
from klaxon.rules.laws.basics import PLAIN, AnyGame, LawBroken, Lens, Pick, seats_of
from klaxon.rules.laws.bending import bent_tokens
from klaxon.rules.laws.texts import events_are_sound
from klaxon.rules.laws.words import answer, as_data, as_json, field_text, offer_values, refusal_text
from klaxon.rules.walks import random_walk, walks

MOST_WALKS = 60
"""How many walks of a seat are tried; if there are more (sixteen men, nine rooms each), a random sample of them."""


# -- law 4 ---------------------------------------------------------------------------------------------------


def orders_are_walks(
    game: AnyGame, state: Any, pick: Pick, orders: Iterable[Order] = (), lenses: Sequence[Lens] = PLAIN
) -> None:
    """Law 4: every complete walk is accepted, and anything else is refused. Each of `orders` is checked."""
    walked: dict[Order | None, None] = {}
    for seat in seats_of(game):
        for lens in lenses:
            view = game.sight(state, seat, lens).view
            walked |= dict.fromkeys(islice(walks(game, seat, view), MOST_WALKS))
            walked |= dict.fromkeys(random_walk(game, seat, view, pick) for _ in range(2))
            for offer in game.offers(view):
                _barred_as_shown(game, state, Order(seat, offer.verb), offer.barred)
    for order in walked:
        if order is not None:
            _check_accepted(game, state, order)
    for order in orders:
        _check_judged(game, state, order)


def _check_accepted(game: AnyGame, state: Any, order: Order) -> None:
    found = game.apply(state, order)
    if isinstance(found, Refusal):
        raise LawBroken(4, f"{order} is a walk, but it is refused: {found.code} {dict(found.facts)}")
    if game.now(found.state) != game.now(state):
        raise LawBroken(2, f"{order} moved the time from {game.now(state)} to {game.now(found.state)}")
    events_are_sound(game, found.events)


def _barred_as_shown(game: AnyGame, state: Any, order: Order, barred: Refusal | None) -> None:
    found = game.apply(state, order) if barred else barred
    if found != barred:
        raise LawBroken(4, f"{order} is shown as barred by {barred}, but giving it brings {found}")


def _check_judged(game: AnyGame, state: Any, order: Order) -> None:
    known = order.seat in seats_of(game)
    legal = known and is_walk(game, game.view(state, order.seat), order)
    found = game.apply(state, order)
    if legal and isinstance(found, Refusal):
        raise LawBroken(4, f"{order} is a walk, but it is refused: {found.code} {dict(found.facts)}")
    if not legal and not isinstance(found, Refusal):
        raise LawBroken(4, f"{order} is no walk, but it is accepted")


def is_walk(game: AnyGame, view: Any, order: Order) -> bool:
    """Return whether some walk makes this order. Slow and thorough, where `walks.settle` is quick."""
    if order.answers is not None and order.answers not in game.open_prompts(view):
        return False
    if not any(offer.verb == order.verb and offer.barred is None for offer in game.offers(view)):
        return False
    return _fills(game, view, Order(order.seat, order.verb, (), order.answers), order.args)


def _fills(game: AnyGame, view: Any, draft: Order, rest: tuple[Token, ...]) -> bool:
    field = game.field(view, draft)
    if not rest:
        return field is None or field.optional
    if field is not None and any(_fills(game, view, draft.plus(*taken), left) for taken, left in _ways(field, rest)):
        return True
    unsaid = game.why(view, draft, rest[0]) is None
    return unsaid and _fills(game, view, draft, rest[1:])


def _ways(field: Field, rest: tuple[Token, ...]) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """Yield each way to fill an argument, with what is left: words in their order, pairs from anywhere."""
    domain = field.domain
    if isinstance(domain, PerKey):
        taken = tuple(token for token in rest if isinstance(token, tuple) and token[0] in domain.domains)
        once = len(taken) == len(domain.domains) == len({token[0] for token in taken})
        if once and all(fits(domain, token) for token in taken):
            yield taken, tuple(token for token in rest if token not in taken)
        return
    first_word = next((place for place, token in enumerate(rest) if isinstance(token, str)), -1)
    for place, token in enumerate(rest):
        if (place == first_word or isinstance(token, tuple)) and (fits(domain, token) or token in field.also):
            yield (token,), (*rest[:place], *rest[place + 1 :])


# -- law 5 ---------------------------------------------------------------------------------------------------


def menus_are_made_of_what_is_shown(
    game: AnyGame, state: Any, pick: Pick, seats: Iterable[Seat], lenses: Sequence[Lens] = PLAIN
) -> None:
    """Law 5: the view that is read from shown data has the same menus as the view itself, which judges the orders."""
    shared = {seat: each for each in game.shared_sights(state) for seat in each.own}
    for seat in seats:
        plain, unaided = game.view(state, seat), game.sight(state, seat, {}).view
        if as_json(game.show(plain), 5) != as_json(game.show(unaided), 5):
            raise LawBroken(5, f"the view of {seat} is not what it sees through no lens")
        if seat in shared:
            _is_shared_truly(game, state, seat, shared[seat])
        for lens in lenses:
            view = game.sight(state, seat, lens).view
            again = game.read_view(json.loads(as_json(game.show(view), 5)))
            _same_menu(game, seat, view, again, pick)


def _is_shared_truly(game: AnyGame, state: Any, seat: Seat, told: SharedSight) -> None:
    view, stale = game.sight(state, seat, {})
    if as_data({**told.shared, **told.own[seat]}, 5) != as_data(game.show(view), 5) or told.stale != stale:
        raise LawBroken(5, f"{seat} is shown something else among others than alone")


def _same_menu(game: AnyGame, seat: Seat, view: Any, again: Any, pick: Pick) -> None:
    _alike(f"the prompts of {seat}", list(game.open_prompts(view)), list(game.open_prompts(again)))
    _alike(f"the offers of {seat}", offer_values(game.offers(view)), offer_values(game.offers(again)))
    for offer in game.offers(view):
        if offer.barred is None:
            _same_fields(game, Order(seat, offer.verb), (), view, again, pick)
    for _ in range(2):
        order = random_walk(game, seat, view, pick)
        if order is not None:
            _same_fields(game, Order(seat, order.verb), order.args, view, again, pick)


def _same_fields(game: AnyGame, draft: Order, rest: tuple[Token, ...], view: Any, again: Any, pick: Pick) -> None:
    """Follow an order on both views at once, as far as its arguments go."""
    while True:
        _alike(f"the next argument of {draft}", field_text(game, view, draft), field_text(game, again, draft))
        field = game.field(view, draft)
        if field is None:
            return
        for token in ("nonsense", "", "-1", ("key", "value"), *bent_tokens(next(fillings(field.domain), ()), pick)):
            if not fits(field.domain, token):
                why, why_again = game.why(view, draft, token), game.why(again, draft, token)
                _alike(f"the reason against {token!r} after {draft}", refusal_text(why, 5), refusal_text(why_again, 5))
        if not rest:
            return
        taken, rest = next(_ways(field, rest))
        draft = draft.plus(*taken)


def _alike(what: str, of_view: object, of_data: object) -> None:
    if of_view != of_data:
        raise LawBroken(5, f"{what}: {of_view} by the view, {of_data} by what it shows")


def equal_views_equal_refusals(game: AnyGame, seat: Seat, one: Any, other: Any, orders: Iterable[Order]) -> None:
    """Law 5: two states that look the same to a seat refuse it the same orders, for the same reasons."""
    for order in orders:
        here, there = (answer(game, state, order._replace(seat=seat)) for state in (one, other))
        if here != there:
            raise LawBroken(5, f"{seat} sees the same, but {order._replace(seat=seat)} brings {here} or {there}")
