"""A real console: all devices of a profile, put together and monitored.

    lines and their chips ---edges---> Inputs ---> power key: keys and dials
    pictures ---> one worker for each root adapter;  calls ---> bells;  lamps ---> outlets

Everything is called in the loop. Only the workers of the panels, and the line library if it needs one,
have threads of their own; they pass their results to the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from klaxon.console.devices import Bell, Devices, Fitting, Picture
from klaxon.console.devices.health import Answer, DeviceReport, DeviceState, DialLesson, InputHealth
from klaxon.console.profile import Bus, Line, Profile, fittings
from klaxon.hal.inputs import Inputs
from klaxon.hal.pi.bell.bell import PiBell, hang
from klaxon.hal.pi.lamps import PiLamps
from klaxon.hal.pi.lines import Lines, Outlet, wiring
from klaxon.hal.pi.panels.bus import Channel, bus_of, root_of
from klaxon.hal.pi.panels.mounting import Mounting, mountings
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.scan import scan
from klaxon.hal.pi.power import PowerKey
from klaxon.hal.pi.resets import Resets

Card = Callable[[Fitting], Picture]
"""What a panel shows before the console runs, and after."""
Keep = Callable[[str, int, DialLesson], None]
"""Stores the learned settings of a dial."""


class Parts(NamedTuple):
    """The parts of a console; simulated consoles use other parts than a Pi."""

    lines: Callable[..., Lines]
    panels: Callable[..., PiPanels]
    bells: Callable[..., dict[tuple[str, ...], PiBell]]
    mountings: Callable[[Profile], Sequence[Mounting]]


class PiConsole:
    """The devices of a profile on a Raspberry Pi."""

    def __init__(
        self,
        profile: Profile,
        loop: asyncio.AbstractEventLoop,
        *,
        hello: Card,
        keep: Keep = lambda *_: None,
        power: Callable[[], None] = lambda: None,
        way: str = "gpiod",
        parts: Parts | None = None,
    ) -> None:
        """Put it together; nothing is opened before `start`.

        `hello` is shown until there is something else, `power` is called when the power key was held, `keep` stores
        learned dial settings, and `way` opens the lines. Without `parts`, those of a Pi are used.
        """
        made = parts or Parts(Lines, PiPanels, hang, mountings)
        self._loop, self._keep = loop, keep
        self._attached: list[Callable[[DeviceReport], None]] = []
        self.profile = profile
        self.fittings = fittings(profile)
        self._wiring = wiring(profile)
        held_ms = profile.power.hold_ms if profile.power else 0
        self.hands = PowerKey(held_ms, loop.call_later, power)
        self.reader = Inputs(self._wiring, self.hands, loop.call_later)
        self.lines = made.lines(profile, self.reader, loop, self._chip_told, way)
        self.reader.drain = self.lines.drain
        self.bells = made.bells(profile.bells, self._outlet, loop, self._on_device_state)
        self.lamps = PiLamps(profile.lamps, self._outlet, self._on_device_state)
        self._resets = Resets(profile, self._outlet, loop)
        self.panels = made.panels(
            self.fittings,
            made.mountings(profile),
            in_loop=loop.call_soon_threadsafe,
            on_report=self._panel_told,
            hello={fitting.name: hello(fitting) for fitting in self.fittings},
            unstick={root_of(profile.bus(name).number): self._unstick(name) for name in self._resets.buses},
        )

    def devices(self) -> Devices:
        """Return the console's side of the devices."""
        bells: dict[tuple[str, ...], Bell] = dict(self.bells)
        return Devices(self.hands.keys, self.hands.dials, self.panels, bells, self.lamps, self)

    def start(self) -> None:
        """Open everything, what has a reset line begun anew. Missing devices are retried."""
        if not self._resets.buses:
            self._start_devices()
            return
        self._resets.hold_all()
        self.lines.start_own()
        self._resets.release_all(self._start_devices)

    def _start_devices(self) -> None:
        self.panels.start()
        self.lines.start()

    def probe(self, station: str) -> None:
        """Watchdog probe: send a zero-step dial turn on the normal path, behind the pending edges.

        It is not delivered if the worker that writes the panel of that station has died.
        """
        self.lines.drain()
        if self.panels.at_work(station):
            self.hands.on_turn(station, 0, 0)

    def close(self, last: Card | None = None) -> None:
        """Show last words, silence the bells, and release everything. It takes a few seconds at most."""
        self._resets.close()
        self.reader.close()
        self.hands.close()
        for bell in self.bells.values():
            bell.close()
        self.lamps.close()
        self.lines.close()
        self.panels.close({fitting.name: last(fitting) for fitting in self.fittings} if last else None)

    # Upkeep

    def attach(self, on_report: Callable[[DeviceReport], None]) -> None:
        """Call `on_report` for every device whose state changes from now on."""
        self._attached.append(on_report)

    def reports(self) -> tuple[DeviceReport, ...]:
        """Return the state of every device."""
        panels = (
            DeviceReport("panel", name, report.state, report.errors, report.last_error)
            for name, report in self.panels.reports().items()
        )
        bells = (bell.report() for bell in self.bells.values())
        return (*panels, *bells, *self.lamps.reports(), *self.lines.reports())

    def inputs(self) -> InputHealth:
        """Return the counters of keys and dials."""
        return self.reader.health()

    async def scan(self) -> tuple[Answer, ...]:
        """Ask every address of every I2C bus, including those behind a mux; a missing bus gives no answers."""
        buses = dict.fromkeys(number for bus in self.profile.buses if bus.kind == "i2c" for number in _numbers(bus))
        answers = [await asyncio.to_thread(_scan, number) for number in buses]
        return tuple(chain.from_iterable(answers))

    def teach(self, station: str, dial: int, lesson: DialLesson) -> None:
        """Decode a dial differently from now on, and after every start."""
        old = next(each for each in self._wiring.dials if (each.station, each.dial) == (station, dial))
        self.reader.refit(replace(old, **lesson._asdict()))
        self._keep(station, dial, lesson)

    # What devices say

    def _on_device_state(self, report: DeviceReport) -> None:
        for on_report in self._attached:
            on_report(report)

    def _chip_told(self, report: DeviceReport) -> None:
        """Report the state of a chip, and of everything on it."""
        self._on_device_state(report)
        for bell in self.bells.values():
            bell.chip(report)
        self.lamps.chip(report)

    def _panel_told(self, station: str, state: DeviceState) -> None:
        report = self.panels.reports()[station]
        self._on_device_state(DeviceReport("panel", station, state, report.errors, report.last_error))

    def _outlet(self, line: Line, *, active_low: bool) -> Outlet:
        return self.lines.outlet(line, active_low=active_low)

    def _unstick(self, bus: str) -> Callable[[], None]:
        """Return a function that resets what is on a bus; the worker calls it, and it runs in the loop.

        The kernel does not notice the reset of a mux, but after an error it selects the channel again at the next
        transfer; where one channel alone is used, its driver lets go of it after each (`disconnect_on_idle`).
        """

        def unstick() -> None:
            self._loop.call_soon_threadsafe(self._resets.pulse, bus)

        return unstick


def _numbers(bus: Bus) -> tuple[int, ...]:
    """Return the adapters of a bus: its own, and those that the kernel made for the channels of its mux."""
    channels = [Channel(number, bus.mux.address) for number in range(bus.mux.channels)] if bus.mux else []
    found = [bus.number]
    for channel in channels:
        with suppress(OSError):
            found.append(bus_of(bus.number, channel))
    return tuple(found)


def _scan(number: int) -> tuple[Answer, ...]:
    with suppress(OSError):
        return scan(number)
    return ()
