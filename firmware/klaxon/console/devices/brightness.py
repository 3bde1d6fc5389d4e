"""Brightness of the panels: they burn in, so they are dimmed and switched off while nobody uses them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from klaxon.console.devices import Fitting, Lamps, Panels
from klaxon.console.station.gestures import Later, Timer

BRIGHTEST = 255
DIM_AFTER, SLEEP_AFTER = 300.0, 1800.0
"""Seconds without input or events."""
DIMMED = 20

BLINK, BLINKS = 0.3, 6
"""Seconds between two changes of a lamp whose boat is due, and how often it changes before it stays lit."""


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
    """The turn lamps by boat. One whose boat is due now blinks a few times, then it stays lit; nothing else is set."""

    def __init__(self, lamps: Lamps, names: Iterable[str], later: Later) -> None:
        """Begin with all of them off."""
        self._lamps, self.names, self._later = lamps, tuple(names), later
        self._lit: dict[str, bool] = {}
        self._blinks: dict[str, Timer] = {}
        """The lamps that blink, each with the timer of its next change."""

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
                self._end_blinking(boat)
                if lit:
                    self._blink(boat, BLINKS)

    def _blink(self, lamp: str, left: int) -> None:
        """Have a lamp change after a moment, so many times."""

        def change() -> None:
            self._lamps.set(lamp, lit=left % 2 == 1)
            self._blink(lamp, left - 1)

        if left:
            self._blinks[lamp] = self._later(BLINK, change)
        else:
            self._blinks.pop(lamp, None)

    def _end_blinking(self, lamp: str) -> None:
        if (timer := self._blinks.pop(lamp, None)) is not None:
            timer.cancel()

    def clear(self) -> None:
        """Switch off all lamps that were ever set."""
        for lamp in self._lit:
            self._end_blinking(lamp)
            self._lamps.set(lamp, lit=False)
        self._lit.clear()
