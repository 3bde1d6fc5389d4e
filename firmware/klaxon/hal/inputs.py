"""Inputs: turns edges of lines into key and dial events. Pure: time comes with the edges, and a timer is injected.

A back-end passes on every edge with the kernel's time, and now and then the levels of all lines. The times decide, not
the moment at which an edge arrives: a busy loop that finds ten edges at once makes the same presses of them.
Impossible sequences are counted and never guessed at; `health` shows the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple, Protocol

from klaxon.console.devices import Hands
from klaxon.console.devices.health import DialHealth, InputHealth, KeyHealth, LineName
from klaxon.console.station.gestures import Later, Timer
from klaxon.hal.debounce import NEVER, Debounce
from klaxon.hal.quadrature import OPEN, PER_DETENT, REMEMBERED, Quadrature, accelerated_steps

KEY_MS, DIAL_MS = 12, 3
"""How long a level must hold, in milliseconds; tests/hal/limits.md explains how these values were chosen."""
MOST_MS = 100
MOST_ACCELERATION = 16
STUCK = 60_000_000_000
"""Nanoseconds after which a pressed key is called stuck."""
DEAD = 8
"""Changes of one phase without one of the other after which the other is called dead."""
MS, SECOND = 1_000_000, 1_000_000_000

_due = attrgetter("due")


class Edge(NamedTuple):
    """A line changed its level."""

    line: LineName
    at: int
    """Nanoseconds, by the kernel's clock."""
    level: int


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A key and its line."""

    station: str
    key: str
    line: LineName
    active_low: bool = True
    debounce_ms: int = KEY_MS

    def __post_init__(self) -> None:
        """Check its bounds."""
        _check_hold(self.debounce_ms)


@dataclass(frozen=True, slots=True)
class DialLines:
    """A dial and its lines."""

    station: str
    dial: int
    a: LineName
    b: LineName
    steps_per_detent: int = 4
    """Changes of the phases from one detent to the next."""
    reversed: bool = False
    rest: int = OPEN
    """A state in a detent, A and B as two bits."""
    acceleration: int = 1
    """The most that a step of a fast turn counts; 1: always one."""
    debounce_ms: int = DIAL_MS

    def __post_init__(self) -> None:
        """Check its bounds."""
        _check_hold(self.debounce_ms)
        if self.steps_per_detent not in PER_DETENT:
            raise ValueError(f"steps_per_detent is 1, 2 or 4, not {self.steps_per_detent!r}")
        if self.rest not in range(4):
            raise ValueError(f"rest is from 0 to 3, not {self.rest!r}")
        if not 1 <= self.acceleration <= MOST_ACCELERATION:
            raise ValueError(f"acceleration is from 1 to {MOST_ACCELERATION}, not {self.acceleration!r}")


@dataclass(frozen=True, slots=True)
class Wiring:
    """All input lines."""

    keys: tuple[KeyLine, ...] = ()
    dials: tuple[DialLines, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a line that is used twice."""
        if double := sorted({str(line) for line in self.lines if self.lines.count(line) > 1}):
            raise ValueError(f"used twice: line {', '.join(double)}")

    @property
    def lines(self) -> tuple[LineName, ...]:
        """Every line."""
        return (*(key.line for key in self.keys), *(line for dial in self.dials for line in (dial.a, dial.b)))


class Taker(Protocol):
    """Receives what lines do: `Inputs`, or a recorder."""

    def edge(self, line: LineName, at: int, level: int) -> None:
        """Take an edge."""

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        """Take the levels of lines as they were read at a moment."""

    def drop(self, count: int, now: int) -> None:
        """Handle that edges were dropped; a `sync` should follow."""

    def lose(self, lines: Collection[LineName], now: int) -> None:
        """Handle that lines cannot be read any more, until a `sync` names them again."""


class Inputs:
    """The keys and dials of a console, as seen through their lines."""

    def __init__(self, wiring: Wiring, hands: Hands, later: Later) -> None:
        """Begin with no key down; the first `sync` gives the positions of the dials."""
        self._hands, self._later = hands, later
        self._keys = [_Key(key) for key in wiring.keys]
        self._dials = [_Dial(dial) for dial in wiring.dials]
        phases = [phase for dial in self._dials for phase in (dial.a, dial.b)]
        self._contacts: dict[LineName, _Key | _Phase] = {
            **{key.line: key for key in self._keys},
            **{phase.line: phase for phase in phases},
        }
        self._waiting: dict[_Key | _Phase, None] = {}
        """Lines whose level is not accepted yet."""
        self._timer: Timer | None = None
        self._armed = NEVER
        """The moment that the timer is set for."""
        self._begun: set[_Key | _Phase] = set()
        """Lines whose first level was taken: chips come up one after the other."""
        self.drain: Callable[[], None] = _nothing
        """Called before a timer lets a level be accepted: a back-end passes on all pending edges (limits.md, L1)."""
        self._stray = self._dropped = 0

    def edge(self, line: LineName, at: int, level: int) -> None:
        """Take an edge."""
        contact = self._contacts.get(line)
        if contact is None:
            self._stray += 1
            return
        if self._waiting:
            self._settle(at)
        contact.edge(at, level)
        self._wait_for(contact, at)

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        """Take the levels of lines as they were read at a moment, to make up for lost edges.

        A key event is sent as if its edge came now. A dial is only set to its position, since its direction is unknown.
        """
        for line, level in levels.items():
            contact = self._contacts.get(line)
            if contact is None:
                continue
            if level != contact.raw and contact.due <= now:
                self._settle(contact.due)  # it had held before it went
            if contact in self._begun:
                contact.look(now, level)
            else:
                self._begun.add(contact)
                contact.begin(now, level)
            self._wait_for(contact, now)
        for key in self._keys:
            key.stuck = key.down and now - key.since >= STUCK

    def drop(self, count: int, now: int) -> None:  # noqa: ARG002 - a recorder needs the moment
        """Handle that edges were dropped."""
        self._dropped += count

    def lose(self, lines: Collection[LineName], now: int) -> None:
        """Release keys whose lines cannot be read any more; one that is still down afterwards was not pressed anew."""
        for line in lines:
            if isinstance(contact := self._contacts.get(line), _Key):
                if contact.due <= now:
                    self._settle(contact.due)  # it had held before
                self._waiting.pop(contact, None)
                contact.lose(self._hands)

    def health(self) -> InputHealth:
        """Return counters of all inputs, for fault finding."""
        keys = tuple(key.health() for key in self._keys)
        return InputHealth(keys, tuple(dial.health() for dial in self._dials), self._stray, self._dropped)

    def refit(self, dial: DialLines) -> None:
        """Decode a dial differently from now on: its lines and position stay."""
        next(each for each in self._dials if (each.a.line, each.b.line) == (dial.a, dial.b)).refit(dial)

    def close(self) -> None:
        """Cancel the timers; pending levels are dropped."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait_for(self, contact: _Key | _Phase, now: int) -> None:
        if contact.due == NEVER:
            self._waiting.pop(contact, None)
        else:
            self._waiting[contact] = None
            self._arm(now)

    def _arm(self, now: int) -> None:
        """Set the timer for the next level to be accepted; one that goes off too early is set again."""
        first = min(self._waiting, key=_due)
        if self._timer is not None:
            if self._armed <= first.due:
                return
            self._timer.cancel()
        self._armed = first.due
        # Edges of two chips may come out of order, so `now` may be long past: but D from here is always enough.
        self._timer = self._later(min(first.due - now, first.hold) / SECOND, self._ring)

    def _ring(self) -> None:
        rings = self._timer
        self.drain()
        if self._timer is not rings:
            return  # an edge that waited has asked for an earlier one, or all is closed
        self._timer = None
        try:
            self._settle(self._armed)
        finally:
            if self._waiting:
                self._arm(self._armed)

    def _settle(self, now: int) -> None:
        """Accept every level that has held by a moment, in the order in which they began."""
        while self._waiting:
            first = min(self._waiting, key=_due)
            if first.due > now:
                return
            del self._waiting[first]
            if isinstance(first, _Key):
                first.tell(self._hands)
            else:
                if first.other.due == first.due:
                    del self._waiting[first.other]
                first.dial.tell(first, self._hands)


class _Key(Debounce):
    """A key on its line."""

    __slots__ = ("_fitted", "_is_silent", "down", "line", "presses", "since", "stuck")

    def __init__(self, fitted: KeyLine) -> None:
        super().__init__(fitted.debounce_ms * MS, int(fitted.active_low))
        self._fitted, self.line = fitted, fitted.line
        self.down = self.stuck = False
        self.since = self.presses = 0
        """Since when it is down; how often it was pressed."""
        self._is_silent = False
        """Its release was told when its line was lost; it says nothing until it has really come up."""

    def begin(self, now: int, level: int) -> None:
        """Take the first level: a key may be down already."""
        self.see(now, level)

    def tell(self, hands: Hands) -> None:
        """Accept the level that has held."""
        self.since = self.due - self.hold
        self.settle()
        self.down, self.stuck = bool(self.level) != self._fitted.active_low, False
        if self._is_silent and not self.down:
            self._is_silent = False
        elif self.down:
            self.presses += 1
            hands.on_press(self._fitted.station, self._fitted.key)
        else:
            hands.on_release(self._fitted.station, self._fitted.key)

    def lose(self, hands: Hands) -> None:
        """Be released. Its level stays as it was: only what differs from it when the line is back counts."""
        self.place(self.level)
        if self.down and not self._is_silent:
            self._is_silent = True
            hands.on_release(self._fitted.station, self._fitted.key)

    def health(self) -> KeyHealth:
        where = (self._fitted.station, self._fitted.key, self.line)
        counts = (self.edges, self.noise, self.lost, self.repaired, self.late)
        return KeyHealth(*where, self.down, self.stuck, self.presses, *counts)


class _Phase(Debounce):
    """One of the two contacts of a dial."""

    __slots__ = ("dial", "line", "other")
    other: _Phase

    def __init__(self, dial: _Dial, line: LineName, level: int) -> None:
        super().__init__(dial.fitted.debounce_ms * MS, level)
        self.dial, self.line = dial, line

    def begin(self, now: int, level: int) -> None:  # noqa: ARG002 - a dial begins like a key, which needs the moment
        """Take the first level: the position of the dial, however it got there."""
        self.place(level)
        self.dial.lie()


class _Dial:
    """A dial on its lines."""

    def __init__(self, fitted: DialLines) -> None:
        self.fitted = fitted
        self.a, self.b = _Phase(self, fitted.a, fitted.rest >> 1), _Phase(self, fitted.b, fitted.rest & 1)
        self.a.other, self.b.other = self.b, self.a
        self._decoder = Quadrature(fitted.steps_per_detent, fitted.rest, fitted.rest)
        self._times: list[int] = []
        """The times of the last steps, all in one direction."""
        self._way = 0
        self._steps = {1: 0, -1: 0}
        self._moved: _Phase | None = None
        self._alone = 0
        """The phase that moved last, and how often since the other did."""

    def refit(self, fitted: DialLines) -> None:
        """Decode it differently; the counters stay."""
        old, self.fitted = self._decoder, fitted
        self._decoder = Quadrature(fitted.steps_per_detent, fitted.rest, self._state)
        self._decoder.jumps, self._decoder.travelled = old.jumps, old.travelled

    def lie(self) -> None:
        """Take its position; the direction in which it got there is unknown."""
        self._decoder.place(self._state)

    def tell(self, phase: _Phase, hands: Hands) -> None:
        """Accept a phase that has held, and the other one if it did so at the same moment: then it is a jump."""
        at, both = phase.due, phase.other.due == phase.due
        seen = phase.settle()
        if both:
            seen = phase.other.settle() and seen
        self._watch(phase, both=both)
        if not seen:
            self.lie()
        elif step := self._decoder.move(self._state):
            way = -step if self.fitted.reversed else step
            self._steps[way] += 1
            hands.on_turn(self.fitted.station, self.fitted.dial, way * self._weight(way, at))

    def health(self) -> DialHealth:
        a, b = self.a, self.b
        dead = ("b" if self._moved is a else "a") if self._alone >= DEAD else ""
        return DialHealth(
            self.fitted.station,
            self.fitted.dial,
            self._state,
            dead,
            self._steps[1],
            self._steps[-1],
            self._decoder.travelled,
            self._decoder.jumps,
            a.edges + b.edges,
            a.noise + b.noise,
            a.lost + b.lost,
            a.repaired + b.repaired,
            a.late + b.late,
        )

    @property
    def _state(self) -> int:
        return self.a.level << 1 | self.b.level

    def _watch(self, phase: _Phase, *, both: bool) -> None:
        self._alone = 0 if both else self._alone + 1 if phase is self._moved else 1
        self._moved = phase

    def _weight(self, way: int, at: int) -> int:
        if way != self._way:
            self._way, self._times = way, []
        self._times = [*self._times[1 - REMEMBERED :], at]
        return accelerated_steps(self._times, self.fitted.acceleration)


def _nothing() -> None:
    """Do nothing: a back-end that passes edges on at once has none pending."""


def _check_hold(ms: int) -> None:
    if not 1 <= ms <= MOST_MS:
        raise ValueError(f"debounce_ms is from 1 to {MOST_MS}, not {ms!r}")
