"""A referee of Captain Sonar with a fault planted in it: the laws have to find it."""

from __future__ import annotations

from klaxon.rules.contract import Order, Refusal, Step
from klaxon.rules.laws import seats_of
from klaxon.rules.sonar import Sonar
from klaxon.rules.sonar.state import State


class TellsAll(Sonar):
    """One type of event is told to everybody."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def apply(self, state: State, order: Order) -> Step | Refusal:
        found = super().apply(state, order)
        if isinstance(found, Refusal):
            return found
        everybody = frozenset(seats_of(self))
        return found._replace(
            events=tuple(e._replace(to=everybody) if e.type == self.kind else e for e in found.events)
        )
