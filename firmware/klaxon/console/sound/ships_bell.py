"""The ship's bell, struck every half hour of play, in pairs, from one stroke to eight and then from one again.

It counts the time of play, not local time: it stops with the game, is the same whenever the game is
replayed, and works on a console without a clock of its own (a Pi has none). Everybody at the table may know it.
"""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.station.gestures import Later
from klaxon.console.station.timer import StationTimer
from klaxon.table.clock import TableClock

HALF_HOUR = 30 * 60 * 1000
"""Milliseconds of play."""
NEAR = 1000
"""Milliseconds by which a half hour may be missed and is still struck; an undo moves the clock by more."""


class ShipsBell:
    """Strikes for a table whose clock runs."""

    def __init__(self, later: Later, strike: Callable[[int], None]) -> None:
        """Begin without a clock. `strike` is called with the number of the half hour, from 1."""
        self._strike, self._alarm = strike, StationTimer(later, self._rings)
        self._clock: TableClock | None = None

    def set_clock(self, clock: TableClock | None) -> None:
        """Wait for the next half hour, if the clock of the table runs."""
        self._clock = clock
        self._alarm.unset()
        if clock is not None and clock.running:
            now = clock.now()
            self._alarm.set((HALF_HOUR - now % HALF_HOUR) / 1000)

    def _rings(self) -> None:
        clock = self._clock
        if clock is None or not clock.running:
            return
        number, off = divmod(clock.now() + NEAR // 2, HALF_HOUR)
        struck = off < NEAR
        if struck:
            self._strike(number)
        now = clock.now()
        self._alarm.set((HALF_HOUR * (number + 1) - now) / 1000 if struck else (HALF_HOUR - now % HALF_HOUR) / 1000)
