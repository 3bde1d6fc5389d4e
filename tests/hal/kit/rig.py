"""A rig: panels on the wires of chip models, in virtual time, and the hand that turns their worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from klaxon.console.devices import Fitting, Picture
from klaxon.hal.panel_runs import LONGEST, OVERHEAD
from klaxon.hal.pi.panels.mounting import Mounting
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.schedule import SHARE
from klaxon.hal.pi.panels.worker import Time
from tests.hal.kit.chips import SH1106, SSD1306, SSD1309, Chip, Clock, Plug, Socket, Wires

REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
SPEEDS = (100_000, 400_000, 1_000_000)
MANY: list[tuple[Fitting, str, bool, type[Chip]]] = [
    (Fitting("red-1", "red"), "ssd1309", False, SSD1309),
    (Fitting("red-2", "red"), "sh1106", True, SH1106),
    (Fitting("blue-1", "blue", height=32), "ssd1306", True, SSD1306),
    (Fitting("blue-2", "blue", width=64, height=48), "ssd1306", False, SSD1306),
    (Fitting("blue-3", "blue"), "ssd1315", True, SSD1306),
]
"""Every family, mounting and size; the last is written in whole frames."""


class Hole:
    """A place on the wires."""

    def __init__(self, wires: Wires, number: int, root: str = "i2c-1") -> None:
        self.wires, self.number, self.root = wires, number, root

    def open(self) -> Plug:
        return self.wires.open(self.number, 0x3C)


class Rig:
    """Panels on wires, and the hand that turns the worker."""

    def __init__(self, built: Sequence[tuple[Fitting, str, bool, type[Chip]]], speed: int = 400_000) -> None:
        self.clock, self.random = Clock(), Random(1)
        self.wires = Wires(self.clock, speed)
        self.fittings = [fitting for fitting, *_ in built]
        self.made = {fitting.name: (made, fitting) for fitting, _, _, made in built}
        self.turned = {fitting.name for fitting, _, turned, _ in built if turned}
        self.sockets: dict[str, Socket] = {}
        for number, fitting in enumerate(self.fittings):
            self.sockets[fitting.name] = self.wires.socket(number, 0x3C, self.fresh(fitting.name))
        self.states: list[tuple[str, str]] = []
        self.unstuck: list[float] = []
        self.panels = PiPanels(
            self.fittings,
            [
                Mounting(fitting.name, Hole(self.wires, number), controller, turned)
                for number, (fitting, controller, turned, _) in enumerate(built)
            ],
            in_loop=lambda act, *told: act(*told),
            on_report=lambda station, state: self.states.append((station, str(state))),
            unstick={"i2c-1": lambda: self.unstuck.append(self.clock.now)},
            timing=Time(self.clock, self.sleep),
        )
        self.worker = self.panels.workers["i2c-1"]
        self.last = {fitting.name: bytes(fitting.width * fitting.height // 8) for fitting in self.fittings}

    @property
    def names(self) -> list[str]:
        return list(self.sockets)

    def fresh(self, station: str) -> Chip:
        made, fitting = self.made[station]
        return made(fitting.width, fitting.height, self.random.randrange(10**6))

    def sleep(self, seconds: float) -> None:
        self.clock.now += seconds

    def turn(self, until: float) -> None:
        """Let the worker do one step, or let time pass until its next or `until`."""
        if wait := self.worker.turn():
            self.clock.now = min(self.clock.now + wait, max(until, self.clock.now))

    def run(self, seconds: float) -> None:
        until = self.clock.now + seconds
        while self.clock.now < until:
            self.turn(until)

    def settle(self) -> None:
        """Let everything arrive that is on its way, and no more."""
        while (wait := self.worker.turn()) < 0.01:
            self.clock.now += wait

    def show(self, station: str, bits: bytes | None = None) -> None:
        _, fitting = self.made[station]
        self.last[station] = bits if bits is not None else self.random.randbytes(len(self.last[station]))
        self.panels.show(station, Picture(fitting.width, fitting.height, self.last[station]))

    def seen(self, station: str) -> bytes:
        """Return what a person sees: of a panel that is mounted upside down, the other way round."""
        chip = self.sockets[station].chip
        assert chip
        return chip.picture()[::-1].translate(REVERSED) if station in self.turned else chip.picture()

    def right(self) -> bool:
        return all(self.seen(name) == self.last[name] for name in self.names)

    def state(self, station: str) -> str:
        return str(self.panels.reports()[station].state)


def row(count: int, made: type[Chip] = SSD1309) -> list[tuple[Fitting, str, bool, type[Chip]]]:
    return [(Fitting(f"s{number}", "red"), made.__name__.lower(), False, made) for number in range(count)]


def lively(rig: Rig, seconds: float, every: float, stations: Sequence[str] = ()) -> Iterator[None]:
    """Give panels a new random picture all the time."""
    until = rig.clock.now + seconds
    while rig.clock.now < until:
        for name in stations or rig.names:
            rig.show(name)
        yield
        rig.run(every)


def frame_seconds(speed: int) -> float:
    """How long a full frame takes, with the rests of the bus: eight pages of two transactions."""
    return 8 * ((LONGEST + OVERHEAD) * 9 + 4) / speed / SHARE
