"""The clock of a round: how long crews have for it. It stands while nobody works the desk, and nothing ends by it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

KEEP_EVERY = 10.0
"""Seconds of it that may be lost with the desk."""
LONGEST = 600
"""Minutes."""


class RoundClock:
    """A clock that runs down. It is kept as what is left, for no machine of a club knows what o'clock it is."""

    def __init__(self, kept: Mapping[str, Any]) -> None:
        """Begin with what was kept; a clock that ran goes on when the desk looks at it first."""
        self.minutes: int = kept.get("minutes", 0)
        """How long a round lasts; 0: as long as it takes."""
        self._left: float = kept.get("left", 0.0)
        self.runs: bool = kept.get("runs", False)
        self._since: float | None = None
        self._kept_at = 0.0

    def row(self, now: float) -> bytes:
        """Return what is kept of it."""
        self._kept_at = now
        return json.dumps({"minutes": self.minutes, "left": self.seconds_left(now), "runs": self.runs}).encode()

    def seconds_left(self, now: float) -> float:
        """Return the seconds that are left; 0 when time is up."""
        if self.runs and self._since is None:
            self._since = self._kept_at = now
        passed = now - self._since if self.runs and self._since is not None else 0.0
        return max(0.0, self._left - passed)

    def set(self, now: float, *, left: float | None = None, runs: bool | None = None) -> None:
        """Set it, let it run or stop it."""
        self._left = self.seconds_left(now) if left is None else max(0.0, left)
        self.runs = self.runs if runs is None else runs
        self._since = now if self.runs else None

    def due(self, now: float) -> float | None:
        """Return when it is to be kept again, or is up; None while it stands."""
        left = self.seconds_left(now)
        return min(self._kept_at + KEEP_EVERY, now + left) if self.runs and left else None
