"""A stopwatch between hands, stations and panels: how long an input takes to its picture, and to the bus.

The first figure is CPU time of the loop's thread, from the input to the picture that is passed to the writer of
the panels: real work, whatever else the machine does. The second is time by the clock of the run, from the same
input to the first byte on the bus: with the fake clock that is the bus alone, with the real one everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from time import thread_time
from typing import Protocol

from klaxon.console.devices import Devices, Hands, Picture

ECHO = 0.02
"""Seconds of the run within which a picture is the echo of an input: a frame, and an iteration of the loop."""


class EchoPane(Protocol):
    """What tells how long the first byte of an echo takes to the bus of one panel."""

    echoes: list[float]
    """The measurements, in seconds."""

    def take(self, bits: bytes, since: float | None) -> bool:
        """Set a picture, and since when an input waits for it; return whether it differs from the last one."""


class Stopwatch:
    """Keys, dials and panels in one, in front of those of a console."""

    def __init__(self, devices: Devices, panes: Mapping[str, EchoPane], now: Callable[[], float]) -> None:
        """Wrap some devices; use `devices` in their place."""
        self._inner, self._panes, self._now = devices, panes, now
        self._hands: Hands | None = None
        self._touch: tuple[str, float, float] | None = None
        """The station with the last input that shows nothing new yet, and when: CPU time, and the clock of the run."""
        self.touches = self.frames = 0
        self._echoes: list[float] = []
        self.devices = replace(devices, keys=self, dials=self, panels=self)

    def take_echoes(self) -> tuple[list[float], list[float]]:
        """Return the measurements since the last call, in seconds: to the picture, and to the bus."""
        to_picture, self._echoes = self._echoes, []
        to_bus = list[float]()
        for pane in self._panes.values():
            to_bus += pane.echoes
            del pane.echoes[: len(pane.echoes)]
        return to_picture, to_bus

    # Keys and dials

    def attach(self, hands: Hands) -> None:
        """Attach the hands of a console, the only ones, for keys and dials."""
        self._hands = hands
        self._inner.keys.attach(self)
        self._inner.dials.attach(self)

    def on_press(self, station: str, key: str) -> None:
        """A key went down."""
        self._time(station, lambda hands: hands.on_press(station, key))

    def on_release(self, station: str, key: str) -> None:
        """A key came up."""
        self._time(station, lambda hands: hands.on_release(station, key))

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """A dial was turned."""
        self._time(station, lambda hands: hands.on_turn(station, dial, steps))

    def _time(self, station: str, touch: Callable[[Hands], None]) -> None:
        self.touches += 1
        self._touch = station, thread_time(), self._now()
        if self._hands is not None:
            touch(self._hands)

    # Panels

    def show(self, station: str, picture: Picture) -> None:
        """Pass a picture on; the first one of a station after an input is its echo."""
        since = None
        if self._touch is not None and self._touch[0] == station and self._now() - self._touch[2] <= ECHO:
            self._echoes.append(thread_time() - self._touch[1])
            since, self._touch = self._touch[2], None
        if station in self._panes:
            self.frames += self._panes[station].take(picture.bits, since)
        self._inner.panels.show(station, picture)

    def light(self, station: str, level: int) -> None:
        """Pass a brightness on."""
        self._inner.panels.light(station, level)

    def prioritise(self, station: str) -> None:
        """Pass the priority on."""
        self._inner.panels.prioritise(station)
