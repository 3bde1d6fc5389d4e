"""What games show and announce, as plain data and as text that can be compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from klaxon.rules.contract import Event, Offer, Order, Refusal, Step
from klaxon.rules.laws.basics import AnyGame, LawBroken

LEAVES = frozenset({str, int, bool, type(None)})
"""The types that most data consists of. They are tested first, because laws read hundreds of thousands of views."""
TEXT = frozenset({str})
ENCODER = json.JSONEncoder(check_circular=False)
"""One encoder for all values; it need not look for cycles, since `as_data` has built a tree."""


def as_data(value: object, law: int) -> Any:
    """Return facts or a view as plain JSON data; anything that is not JSON data breaks a law."""
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


def refusal_text(refusal: Refusal | None, law: int) -> str:
    """Return a refusal as text that can be compared, '' for none."""
    return "" if refusal is None else f"{refusal.code} {as_json(refusal.facts, law)}"


def event_text(event: Event) -> str:
    """Return an event as text that can be compared: its type, its facts, its seats."""
    return f"{event.type} {as_json(event.facts, 10)} to {sorted(event.to)}"


def result_value(game: AnyGame, found: Step | Refusal) -> object:
    """Return the result of an order as a value that can be compared."""
    if isinstance(found, Refusal):
        return refusal_text(found, 5)
    return game.encode(found.state), [event_text(event) for event in found.events]


def answer(game: AnyGame, state: Any, order: Order) -> str:
    """Return the refusal of an order as text, or that there is none."""
    found = game.apply(state, order)
    return f"{found.code} {found.facts}" if isinstance(found, Refusal) else "no refusal"


def offer_values(offers: Iterable[Offer]) -> list[tuple[str, str, bool, bool]]:
    """Return offers as values that can be compared."""
    return [
        (offer.verb, "" if offer.barred is None else refusal_text(offer.barred, 5), offer.needs_hold, offer.remark)
        for offer in offers
    ]


def field_text(game: AnyGame, view: Any, draft: Order) -> str | None:
    """Return the next argument of a draft as text that can be compared."""
    field = game.field(view, draft)
    return None if field is None else str(field)


def first_difference(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """Return the first lines in which two histories differ."""
    for here, there in zip(one, other, strict=False):
        if here != there:
            return here, there
    short = min(len(one), len(other))
    return (one[short] if len(one) > short else "nothing"), (other[short] if len(other) > short else "nothing")
