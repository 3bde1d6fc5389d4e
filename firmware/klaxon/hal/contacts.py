"""A key and a dial as their lines show them: what an accepted level means, and the counters for fault finding.

Impossible sequences are counted and never guessed at. Pure: time comes with the edges.
"""

from __future__ import annotations

from klaxon.console.devices import Hands
from klaxon.console.devices.health import DialHealth, KeyHealth, LineName
from klaxon.hal.debounce import Debounce
from klaxon.hal.input_lines import MS, DialLines, KeyLine
from klaxon.hal.quadrature import REMEMBERED, Quadrature, accelerated_steps

DEAD = 8
"""Changes of one phase without one of the other after which the other is called dead."""


class KeyContact(Debounce):
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
        """Return its counters."""
        where = (self._fitted.station, self._fitted.key, self.line)
        counts = (self.edges, self.noise, self.lost, self.repaired, self.late)
        return KeyHealth(*where, self.down, self.stuck, self.presses, *counts)


class DialPhase(Debounce):
    """One of the two contacts of a dial."""

    __slots__ = ("dial", "line", "other")
    other: DialPhase

    def __init__(self, dial: DialContacts, line: LineName, level: int) -> None:
        super().__init__(dial.fitted.debounce_ms * MS, level)
        self.dial, self.line = dial, line

    def begin(self, now: int, level: int) -> None:  # noqa: ARG002 - a dial begins like a key, which needs the moment
        """Take the first level: the position of the dial, however it got there."""
        self.place(level)
        self.dial.lie()


class DialContacts:
    """A dial on its lines."""

    def __init__(self, fitted: DialLines) -> None:
        self.fitted = fitted
        self.a, self.b = DialPhase(self, fitted.a, fitted.rest >> 1), DialPhase(self, fitted.b, fitted.rest & 1)
        self.a.other, self.b.other = self.b, self.a
        self._decoder = Quadrature(fitted.steps_per_detent, fitted.rest, fitted.rest)
        self._times: list[int] = []
        """The times of the last steps, all in one direction."""
        self._way = 0
        self._steps = {1: 0, -1: 0}
        self._moved: DialPhase | None = None
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

    def tell(self, phase: DialPhase, hands: Hands) -> None:
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
        """Return its counters, and the phase that seems to be dead."""
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

    def _watch(self, phase: DialPhase, *, both: bool) -> None:
        self._alone = 0 if both else self._alone + 1 if phase is self._moved else 1
        self._moved = phase

    def _weight(self, way: int, at: int) -> int:
        if way != self._way:
            self._way, self._times = way, []
        self._times = [*self._times[1 - REMEMBERED :], at]
        return accelerated_steps(self._times, self.fitted.acceleration)
