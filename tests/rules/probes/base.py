"""What the probe games share: no options, states that are tuples of JSON, views that are their own data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from klaxon.rules.contract import (
    NO_SPLITS,
    Field,
    Header,
    Ms,
    Offer,
    Option,
    Order,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    SharedSight,
    Sight,
    Splits,
    Step,
    Verb,
)
from klaxon.rules.domains import Token
from klaxon.rules.walks import bad_argument

__all__ = ["BLUE", "RED", "Probe", "Verb", "View", "header_of"]

View = Mapping[str, Any]
RED, BLUE = Seat("red.captain"), Seat("blue.captain")


def header_of(game: Probe, seed: str = "7") -> Header:
    """Return the header of a probe."""
    return Header(game.name, game.version, {}, {}, seed)


class Probe:
    """The parts of a game that say nothing about it."""

    name: str
    version = 1
    seats: tuple[Seat, ...] = (RED, BLUE)
    boats: tuple[str, ...] = ("red", "blue")
    splits: Splits = NO_SPLITS
    verbs: tuple[Verb, ...]
    points: frozenset[str] = frozenset()
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, Mapping[str, str]]] = {}
    made: ClassVar[Any]
    """The class of the states, a NamedTuple."""

    def captain(self, boat: str) -> Seat:
        return Seat(f"{boat}.captain")

    def content(self, kind: str, options: Mapping[str, str]) -> str:
        return ""

    def setup(self, header: Header) -> Any:
        return self.made()

    def sequel(self, header: Header, state: Any) -> None:
        return None

    def now(self, state: Any) -> Ms:
        return Ms(state.now)

    def apply(self, state: Any, order: Order) -> Step | Refusal:
        raise NotImplementedError

    def advance(self, state: Any, until: Ms) -> Step:
        return Step(state._replace(now=max(state.now, until)), ())

    def due(self, state: Any) -> Ms | None:
        return None

    def prompts(self, state: Any) -> tuple[Prompt, ...]:
        return ()

    def outcome(self, state: Any) -> Outcome | None:
        return None

    def actors(self, state: Any) -> tuple[Seat, ...]:
        return () if self.outcome(state) else self.seats

    def view(self, state: Any, seat: Seat) -> View:
        return self.sight(state, seat, {}).view

    def sight(self, state: Any, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        raise NotImplementedError

    def shared_sights(self, state: Any) -> tuple[SharedSight, ...]:
        return ()

    def show(self, view: View) -> View:
        return view

    def read_view(self, data: View) -> View:
        return data

    def open_prompts(self, view: View) -> Sequence[str]:
        return tuple(view.get("prompts", ()))

    def offers(self, view: View) -> Sequence[Offer]:
        raise NotImplementedError

    def field(self, view: View, draft: Order) -> Field | None:
        return None

    def why(self, view: View, draft: Order, token: Token) -> Refusal:
        return bad_argument(self.field(view, draft), draft, token)

    def encode(self, state: Any) -> bytes:
        return json.dumps(state).encode()

    def decode(self, data: bytes) -> Any:
        return self.made(*_tuples(json.loads(data)))

    def rekey(self, state: Any, salt: str) -> Any:
        return state


def _tuples(value: Any) -> Any:
    return tuple(_tuples(inner) for inner in value) if isinstance(value, list) else value
