"""The worker of a bus: the one thread that writes to the panels of a root adapter.

It is thin: the schedule says what is next, the worker does it and reports. `turn` does one step, and tests call that
without any thread.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from klaxon.console.devices.health import DeviceState
from klaxon.hal.pi.health import LONGEST_WAIT
from klaxon.hal.pi.panels.bus import BusLink, BusPlace
from klaxon.hal.pi.panels.schedule import Schedule, WriteQueue, WriteStep

FAREWELL = 1.0
"""Seconds that last words may take."""
LAST_LIGHT = 40
"""Brightness of last words: perhaps nobody comes to switch them off."""

_log = logging.getLogger(__name__)


class Time(NamedTuple):
    """A clock, and a way to wait on it; both in seconds."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


REAL = Time()


class Worker:
    """Writes the panels of one root adapter."""

    def __init__(
        self,
        root: str,
        news: Callable[[str, DeviceState], None],
        timing: Time = REAL,
        unstick: Callable[[], None] | None = None,
    ) -> None:
        """Begin without panels. `news` and `unstick` are called in this thread.

        `unstick` is called now and then while no panel of the bus answers: it may pulse the reset line of a mux.
        """
        self.root = root
        self.schedule = Schedule(news)
        self._clock, self._sleep, self._unstick = timing.now, timing.sleep, unstick
        self._unstuck = float("-inf")
        self._places: dict[str, BusPlace] = {}
        self._links: dict[str, BusLink] = {}
        self._condition = threading.Condition()
        self._news = self._closing = False
        """Set when there is news for the schedule; set when the worker has to end."""
        self._last: Mapping[str, bytes] = {}
        self._thread = threading.Thread(target=self._run, name=f"panels {root}", daemon=True)

    def add(self, desk: WriteQueue, place: BusPlace) -> None:
        """Add a panel, before `start`."""
        self.schedule.add(desk)
        self._places[desk.station] = place

    # What the loop says

    def show(self, station: str, bits: bytes) -> None:
        """Set the picture to show."""
        self._tell(lambda desk, now: desk.show(bits, now), station)

    def light(self, station: str, level: int) -> None:
        """Set a brightness."""
        self._tell(lambda desk, now: desk.light(level, now), station)

    def prioritise(self, station: str) -> None:
        """Give a panel priority for a moment."""
        self._tell(lambda desk, now: setattr(desk, "touched", now), station)

    def _tell(self, act: Callable[[WriteQueue, float], None], station: str) -> None:
        with self._condition:
            act(self.schedule.desks[station], self._clock())
            self._news = True
            self._condition.notify()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    @property
    def at_work(self) -> bool:
        """Whether its thread is running."""
        return self._thread.is_alive()

    def close(self, last: Mapping[str, bytes]) -> None:
        """Show last words and stop. A panel without any is switched off; one that does not answer is not waited for."""
        with self._condition:
            self._last, self._closing = last, True
            self._condition.notify()
        if self._thread.is_alive():
            self._thread.join(3 * FAREWELL)
        else:
            self._part()

    # What the thread does

    def _run(self) -> None:
        while not self._closing:
            wait = self.turn()
            with self._condition:
                if wait and not self._news and not self._closing:
                    self._condition.wait(min(wait, threading.TIMEOUT_MAX))
        self._part()

    def turn(self) -> float:
        """Do one step; return the seconds until the next one, if nothing new arrives before."""
        with self._condition:
            self._news = False
            step = self.schedule.next(self._clock())
        if isinstance(step, float):
            return max(step - self._clock(), 0.0)
        try:
            status = self._do(step)
        except Exception as error:  # noqa: BLE001 - whatever a panel does, the others and the game go on
            if not isinstance(error, OSError):
                _log.exception("the panel of %s cannot be written", step.station)
            self._break_off(step, error)
        else:
            with self._condition:
                self.schedule.on_done(step, self._clock(), status)
        return 0.0

    def _do(self, step: WriteStep) -> int | None:
        """Send a step; return the status if it was asked for and the panel can report it."""
        link = self._links.get(step.station)
        if link is None:
            link = self._links[step.station] = self._places[step.station].open()
        for transaction in step.sends:
            link.write(transaction)
        if not step.asks:
            return None
        if step.what != "setup":
            return link.read()
        with suppress(OSError):  # not every module can be read
            return link.read()
        return None

    def _break_off(self, step: WriteStep, error: Exception) -> None:
        """Close a panel. It is opened again at its next retry."""
        if link := self._links.pop(step.station, None):
            with suppress(OSError):
                link.close()
        with self._condition:
            self.schedule.on_failure(step, self._clock(), error)
            dead = all(
                desk.health.state in {DeviceState.ABSENT, DeviceState.FAILED} for desk in self.schedule.desks.values()
            )
            pulls = dead and self._unstick is not None and self._clock() - self._unstuck >= LONGEST_WAIT
        if pulls and self._unstick:
            self._unstuck = self._clock()
            try:
                self._unstick()
            except Exception:  # noqa: BLE001 - a mux that cannot be reset must not end the thread of its bus
                _log.exception("the bus %s cannot be reset", self.root)

    def _part(self) -> None:
        """Show last words on the panels that answer, within a time limit, and close everything."""
        end = self._clock() + FAREWELL
        with self._condition:
            for station, desk in self.schedule.desks.items():
                words = self._last.get(station)
                desk.show(words or desk.last_picture, self._clock())
                desk.light(min(desk.level or LAST_LIGHT, LAST_LIGHT) if words else 0, self._clock())
        while self._clock() < end and any(desk.busy for desk in self.schedule.desks.values()):
            if wait := self.turn():
                self._sleep(min(wait, 0.01))
        for link in self._links.values():
            with suppress(OSError):
                link.close()
        self._links.clear()
