"""Orders given in tests that read like play, and the law that no order changes the state before it."""

from __future__ import annotations

from typing import Any

from klaxon.rules.contract import Event, Game, Order, Refusal, Step


class Giving:
    """A game in play, to which orders are given one after the other."""

    game: Game[Any, Any]
    state: Any
    events: list[Event]
    """What the last order brought."""

    def give(self, line: str) -> list[Event]:
        """Give an order that must be accepted; return what happened."""
        before = self.game.encode(self.state)
        step = self.game.apply(self.state, Order.read(line))
        assert isinstance(step, Step), f"{line}: {step}"
        assert self.game.encode(self.state) == before, "the state before the order has changed"
        self.state, self.events = step.state, list(step.events)
        self.check()
        return self.events

    def check(self) -> None:
        """Look at what has come about."""

    def play(self, *lines: str) -> list[Event]:
        """Give several orders; return everything that happened."""
        return [event for line in lines for event in self.give(line)]

    def refusal(self, line: str) -> Refusal:
        """Give an order that must be refused and change nothing."""
        before = self.game.encode(self.state)
        refusal = self.game.apply(self.state, Order.read(line))
        assert isinstance(refusal, Refusal), f"{line} was accepted: {refusal}"
        assert self.game.encode(self.state) == before, "a refused order has changed the state"
        return refusal

    def refused(self, line: str) -> str:
        """Return the code with which an order is refused."""
        return self.refusal(line).code
