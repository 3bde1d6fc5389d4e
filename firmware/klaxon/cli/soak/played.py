"""A console that robots play on: its hardware, its stations, a stopwatch between both, and a shelf of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from klaxon.cli.soak.stopwatch import EchoPane, Stopwatch
from klaxon.console.console import Console
from klaxon.console.devices import Hands
from klaxon.console.devices.health import DeviceState
from klaxon.console.options import ConsoleOptions
from klaxon.console.play.solver import child_plots
from klaxon.console.profile import Profile
from klaxon.crew.child import PACE
from klaxon.hal.mirrored import mirror
from klaxon.hal.pi.console import PiConsole
from klaxon.hal.virtual import VirtualConsole
from klaxon.rules.contract import Seat
from klaxon.table.disk.shelf import Shelf
from klaxon.table.fake_time import PatientLoop
from klaxon.table.host import Tokens, seat_understudies
from klaxon.table.table import Table


class PlayedConsole:
    """What a soak needs of a console. A subclass brings the hardware, and hands for it."""

    fingers: Hands
    hardware: PiConsole
    panes: Mapping[str, EchoPane]
    """Station -> what says when the first byte of a picture is on the bus."""

    def __init__(self, profile: Profile, folder: Path, seed: str) -> None:
        """Begin in the loop, with a shelf; a subclass sets the rest."""
        self.loop = asyncio.get_running_loop()
        self.profile, self.folder, self.seed = profile, folder, seed
        self.shelf = Shelf(folder)
        self.table: Table | None = None
        """The table that was opened last."""

    @property
    def fake(self) -> bool:
        """Whether the clock is the fake one."""
        return isinstance(self.loop, PatientLoop)

    @cached_property
    def watch(self) -> Stopwatch:
        """The stopwatch between the hardware and the stations."""
        outside = VirtualConsole(self.hardware.fittings, self._lamps)
        return Stopwatch(mirror(self.hardware.devices(), outside), self.panes, self.loop.time)

    @cached_property
    def console(self) -> Console:
        """The stations. They have the hardware for themselves from the first time that they are asked for."""
        options = ConsoleOptions(self._lamps, None if self.fake else child_plots)
        return Console(self.hardware.fittings, self.watch.devices, self.shelf, self.crew, options)

    @property
    def _lamps(self) -> tuple[str, ...]:
        return tuple(lamp.name for lamp in self.profile.lamps)

    @property
    def calm(self) -> bool:
        """Whether all devices work."""
        return {standing.state for standing in self.hardware.reports()} == {DeviceState.READY}

    def wrong(self) -> list[str]:
        """Return what does not work: the devices that are not ready."""
        reports = self.hardware.reports()
        return [f"{each.kind} {each.name}".strip() for each in reports if each.state != DeviceState.READY]

    @asynccontextmanager
    async def run_console(self) -> AsyncIterator[None]:
        """Run the console while the context lasts."""
        console = self.console
        self.hardware.start()
        try:
            async with in_background(console.run()):
                yield
        finally:
            await self.close()

    async def close(self) -> None:
        """Close the hardware."""
        self.hardware.close()

    def crew(
        self, table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AbstractAsyncContextManager[None]:
        """Take note of the table, and seat understudies."""
        self.table = table
        return self.seat(table, keys, crews, skill)

    def seat(
        self, table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AbstractAsyncContextManager[None]:
        """Seat understudies as the daemon does."""
        low, high = PACE
        return seat_understudies(table, keys, crews, f"{low}..{high}", skill, self.seed)


@asynccontextmanager
async def in_background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run a coroutine in the background while the context lasts."""
    task = asyncio.create_task(work)
    try:
        yield
        if task.done():
            await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
