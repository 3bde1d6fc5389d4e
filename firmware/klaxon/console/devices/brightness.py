"""Brightness of the panels: they burn in, so they are dimmed and switched off while nobody uses them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from klaxon.console.devices import Fitting, Lamps, Panels
from klaxon.console.station.gestures import Later, Timer

BRIGHTEST = 255
DIM_AFTER, SLEEP_AFTER = 300.0, 1800.0
"""Seconds without input or events."""
DIMMED = 20


class PanelBrightness:
    """The panels of a console, boat by boat: the use of one boat must not show at the other."""

    def __init__(self, fittings: Sequence[Fitting], panels: Panels, later: Later) -> None:
        """Begin at full brightness, once they are woken."""
        self._panels, self._later = panels, later
        self._stations: dict[str, list[str]] = {}
        for fitting in fittings:
            self._stations.setdefault(fitting.side, []).append(fitting.name)
        self._timers: dict[str, Timer] = {}
        self._lit: dict[str, int] = {}
        """Boat -> the brightness of its panels."""
        self.level = BRIGHTEST

    def wake(self, boat: str) -> None:
        """Light the panels of a boat, and restart the time until they are dimmed."""
        if boat in self._timers:
            self._timers[boat].cancel()
        self._light(boat, self.level)
        self._timers[boat] = self._later(DIM_AFTER, lambda: self._dim(boat))

    def set(self, level: int) -> None:
        """Set the brightness."""
        self.level = level
        self.wake_all()

    def wake_all(self) -> None:
        """Light all panels."""
        for boat in self._stations:
            self.wake(boat)

    def sleep(self) -> None:
        """Switch all panels off until they are woken."""
        for boat in self._stations:
            if boat in self._timers:
                self._timers[boat].cancel()
            self._light(boat, 0)

    def _dim(self, boat: str) -> None:
        self._light(boat, min(self.level, DIMMED))
        self._timers[boat] = self._later(SLEEP_AFTER - DIM_AFTER, lambda: self._light(boat, 0))

    def _light(self, boat: str, level: int) -> None:
        if self._lit.get(boat) != level:
            self._lit[boat] = level
            for station in self._stations[boat]:
                self._panels.light(station, level)


class TurnLamps:
    """The turn lamps by boat; a lamp is set only when it changes."""

    def __init__(self, lamps: Lamps, names: Iterable[str]) -> None:
        """Begin with all of them off."""
        self._lamps, self.names = lamps, tuple(names)
        self._lit: dict[str, bool] = {}

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp should be lit."""
        return self._lit.get(lamp, False)

    def light(self, turns: Collection[object]) -> None:
        """Light those of the boats whose turn it is, and no other."""
        for boat in self.names:
            lit = boat in turns
            if self._lit.get(boat) is not lit:
                self._lit[boat] = lit
                self._lamps.set(boat, lit=lit)

    def clear(self) -> None:
        """Switch off all lamps that were ever set."""
        for lamp in self._lit:
            self._lamps.set(lamp, lit=False)
        self._lit.clear()
