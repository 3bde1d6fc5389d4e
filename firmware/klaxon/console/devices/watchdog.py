"""Watchdog probe: a zero-step dial turn takes the normal path from input to panel.

A round begins in the queue of edges, goes through the station and its page to the picture, and ends where that is
passed to the panel writer. Only when every station has passed its picture there is a beat; if any part of the path
hangs, fails or loses the probe there is none. Nobody sees it: the picture is unchanged, and no panel wakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from klaxon.console.devices import Panels, Picture
from klaxon.console.station.gestures import Later, Timer

Soon = Callable[[Callable[[], None]], object]
"""Schedules a call in the loop: its `call_soon_threadsafe`, which edges use too."""


class FrameCounter:
    """Panels that count the pictures passed on to the real ones."""

    def __init__(self, panels: Panels, stations: Sequence[str]) -> None:
        """Wrap some panels; `complete` is called once, when each station has shown its first picture."""
        self._panels, self._bare = panels, set(stations)
        self.handed: Counter[str] = Counter()
        """Station -> how many pictures were passed on."""
        self.complete: Callable[[], None] = _nothing

    def show(self, station: str, picture: Picture) -> None:
        """Pass a picture on; it counts when that has returned."""
        self._panels.show(station, picture)
        self.handed[station] += 1
        if self._bare:
            self._bare.discard(station)
            if not self._bare:
                self.complete()

    def light(self, station: str, level: int) -> None:
        """Pass a brightness on."""
        self._panels.light(station, level)

    def prioritise(self, station: str) -> None:
        """Pass the priority on."""
        self._panels.prioritise(station)


class Watchdog:
    """Sends a probe to every station now and then, and calls `beat` when all of them got through."""

    def __init__(
        self,
        frame_counter: FrameCounter,
        stations: Sequence[str],
        enter: Callable[[str], None],
        beat: Callable[[], None],
        later: Later,
        soon: Soon,
    ) -> None:
        """Start stopped.

        `enter` sends a probe for a station into the input path; `beat` is called after a complete round.
        """
        self._frame_counter, self._stations, self._enter, self._beat = frame_counter, tuple(stations), enter, beat
        self._later, self._soon = later, soon
        self._period = 0.0
        self._timer: Timer | None = None
        self._open: set[str] = set()
        """Stations whose probe of this round has not arrived."""

    def start(self, period: float) -> None:
        """Start a round now, and then every so many seconds."""
        self._period = period
        self._round()

    def stop(self) -> None:
        """Stop."""
        self._open.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _round(self) -> None:
        """Start a new round, whatever the result of the last one. Each probe queues behind real input events."""
        self._timer = self._later(self._period, self._round)
        self._open = set(self._stations)
        for station in self._stations:
            self._soon(partial(self._touch, station))

    def _touch(self, station: str) -> None:
        before = self._frame_counter.handed[station]
        self._enter(station)
        if self._frame_counter.handed[station] > before and station in self._open:
            self._open.discard(station)
            if not self._open:
                self._beat()


def _nothing() -> None:
    """Do nothing: no first pictures are awaited any more."""
