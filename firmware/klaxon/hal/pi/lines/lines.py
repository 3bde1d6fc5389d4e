"""All lines of a console. Everything here is called in the loop, and nothing waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from klaxon.console.devices.health import DeviceReport
from klaxon.console.profile import Line, Profile
from klaxon.hal.input_lines import Taker
from klaxon.hal.pi.lines.by_gpiod import Gpiod
from klaxon.hal.pi.lines.by_gpiozero import Gpiozero
from klaxon.hal.pi.lines.chip_keeper import ChipKeeper
from klaxon.hal.pi.lines.executor import AtOnce, InThread, LineExecutor
from klaxon.hal.pi.lines.gpio_api import GpioApi
from klaxon.hal.pi.lines.plan import plans

WAYS: dict[str, Callable[[], GpioApi]] = {"gpiod": Gpiod, "gpiozero": Gpiozero}
REREAD = 1.0
"""Seconds between two reads of all levels: the only polling there is. Edges get lost in kernels and cables."""


class Outlet(Protocol):
    """An output line."""

    def set(self, *, lit: bool) -> None:
        """Set it active or inactive. It never raises: a missing chip gets the level when it comes back."""


class Lines:
    """The GPIO chips of a console: each is watched, re-read every second, and reopened when it comes back."""

    def __init__(
        self,
        profile: Profile,
        taker: Taker,
        loop: asyncio.AbstractEventLoop,
        on_report: Callable[[DeviceReport], None],
        way: str | GpioApi = "gpiod",
        work: Callable[[str, asyncio.AbstractEventLoop], LineExecutor] = InThread,
    ) -> None:
        """Plan all lines; nothing is opened before `start`. `on_report` is called for every chip whose state changes.

        `work` makes the executor for an expander, which may have to wait for its bus.
        """
        self._taker, self._loop = taker, loop
        by = WAYS[way]() if isinstance(way, str) else way
        self._keepers = {
            plan.name: ChipKeeper(
                plan,
                by,
                work(f"lines-{plan.name}", loop) if plan.expander else AtOnce(),
                taker,
                loop,
                drain=self.drain,
                on_report=on_report,
            )
            for plan in plans(profile)
        }
        self._timer: asyncio.TimerHandle | None = None
        self._started: list[ChipKeeper] = []

    def outlet(self, line: Line, *, active_low: bool) -> Outlet:
        """Return an output line, off at first. Call it before `start`."""
        keeper = self._keepers[line.chip]
        keeper.drive(line.number, int(active_low))
        return _Driven(keeper, line.number, active_low=active_low)

    def start(self) -> None:
        """Open all chips in use and report the level of every line. A missing chip is retried automatically."""
        self._timer = self._loop.call_later(REREAD, self._reread)
        for keeper in self._used_keepers():
            if keeper not in self._started:
                self._started.append(keeper)
                keeper.start()

    def start_own(self) -> None:
        """Open the Pi's own chip alone, for what has to be done before the others answer; `start` opens the rest."""
        for keeper in self._used_keepers():
            if not keeper.plan.name:
                self._started.append(keeper)
                keeper.start()

    def drain(self) -> None:
        """Pass on every pending edge, in the order of their times. Inputs call it before a timer goes off."""
        waiting = [edge for keeper in self._used_keepers() for edge in keeper.take()]
        for edge in sorted(waiting, key=lambda each: each.at):
            self._taker.edge(*edge)

    def reports(self) -> tuple[DeviceReport, ...]:
        """Return the state of every chip in use: kind `lines`, the Pi's own ('') first."""
        return tuple(keeper.report() for keeper in self._used_keepers())

    def close(self) -> None:
        """Switch all outputs off and release all lines. It may be called twice."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        for keeper in self._keepers.values():
            keeper.close()

    def _used_keepers(self) -> list[ChipKeeper]:
        return [keeper for keeper in self._keepers.values() if keeper.is_used]

    def _reread(self) -> None:
        self._timer = self._loop.call_later(REREAD, self._reread)
        for keeper in self._used_keepers():
            keeper.look()


class _Driven:
    """An outlet on a chip."""

    def __init__(self, keeper: ChipKeeper, offset: int, *, active_low: bool) -> None:
        self._keeper, self._offset, self._active_low = keeper, offset, active_low

    def set(self, *, lit: bool) -> None:
        """Set its level."""
        self._keeper.set_output(self._offset, int(lit != self._active_low))
