"""The understudy: a bot that takes a seat and sees only that seat's view and what the seat has heard.

An understudy is pure. What it has heard is folded into notes, one event after the other; an order is made of the
shown view, the notes and the randomness passed in. It never waits: whatever is not in its view does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from klaxon.rules.contract import Game, Order

Pick = Callable[[int], int]
"""A source of randomness: returns a number below n."""
Shown = Mapping[str, Any]
"""A view as `Game.show` returns it."""
Heard = Mapping[str, Any]
"""An event as a seat hears it: its `type` and its facts."""


class Understudy(Protocol):
    """How to play one game, from any of its seats. `notes` are a value of the understudy's own type."""

    def begin(self, shown: Shown) -> Any:
        """Return the notes of a seat that has heard nothing yet."""

    def hear(self, notes: Any, heard: Heard) -> Any:
        """Return the notes after one more event."""

    def order(self, shown: Shown, notes: Any, pick: Pick) -> Order | None:
        """Return the order of the seat of a view; None if it has none to give."""

    def can_wait(self, order: Order) -> bool:
        """Return whether the rest of the crew should get time before this order."""


@runtime_checkable
class Observer(Protocol):
    """An understudy that also remembers what it was shown: reports that the next view replaces."""

    def see(self, notes: Any, shown: Shown, now: int) -> Any:
        """Return the notes after one more view, at a moment of play in milliseconds."""

    def is_watching(self, notes: Any) -> bool:
        """Return whether it waits for a view that changes by itself: else only what happens is worth a look."""


def notes_after(understudy: Understudy, notes: Any, shown: Shown, now: int) -> Any:
    """Return the notes of a seat that has been shown a view."""
    return understudy.see(notes, shown, now) if isinstance(understudy, Observer) else notes


class Plotter(Protocol):
    """Computes for one seat what follows from what it was shown and heard."""

    def hear(self, heard: Heard) -> None:
        """Take one more event."""

    def plot(self) -> Mapping[str, Any]:
        """Return what follows, as data."""


def open_verbs(game: Game[Any, Any], view: Any) -> tuple[str, ...]:
    """Return the verbs that are open to the seat of a view."""
    return tuple(offer.verb for offer in game.offers(view) if offer.barred is None)


def with_prompt_key(order: Order, shown: Shown) -> Order:
    """Return the order with the key of the prompt that it answers, if there is one."""
    key = next((prompt["key"] for prompt in shown["prompts"] if order.verb in prompt["verbs"]), None)
    return order._replace(answers=key)
