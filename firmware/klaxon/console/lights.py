"""Lights: how bright the panels are. They burn in, so they are dimmed and then sleep while nobody is there."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.console.devices import Fitting, Panels
from klaxon.console.hands import Later, Timer

BRIGHTEST = 255
DIM_AFTER, SLEEP_AFTER = 300.0, 1800.0
"""Seconds without a hand or an event."""
DIMMED = 20


class Lights:
    """The panels of a console, boat by boat: no hand at one boat may show at the other."""

    def __init__(self, fittings: Sequence[Fitting], panels: Panels, later: Later) -> None:
        """Begin as bright as can be, once somebody wakes them."""
        self._panels, self._later = panels, later
        self._stations: dict[str, list[str]] = {}
        for fitting in fittings:
            self._stations.setdefault(fitting.boat, []).append(fitting.name)
        self._timers: dict[str, Timer] = {}
        self.level = BRIGHTEST

    def wake(self, boat: str) -> None:
        """Light the panels of a boat, and count anew until they are dimmed."""
        if boat in self._timers:
            self._timers[boat].cancel()
        self._light(boat, self.level)
        self._timers[boat] = self._later(DIM_AFTER, lambda: self._dim(boat))

    def set(self, level: int) -> None:
        """Make the panels brighter or darker."""
        self.level = level
        self.wake_all()

    def wake_all(self) -> None:
        """Light all panels."""
        for boat in self._stations:
            self.wake(boat)

    def sleep(self) -> None:
        """Put all panels out until somebody wakes them."""
        for boat in self._stations:
            if boat in self._timers:
                self._timers[boat].cancel()
            self._light(boat, 0)

    def _dim(self, boat: str) -> None:
        self._light(boat, min(self.level, DIMMED))
        self._timers[boat] = self._later(SLEEP_AFTER - DIM_AFTER, lambda: self._light(boat, 0))

    def _light(self, boat: str, level: int) -> None:
        for station in self._stations[boat]:
            self._panels.light(station, level)
