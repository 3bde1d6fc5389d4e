"""A bench for bells: a loop in made-up time, the kernel's PWM, mock pins, and lines that can be set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from klaxon.console.devices import Call, Note
from klaxon.console.devices.health import DeviceReport
from klaxon.console.profile import BellSpec, Line
from klaxon.hal.pi.bell.bell import PiBell, hang
from klaxon.table.fake_time import BEGINNING, TravelLoop
from tests.hal.kit.sysfs import Kernel

A, C, E = 440, 523, 659
HEADER = Line(12)


def call(*notes: tuple[int, int]) -> Call:
    return Call("any", tuple(Note(pitch, ms) for pitch, ms in notes))


def pitch_of(pin: Any) -> float:
    """Return what a pin of gpiozero sounds."""
    return round(pin.frequency) if pin.frequency and 0 < pin.state < 1 else 0


class Socket:
    """A line that can be set, and when it was."""

    def __init__(self, line: Line, active_low: bool, now: Callable[[], float]) -> None:
        self.line, self.active_low, self._now = line, active_low, now
        self.lit = False
        self.seen: list[tuple[float, bool]] = []

    def set(self, *, lit: bool) -> None:
        if lit != self.lit:
            self.lit = lit
            self.seen.append((round(self._now() - BEGINNING, 6), lit))


class Bench:
    """A loop in made-up time, the kernel's PWM, mock pins, and a bell on one of them."""

    def __init__(self, folder: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.kernel = Kernel(folder, loop.time)
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.told: list[DeviceReport] = []
        self.sockets: list[Socket] = []
        self.bells: list[PiBell] = []

    def outlet(self, line: Line, *, active_low: bool) -> Socket:
        self.sockets.append(Socket(line, active_low, self.loop.time))
        return self.sockets[-1]

    def hang(self, kind: str = "pwm", line: Line | None = HEADER, *, active_low: bool = False) -> PiBell:
        bells = hang(
            [BellSpec(kind, line, ("red", "blue"), active_low)],
            self.outlet,
            self.loop,
            self.told.append,
            self.kernel.root,
            self.pins,
        )
        assert list(bells) == [("red", "blue")]
        self.bells += bells.values()
        self.run(0.001)
        return self.bells[-1]

    def run(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    def ring(self, *notes: tuple[int, int]) -> float:
        """Ring and return the moment."""
        self.bells[-1].ring(call(*notes))
        return self.loop.time()

    @property
    def states(self) -> list[str]:
        return [str(told.state) for told in self.told]

    def heard(self, since: float) -> list[tuple[float, int]]:
        """Return what was heard from a moment on: milliseconds after it, and the pitch."""
        return [(round(1000 * (at - since), 3), pitch) for at, pitch in self.kernel.heard if at >= round(since, 6)]


@contextmanager
def workbench(folder: Path) -> Iterator[Bench]:
    """Give a bench; at the end every bell is closed, silent, and asks for no timer."""
    loop = TravelLoop()
    made = Bench(folder, loop)
    yield made
    for bell in made.bells:
        bell.close()
        bell.close()
    assert made.kernel.pitch == 0
    assert not any(socket.lit for socket in made.sockets)
    with pytest.raises(RuntimeError, match="everybody waits"):
        loop.run_until_complete(asyncio.Event().wait())
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    made.pins.reset()
    loop.close()
