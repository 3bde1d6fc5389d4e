"""What games show and tell, as plain data and as words that can be compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from klaxon.rules.contract import Event, Offer, Order, Refusal, Step
from klaxon.rules.laws.basics import AnyGame, LawBroken

LEAVES = frozenset({str, int, bool, type(None)})
"""What most data is made of: looked for first, since laws read views by the hundred thousand."""
TEXT = frozenset({str})
ENCODER = json.JSONEncoder(check_circular=False)
"""One encoder for all: `as_data` has made a tree of what it writes."""


def as_data(value: object, law: int) -> Any:
    """Return facts or a view as plain JSON data; what is no such data breaks a law."""
    if type(value) in LEAVES or isinstance(value, str | int):
        return value
    if (type(value) is dict or isinstance(value, Mapping)) and set(map(type, value)) <= TEXT:
        return {key: inner if type(inner) in LEAVES else as_data(inner, law) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [inner if type(inner) in LEAVES else as_data(inner, law) for inner in value]
    raise LawBroken(law, f"{value!r} is no JSON data without floats")


def as_json(value: object, law: int) -> str:
    """Return facts or a view as JSON text."""
    return ENCODER.encode(as_data(value, law))


def told_refusal(refusal: Refusal | None, law: int) -> str:
    """Return a refusal in words that compare, '' for none."""
    return "" if refusal is None else f"{refusal.code} {as_json(refusal.facts, law)}"


def told_event(event: Event) -> str:
    """Return an event in words that compare: what, with which facts, to whom."""
    return f"{event.type} {as_json(event.facts, 10)} to {sorted(event.to)}"


def told_result(game: AnyGame, found: Step | Refusal) -> object:
    """Return what came of an order as a value that compares."""
    if isinstance(found, Refusal):
        return told_refusal(found, 5)
    return game.encode(found.state), [told_event(event) for event in found.events]


def answer(game: AnyGame, state: Any, order: Order) -> str:
    """Return the refusal that an order would meet, or that it would meet none."""
    found = game.apply(state, order)
    return f"{found.code} {found.facts}" if isinstance(found, Refusal) else "no refusal"


def told_offers(offers: Iterable[Offer]) -> list[tuple[str, str, bool, bool]]:
    """Return offers as values that compare."""
    return [
        (offer.verb, "" if offer.barred is None else told_refusal(offer.barred, 5), offer.needs_hold, offer.remark)
        for offer in offers
    ]


def told_field(game: AnyGame, view: Any, draft: Order) -> str | None:
    """Return the next argument of a draft in words that compare."""
    field = game.field(view, draft)
    return None if field is None else str(field)


def first_difference(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """Return the first lines in which two accounts differ."""
    for here, there in zip(one, other, strict=False):
        if here != there:
            return here, there
    short = min(len(one), len(other))
    return (one[short] if len(one) > short else "nothing"), (other[short] if len(other) > short else "nothing")
