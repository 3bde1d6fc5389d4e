"""A game on a console of models: understudies work its keys and dials by hand, its panels are chips on wires.

Everything between is the code of a Pi, from the edge of a line to the bytes on a bus: `PiConsole`, on the profile of
the console for both boats. In place of the hardware there are ports, wires and the files of a PWM; all of it in the
made-up time of the loop, and without a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from klaxon import data
from klaxon.cli.robots import nobody, play
from klaxon.cli.soak.ports import Fingers, Port, Ports
from klaxon.console.console import Console
from klaxon.console.devices import Fitting, Picture
from klaxon.console.devices.health import DeviceReport, DeviceState, InputHealth
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.options import ConsoleOptions
from klaxon.console.profile import SIDES, Profile, load
from klaxon.hal.input_lines import Taker
from klaxon.hal.pi import console as pi
from klaxon.hal.pi.bell.bell import Told, hang
from klaxon.hal.pi.health import LONGEST_WAIT, PEACE
from klaxon.hal.pi.lines import Lines
from klaxon.hal.pi.lines.executor import AtOnce
from klaxon.hal.pi.panels.mounting import Mounting, card
from klaxon.hal.pi.panels.panel import ORBIT, shift
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.schedule import BLIND
from klaxon.hal.pi.panels.worker import Time
from klaxon.rules.contract import Order, Refusal
from klaxon.rules.games import game_named
from klaxon.table.fake_time import TravelLoop, travel
from klaxon.table.play import Play
from klaxon.table.setup import make_header
from tests.hal.kit.chips import SSD1309, Chip, Clock, Socket, Wires
from tests.hal.kit.rig import Hole
from tests.hal.kit.sysfs import Kernel
from tests.table.kit.travel import Disk

GAME, SEED, OPTIONS = "sonar", "3", {"limit": "6"}
CALM = 2 * (LONGEST_WAIT + PEACE) + BLIND
"""Seconds after which everything that can work does."""
LONGEST = 600.0
"""Seconds that nothing here takes."""

Trouble = Callable[["Stage"], Coroutine[Any, Any, None]]
"""What goes wrong while a game is played; in the end it is mended."""


class BusClock(Clock):
    """The clock of the worker: what takes time on the bus makes it late, and nobody else."""

    def __init__(self, loop: TravelLoop) -> None:
        self._loop, self._until = loop, 0.0

    @property
    def now(self) -> float:
        return max(self._loop.time(), self._until)

    @now.setter
    def now(self, moment: float) -> None:
        self._until = moment

    def wait(self, seconds: float) -> None:
        self.now += seconds

    @property
    def ahead(self) -> float:
        return self.now - self._loop.time()


class Turned(PiPanels):
    """Panels whose worker is a task of the loop."""

    def __init__(self, *parts: Any, clock: BusClock, **options: Any) -> None:
        super().__init__(*parts, timing=Time(clock, clock.wait), **options)
        self._clock, self._more = clock, asyncio.Event()
        self.last: dict[str, bytes] = {}

    def start(self) -> None:
        """The task does."""

    def show(self, station: str, picture: Picture) -> None:
        super().show(station, picture)
        self.last[station] = picture.bits
        self._more.set()

    def light(self, station: str, level: int) -> None:
        super().light(station, level)
        self._more.set()

    async def write(self) -> None:
        """Do what the thread would."""
        (worker,) = self.workers.values()
        while True:
            self._more.clear()
            wait = worker.turn()
            if self._clock.ahead > 0:
                await asyncio.sleep(self._clock.ahead)
            elif wait:
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(wait, 60.0)):
                        await self._more.wait()


class Stage:
    """A console of models, and a game on it."""

    def __init__(self, folder: Path, *, clean: bool) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, TravelLoop)
        profile = load("console-8")
        assert isinstance(profile, Profile)
        self.profile, self.random, self.disk = profile, Random(1), Disk()
        self.ports = Ports({name: Port(loop, self.random) for name in ("", *(each.name for each in profile.expanders))})
        self.fingers = Fingers(profile, self.ports, loop, self.random, clean=clean)
        self.kernel = Kernel(folder, loop.time)
        self.kernel.plug()
        self.clock = BusClock(loop)
        self.wires = Wires(self.clock)
        names = [station.name for station in profile.stations]
        self.sockets: dict[str, Socket] = {
            name: self.wires.socket(number, 0x3C, self.fresh()) for number, name in enumerate(names)
        }
        self.told: list[DeviceReport] = []
        with self._models():
            self.hardware = pi.PiConsole(profile, loop, hello=lambda fitting: card(fitting, fitting.name))
        self.hardware.attach(self.told.append)
        devices, lamps = self.hardware.devices(), [lamp.name for lamp in profile.lamps]
        self.console = Console(self.hardware.fittings, devices, None, nobody, ConsoleOptions(lamps))

    @contextmanager
    def _models(self) -> Iterator[None]:
        """Let the console be built on models in place of hardware."""
        mounted = [Mounting(name, Hole(self.wires, number)) for number, name in enumerate(self.sockets)]

        def lines(profile: Profile, taker: Taker, loop: TravelLoop, told: Told, _: object) -> Lines:
            return Lines(profile, taker, loop, told, self.ports, lambda *_: AtOnce())

        def panels(fittings: Sequence[Fitting], _: object, **options: Any) -> PiPanels:
            return Turned(fittings, mounted, clock=self.clock, **options)

        with patch.multiple(pi, Lines=lines, PiPanels=panels, hang=partial(hang, sys=self.kernel.root)):
            yield

    def fresh(self) -> Chip:
        """Return a new panel."""
        return SSD1309(seed=self.random.randrange(10**6))

    def given(self) -> int:
        """Return how many orders were given so far."""
        return sum(row.kind == "order" for row in self.disk.rows)

    async def until(self, there: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(LONGEST):
            while not there():  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0.02)

    @property
    def panels(self) -> Turned:
        panels = self.hardware.panels
        assert isinstance(panels, Turned)
        return panels

    def right(self) -> dict[str, bool]:
        """Return which panels show what they were told, wherever they have been moved to."""
        seen = {name: socket.chip.picture() for name, socket in self.sockets.items() if socket.chip}
        return {
            name: seen.get(name) in {shift(told, 128, *by) for by in ORBIT} for name, told in self.panels.last.items()
        }

    @asynccontextmanager
    async def lit(self) -> AsyncIterator[None]:
        """Run the console while the context lasts."""
        with patch("klaxon.table.following_games.NoScribe", lambda: self.disk):
            tasks = [asyncio.create_task(self.panels.write()), asyncio.create_task(self.console.run())]
            self.hardware.start()
            try:
                yield
                assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                self.hardware.close()


class Played(NamedTuple):
    """What came of a game."""

    orders: list[str]
    digest: str
    right: dict[str, bool]
    told: list[DeviceReport]
    standings: tuple[DeviceReport, ...]
    inputs: InputHealth
    presses: int

    @property
    def whole(self) -> bool:
        """Whether in the end all panels show the right picture and all devices work."""
        return all(self.right.values()) and {standing.state for standing in self.standings} == {DeviceState.READY}


def played(folder: Path, *troubles: Trouble, clean: bool = False) -> Played:
    """Let a game be played to its end while things go wrong; wait until they are mended, and a while longer."""

    async def story() -> Played:
        stage = Stage(folder, clean=clean)
        async with stage.lit():
            await asyncio.sleep(1)
            stage.console.lobby.begin(GamePlan(GAME, "", dict.fromkeys(SIDES, "all"), dict(OPTIONS)), SEED)
            await asyncio.sleep(1)
            going_on = [asyncio.create_task(trouble(stage)) for trouble in troubles]
            await play(stage.console, stage.fingers, SEED, together=False)
            await asyncio.gather(*going_on)
            await asyncio.sleep(CALM)
            orders = [row.line for row in stage.disk.rows if row.kind == "order"]
            assert {row.kind for row in stage.disk.rows} <= {"order", "table"}, "time alone brought something"
            right, standings, inputs = stage.right(), stage.hardware.reports(), stage.hardware.inputs()
        return Played(orders, digest_of(orders), right, stage.told, standings, inputs, stage.fingers.presses)

    return travel(story)


def digest_of(orders: Sequence[str]) -> str:
    """Return the digest of a game after some orders, whenever they were given."""
    game = game_named(GAME)
    header = make_header(game, OPTIONS, data.read, SEED)
    assert not isinstance(header, list)
    again = Play(game, header, game.setup(header))
    for line in orders:
        assert not isinstance(again.order(Order.read(line)), Refusal), line
    assert again.outcome is not None
    return again.digest()
