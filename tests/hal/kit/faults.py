"""The fault model of keys and dials: what contacts, cables and queues do to edges. The numbers are those of limits.md.

Everything is made from a seeded `Random`, as plain edges in the order of time. `Rig` plays them to `Inputs` in made-up
time, and remembers what hands were told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from klaxon.cli.soak.ports import BOUNCE as BOUNCE  # noqa: PLC0414 - they belong to the model
from klaxon.cli.soak.ports import CHATTER as CHATTER  # noqa: PLC0414 - as above
from klaxon.cli.soak.ports import WAY as WAY  # noqa: PLC0414 - as above
from klaxon.cli.soak.ports import train as train  # noqa: PLC0414 - as above
from klaxon.console.devices.health import LineName
from klaxon.hal.input_lines import DialLines, Edge, KeyLine, Wiring
from klaxon.hal.inputs import Inputs

MS = 1_000_000

# Limits: see limits.md

PRESS = PAUSE = 15 * MS  # K2, K3
SLOW_CHATTER, SLOW_PHASE, SLOW_SLIDE_FROM = 5 * MS, 14 * MS, 8 * MS  # D2, D4 and D3 at 15 rpm
SLIDE, SLIDE_FROM = 2 * MS, 6 * MS  # D3
PHASE = 3_500_000  # D4
TURN_BACK = 10 * MS  # D5

KEY, A, B = 5, 17, 27

Told = tuple[str, str, str | int, int]
Fault = Callable[[Random, Sequence[Edge]], list[Edge]]


class Rig:
    """Inputs in made-up time: a timer rings when it is due, unless the loop is busy."""

    def __init__(self, wiring: Wiring) -> None:
        self.now = 0
        self.told: list[Told] = []
        self.asked = 0
        """Timers that were asked for."""
        self._alarms: list[Alarm] = []
        self.inputs = Inputs(wiring, self, self.later)

    def on_press(self, station: str, key: str) -> None:
        self.told.append(("pressed", station, key, 0))

    def on_release(self, station: str, key: str) -> None:
        self.told.append(("released", station, key, 0))

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.told.append(("turned", station, dial, steps))

    def later(self, seconds: float, then: Callable[[], None]) -> Alarm:
        alarm = Alarm(self, self.now + round(seconds * 1_000_000_000), then)
        self._alarms.append(alarm)
        self.asked += 1
        return alarm

    def run(self, until: int) -> None:
        """Let time pass up to a moment, through every timer on the way."""
        while self._alarms:
            alarm = min(self._alarms, key=lambda each: each.due) if len(self._alarms) > 1 else self._alarms[0]
            if alarm.due > until:
                break
            self.now = max(self.now, alarm.due)  # a busy loop lets it ring late
            self._alarms.remove(alarm)
            alarm.then()
        self.now = max(self.now, until)

    def play(self, edges: Iterable[Edge]) -> None:
        """Deliver edges when they happen."""
        edge = self.inputs.edge
        for line, at, level in edges:
            if self._alarms:
                self.run(at)
            self.now = at
            edge(line, at, level)

    def bundle(self, edges: Sequence[Edge]) -> None:
        """Deliver edges all at once when the last has happened: the loop was busy."""
        self.now = edges[-1].at
        for edge in edges:
            self.inputs.edge(*edge)

    def rest(self, ns: int = 100 * MS) -> None:
        """Let time pass, enough for everything to count."""
        self.run(self.now + ns)

    def sync(self, levels: dict[LineName, int]) -> None:
        """Let levels be re-read now."""
        self.inputs.sync(levels, self.now)

    @property
    def waiting(self) -> int:
        """Timers that will ring."""
        return len(self._alarms)

    def heard(self) -> list[Told]:
        """Return what hands were told since the last time."""
        told, self.told = self.told, []
        return told

    def steps(self) -> list[int]:
        """Return the steps that hands were told since the last time."""
        return [steps for *_, steps in self.heard()]


class Alarm:
    """A timer of a rig."""

    __slots__ = ("_rig", "due", "then")

    def __init__(self, rig: Rig, due: int, then: Callable[[], None]) -> None:
        self._rig, self.due, self.then = rig, due, then

    def cancel(self) -> None:
        self._rig._alarms.remove(self)


def one_key(*, active_low: bool = True, debounce_ms: int = 12) -> Wiring:
    return Wiring(keys=(KeyLine("red-1", "ok", KEY, active_low, debounce_ms),))


def one_dial(per_detent: int = 4, **fields: object) -> Wiring:
    return Wiring(dials=(replace(DialLines("red-1", 0, A, B, per_detent), **fields),))  # type: ignore[arg-type]


# Contacts


def press(rng: Random, line: LineName, at: int, bounce: int = BOUNCE, least: int = PRESS) -> tuple[list[Edge], int]:
    """Return a press of an active-low key and its release, and when the next may begin."""
    down = train(rng, line, at, 0, bounce)
    up = train(rng, line, down[-1].at + least + int(rng.random() * least), 1, bounce)
    return down + up, up[-1].at + PAUSE + int(rng.random() * PAUSE)


def telegraph(rng: Random, line: LineName, at: int, level: int, longest: int, count: int) -> list[Edge]:
    """Return noise on a contact that lies at a level: excursions of random length, each below `longest`."""
    edges = []
    for _ in range(count):
        at += 1 + int(rng.random() * longest)
        edges.append(Edge(line, at, 1 - level))
        at += 1 + int(rng.random() * (longest - 1))
        edges.append(Edge(line, at, level))
    return edges


class Hand:
    """A hand on a dial: it knows where the dial really is."""

    def __init__(self, rng: Random, per_detent: int = 4, rest: int = 0b11, slide_from: int = SLIDE_FROM) -> None:
        self._slide_from = slide_from
        self._rng, self._need = rng, per_detent
        self._start = WAY.index(rest)
        self.place = 0
        """Quarters clockwise from the first detent."""
        self._detent = 0
        self._switched: dict[LineName, int] = {A: -SLIDE_FROM, B: -SLIDE_FROM}
        self._last: LineName | None = None
        self.at = 10 * MS
        self._told = 0
        """Up to when it is known what the contacts did."""
        self.steps: list[int] = []
        """Steps that were really made."""

    def turn(
        self, way: int, quarters: int, *, chatter: int = CHATTER, phase: int = PHASE, slide: int = SLIDE
    ) -> list[Edge]:
        """Turn a number of quarters; return what the contacts do, with all they may do wrong."""
        edges: list[Edge] = []
        self._told = max(self._told, self.at)
        for _ in range(quarters):
            before = self._state()
            self.place += way
            state = self._state()
            line, level = (A, state >> 1) if (before ^ state) == 0b10 else (B, state & 1)
            gap = TURN_BACK if line == self._last else phase
            # Half of the gaps are as short as they may be: that is where order gets lost.
            self.at += gap + (int(self._rng.random() * 4 * gap) if self._rng.random() < 0.5 else 0)
            edges += self._slide(line, 1 - level, self.at, slide)
            edges += train(self._rng, line, self.at, level, chatter)
            self._switched[line], self._last = self.at, line
            if self.place % self._need == 0 and self.place // self._need != self._detent:
                self.steps.append(self.place // self._need - self._detent)
                self._detent = self.place // self._need
        edges.sort(key=lambda edge: edge.at)
        self._told = edges[-1].at
        return edges

    def lift(self) -> None:
        """Leave the dial alone for a moment."""
        self.at += 30 * MS
        self._last = None

    def _state(self) -> int:
        return WAY[(self._start + self.place) % 4]

    def _slide(self, line: LineName, level: int, before: int, longest: int) -> list[Edge]:
        """Return noise in the steady part of a contact that lies at a level, sometimes."""
        at, noise = max(self._switched[line] + self._slide_from, self._told + 1), list[Edge]()
        while longest and self._rng.random() < 0.4:
            at += int(self._rng.random() * 4 * MS)
            back = at + 1 + int(self._rng.random() * (longest - 1))
            if back >= before:
                break
            noise += [Edge(line, at, 1 - level), Edge(line, back, level)]
            at = back + 1
        return noise


# Queues and cables


def missed(rate: float) -> Fault:
    """Return a fault that loses edges one by one."""
    return lambda rng, edges: [edge for edge in edges if rng.random() >= rate]


def overflow(count: int) -> Fault:
    """Return a fault that loses a block of edges."""

    def drop(rng: Random, edges: Sequence[Edge]) -> list[Edge]:
        first = rng.randrange(max(1, len(edges) - count + 1))
        return [*edges[:first], *edges[first + count :]]

    return drop


def dead(line: LineName) -> Fault:
    """Return a fault that leaves a line where it is."""
    return lambda _rng, edges: [edge for edge in edges if edge.line != line]


def swapped(_rng: Random, edges: Sequence[Edge]) -> list[Edge]:
    """The phases of the dial are plugged the wrong way round."""
    other: dict[LineName, LineName] = {A: B, B: A}
    return [edge._replace(line=other.get(edge.line, edge.line)) for edge in edges]


def stuck(line: LineName, level: int = 0) -> Fault:
    """Return a fault that holds a line from the first time on that it gets to a level."""

    def hold(_rng: Random, edges: Sequence[Edge]) -> list[Edge]:
        first = next((edge for edge in edges if edge.line == line and edge.level == level), None)
        return [edge for edge in edges if edge.line != line or edge == first]

    return hold


FAULTS: dict[str, Fault] = {
    "edges missed": missed(0.05),
    "queue overflow": overflow(16),
    "key stuck": stuck(KEY),
    "phases swapped": swapped,
    "phase A dead": dead(A),
    "phase B dead": dead(B),
}
"""Name -> fault: what a running game must stand."""


def levels_after(edges: Iterable[Edge], start: dict[LineName, int]) -> dict[LineName, int]:
    """Return where lines lie after some edges."""
    return start | {edge.line: edge.level for edge in edges}
