"""`klaxon bench latency`: the delay from input to display while all panels of a boat are busy; and the idle daemon.

An echo is the time from the edge of a line to the first changed byte handed to the bus, debounce excluded: real
code, threads and clock, and links that take as long as an I2C bus. One panel is in use; the others on its bus get
another picture of a recorded game all the time. The peer is the same console with panels that luma.oled writes. Both
alternate, so that a noisy machine treats both alike. The lateness of timers is printed too, and separately the echoes
for which no thread of ours had to wait for a core.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Protocol

from klaxon.cli.bench import run
from klaxon.cli.bench.buses import Adapter, Glass
from klaxon.cli.bench.drivers import OURS, PEER, Glasses, Luma, Waiting, pi_panels
from klaxon.cli.bench.minute import distinct, ms, quantile
from klaxon.cli.bench.rounds import Rounds
from klaxon.cli.robots import moments, nobody
from klaxon.console.console import Console
from klaxon.console.devices import Devices, Picture
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.profile import SIDES, virtual
from klaxon.hal.hands_fanout import HandsFanout
from klaxon.hal.input_lines import DIAL_MS, KEY_MS, MS, SECOND, Edge
from klaxon.hal.inputs import Inputs
from klaxon.hal.null import NullLamps
from klaxon.hal.recording import EdgeWriter, Tape, hand_over, made_up_wiring
from klaxon.rules.games import FIRST_GAME

SPEED = 400_000
MACHINE, ALONE = "a timer that does nothing", f"{OURS}, never waiting for a core"
DISTURBED = 0.001
"""Seconds of waiting for a core, over all threads, from which on an echo does not count as undisturbed."""
PRESSES = 8
"""Inputs in a round."""
BUSY = 0.02
"""Seconds between two pictures of a busy panel: more pictures than the bus can carry."""
TAP = 40
"""Milliseconds a key is down."""
PAUSES = (0.03, 0.1)
"""Shortest and longest pause between two inputs, in seconds."""
WARM = 1.0
"""Seconds for the set-up of all panels."""
BLIND = 10.0
"""Seconds after which an input without an echo is an error of the bench."""

Frames = Mapping[str, Sequence[Picture]]
"""Station -> pictures to keep its panel busy with."""


class Writes(Protocol):
    """Panels with a thread that writes them."""

    def show(self, station: str, picture: Picture) -> None:
        """Show a picture."""

    def prioritise(self, station: str) -> None:
        """Give the panel of this station priority."""

    def start(self) -> None:
        """Start the thread."""

    def close(self) -> None:
        """End it."""


class LumaPanels:
    """Panels that luma writes."""

    def __init__(self, sizes: Mapping[str, Picture], adapter: Adapter, glasses: Glasses) -> None:
        """Set all panels up."""
        self._driver, self._waiting = Luma(sizes, adapter, glasses), Waiting()
        self._condition, self._closing = threading.Condition(), False
        self._thread = threading.Thread(target=self._run, name="luma", daemon=True)

    def show(self, station: str, picture: Picture) -> None:
        """Set the picture to show, replacing one that waits."""
        with self._condition:
            self._waiting.show(station, picture)
            self._condition.notify()

    def prioritise(self, station: str) -> None:
        """Do nothing: a driver that sends whole pictures has no priorities."""

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """End it."""
        with self._condition:
            self._closing = True
            self._condition.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._waiting or self._closing)
                if self._closing:
                    return
                station, picture = self._waiting.next()
            self._driver.show(station, self._driver.prepare(station, picture))


class Bench:
    """A console of one boat that is used at its first station, with real threads and the real clock."""

    def __init__(self, make: Callable[[Mapping[str, Picture], Adapter, Glasses], Writes], frames: Frames) -> None:
        """Put it together, in the loop."""
        self._station, *self._others = frames
        fittings = [fitting for fitting in virtual() if fitting.name in frames]
        sizes = {name: pictures[0] for name, pictures in frames.items()}
        self.glass = Glass(time.monotonic, len(sizes[self._station].bits))
        self._writes = make(sizes, Adapter(SPEED, time.sleep), {self._station: self.glass})
        self._pictures = {name: cycle(pictures) for name, pictures in frames.items()}
        self.alone: list[float] = []
        """The echoes that nothing else on this machine disturbed."""
        self._random, self._tape, audience = Random(1), Tape(), HandsFanout()  # noqa: S311 - a hand needs no cryptography
        wiring = made_up_wiring(fittings)
        self._inputs = Inputs(wiring, audience, asyncio.get_running_loop().call_later)
        self._pen = EdgeWriter(wiring, self._tape)
        hand_over(self._tape.rows.pop(), self._inputs)
        devices = Devices(audience.keys, audience.dials, self, {}, NullLamps())
        self._console = Console(fittings, devices, None, nobody)
        self._boat = fittings[0].side

    # The panels of the console: only the station that is worked shows what it should

    def show(self, station: str, picture: Picture) -> None:
        """Record and show what the person sees."""
        if station == self._station:
            self.glass.tell(picture.bits)
            self._writes.show(station, picture)

    def light(self, station: str, level: int) -> None:
        """Do nothing: all panels keep their brightness."""

    def prioritise(self, station: str) -> None:
        """Pass it on."""
        self._writes.prioritise(station)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the console while the context lasts."""
        self._writes.start()
        playing = asyncio.create_task(self._console.run())
        try:
            await asyncio.sleep(0)
            self._console.lobby.begin(GamePlan(FIRST_GAME, "", {self._boat: "all"}, {}), "1")
            await asyncio.sleep(WARM)
            yield
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            self._writes.close()

    async def work(self, presses: int) -> None:
        """Make some inputs, while the other panels are busy."""
        flood = asyncio.create_task(self._flood())
        for number in range(presses):
            (self._turn, self._turn_back, self._back, self._push)[number % 4]()
            rows, self._tape.rows = self._tape.rows, []
            await self._move([row for row in rows if isinstance(row, Edge)], DIAL_MS if number % 4 < 2 else KEY_MS)
            await asyncio.sleep(self._random.uniform(*PAUSES))
        flood.cancel()
        await asyncio.gather(flood, return_exceptions=True)

    async def _flood(self) -> None:
        while True:
            for name in self._others:
                self._writes.show(name, next(self._pictures[name]))
            await asyncio.sleep(BUSY)

    async def _move(self, edges: Sequence[Edge], debounce_ms: int) -> None:
        """Send edges now; the last of them is the one whose echo is measured."""
        seen, before, waited = len(self.glass.echoes), edges[0].at, waited_for_cores()
        for edge in edges:
            await asyncio.sleep((edge.at - before) / SECOND)
            now, before = time.monotonic_ns(), edge.at
            if edge is edges[-1]:
                self.glass.work((now + debounce_ms * MS) / SECOND, BLIND)
            self._inputs.edge(edge.line, now, edge.level)
        async with asyncio.timeout(BLIND):
            while len(self.glass.echoes) == seen:  # noqa: ASYNC110 - to be woken would be part of what is measured
                await asyncio.sleep(0.005)
        if waited_for_cores() - waited < DISTURBED:
            self.alone.append(self.glass.echoes[-1])

    def _turn(self) -> None:
        self._pen.on_turn(self._station, 0, 1)

    def _turn_back(self) -> None:
        self._pen.on_turn(self._station, 0, -1)

    def _back(self) -> None:
        self._tap("back")

    def _push(self) -> None:
        self._tap("push")

    def _tap(self, key: str) -> None:
        self._pen.on_press(self._station, key)
        self._pen.wait(TAP)
        self._pen.on_release(self._station, key)


def waited_for_cores() -> float:
    """Return the seconds that threads of this process were runnable without a core; 0 if unknown."""
    waited = 0
    for path in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError):  # a thread that has ended meanwhile
            waited += int(path.read_text("ascii").split()[1])
    return waited / SECOND


def our_panels(sizes: Mapping[str, Picture], adapter: Adapter, glasses: Glasses) -> Writes:
    """Return the panels of a console."""
    return pi_panels(sizes, adapter, glasses)


async def echoes(rounds: Rounds, frames: Frames) -> dict[str, list[float]]:
    """Return the echoes of both, and how late the machine's timers are, in seconds."""
    ours, peers, late = Bench(our_panels, frames), Bench(LumaPanels, frames), list[float]()
    async with ours.running(), peers.running():
        for number in range(rounds.count):
            rounds.say(number)
            for bench in (ours, peers):
                await bench.work(PRESSES)
            for _ in range(PRESSES):
                begun = time.monotonic()
                await asyncio.sleep(BUSY)
                late.append(time.monotonic() - begun - BUSY)
    rounds.say(None)
    return {OURS: ours.glass.echoes, ALONE: ours.alone, PEER: peers.glass.echoes, MACHINE: late}


def report(found: Mapping[str, Iterable[float]]) -> dict[str, Any]:
    """Return the figures of some echoes."""
    figures = {name: {f"p{percent}": quantile(took, percent) for percent in (50, 99)} for name, took in found.items()}
    return {
        "echoes": {name: len(list(took)) for name, took in found.items()},
        "echo_ms": {name: {key: ms(value) for key, value in each.items()} for name, each in figures.items()},
        "ratios": {key: round(value / figures[PEER][key], 4) for key, value in figures[OURS].items()},
    }


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Measure the echoes of a console, then watch the daemon."""
    found = report(asyncio.run(echoes(rounds, recorded_frames())))
    daemon = run.figures(rounds)
    if as_json:
        sys.stdout.write(json.dumps({**found, "daemon": daemon}) + "\n")
        return
    for name, each in found["echo_ms"].items():
        count = found["echoes"][name]
        sys.stdout.write(f"{name:<32}{each['p50']:>9.2f} ms p50 {each['p99']:>9.2f} ms p99 of {count}\n")
    for key, ratio in found["ratios"].items():
        sys.stdout.write(f"{f'{key}, {OURS}/{PEER}':<32}{ratio:>9.4f} times\n")
    sys.stdout.write("\n" + run.table(daemon))


def recorded_frames() -> Frames:
    """Return what the stations of a boat show in a recorded game."""
    frames: dict[str, list[Picture]] = {fitting.name: [] for fitting in virtual() if fitting.side == SIDES[0]}
    for moment in distinct(moments()):
        if moment.picture and moment.station in frames:
            frames[moment.station].append(moment.picture)
    return frames
