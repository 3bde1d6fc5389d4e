"""An understudy with a stopwatch, for seasons that measure how long the crews think."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time
from typing import Any

from klaxon.crew.understudy import Heard, Observer, Pick, Shown, Understudy, notes_after
from klaxon.rules.contract import Order


@dataclass(slots=True)
class ThinkingTime:
    """CPU time of one crew. A turn is what it thinks between two ends of its own turns, including the enemy's turn."""

    seconds: float = 0.0
    orders: int = 0
    turns: int = 0

    def add(self, other: ThinkingTime) -> None:
        """Add another measurement."""
        self.seconds += other.seconds
        self.orders += other.orders
        self.turns += other.turns

    def as_data(self) -> dict[str, float]:
        """Return the times as data, in milliseconds; those of turns only if the game has turns."""
        took = 1000 * self.seconds
        data = {"ms_an_order": round(took / max(1, self.orders), 3)}
        return {**data, "ms_a_turn": round(took / self.turns, 3)} if self.turns else data


class TimedPlayer:
    """Plays like another understudy."""

    def __init__(self, understudy: Understudy, clock: ThinkingTime) -> None:
        """Take the understudy, and where to record its times."""
        self._understudy, self._clock = understudy, clock

    def begin(self, shown: Shown) -> Any:
        """Take notes like the other."""
        return self._understudy.begin(shown)

    def hear(self, notes: Any, heard: Heard) -> Any:
        """Hear like the other."""
        return self._understudy.hear(notes, heard)

    def see(self, notes: Any, shown: Shown, now: int) -> Any:
        """Remember what the other remembers."""
        return notes_after(self._understudy, notes, shown, now)

    def is_watching(self, notes: Any) -> bool:
        """Watch like the other."""
        return isinstance(self._understudy, Observer) and self._understudy.is_watching(notes)

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
        """Wait like the other."""
        return self._understudy.can_wait(order)


BEGINNINGS = ("oxygen", "course")
"""Verbs that a turn usually has exactly once."""
