"""Lines of keys and dials: what hangs on which, how long a level must hold there, and who is told of their edges."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from klaxon.console.devices.health import LineName
from klaxon.hal.quadrature import OPEN, PER_DETENT

KEY_MS, DIAL_MS = 12, 3
"""How long a level must hold, in milliseconds; tests/hal/limits.md explains how these values were chosen."""
MOST_MS = 100
MOST_ACCELERATION = 16
MS, SECOND = 1_000_000, 1_000_000_000


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


def _check_hold(ms: int) -> None:
    if not 1 <= ms <= MOST_MS:
        raise ValueError(f"debounce_ms is from 1 to {MOST_MS}, not {ms!r}")
