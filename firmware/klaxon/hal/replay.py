"""The replay back-end: recorded inputs work the console again, at the same moments.

Its output goes to a virtual console, where a page or a test can watch it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol

from klaxon.console.devices import Devices, Fitting
from klaxon.console.station.gestures import Timer
from klaxon.hal.hands_fanout import HandsFanout
from klaxon.hal.input_lines import SECOND, Taker, Wiring
from klaxon.hal.inputs import Inputs
from klaxon.hal.recording import Row, hand_over
from klaxon.hal.virtual import VirtualConsole


class Loop(Protocol):
    """The part of an event loop that is needed."""

    def time(self) -> float:
        """Return the moment, in seconds."""

    def call_at(self, when: float, callback: Callable[[], None], /) -> Timer:
        """Call at a moment."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Timer:
        """Call after some seconds."""


class Replay:
    """A console whose controls are moved by a recording."""

    def __init__(
        self,
        wiring: Wiring,
        fittings: Iterable[Fitting],
        lamps: Iterable[str],
        loop: Loop,
        takers: Iterable[Taker] = (),
    ) -> None:
        """Build it; nothing moves before `play`. Every row is passed to the takers too."""
        self.outside = VirtualConsole(fittings, lamps)
        """The outputs of the console, without its controls."""
        self.audience = HandsFanout()
        self.inputs = Inputs(wiring, self.audience, loop.call_later)
        self._takers: tuple[Taker, ...] = (self.inputs, *takers)
        self._loop = loop
        self._rows: deque[Row] = deque()
        self._origin: float | None = None
        """The loop's time at which the recording's clock was zero."""
        self._next: Timer | None = None
        self._done: Callable[[], None] | None = None

    def devices(self) -> Devices:
        """Return the console's side of the devices."""
        shown = self.outside.devices()
        return Devices(self.audience.keys, self.audience.dials, shown.panels, shown.bells, shown.lamps)

    def play(self, rows: Iterable[Row], done: Callable[[], None] | None = None) -> None:
        """Play rows, the very first one now, after those that are still to come; then call `done`."""
        self._rows.extend(rows)
        self._done = done
        if self._origin is None and self._rows:
            self._origin = self._loop.time() - self._rows[0].at / SECOND
        if self._next is None:
            self._wait()

    def close(self) -> None:
        """Stop playing."""
        self._rows.clear()
        self._done = None
        self.inputs.close()
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _wait(self) -> None:
        if self._rows:
            self._next = self._loop.call_at(self._moment(self._rows[0]), self._step)
        elif self._done is not None:
            done, self._done = self._done, None
            done()

    def _step(self) -> None:
        """Play all that is due. Late rows keep their times, by which the inputs judge."""
        self._next = None
        now = self._loop.time()
        try:
            hand_over(self._rows.popleft(), *self._takers)  # it is due, whatever rounding makes of the moment
            while self._rows and self._moment(self._rows[0]) <= now:
                hand_over(self._rows.popleft(), *self._takers)
        finally:
            self._wait()

    def _moment(self, row: Row) -> float:
        return (self._origin or 0.0) + row.at / SECOND
