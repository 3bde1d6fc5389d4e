"""Reset lines: they set mux, expanders and panels up anew. A line may be that of several, and is pulsed for all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from klaxon.console.profile import Line, Profile
from klaxon.hal.pi.lines import Outlet

HELD = 0.001
"""Seconds that a reset is held: a TCA9548A needs 6 ns, an MCP23017 1 us, an SSD1309 3 us."""
SETTLES = 0.01
"""Seconds until everything answers again; panels are the slowest."""


class MakeOutlet(Protocol):
    """Returns an output line."""

    def __call__(self, line: Line, *, active_low: bool) -> Outlet:
        """Return the outlet of a line."""


class Resets:
    """The reset lines of a console, by the buses of what hangs on them. A panel on SPI is reset by its own driver."""

    def __init__(self, profile: Profile, outlet: MakeOutlet, loop: asyncio.AbstractEventLoop) -> None:
        """Claim every line; they are released at first."""
        self._loop = loop
        lines = {bus.name: tuple(dict.fromkeys(_lines_of(profile, bus.name))) for bus in profile.buses}
        self._outlets = {line: outlet(line, active_low=True) for each in lines.values() for line in each}
        self.buses = {name: found for name, found in lines.items() if found}
        """The buses that can be reset, each with its lines."""
        self._timer: asyncio.TimerHandle | None = None

    def hold_all(self) -> None:
        """Hold everything in reset: what opens later is begun anew by `release_all`."""
        for reset in self._outlets.values():
            reset.set(lit=True)

    def release_all(self, then: Callable[[], None]) -> None:
        """Let go after the time that it takes, and call `then` when everything answers again."""

        def let_go() -> None:
            for reset in self._outlets.values():
                reset.set(lit=False)
            self._timer = self._loop.call_later(SETTLES, then)

        self._timer = self._loop.call_later(HELD, let_go)

    def pulse(self, bus: str) -> None:
        """Reset everything on a bus."""
        for line in self.buses[bus]:
            self._outlets[line].set(lit=True)
            self._loop.call_later(HELD, partial(self._outlets[line].set, lit=False))

    def close(self) -> None:
        """Forget what was to be done later."""
        if self._timer:
            self._timer.cancel()


def _lines_of(profile: Profile, name: str) -> Iterator[Line]:
    bus = profile.bus(name)
    if bus.kind != "i2c":
        return
    found = [bus.mux.reset if bus.mux else None]
    found += [chip.reset for chip in profile.expanders if chip.bus == name]
    found += [station.panel.reset for station in profile.stations if station.panel and station.panel.bus == name]
    yield from filter(None, found)
