"""One table on the big screen: what was public there, with the organiser's delay."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_WAITING, MOST_EVENTS = 2000, 40


@dataclass(slots=True)
class FollowedTable:
    """What may be shown of the table that is followed."""

    table: str = ""
    delay: float = 60.0
    state: Mapping[str, Any] = field(default_factory=dict)
    events: deque[Mapping[str, Any]] = field(default_factory=lambda: deque(maxlen=MOST_EVENTS))
    _waiting: deque[tuple[float, str, Mapping[str, Any]]] = field(default_factory=deque)

    def follow(self, table: str, delay: float) -> None:
        """Follow another table; nothing of it is shown before the delay has passed."""
        self.table, self.delay, self.state = table, delay, {}
        self.events.clear()
        self._waiting.clear()

    def note(self, table: str, what: str, message: Mapping[str, Any], now: float) -> None:
        """Note what a table has said: `state` or `event`."""
        if table == self.table and len(self._waiting) < MOST_WAITING:
            self._waiting.append((now + self.delay, what, message))

    @property
    def due(self) -> float | None:
        """When more may be shown."""
        return self._waiting[0][0] if self._waiting else None

    def release(self, now: float) -> bool:
        """Show what may be shown by now; return whether anything is new."""
        fresh = False
        while self._waiting and self._waiting[0][0] <= now:
            _, what, message = self._waiting.popleft()
            fresh = True
            if what == "event":
                self.events.append(message)
                continue
            if message.get("game_name") != self.state.get("game_name"):
                self.events.clear()
            self.state = message
        return fresh
