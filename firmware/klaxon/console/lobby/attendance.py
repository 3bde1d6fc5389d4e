"""Attendance: whether each boat of people still has a page open, if all stations are pages in a browser.

A boat that has lost its last page is unattended. It gets a moment to come back: a page that is reloaded is
gone no longer than that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from klaxon.console.station.gestures import Later
from klaxon.console.station.timer import StationTimer

GRACE = 2.0
"""Seconds that a boat may be without a page before it counts as unattended."""


class Attendance:
    """The boats of a console, and the pages that are open at their stations."""

    def __init__(self, later: Later, lost: Callable[[str], None]) -> None:
        """Begin with no page open; `lost` is called for a boat that has lost its last one."""
        self._lost = lost
        self._alarm = StationTimer(later, self._ring)
        self._open: frozenset[str] = frozenset()
        self._boats: Mapping[str, Collection[str]] = {}
        self._attended: set[str] = set()
        """The boats that have a page open, or had one a moment ago."""

    def man(self, boats: Mapping[str, Collection[str]]) -> None:
        """Set which stations the people of each boat work now; none between games."""
        self._boats = boats
        self._attended &= set(boats)
        self._look()

    def attend(self, stations: Collection[str]) -> None:
        """Set which stations are open on pages now."""
        self._open = frozenset(stations)
        self._look()

    def _gone_stations(self) -> list[str]:
        return [boat for boat in self._boats if boat in self._attended and not self._is_here(boat)]

    def _is_here(self, boat: str) -> bool:
        return not self._open.isdisjoint(self._boats[boat])

    def _look(self) -> None:
        self._attended |= {boat for boat in self._boats if self._is_here(boat)}
        if not self._gone_stations():
            self._alarm.unset()
        elif not self._alarm.is_set:
            self._alarm.set(GRACE)

    def _ring(self) -> None:
        for boat in self._gone_stations():
            self._attended.discard(boat)
            self._lost(boat)
