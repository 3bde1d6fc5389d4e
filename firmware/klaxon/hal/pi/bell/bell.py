"""A bell on the Pi: calls are played note by note with the loop's timers, and a bell that fails is retried.

The time of a call runs whether the bell works or not: one that recovers during a call goes on with the current
note. A bell that fails is silenced in every possible way, so that no note hangs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from klaxon.console.devices import LOUDEST, Call, Note
from klaxon.console.devices.health import DeviceReport, DeviceState
from klaxon.console.profile import BellSpec, Line
from klaxon.console.station.gestures import Timer
from klaxon.hal.pi.bell.tones import Active, Lacking, Mute, Pwm, Soon, Tonal, Tone
from klaxon.hal.pi.health import Health
from klaxon.hal.pi.lines import Outlet
from klaxon.hal.pi.panels.bus import SYS

SOON, PATIENCE = 0.02, 2.0
"""Seconds until a device that should appear in a moment is retried, and until that is given up."""
NEVER_WORKED = frozenset({DeviceState.PROBING, DeviceState.ABSENT})

_log = logging.getLogger(__name__)

Told = Callable[[DeviceReport], None]
"""Called in the loop when a device changes its state."""


class Outlets(Protocol):
    """Returns output lines: `Lines.outlet`."""

    def __call__(self, line: Line, *, active_low: bool) -> Outlet:
        """Return a line to set."""


def hang(
    bells: Iterable[BellSpec],
    outlet: Outlets,
    loop: asyncio.AbstractEventLoop,
    on_report: Told,
    sys: Path = SYS,
    pins: Any = None,
) -> dict[tuple[str, ...], PiBell]:
    """Build the bells of a profile; return them by the boats within earshot.

    `pins` is gpiozero's pin factory for tones that the kernel cannot make; None: gpiozero's default.
    """
    return {bell.boats: PiBell(bell, _tones(bell, outlet, sys, pins), loop, on_report) for bell in bells}


def _tones(bell: BellSpec, outlet: Outlets, sys: Path, pins: Any) -> list[Tone]:
    """Return the possible tones of a bell, best first."""
    low = bell.active_low
    if bell.line is None or bell.kind == "none":
        return [Mute()]
    if bell.kind == "active":
        return [Active(outlet(bell.line, active_low=low))]
    tonal = Tonal(bell.line.number, active_low=low, pins=pins)
    return [Pwm(bell.line.number, active_low=low, sys=sys), tonal] if bell.kind == "pwm" else [tonal]


class PiBell:
    """A bell of a console."""

    def __init__(self, bell: BellSpec, tones: list[Tone], loop: asyncio.AbstractEventLoop, on_report: Told) -> None:
        """Look for the bell as soon as the loop runs, with the first tone that the kernel supports."""
        self._name = "+".join(bell.boats)
        self._chip = bell.line.chip if bell.line and bell.kind == "active" else None
        """The chip of its line, which is monitored elsewhere."""
        self._chip_is = None if self._chip is None else DeviceReport("lines", self._chip, DeviceState.PROBING)
        self._tones, self._loop, self._on_news = tones, loop, on_report
        self._volume = LOUDEST
        self._health, self._open, self._closed = Health(), False, False
        self._state = self._health.state
        """The state that was reported last."""
        self._lacks = ""
        """Why a lesser tone is used."""
        self._begun = loop.time()
        """Since when the current tone has been tried."""
        self._visit: Timer | None = loop.call_soon(self._try)
        self._notes: Iterator[Note] = iter(())
        self._pitch = 0
        self._moment = 0.0
        """The note that should sound now, and when it is over."""
        self._note: Timer | None = None

    # What a console says

    def ring(self, call: Call) -> None:
        """Play a call now, replacing the current one."""
        if not self._closed:
            self._stop()
            self._notes, self._moment, self._volume = iter(call.notes), self._loop.time(), call.volume
            self._play()

    def hush(self) -> None:
        """Silence it at once."""
        self._stop()
        self._sound(0)

    @property
    def has_volume(self) -> bool:
        """Whether softer calls sound softer."""
        return self._tones[0].has_volume

    def report(self) -> DeviceReport:
        """Return its state. A bell on a line of a chip has the state of the chip."""
        if self._chip_is is not None:
            return self._chip_is._replace(kind="bell", name=self._name)
        health = self._health
        state = DeviceState.DEGRADED if self._lacks and health.state is DeviceState.READY else health.state
        return DeviceReport("bell", self._name, state, health.errors, health.last_error or self._lacks)

    def chip(self, report: DeviceReport) -> None:
        """Handle the new state of a GPIO chip."""
        if report.name == self._chip:
            self._chip_is = report
            self._tell()

    def close(self) -> None:
        """Silence it for good and release everything. It may be called twice."""
        self._stop()
        self._call_off()
        self._closed, self._open = True, False
        self._tones[0].close()

    # Notes

    def _play(self) -> None:
        """Play the note of this moment. A note that is over before it could begin is skipped."""
        self._note = None
        now = self._loop.time()
        for note in self._notes:
            self._moment += note.ms / 1000
            if self._moment > now:
                self._note = self._loop.call_at(self._moment, self._play)
                self._sound(note.pitch)
                return
        self._sound(0)

    def _stop(self) -> None:
        self._notes = iter(())
        if self._note is not None:
            self._note.cancel()
            self._note = None

    def _sound(self, pitch: int) -> None:
        self._pitch = pitch
        if self._open:
            try:
                self._tones[0].sound(pitch, self._volume)
            except Exception as error:  # noqa: BLE001 - no bell can stop a game
                self._break(error)

    # Upkeep

    def _try(self) -> None:
        """Open the tones; schedule a retry if that fails."""
        self._visit = None
        try:
            self._tones[0].open()
        except Soon as error:
            self._wait(error)
        except Exception as error:  # noqa: BLE001 - as above
            self._break(error)
        else:
            self._open = True
            self._rest()
            if self._pitch:
                self._sound(self._pitch)

    def _wait(self, error: Soon) -> None:
        """Retry in a moment; after enough tries report an error, or use the next best tone.

        A tone that has worked is waited for: a line that gpiozero has taken cannot go back to the kernel.
        """
        if self._loop.time() < self._begun + PATIENCE:
            self._visit = self._loop.call_later(SOON, self._try)
        elif isinstance(error, Lacking) and len(self._tones) > 1 and self._health.state in NEVER_WORKED:
            self._tones.pop(0)
            self._lacks = f"tonal: {error}"
            self._try()
        else:
            self._break(error)

    def _rest(self) -> None:
        """It works: check again when it has worked long enough to be called ready."""
        self._visit = None
        self._health.whole(self._loop.time())
        if peace := self._health.calm_at():
            self._visit = self._loop.call_at(peace, self._rest)
        self._tell()

    def _break(self, error: Exception) -> None:
        if not isinstance(error, OSError):
            _log.error("the bell of %s cannot be rung", self._name, exc_info=error)
        self._call_off()
        self._open = False
        self._tones[0].silence()
        self._health.on_failure(self._loop.time(), error)
        self._begun = self._health.due
        self._visit = self._loop.call_at(self._health.due, self._try)
        self._tell()

    def _call_off(self) -> None:
        if self._visit is not None:
            self._visit.cancel()
            self._visit = None

    def _tell(self) -> None:
        report = self.report()
        if report.state is not self._state:
            self._state = report.state
            self._on_news(report)
