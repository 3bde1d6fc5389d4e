"""Panels on real buses: the back-end of the console's Panels. One worker thread for each root adapter writes them.

Whatever a panel does, a call here only stores the newest picture for its worker and returns. Changes of a panel's state
are reported in the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from klaxon.console.devices import Fitting, Picture
from klaxon.console.devices.health import DeviceState
from klaxon.hal.pi.panels.mounting import Mounting
from klaxon.hal.pi.panels.panel import writer
from klaxon.hal.pi.panels.schedule import BRIGHTEST, WriteQueue
from klaxon.hal.pi.panels.worker import REAL, Time, Worker

InLoop = Callable[..., object]
"""The loop's `call_soon_threadsafe`."""
Told = Callable[[str, DeviceState], None]
"""Called in the loop when a panel changes its state."""


class Report(NamedTuple):
    """The state of a panel."""

    state: DeviceState
    errors: int
    last_error: str
    worst_age: float
    """The longest time that a change had to wait for the bus, in seconds."""
    root: str


class PiPanels:
    """The panels of a console. Calls for a station without a panel are ignored."""

    def __init__(
        self,
        fittings: Iterable[Fitting],
        mountings: Iterable[Mounting],
        *,
        in_loop: InLoop,
        on_report: Told,
        hello: Mapping[str, Picture] | None = None,
        unstick: Mapping[str, Callable[[], None]] | None = None,
        timing: Time = REAL,
    ) -> None:
        """Prepare all panels; nothing is sent before `start`. `hello` is shown until there is something else.

        `unstick` has for a root adapter what to call when nothing on it answers. A station without a panel, or a
        controller or size that luma does not have, is a ValueError.
        """
        self._fittings = {fitting.name: fitting for fitting in fittings}
        self._in_loop, self._on_news = in_loop, on_report
        self._closed = False
        self.workers: dict[str, Worker] = {}
        self._at: dict[str, Worker] = {}
        for mounting in mountings:
            fitting, root = self._fitting(mounting.station), mounting.place.root
            if root not in self.workers:
                self.workers[root] = Worker(root, self._news, timing, (unstick or {}).get(root))
            width, height = fitting.width, fitting.height
            first = hello[fitting.name].bits if hello and fitting.name in hello else bytes(width * height // 8)
            writes = writer(mounting.controller, width, height, turned=mounting.turned)
            self.workers[root].add(WriteQueue(fitting.name, writes, width, first), mounting.place)
            self._at[fitting.name] = self.workers[root]

    def start(self) -> None:
        """Start the workers."""
        for worker in self.workers.values():
            worker.start()

    def show(self, station: str, picture: Picture) -> None:
        """Show a picture; only changes are sent."""
        fitting = self._fitting(station)
        width, height, size = fitting.width, fitting.height, fitting.width * fitting.height // 8
        if (picture.width, picture.height, len(picture.bits)) != (width, height, size):
            raise ValueError(
                f"the panel of {station!r} is {width}x{height}, {size} bytes; "
                f"the picture {picture.width}x{picture.height}, {len(picture.bits)} bytes"
            )
        if worker := self._at.get(station):
            worker.show(station, picture.bits)

    def light(self, station: str, level: int) -> None:
        """Set the brightness: 0 is asleep, 255 the brightest."""
        if not 0 <= level <= BRIGHTEST:
            raise ValueError(f"a brightness is from 0 to {BRIGHTEST}, not {level}")
        if worker := self._at.get(self._fitting(station).name):
            worker.light(station, level)

    def prioritise(self, station: str) -> None:
        """Give a panel priority on its bus for a moment: its station is being used. Call this before drawing."""
        if worker := self._at.get(self._fitting(station).name):
            worker.prioritise(station)

    def at_work(self, station: str) -> bool:
        """Return whether the worker of a station's panel is alive; True for a station without a panel."""
        worker = self._at.get(self._fitting(station).name)
        return worker is None or worker.at_work

    def reports(self) -> dict[str, Report]:
        """Return the state of every panel."""
        desks = ((worker, desk) for worker in self.workers.values() for desk in worker.schedule.desks.values())
        return {
            desk.station: Report(
                desk.health.state, desk.health.errors, desk.health.last_error, desk.worst_age, worker.root
            )
            for worker, desk in desks
        }

    def close(self, last: Mapping[str, Picture] | None = None) -> None:
        """Show last words, which stay on the panels, and stop the workers; panels without last words go dark.

        It takes a few seconds at most, and may be called twice.
        """
        if not self._closed:
            self._closed = True
            words = {station: picture.bits for station, picture in (last or {}).items()}
            for worker in self.workers.values():
                worker.close(words)

    def _fitting(self, station: str) -> Fitting:
        if station not in self._fittings:
            raise ValueError(f"there is no station {station!r}; the stations are: {', '.join(self._fittings)}")
        return self._fittings[station]

    def _news(self, station: str, state: DeviceState) -> None:
        """Pass the state of a panel on to the loop, if it still runs."""
        with suppress(RuntimeError):
            self._in_loop(self._on_news, station, state)
