"""Walks: from a view to complete orders, along `offers` and `field`. Only they decide which orders are allowed.

A walk picks an open offer, then a filling for each field until none is left. An order is legal exactly when it
is such a walk, so a menu, the referee and an understudy can never disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from klaxon.rules.contract import SPECTATOR, UMPIRE, Field, Game, Offer, Order, Refusal, Seat
from klaxon.rules.domains import Domain, FreeText, OneOf, PerKey, Recording, Span, Token, about, fillings, fits

FindOffer: TypeAlias = Callable[[Any, str], Offer | None]
"""Returns the offer of one verb of a view, the same as in `offers`; for games in which a whole menu costs much."""


def judge(game: Game[Any, Any], state: Any, order: Order, find_offer: FindOffer | None = None) -> Order | Refusal:
    """Check an order against the view of its seat, without a lens. Every `apply` does this first."""
    if order.seat not in game.seats and order.seat not in (UMPIRE, SPECTATOR):
        return Refusal("unknown-seat", {"seat": order.seat, "seats": game.seats})
    return settle(game, game.view(state, order.seat), order, find_offer)


def settle(game: Game[Any, Any], view: Any, order: Order, find_offer: FindOffer | None = None) -> Order | Refusal:
    """Return the order with its arguments in canonical order, or the refusal if it is not allowed.

    Words keep their order; pairs `key=value` may stand anywhere. Redundant tokens are dropped.
    """
    verb, args, answers = order.verb, order.args, order.answers
    if answers is not None and answers not in game.open_prompts(view):
        return Refusal("late", {"prompt": answers})
    offer = find_offer(view, verb) if find_offer is not None else _find_in(game.offers(view), verb)
    if offer is None:
        return _no_such_verb(game, order)
    if offer.barred is not None:
        return offer.barred
    if not args:
        field = game.field(view, order)
        return order if field is None or field.optional else missing(order, field)
    seat, rest = order.seat, args
    draft = bare(seat, verb) if answers is None else Order(seat, verb, (), answers)
    while rest:
        field = game.field(view, draft)
        taken = _take(field, rest) if field is not None else ()
        if not taken:
            refusal = game.why(view, draft, rest[0])
            if refusal is not None:
                return refusal
            rest = rest[1:]
        elif len(rest) == 1 == len(args):  # nothing was moved: the order is its own walk
            draft, rest = order, ()
        else:
            draft, rest = Order(seat, verb, draft.args + taken, answers), _without(rest, taken)
    field = game.field(view, draft)
    return draft if field is None or field.optional else missing(draft, field)


def _find_in(offers: Iterable[Offer], verb: str) -> Offer | None:
    for offer in offers:
        if offer.verb == verb:
            return offer
    return None


def walks(game: Game[Any, Any], seat: Seat, view: Any, verb: str = "") -> Iterator[Order]:
    """Yield every order that may be given now, or every one of a verb, if there are finitely many."""
    for offer in game.offers(view):
        if offer.barred is None and verb in ("", offer.verb):
            yield from _finish(game, view, Order(seat, offer.verb))


def random_walk(game: Game[Any, Any], seat: Seat, view: Any, pick: Callable[[int], int]) -> Order | None:
    """Return a random order that does not end the game, None without any; `pick(n)` (below n) chooses at every step."""
    verbs = [offer.verb for offer in game.offers(view) if offer.barred is None and not offer.ends]
    return finish_at_random(game, view, bare(seat, verbs[pick(len(verbs))]), pick) if verbs else None


def finish_at_random(game: Game[Any, Any], view: Any, draft: Order, pick: Callable[[int], int]) -> Order:
    """Complete a draft at random. Its verb must be open."""
    while (field := game.field(view, draft)) is not None and not (field.optional and pick(2)):
        domain = field.domain
        if isinstance(domain, OneOf):
            draft = draft.plus(domain.values[pick(len(domain.values))])
        else:
            draft = draft.plus(*_any_filling(domain, pick))
    return draft


def bad_argument(field: Field | None, draft: Order, token: Token) -> Refusal:
    """Return the default refusal of a token outside a domain: which values are allowed, or that nothing is missing."""
    verb, word = draft.verb, token_text(token)
    if field is None:
        return Refusal("extra-argument", {"verb": verb, "token": word})
    return Refusal("bad-argument", {"verb": verb, "field": field.name, "token": word, "values": about(field.domain)})


@lru_cache(maxsize=512)
def bare(seat: Seat, verb: str) -> Order:
    """Return a draft without arguments, the start of every walk."""
    return Order(seat, verb)


def missing(draft: Order, field: Field) -> Refusal:
    """Return the refusal of an order that ends too early; it names the missing argument."""
    return Refusal("missing-argument", {"verb": draft.verb, "field": field.name, "values": about(field.domain)})


def _without(rest: tuple[Token, ...], taken: tuple[Token, ...]) -> tuple[Token, ...]:
    left = list(rest)
    for token in taken:
        left.remove(token)
    return tuple(left)


def _no_such_verb(game: Game[Any, Any], order: Order) -> Refusal:
    role, roles = order.seat.rpartition(".")[2], None
    for verb in game.verbs:
        if verb.name == order.verb:
            if role in verb.roles:
                return Refusal("not-now", {"verb": order.verb})
            roles = verb.roles if roles is None else roles
    if roles is None:
        return Refusal("unknown-verb", {"verb": order.verb})
    return Refusal("not-your-role", {"verb": order.verb, "roles": roles})


def _take(field: Field, rest: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the remaining tokens that fill a field; none if they cannot fill it."""
    domain = field.domain
    if type(domain) is OneOf:
        if len(rest) > 1:
            return _earliest((*field.also, *domain.values), rest)
        return rest if rest[0] in domain.values or rest[0] in field.also else ()
    if isinstance(domain, PerKey):
        pairs = [token for token in rest if isinstance(token, tuple)]
        taken = tuple(token for key in domain.domains for token in pairs if token[0] == key)
        whole = len(taken) == len(domain.domains) == len({key for key, _ in taken})
        return taken if whole and all(fits(domain, token) for token in taken) else ()
    if fits(domain, rest[0]):
        return (rest[0],)
    next_word = next((token for token in rest if isinstance(token, str)), None)
    return next(
        ((token,) for token in rest if (token == next_word or isinstance(token, tuple)) and fits(domain, token)), ()
    )


def _earliest(values: tuple[Token, ...], rest: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the token of the rest that comes first in a domain; of those with one key, the first as written.

    So pairs may stand anywhere, even if a domain joins several arguments that may be left out.
    """
    best, words = len(values), 0
    found: tuple[Token, ...] = ()
    for token in rest:
        words += isinstance(token, str)
        if (isinstance(token, str) and words > 1) or token not in values:
            continue
        place = values.index(token)
        while place and _key(values[place - 1]) == _key(token):
            place -= 1
        if place < best:
            best, found = place, (token,)
    return found


def _key(token: Token) -> str:
    return "" if isinstance(token, str) else token[0]


def _finish(game: Game[Any, Any], view: Any, draft: Order) -> Iterator[Order]:
    field = game.field(view, draft)
    if field is None or field.optional:
        yield draft
    if field is not None:
        for tokens in fillings(field.domain):
            yield from _finish(game, view, draft.plus(*tokens))


def _any_filling(domain: Domain, pick: Callable[[int], int]) -> tuple[Token, ...]:
    if isinstance(domain, OneOf):
        return (domain.values[pick(len(domain.values))],)
    match domain:
        case Span(low, high, step):
            return (str(low + step * pick((high - low) // step + 1)),)
        case PerKey(domains):
            return tuple(
                (key, value)
                for key, inner in domains.items()
                for value in _any_filling(inner, pick)
                if isinstance(value, str)
            )
        case FreeText(alphabet, longest, shortest):
            letters = alphabet or "klaxon"
            count = shortest + pick(longest - shortest + 1)
            return ("".join(letters[pick(len(letters))] for _ in range(count)),)
        case Recording():
            return ("",)
        case _:
            (value,) = _any_filling(domain.domain, pick)
            return ((domain.key, value),) if isinstance(value, str) else (value,)


def token_text(token: Token) -> str:
    """Return a token as it was written."""
    return token if isinstance(token, str) else "=".join(token)
