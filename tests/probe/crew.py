"""A probe: one boat that four people sail together. Its understudies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from klaxon.crew import CrewOf
from klaxon.crew.understudy import Heard, Pick, Shown, with_prompt_key
from klaxon.rules.contract import Event, Order, Seat
from tests.probe.rules import BOAT, SIDES


class LaunchUnderstudy:
    """Steers away from what was reported; the lookout reports what it sees, once a leg."""

    def begin(self, _shown: Shown) -> None:
        """Take no notes: all that counts is in the view."""

    def hear(self, _notes: None, _heard: Heard) -> None:
        """Take no notes."""

    def order(self, shown: Shown, _notes: None, _pick: Pick) -> Order | None:
        seat, boat = Seat(shown["seat"]), shown["boats"][BOAT]
        if shown["outcome"]:
            return None
        match seat.rpartition(".")[2]:
            case "captain" if not shown["speed"]:
                return Order(seat, "ahead", ("full" if boat["steam"] else "slow",)) if any_power(boat) else None
            case "helm" if shown["speed"]:
                return with_prompt_key(Order(seat, "steer", (SIDES[shown["reported"] == SIDES[0]],)), shown)
            case "lookout" if shown["reported"] != shown["rock"]:
                return Order(seat, "report", (shown["rock"],))
        return None

    def can_wait(self, order: Order) -> bool:
        return order.verb == "ahead"


def any_power(boat: Any) -> bool:
    """Tell whether the boat can go on at all."""
    return bool(boat["coal"] or boat["steam"])


def tally(_state: Any, events: Sequence[Event]) -> Iterable[tuple[str, str, int]]:
    """Count how often the boat strikes."""
    return [(BOAT, "rocks", 1) for event in events if event.type == "struck"]


CREW = CrewOf("tests.probe.crew:LaunchUnderstudy", skills=(), tally="tests.probe.crew:tally")
