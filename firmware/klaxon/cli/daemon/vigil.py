"""Supervision of one run of the daemon: its start is counted, and systemd hears that it is ready, alive, and ending."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from klaxon.cli.daemon.guard import STEADY, StartGuard
from klaxon.cli.daemon.logs import LOGGER
from klaxon.cli.daemon.notify import Notify
from klaxon.console.console import Console
from klaxon.console.devices import Devices
from klaxon.console.devices.watchdog import FrameCounter, Watchdog
from klaxon.console.language.catalogue import say
from klaxon.console.station.page import TextPage
from klaxon.console.station.station import Station

ROUNDS = 3
"""Watchdog probes in the time that systemd waits: one may be late, and one lost."""
POWEROFF, LINKS = "poweroff", "links"
"""Files in the runtime folder: the daemon's request to halt the machine, and the links of the page."""
HALTING = "-halting"
"""Suffix of a file beside the runtime folder: root's note that the machine halts. We cannot plant a link there."""

_log = logging.getLogger(LOGGER)


@dataclass
class Vigil:
    """Supervises one run."""

    notify: Notify = field(default_factory=Notify)
    guard: StartGuard | None = None
    runtime: Path | None = None
    """The folder that systemd gives a service for as long as it runs."""
    safe: bool = False
    _frame_counter: FrameCounter | None = None
    _watchdog: Watchdog | None = None

    def begin(self) -> None:
        """Count the start before anything is opened, and decide whether it is in safe mode."""
        if self.guard is not None:
            self.safe = self.guard.safe
            self.guard.begin()
            if self.safe:
                _log.warning("safe mode: the last %d starts have failed", self.guard.failed)

    def before(self, devices: Devices, stations: Sequence[str]) -> Devices:
        """Return the devices with a frame counter in front of their panels."""
        self._frame_counter = FrameCounter(devices.panels, stations)
        return replace(devices, panels=self._frame_counter)

    def attend(self, console: Console, enter: Callable[[str], None], status: str) -> None:
        """Wait for the first pictures of all stations, report ready, then feed the watchdog while probes arrive."""
        loop, frame_counter = asyncio.get_running_loop(), self._frame_counter
        if frame_counter is None:
            return
        stations = tuple(console.stations)
        soon = loop.call_soon_threadsafe
        self._watchdog = watchdog = Watchdog(frame_counter, stations, enter, self.notify.alive, loop.call_later, soon)

        def ready() -> None:
            if self.safe:
                for station in console.stations.values():
                    station.lay(SafePage(station))
            self.notify.ready(status)
            _log.info("ready: %s", status)
            if self.notify.watchdog:
                watchdog.start(self.notify.watchdog / ROUNDS)
            loop.call_later(STEADY, self._pass_in_thread)

        def complete() -> None:
            soon(ready)  # in a moment: a station is being drawn just now

        frame_counter.complete = complete

    def end(self, status: str) -> None:
        """Handle a requested end: it is not a failure, and the watchdog is no longer fed."""
        if self._watchdog is not None:
            self._watchdog.stop()
        self.notify.stopping(status)

    def on_end(self, *, halts: bool) -> None:
        """Mark this start as good after everything is closed. If the machine halts, log that."""
        if self.guard is not None:
            self.guard.mark_good()
        _log.info("switched off" if halts else "stopped")

    def halts(self) -> bool:
        """Return whether the machine is being switched off: the unit leaves a note before it stops the daemon."""
        return self.runtime is not None and self.runtime.with_name(f"{self.runtime.name}{HALTING}").exists()

    def ask_for_poweroff(self) -> bool:
        """Leave a request to switch the machine off; False if nobody reads it."""
        if self.runtime is None:
            return False
        (self.runtime / POWEROFF).touch()
        return True

    def keep_links(self, text: str) -> bool:
        """Write the links of the page for the operator; False if the screen is the only place for them."""
        if self.runtime is None:
            return False
        opened = os.open(self.runtime / LINKS, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8") as file:
            file.write(f"{text}\n")
        return True

    def _pass_in_thread(self) -> None:
        if self.guard is not None:
            asyncio.get_running_loop().run_in_executor(None, self.guard.mark_good)


class SafePage(TextPage):
    """What every station shows first in safe mode: why, and what to do. OK or BACK closes it."""

    def __init__(self, station: Station) -> None:
        """Open on top of a station's pages."""
        title, text, read = (say(each, {}, station.language) for each in ("run.safe.title", "run.safe", "bottom.read"))
        super().__init__(title, [text], read)
        self._station = station

    def ok(self) -> None:
        """Close it."""
        self._station.drop(self)


def runtime_folder() -> Path | None:
    """Return the folder that systemd made for this run; None if there is none."""
    given = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(given) if given else None
