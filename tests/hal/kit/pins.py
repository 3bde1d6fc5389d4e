"""Chips and pins that are moved by hand: a stand-in for gpiod, and gpiozero's mock pins in made-up time.

The chips honour what the kernel does: one request has a line; edges are numbered for each line, also those that a full
queue drops, the oldest first; a chip that is gone wakes who reads it.
"""

from __future__ import annotations

import asyncio
import errno
import os
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, Self

import gpiod
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from klaxon.console.devices.health import DeviceReport, LineName
from klaxon.console.profile import Profile, load
from klaxon.hal.input_lines import SECOND
from klaxon.hal.inputs import Inputs
from klaxon.hal.pi.lines import Lines, wiring
from klaxon.hal.pi.lines.by_gpiod import Gpiod
from klaxon.hal.pi.lines.by_gpiozero import Gpiozero
from klaxon.hal.pi.lines.executor import AtOnce
from klaxon.hal.pi.lines.gpio_api import GpioApi
from klaxon.hal.pi.lines.registers import Ask, I2CPlace
from klaxon.table.fake_time import travel

OWN, KEYS = "pinctrl-bcm2711", "mcp23017"
"""The labels of the chips of `console-4`."""

STOP, POWER, A, B = 22, 20, 17, 27
OK, BACK = "keys.1", "keys.2"
"""Lines of it."""
LAMP = 10
"""A line that is free in it."""

Told = tuple[str, str, str | int, int]
Story = Callable[["Bench"], Awaitable[None]]


class FakeChip:
    """A chip with lines that are moved from here."""

    def __init__(self, label: str, clock: Callable[[], int]) -> None:
        self.label, self._clock = label, clock
        self.levels: dict[int, int] = {}
        """Offset -> its level; a line that nobody moved is pulled up."""
        self.taken: dict[int, str] = {}
        """Offset -> who else has it."""
        self.gone = False
        """What it is asked fails, as on a chip whose driver was unbound."""
        self.deaf = False
        """It tells of no edge until it is set up again."""
        self._pulled: dict[int, int] | None = None
        """The levels that it has when it is set up again."""
        self.failing = 0
        """How often the next questions for levels fail."""
        self.request: FakeRequest | None = None
        self.opened = 0
        self.biases: dict[int, gpiod.line.Bias] = {}

    def move(self, offset: int, level: int, at: int | None = None, *, lose: bool = False) -> None:
        """Let a line have a level; `lose` its edge in the kernel."""
        if self.levels.get(offset, 1) != level:
            self.levels[offset] = level
            if self.request and not self.deaf:
                self.request.edge(offset, level, self._clock() if at is None else at, lose=lose)

    def reset(self) -> None:
        """Forget all: it tells of no edge, and without pull-ups every line falls."""
        self.deaf, self._pulled = True, self.levels
        self.levels = dict.fromkeys(range(16), 0)

    def vanish(self) -> None:
        """Be gone, and wake who waits."""
        self.gone = True
        if self.request:
            self.request.wake()

    def come_back(self) -> None:
        """Be there again."""
        self.gone = False

    # What gpiod has

    def __enter__(self) -> Self:
        self.check()
        return self

    def __exit__(self, *_: object) -> None:
        """It is closed; its request lives on."""

    def check(self) -> None:
        if self.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    def get_info(self) -> FakeChip:
        return self

    def get_line_info(self, offset: int) -> Any:
        return type("Info", (), {"offset": offset, "used": offset in self.taken, "consumer": self.taken.get(offset)})

    def request_lines(
        self, config: dict[int, gpiod.LineSettings], consumer: str, event_buffer_size: int
    ) -> FakeRequest:
        self.check()
        if self.request or self.taken.keys() & config.keys():
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.opened += 1
        if self._pulled is not None:
            self.levels, self._pulled = self._pulled, None
        self.deaf = False
        self.biases = {offset: settings.bias for offset, settings in config.items()}
        for offset, settings in config.items():
            if settings.direction is gpiod.line.Direction.OUTPUT:
                self.levels[offset] = int(settings.output_value is gpiod.line.Value.ACTIVE)
        watched = [offset for offset, each in config.items() if each.edge_detection is gpiod.line.Edge.BOTH]
        self.request = FakeRequest(self, watched, event_buffer_size)
        return self.request


class FakeRequest:
    """Lines of a chip that somebody has."""

    def __init__(self, chip: FakeChip, watched: Iterable[int], size: int) -> None:
        self._chip, self._size = chip, size
        self._numbers = dict.fromkeys(watched, 0)
        self._events: deque[gpiod.EdgeEvent] = deque()
        self.fd, self._bell = os.pipe()

    def edge(self, offset: int, level: int, at: int, *, lose: bool) -> None:
        if offset not in self._numbers:
            return
        self._numbers[offset] += 1
        if lose:
            return
        kinds = gpiod.EdgeEvent.Type
        kind = kinds.RISING_EDGE if level else kinds.FALLING_EDGE
        self._events.append(gpiod.EdgeEvent(kind.value, at, offset, 0, self._numbers[offset]))
        if len(self._events) > self._size:
            self._events.popleft()
        self.wake()

    def wake(self) -> None:
        os.write(self._bell, b"!")

    def read_edge_events(self, most: int) -> list[gpiod.EdgeEvent]:
        self._chip.check()
        if not self._events:
            while os.get_blocking(self.fd) is False and self._ring():
                pass
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return [self._events.popleft() for _ in range(min(most, len(self._events)))]

    def _ring(self) -> bool:
        try:
            return bool(os.read(self.fd, 4096))
        except BlockingIOError:
            return False

    def get_values(self, offsets: list[int]) -> list[gpiod.line.Value]:
        self._chip.check()
        if self._chip.failing:
            self._chip.failing -= 1
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        values = gpiod.line.Value
        return [values.ACTIVE if self._chip.levels.get(each, 1) else values.INACTIVE for each in offsets]

    def set_values(self, values: dict[int, gpiod.line.Value]) -> None:
        self._chip.check()
        for offset, value in values.items():
            self._chip.levels[offset] = int(value is gpiod.line.Value.ACTIVE)

    def release(self) -> None:
        if self._chip.request is self:
            self._chip.request = None
        os.close(self.fd)
        os.close(self._bell)


class FakeGpiod:
    """The library: its own words, and chips of ours."""

    line, LineSettings, EdgeEvent = gpiod.line, gpiod.LineSettings, gpiod.EdgeEvent

    def __init__(self, chips: dict[str, FakeChip]) -> None:
        self._chips = chips

    def Chip(self, path: str) -> FakeChip:  # noqa: N802 - as the library has it
        return self._chips[Path(path).name]


class MadeUpPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin whose ticks are of made-up time."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, asyncio.get_running_loop().time(), self._state)


class Bench:
    """A console on chips that are moved by hand, in the loop that runs."""

    def __init__(self, profile: Profile, folder: Path, way: str = "gpiod", ask: Ask | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        self.told: list[Told] = []
        self.states: list[tuple[str, str]] = []
        self.chips = {"gpiochip0": FakeChip(OWN, self.now), "gpiochip1": FakeChip(KEYS, self.now)}
        self.own, self.keys = self.chips.values()
        self.pins: list[MockFactory] = []
        self.asked: list[I2CPlace | None] = []
        lay_out(folder, self.chips)
        by_gpiod = Gpiod(FakeGpiod(self.chips), folder / "dev", folder / "sys", ask or self._sure)
        self._way: GpioApi = by_gpiod if way == "gpiod" else Gpiozero(self._factory, self.now, by_gpiod)
        self.inputs = Inputs(wiring(profile), self, self.loop.call_later)
        self.lines = Lines(profile, self.inputs, self.loop, self._state, self._way, work=lambda _name, _loop: AtOnce())
        self.inputs.drain = self.lines.drain

    def now(self) -> int:
        return round(self.loop.time() * SECOND)

    async def move(self, line: LineName, level: int, at: int | None = None) -> None:
        """Let a line of the console have a level, and the loop see it."""
        if isinstance(line, str):
            self.keys.move(int(line.partition(".")[2]), level, at)
        elif self.pins:
            pin = self.pins[-1].pin(line)
            (pin.drive_high if level else pin.drive_low)()
        else:
            self.own.move(line, level, at)
        await self.seen()

    async def seen(self) -> None:
        """Let the loop see what is there, while no time passes."""
        for _ in range(4):
            await asyncio.sleep(0)

    async def run(self, seconds: float) -> None:
        """Let the loop see what is there, then let time pass."""
        await self.seen()
        await asyncio.sleep(seconds)
        await self.seen()

    def heard(self) -> list[Told]:
        """Return what hands were told since the last time."""
        told, self.told = self.told, []
        return told

    def standing(self, chip: str) -> DeviceReport:
        return next(each for each in self.lines.reports() if each.name == chip)

    def on_press(self, station: str, key: str) -> None:
        self.told.append(("pressed", station, key, 0))

    def on_release(self, station: str, key: str) -> None:
        self.told.append(("released", station, key, 0))

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.told.append(("turned", station, dial, steps))

    def _state(self, standing: DeviceReport) -> None:
        assert standing.kind == "lines"
        self.states.append((standing.name, standing.state.value))

    def _factory(self) -> MockFactory:
        self.pins.append(MockFactory(pin_class=MadeUpPin))
        return self.pins[-1]

    def _sure(self, _chip: str, place: I2CPlace | None, _inputs: frozenset[int]) -> bool:
        self.asked.append(place)
        return True


def lay_out(folder: Path, chips: dict[str, FakeChip]) -> None:
    """Make the devices of chips, and what the kernel says of them; the second is at address 20 of the first bus."""
    for name in chips:
        (folder / "dev").mkdir(parents=True, exist_ok=True)
        (folder / "dev" / name).touch()
    device = folder / "sys/devices/i2c-1/1-0020"
    (device / "gpiochip1").mkdir(parents=True)
    for where, what in (("i2c/devices/1-0020", device), ("gpio/devices/gpiochip1", device / "gpiochip1")):
        link = folder / "sys/bus" / where
        link.parent.mkdir(parents=True)
        link.symlink_to(what)


# Stories


def console(name: str = "console-4") -> Profile:
    profile = load(name)
    assert isinstance(profile, Profile)
    return profile


def play(story: Story, folder: Path, way: str = "gpiod", ask: Ask | None = None, *, started: bool = True) -> None:
    """Play a story on a console, in made-up time."""

    async def whole() -> None:
        bench = Bench(console(), folder, way, ask)
        try:
            if started:
                bench.lines.start()
                await bench.seen()
            await story(bench)
        finally:
            bench.lines.close()
            bench.lines.close()
            bench.inputs.close()
            assert [chip.request for chip in bench.chips.values()] == [None, None]

    travel(whole)


def down(key: str, station: str = "red-1") -> tuple[str, str, str, int]:
    return ("pressed", station, key, 0)


def up(key: str, station: str = "red-1") -> tuple[str, str, str, int]:
    return ("released", station, key, 0)


def errors(bench: Bench) -> int:
    return bench.inputs.health().errors
