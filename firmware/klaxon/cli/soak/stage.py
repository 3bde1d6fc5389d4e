"""A simulated console with inputs: everything between the contacts and the bytes of a bus is the daemon's code.

With the fake clock time stands still while threads work (PatientLoop): the bus takes as long as its bytes do, the disk
as long as its faults say. With the real clock bus writers and understudies run by themselves, as on a Pi.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from klaxon.cli.soak.models import Disk, ModelBell, ModelPanel, MoodyScribe, Socket, Wires
from klaxon.cli.soak.played import PlayedConsole
from klaxon.cli.soak.ports import Fingers, Port, Ports
from klaxon.console.devices import Fitting, Picture
from klaxon.console.profile import BellSpec, Profile, fittings
from klaxon.crew.child import PACE
from klaxon.crew.crew_session import CrewSession
from klaxon.hal.input_lines import Taker
from klaxon.hal.pi.bell.bell import Outlets, PiBell, Told
from klaxon.hal.pi.console import Parts, PiConsole
from klaxon.hal.pi.lines import Lines
from klaxon.hal.pi.lines.executor import InThread
from klaxon.hal.pi.panels.bus import root_of
from klaxon.hal.pi.panels.mounting import Mounting, card, mountings
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.worker import REAL, Time, Worker
from klaxon.rules.contract import Seat
from klaxon.table.fake_time import PatientLoop
from klaxon.table.host import Tokens
from klaxon.table.session import Session
from klaxon.table.table import Table

T = TypeVar("T")
LONGEST_REST = 60.0
"""Seconds after which an idle bus worker is asked again."""


class BusClock:
    """The clock of a bus in fake time: transfers make the bus late, and nothing else."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin at the loop's time."""
        self._loop, self._until = loop, 0.0

    def __call__(self) -> float:
        """Return the moment."""
        return max(self._loop.time(), self._until)

    def wait(self, seconds: float) -> None:
        """Let time pass on the bus."""
        self._until = self() + seconds

    @property
    def ahead(self) -> float:
        """Seconds until the loop has caught up."""
        return self() - self._loop.time()


class SteppedPanels(PiPanels):
    """Panels whose workers take their steps in threads that fake time waits for."""

    def __init__(self, *parts: Any, clock: BusClock, **options: Any) -> None:
        """Prepare all panels."""
        super().__init__(*parts, timing=Time(clock, clock.wait), **options)
        self._clock, self._more = clock, asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._threads = [ThreadPoolExecutor(1, thread_name_prefix=f"panels {root}") for root in self.workers]

    def start(self) -> None:
        """Start the workers."""
        pairs = zip(self.workers.values(), self._threads, strict=True)
        self._tasks = [asyncio.create_task(self._write(*pair), name="bus writer") for pair in pairs]

    def show(self, station: str, picture: Picture) -> None:
        """Show a picture."""
        super().show(station, picture)
        self._more.set()

    def light(self, station: str, level: int) -> None:
        """Set a brightness."""
        super().light(station, level)
        self._more.set()

    async def stop(self) -> None:
        """Stop the workers, before everything is closed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thread in self._threads:
            thread.shutdown()

    async def _write(self, worker: Worker, thread: ThreadPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._more.clear()
            wait = await loop.run_in_executor(thread, worker.turn)
            if self._clock.ahead > 0:
                await asyncio.sleep(self._clock.ahead)
            elif wait:
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(wait, LONGEST_REST)):
                        await self._more.wait()


class PatientWork(InThread):
    """Runs jobs in a thread that fake time waits for."""

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        """Set the name of the thread."""
        super().__init__(name, loop)
        self._patient, self._under_way = loop, 0

    def do(self, act: Callable[[], T], done: Callable[[T | OSError], None]) -> None:
        """Run it after all jobs before it."""

        def back(result: T | OSError) -> None:
            if not self._closed:  # else nobody waits, and time does not
                self._count(-1)
                done(result)

        self._count(1)
        super().do(act, back)

    def close(self) -> None:
        """Let the thread end without waiting for it."""
        super().close()
        self._count(-self._under_way)

    def _count(self, by: int) -> None:
        if isinstance(self._patient, PatientLoop):
            self._under_way += by
            self._patient.away += by


class Stage(PlayedConsole):
    """A simulated console."""

    fingers: Fingers

    def __init__(self, profile: Profile, folder: Path, seed: str) -> None:
        """Put it together, in the loop."""
        super().__init__(profile, folder, seed)
        loop = self.loop
        self.random = Random(seed)  # noqa: S311 - faults need no cryptography
        self.disk = Disk()
        self.ports = Ports({name: Port(loop, self.random) for name in ("", *(each.name for each in profile.expanders))})
        self.fingers = Fingers(profile, self.ports, loop, self.random)
        self.clock = BusClock(loop)
        self.wires: dict[str, Wires] = {}
        self.sockets: dict[str, Socket] = {}
        self.bells: list[ModelBell] = []
        made = Parts(self._lines, self._panels, self._bells, self._mountings)
        self.hardware = PiConsole(profile, loop, hello=lambda fitting: card(fitting, fitting.name), parts=made)
        self.panes = {name: socket.pane for name, socket in self.sockets.items()}

    def wrong(self) -> list[str]:
        """Return what does not work although there is no fault: devices, and panels with a wrong picture."""
        return [
            *super().wrong(),
            *(f"picture {name}" for name, socket in self.sockets.items() if not socket.pane.right),
        ]

    async def close(self) -> None:
        """Stop the writers of the panels, then close everything."""
        if isinstance(self.hardware.panels, SteppedPanels):
            await self.hardware.panels.stop()
        await super().close()

    # Parts

    def _lines(
        self, profile: Profile, taker: Taker, loop: asyncio.AbstractEventLoop, on_report: Told, _: object
    ) -> Lines:
        return Lines(profile, taker, loop, on_report, self.ports, PatientWork if self.fake else InThread)

    def _panels(self, stations: Iterable[Fitting], mounted: Iterable[Mounting], **options: Any) -> PiPanels:
        if self.fake:
            return SteppedPanels(stations, mounted, clock=self.clock, **options)
        return PiPanels(stations, mounted, timing=REAL, **options)

    def _bells(
        self, bells: Iterable[BellSpec], _: Outlets, loop: asyncio.AbstractEventLoop, on_report: Told
    ) -> dict[tuple[str, ...], PiBell]:
        hung: dict[tuple[str, ...], PiBell] = {}
        for bell in bells:
            self.bells.append(ModelBell())
            hung[bell.boats] = PiBell(bell, [self.bells[-1]], loop, on_report)
        return hung

    def _mountings(self, profile: Profile) -> list[Mounting]:
        """Return the mountings of a profile with simulated sockets in place of the kernel's buses."""
        sizes = {fitting.name: fitting for fitting in fittings(profile)}
        speeds = {root_of(bus.number): bus.speed_hz for bus in profile.buses}
        now, wait = (self.clock, self.clock.wait) if self.fake else (time.monotonic, time.sleep)
        found = list[Mounting]()
        for mounting in mountings(profile):
            root, size = mounting.place.root, sizes[mounting.station]
            wires = self.wires.setdefault(root, Wires(speeds.get(root, 400_000), wait))
            socket = Socket(wires, root, ModelPanel(now, size.width, size.height), size.width)
            self.sockets[mounting.station] = socket
            found.append(replace(mounting, place=socket))
        return found

    # Understudies

    def seat(
        self, table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AbstractAsyncContextManager[None]:
        """Seat understudies: as the daemon does, or, in fake time, as tasks that speak the same messages."""
        table.ledger.scribe = MoodyScribe(table.ledger.scribe, self.disk, self.folder)
        seat = self._seat_tasks if self.fake else super().seat
        return seat(table, keys, crews, skill)

    @asynccontextmanager
    async def _seat_tasks(
        self, table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AsyncIterator[None]:
        sitting = [asyncio.create_task(_sit(table, keys, crew, skill, self.seed), name="crew") for crew in crews]
        try:
            yield
        finally:
            for task in sitting:
                task.cancel()
            await asyncio.gather(*sitting, return_exceptions=True)


async def _sit(table: Table, keys: Tokens, seats: Sequence[Seat], skill: str, seed: str) -> None:
    """Let understudies play some seats in this process, by the loop's clock."""
    news = asyncio.Event()
    session = Session(table.loop.time, news.set)
    sitting = CrewSession(f"{seats[0].partition('.')[0]} understudies", seats, seed, PACE, skill)

    def say(messages: Iterable[object]) -> None:
        for message in messages:
            table.receive(session, json.dumps(message))

    table.open_session(session)
    try:
        say([sitting.hello(keys.token_of["crew"])])
        while not sitting.closed:
            news.clear()
            for text in session.carry():
                say(sitting.take(json.loads(text), _ms(table)))
            if session.take_missed():
                table.refresh(session)
            wait = sitting.wait(_ms(table))
            try:
                async with asyncio.timeout(None if wait is None else wait / 1000):
                    await news.wait()
            except TimeoutError:
                say(sitting.speak(_ms(table)))
    finally:
        table.close_session(session)


def _ms(table: Table) -> int:
    return round(table.loop.time() * 1000)
