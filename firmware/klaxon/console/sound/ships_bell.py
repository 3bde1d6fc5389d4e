"""The ship's bell, struck every half hour of play, in pairs, from one stroke to eight and then from one again.

It counts the time of play, not local time: it stops with the game, is the same whenever the game is
replayed, and works on a console without a clock of its own (a Pi has none). Everybody at the table may know it.
"""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.station.gestures import Later
from klaxon.console.station.timer import StationTimer
from klaxon.table.table import Table

HALF_HOUR = 30 * 60 * 1000
"""Milliseconds of play."""
NEAR = 1000
"""Milliseconds by which a half hour may be missed and is still struck; an undo moves the clock by more."""


class ShipsBell:
    """Strikes for a table whose clock runs."""

    def __init__(self, later: Later, strike: Callable[[int], None]) -> None:
        """Begin without a table. `strike` is called with the number of the half hour, from 1."""
        self._strike, self._alarm = strike, StationTimer(later, self._rings)
        self._table: Table | None = None

    def set_table(self, table: Table | None) -> None:
        """Wait for the next half hour, if the clock of the table runs."""
        self._table = table
        self._alarm.unset()
        if table is not None and table.clock.running:
            now = table.clock.now()
            self._alarm.set((HALF_HOUR - now % HALF_HOUR) / 1000)

    def _rings(self) -> None:
        table = self._table
        if table is None or not table.clock.running:
            return
        number, off = divmod(table.clock.now() + NEAR // 2, HALF_HOUR)
        struck = off < NEAR
        if struck:
            self._strike(number)
        now = table.clock.now()
        self._alarm.set((HALF_HOUR * (number + 1) - now) / 1000 if struck else (HALF_HOUR - now % HALF_HOUR) / 1000)
