"""Ports: simulated GPIO chips with their contacts, and fingers that move those.

Contacts bounce within the limits of tests/hal/limits.md. Faults are set on a port from outside.
"""

from __future__ import annotations

import asyncio
import errno
import os
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from klaxon.console.devices.health import LineName
from klaxon.console.profile import Line, Profile
from klaxon.hal.input_lines import MS, SECOND, Edge
from klaxon.hal.pi.lines.gpio_api import Change, Forgotten, LineLevels
from klaxon.hal.pi.lines.plan import LinePlan
from klaxon.hal.recording import QUARTER

BOUNCE, CHATTER = 10 * MS, 3 * MS
"""How long a key bounces, and a phase of a dial: K1 and D2 of the limits."""
WAY = (0b11, 0b01, 0b00, 0b10)
"""The states of a dial clockwise, A and B as two bits."""


def train(rng: Random, line: LineName, at: int, level: int, span: int) -> list[Edge]:
    """Return a bouncing transition: first edge to last within `span`, ending at the new level."""
    edges = [Edge(line, at, level)]
    random = rng.random
    count = int(random() * 8)
    if count:
        for offset in sorted([1 + int(random() * span) for _ in range(2 * count)]):
            level = 1 - level
            edges.append(Edge(line, at + offset, level))
    return edges


class Port:
    """A GPIO chip with its contacts and its faults."""

    def __init__(self, loop: asyncio.AbstractEventLoop, random: Random) -> None:
        """Begin with all contacts open and no fault."""
        self._loop, self._random = loop, random
        self.contacts: dict[int, int] = {}
        self.noise: set[int] = set()
        """Lines that are inverted for a moment."""
        self.held: dict[int, int] = {}
        """Lines that do not move: a stuck key, or a disconnected cable (pulled up)."""
        self.outputs: dict[int, int] = {}
        self.pulses: Counter[int] = Counter()
        """Outputs that were set low so far, and how often."""
        self.rate = 0.0
        """One edge in so many gets lost."""
        self.full = 0
        """How many of the next edges find no room in the queue."""
        self.dead = self.forgetful = False
        """Whether it does not answer; whether it was reset, and reports no edge until it is reopened."""
        self.handle: Handle | None = None

    def level(self, offset: int) -> int:
        """Return the level of a line."""
        return self.held.get(offset, self.contacts.get(offset, 1) ^ (offset in self.noise))

    def set_level(self, offset: int, level: int) -> None:
        """Move a contact."""
        self._change(offset, lambda: self.contacts.update({offset: level}))

    def flip(self, offset: int) -> None:
        """Begin or end noise on a line."""
        self._change(offset, lambda: self.noise.symmetric_difference_update({offset}))

    def hold(self, offset: int, level: int) -> None:
        """Hold a line at a level."""
        self._change(offset, lambda: self.held.update({offset: level}))

    def let_go(self, offset: int) -> None:
        """Release a line."""
        self._change(offset, lambda: self.held.pop(offset, None))

    def reset(self) -> None:
        """Lose the configuration: no interrupts, no pull-ups."""
        self.forgetful = True

    def check(self) -> None:
        """Raise the error of a dead chip."""
        if self.dead:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def _change(self, offset: int, act: Callable[[], object]) -> None:
        before = self.level(offset)
        act()
        if self.level(offset) == before or self.handle is None or self.dead or self.forgetful:
            return
        if self._random.random() < self.rate:
            return
        if self.full:
            self.full -= 1
            self.handle.lost += 1
            return
        self.handle.tell(Change(round(self._loop.time() * SECOND), offset, self.level(offset)))


class Handle:
    """An open port. It holds a real file, as a line request does: one that nobody closes is a leak."""

    def __init__(self, port: Port, plan: LinePlan, wake: Callable[[], object]) -> None:
        """Open the lines of a plan."""
        self._port, self._inputs, self._wake = port, tuple(plan.inputs), wake
        self._queue: list[Change] = []
        self.lost = 0
        self._file = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)

    def tell(self, change: Change) -> None:
        """Queue a change."""
        self._queue.append(change)
        self._wake()

    def fileno(self) -> None:
        """Return None: it wakes the loop itself."""

    def take(self) -> tuple[list[Change], int]:
        """Return the pending changes, and how many were lost."""
        self._port.check()
        (taken, self._queue), (lost, self.lost) = (self._queue, []), (self.lost, 0)
        return taken, lost

    def look(self) -> LineLevels:
        """Read all levels."""
        self._port.check()
        if self._port.forgetful:
            raise Forgotten("its interrupts are off")
        return LineLevels({offset: self._port.level(offset) for offset in self._inputs})

    def set(self, levels: Mapping[int, int]) -> None:
        """Set outputs."""
        self._port.check()
        self._port.outputs.update(levels)
        self._port.pulses.update(offset for offset, level in levels.items() if not level)

    def close(self) -> None:
        """Release the lines."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        if self._port.handle is self:
            self._port.handle = None


class Ports(dict[str, Port]):
    """All GPIO chips, and how to open them."""

    def open(self, plan: LinePlan, outputs: Mapping[int, int], wake: Callable[[], object]) -> Handle:
        """Reopen a port."""
        port = self[plan.name]
        port.check()
        port.forgetful = False
        port.outputs.update(outputs)
        port.handle = Handle(port, plan, wake)
        return port.handle


class Fingers:
    """Hands on contacts. Every transition bounces within the limits, unless they are clean."""

    def __init__(
        self, profile: Profile, ports: Ports, loop: asyncio.AbstractEventLoop, random: Random, *, clean: bool = False
    ) -> None:
        """Take the keys and dials of a profile."""
        self._ports, self._loop, self._random, self._clean = ports, loop, random, clean
        self.keys = {(station, key.name): key for station, key in profile.all_keys()}
        self._dials = {(station, number): dial for station, number, dial in profile.all_dials()}
        self._places = dict.fromkeys(self._dials, 0)
        self.swapped: set[str] = set()
        """Stations whose dial is plugged in the wrong way round."""
        self.presses = 0

    def on_press(self, station: str, key: str) -> None:
        """Press a key."""
        self.presses += 1
        self._switch(self.keys[station, key].line, 0, BOUNCE)

    def on_release(self, station: str, key: str) -> None:
        """Let a key go."""
        self._switch(self.keys[station, key].line, 1, BOUNCE)

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """Turn a dial from detent to detent."""
        a, b = self.phases(station, dial)
        for quarter in range(4 * abs(steps)):
            before = WAY[self._places[station, dial] % 4]
            self._places[station, dial] += 1 if steps > 0 else -1
            state = WAY[self._places[station, dial] % 4]
            line, level = (a, state >> 1) if (before ^ state) == 0b10 else (b, state & 1)
            self._switch(line, level, CHATTER, (1 + quarter) * QUARTER)

    def phases(self, station: str, dial: int = 0) -> tuple[Line, Line]:
        """Return the lines of a dial as they are plugged in."""
        fitted = self._dials[station, dial]
        return (fitted.b, fitted.a) if station in self.swapped else (fitted.a, fitted.b)

    def _switch(self, line: Line, level: int, span: int, after: int = 0) -> None:
        begin, port = self._loop.time(), self._ports[line.chip]
        edges = (
            [Edge(line.number, after, level)] if self._clean else train(self._random, line.number, after, level, span)
        )
        for edge in edges:
            self._loop.call_at(begin + edge.at / SECOND, port.set_level, line.number, edge.level)
