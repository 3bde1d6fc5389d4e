"""The pi back-end brought to its laws: mock pins of gpiozero or chips of gpiod, panels as chip models, a model of PWM.

Everything is in one made-up time: that of the loop, in which also the bytes on the wires take theirs. No thread runs:
the workers of the panels are turned by hand, and what would wait for the bus of an expander is done at once.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from klaxon.console.devices import Fitting
from klaxon.console.devices.health import DeviceReport, LineName
from klaxon.console.profile import (
    BellSpec,
    Bus,
    DialSpec,
    Expander,
    KeySpec,
    LampSpec,
    Line,
    PowerSpec,
    Profile,
    StationSpec,
)
from klaxon.hal.input_lines import SECOND, Taker
from klaxon.hal.pi import console as pi
from klaxon.hal.pi.bell.bell import hang
from klaxon.hal.pi.lines import Lines, wiring
from klaxon.hal.pi.lines.by_gpiod import Gpiod
from klaxon.hal.pi.lines.by_gpiozero import Gpiozero
from klaxon.hal.pi.lines.executor import AtOnce
from klaxon.hal.pi.panels.mounting import Mounting, card
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.worker import Time
from klaxon.hal.recording import EdgeWriter
from klaxon.table.fake_time import TravelLoop
from tests.hal.kit.chips import SH1106, SSD1306, SSD1309, Chip, Clock, Wires
from tests.hal.kit.pins import OWN, FakeChip, FakeGpiod, MadeUpPin, lay_out
from tests.hal.kit.rig import REVERSED, Hole
from tests.hal.kit.stands import CAPTAIN
from tests.hal.kit.sysfs import Kernel

TAP, SETTLED = 30, 0.3
"""Milliseconds from one thing that a hand does to the next; seconds after which all keys and dials are judged."""
SOUNDS = {440: "grave", 880: "light", 0: ""}
"""What a listener calls a pitch: the calls of the laws begin with these."""
FITTED: tuple[tuple[Fitting, str, bool, type[Chip]], ...] = (
    (Fitting("red-1", "red", keys=CAPTAIN), "ssd1309", False, SSD1309),
    (Fitting("red-4", "red", dials=2), "sh1106", True, SH1106),
    (Fitting("blue-1", "blue", height=32, keys=("push", "ok")), "ssd1306", True, SSD1306),
    (Fitting("blue-2", "blue", width=64, height=48), "ssd1306", False, SSD1306),
)
"""Every family, mounting and size of panels."""
KEYS: dict[str, tuple[KeySpec, ...]] = {
    "red-1": tuple(KeySpec(name, Line(number, "keys")) for number, name in enumerate(CAPTAIN)),
    "red-4": (
        KeySpec("push", Line(4)),
        KeySpec("ok", Line(18), active_low=False, pull="down"),
        KeySpec("back", Line(7)),
    ),
    "blue-1": (KeySpec("push", Line(8), debounce_ms=5), KeySpec("ok", Line(9))),
    "blue-2": tuple(KeySpec(name, Line(8 + number, "keys")) for number, name in enumerate(("push", "ok", "back"))),
}
DIALS: dict[str, tuple[DialSpec, ...]] = {
    "red-1": (DialSpec(Line(17), Line(27)),),
    "red-4": (DialSpec(Line(23), Line(24), 2, reversed=True), DialSpec(Line(20), Line(21), 1)),
    "blue-1": (DialSpec(Line(5), Line(6), 4, rest=0),),
    "blue-2": (DialSpec(Line(19), Line(26), 2),),
}
PROFILE = Profile(
    "stand",
    "",
    "pi",
    tuple(StationSpec(fitting, None, DIALS[fitting.name], KEYS[fitting.name]) for fitting, *_ in FITTED),
    (Bus("main", "i2c", 1, 400_000, (Line(2), Line(3))),),
    (Expander("keys", "mcp23017", "main", 0x20, Line(25)),),
    (BellSpec("pwm", Line(12), ("red",)), BellSpec("tonal", Line(13), ("blue",))),
    (LampSpec("red", Line(16)), LampSpec("blue", Line(15, "keys"), active_low=True)),
    power=PowerSpec(KeySpec("power", Line(10))),
)


def _pulled_down() -> list[KeySpec]:
    return [key for keys in KEYS.values() for key in keys if key.pull == "down"]


class LoopClock(Clock):
    """The clock of the wires: that of the loop. What takes its time on the bus lets it pass for all."""

    def __init__(self, loop: TravelLoop) -> None:
        self._loop = loop

    @property
    def now(self) -> float:
        return self._loop.moment

    @now.setter
    def now(self, moment: float) -> None:
        self._loop.moment = moment


class Board:
    """Pins of the Pi. A dead one raises whatever is done with it."""

    def __init__(self, base: type[MockPin]) -> None:
        self.dead = False
        self.heard: list[int] = []
        """Every pitch that was made, 0 for silence."""
        board = self

        class Pin(base):  # type: ignore[misc]  # gpiozero has no types
            """A pin that fails with its board."""

            def _get_state(self) -> Any:
                board.check()
                return super()._get_state()

            def _set_state(self, value: float) -> None:
                board.check()
                super()._set_state(value)
                board.listen(self._get_frequency(), self._state)

            def _set_frequency(self, value: float | None) -> None:
                board.check()
                super()._set_frequency(value)
                board.listen(self._get_frequency(), self._state)

        self.pins = MockFactory(pin_class=Pin)

    def check(self) -> None:
        if self.dead:
            raise OSError(errno.EIO, "Input/output error")

    def make(self) -> MockFactory:
        self.check()
        return self.pins

    def listen(self, pitch: float | None, active: float) -> None:
        heard = round(pitch) if pitch and 0 < active < 1 else 0
        if heard != (self.heard[-1] if self.heard else 0):
            self.heard.append(heard)


class HandTurned(PiPanels):
    """Panels whose workers have no thread."""

    def start(self) -> None:
        """The stand turns them."""


class PiStand:
    """A console of mock pins and chip models. The Pi's own keys and dials are read by gpiozero, or by gpiod as well."""

    def __init__(self, folder: Path, way: str = "gpiozero") -> None:
        self.loop = TravelLoop()
        self.clock = LoopClock(self.loop)
        self.kernel = Kernel(folder / "pwm", self.loop.time)
        self.kernel.plug()
        self.own, self.tones = Board(MadeUpPin), Board(MockPWMPin)
        self.expander = FakeChip("mcp23017", partial(self._nanoseconds, 0.0))
        self._way = way
        self.own_chip = FakeChip(OWN, partial(self._nanoseconds, 0.0))
        self.own_chip.levels = {key.line.number: 0 for key in _pulled_down()}
        self._chips = {"gpiochip0": self.own_chip, "gpiochip1": self.expander}
        self._folder = folder / "chips"
        lay_out(self._folder, self._chips)
        self.wires = Wires(self.clock)
        self.sockets = {
            fitting.name: self.wires.socket(number, 0x3C, made(fitting.width, fitting.height, number))
            for number, (fitting, _, _, made) in enumerate(FITTED)
        }
        self.told: list[DeviceReport] = []
        self.switched_off = 0
        with self._models():
            self.console = pi.PiConsole(
                PROFILE, self.loop, hello=lambda fitting: card(fitting, fitting.name), power=self._switch_off
            )
        self.console.attach(self.told.append)
        self.fittings: Sequence[Fitting] = self.console.fittings
        self.lamps: Sequence[str] = [lamp.name for lamp in PROFILE.lamps]
        self.devices = self.console.devices()
        self.console.start()
        self._origin = self.loop.time()
        self._pen = EdgeWriter(wiring(PROFILE), self)
        self.settle()

    @contextmanager
    def _models(self) -> Iterator[None]:
        """Let the console be built on models in place of hardware."""
        by_gpiod = Gpiod(FakeGpiod(self._chips), self._folder / "dev", self._folder / "sys", lambda *_: True)
        by_gpiozero = Gpiozero(self.own.make, partial(self._nanoseconds, 0.0), by_gpiod)
        way = by_gpiod if self._way == "gpiod" else by_gpiozero
        mounted = [
            Mounting(fitting.name, Hole(self.wires, number), controller, turned)
            for number, (fitting, controller, turned, _) in enumerate(FITTED)
        ]

        def lines(profile: Profile, taker: Taker, loop: TravelLoop, told: Any, *_: object) -> Lines:
            return Lines(profile, taker, loop, told, way, lambda *_: AtOnce())

        def panels(fittings: Sequence[Fitting], _: object, **options: Any) -> PiPanels:
            return HandTurned(fittings, mounted, timing=Time(self.clock, self._sleep), **options)

        tones = partial(hang, sys=self.kernel.root, pins=self.tones.pins)
        with patch.multiple(pi, Lines=lines, PiPanels=panels, hang=tones):
            yield

    def close(self) -> None:
        """Close the console; twice is as good as once."""
        self.console.close()
        self.console.close()
        self.loop.close()

    # Fingers

    def press(self, station: str, key: str) -> None:
        self._catch_up()
        self._pen.on_press(station, key)

    def release(self, station: str, key: str) -> None:
        self._catch_up()
        self._pen.on_release(station, key)

    def turn(self, station: str, dial: int, steps: int) -> None:
        self._catch_up()
        self._pen.on_turn(station, dial, steps)

    def _catch_up(self) -> None:
        self._pen.now = self._nanoseconds(self._origin)
        self._pen.wait(TAP)

    # What contacts do, as a pen writes it

    def edge(self, line: LineName, at: int, level: int) -> None:
        self._run(max(self._origin + at / SECOND - self.loop.time(), 0))
        self.loop.run_until_complete(self._drive(line, level))

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        for line, level in levels.items():
            self.loop.run_until_complete(self._drive(line, level))

    def drop(self, count: int, now: int) -> None:
        raise NotImplementedError

    def lose(self, lines: Collection[LineName], now: int) -> None:
        raise NotImplementedError

    async def _drive(self, line: LineName, level: int) -> None:
        if isinstance(line, str):
            self.expander.move(int(line.rpartition(".")[2]), level)
        elif self._way == "gpiod":
            self.own_chip.move(line, level)
        else:
            pin = self.own.pins.pin(line)
            (pin.drive_high if level else pin.drive_low)()
        for _ in range(3):  # while no time passes: what is there is seen, judged and told
            await asyncio.sleep(0)

    # Eyes and ears

    def pixels(self, station: str) -> bytes:
        chip = self.sockets[station].chip
        if chip is None:
            return b""
        turned = next(turned for fitting, _, turned, _ in FITTED if fitting.name == station)
        return chip.picture()[::-1].translate(REVERSED) if turned else chip.picture()

    def level(self, station: str) -> int:
        chip = self.sockets[station].chip
        return chip.contrast if chip and chip.on else 0

    def is_lit(self, lamp: str) -> bool:
        fitted = next(each for each in PROFILE.lamps if each.name == lamp)
        if fitted.line.chip:
            return bool(self.expander.levels[fitted.line.number]) != fitted.active_low
        if self._way == "gpiod":
            return bool(self.own_chip.levels[fitted.line.number]) != fitted.active_low
        pin = self.own.pins.pin(fitted.line.number)
        return pin.function == "output" and bool(pin._state) != fitted.active_low

    def bell_calls(self, boats: tuple[str, ...]) -> Sequence[str]:
        pitches = self.tones.heard if boats == ("blue",) else [pitch for _, pitch in self.kernel.heard]
        return [SOUNDS[pitch] for pitch in pitches]

    def loudness(self, boats: tuple[str, ...]) -> float:
        if boats == ("blue",):
            return float(self.tones.pins.pin(13).state)
        [channel] = self.kernel.chips[0].channels.values()
        return channel.duty_cycle / channel.period

    def traffic(self) -> int:
        return self.wires.bytes

    def break_down(self) -> None:
        """Pull everything out."""
        for socket in self.sockets.values():
            socket.pull()
        self.own.dead = self.tones.dead = True
        self.expander.vanish()
        self.own_chip.vanish()
        self.kernel.unplug()

    def mend(self) -> None:
        """Put everything in again: other panels of the same kind."""
        for fitting, _, _, made in FITTED:
            self.sockets[fitting.name].plug(made(fitting.width, fitting.height, 99))
        self.own.dead = self.tones.dead = False
        self.expander.come_back()
        self.own_chip.come_back()
        self.kernel.plug()

    def settle(self) -> None:
        self._run(SETTLED)
        for worker in self.console.panels.workers.values():
            while (wait := worker.turn()) < 0.01:
                self.clock.now += wait
        self._run(0)

    def _run(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    def _nanoseconds(self, since: float) -> int:
        return round((self.loop.time() - since) * SECOND)

    def _sleep(self, seconds: float) -> None:
        self.clock.now += seconds

    def _switch_off(self) -> None:
        self.switched_off += 1
