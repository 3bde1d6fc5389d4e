"""One timer of a station that can be set again."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.station.gestures import Later, Timer


class StationTimer:
    """Fires once, at the moment it was set for last."""

    def __init__(self, later: Later, ring: Callable[[], None]) -> None:
        """Begin unset."""
        self._later, self._ring = later, ring
        self._timer: Timer | None = None

    @property
    def is_set(self) -> bool:
        """Whether it will fire."""
        return self._timer is not None

    def set(self, seconds: float) -> None:
        """Set the timer to fire after this many seconds; an earlier setting is dropped."""
        self.unset()
        self._timer = self._later(max(0.0, seconds), self._rings)

    def unset(self) -> None:
        """Cancel it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rings(self) -> None:
        self._timer = None
        self._ring()
