"""An understudy with a clock beside it, for seasons that measure how long the crews think."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time
from typing import Any

from klaxon.crew.understudy import Heard, Pick, Shown, Understudy
from klaxon.rules.contract import Order


@dataclass(slots=True)
class ThinkingTime:
    """CPU time of one crew. A turn is what it thinks between two ends of its own, the enemy's turn included."""

    seconds: float = 0.0
    orders: int = 0
    turns: int = 0

    def add(self, other: ThinkingTime) -> None:
        """Add another measurement."""
        self.seconds += other.seconds
        self.orders += other.orders
        self.turns += other.turns

    def as_data(self) -> dict[str, float]:
        """Return the times as data, in milliseconds; of a turn only where the game has turns."""
        took = 1000 * self.seconds
        data = {"ms_an_order": round(took / max(1, self.orders), 3)}
        return {**data, "ms_a_turn": round(took / self.turns, 3)} if self.turns else data


class TimedPlayer:
    """Plays as another understudy does."""

    def __init__(self, understudy: Understudy, clock: ThinkingTime) -> None:
        """Know who plays, and where to write down how long it takes."""
        self._understudy, self._clock = understudy, clock

    def begin(self, shown: Shown) -> Any:
        """Take notes as the other does."""
        return self._understudy.begin(shown)

    def hear(self, notes: Any, heard: Heard) -> Any:
        """Hear as the other does."""
        return self._understudy.hear(notes, heard)

    def order(self, shown: Shown, notes: Any, pick: Pick) -> Order | None:
        """Measure how long the other takes."""
        begun = process_time()
        order = self._understudy.order(shown, notes, pick)
        self._clock.seconds += process_time() - begun
        if order is not None:
            self._clock.orders += 1
            self._clock.turns += order.verb in BEGINNINGS
        return order

    def can_wait(self, order: Order) -> bool:
        """Wait as the other does."""
        return self._understudy.can_wait(order)


BEGINNINGS = ("oxygen", "course")
"""Verbs of which a turn has one, as a rule."""
