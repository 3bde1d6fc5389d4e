"""The matrix of keys: every key of every station, lit while it is down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.devices import KEYS, Fitting
from klaxon.console.devices.health import KeyHealth
from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.parts.lists import first_shown
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.gestures import Timer
from klaxon.console.station.page import HEAD

LEAVE = 2.0
"""Seconds that the exit key has to be held: a key that is only tested must not leave the page."""
LEAVE_STEPS = 8
IDLE = 60.0
"""Seconds without a key after which the page is left: the exit key may be the broken one."""
ONE_COLUMN = 4
"""Most stations in one column, with keys as wide as caps; more are in two columns."""
LOWEST, CAP = 8, 11
"""Rows of pixels that a station needs, and the columns of a cap, which is no higher either."""


class Cap(NamedTuple):
    """A key as the matrix shows it."""

    letter: str
    down: bool
    tried: bool
    """Whether it was down since the page was opened."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Stations with their keys; a key that is down is lit, one that was tested is marked."""

    rows: tuple[tuple[str, tuple[Cap | None, ...]], ...]
    """Name of a station, and its keys; None if a key does not exist."""
    focus: int = 0
    """The station that must be visible."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the stations in one column or two."""
        columns = 1 if len(self.rows) <= ONE_COLUMN else 2
        lines = -(-len(self.rows) // columns)
        high = max(area.height // lines, LOWEST)
        room = area.height // high
        top = first_shown(lines, room, self.focus % lines)
        wide = area.width // columns
        for place, row in enumerate(self.rows):
            column, line = divmod(place, lines)
            if top <= line < top + room:
                pane = canvas.pane((area.x + column * wide, area.y + (line - top) * high, wide, high))
                (_caps if columns == 1 else _letters)(pane, *row)

    def words(self) -> Iterable[str]:
        """Return each station with its keys, those that are down in brackets."""
        for name, caps in self.rows:
            letters = (f"[{cap.letter}]" if cap.down else cap.letter for cap in caps if cap)
            yield f"{name} {' '.join(letters)}"


def _caps(pane: Canvas, name: str, caps: tuple[Cap | None, ...]) -> None:
    """Draw a station with its keys as caps: one that was tested has an edge, one that is down is full."""
    high = min(pane.height - 1, CAP)
    x, y = pane.width - len(caps) * CAP, (pane.height - high + 1) // 2
    pane.text(0, y + (high - LABEL.baseline) // 2, LABEL.fit(name, x - 1), LABEL)
    for cap in caps:
        if cap:
            if cap.down:
                pane.fill(x, y, CAP - 1, high)
            elif cap.tried:
                pane.box(x, y, CAP - 1, high, soft=True)
            pane.text(x + 3, y + (high - LABEL.baseline) // 2, cap.letter, LABEL, on=not cap.down)
        x += CAP


def _letters(pane: Canvas, name: str, caps: tuple[Cap | None, ...]) -> None:
    """Draw a station with a letter for each key, tested ones underlined; of the name the first letter and the last."""
    x, y = pane.width - len(caps) * 6 - 3, (pane.height - LABEL.height) // 2
    short = name[:1].upper() + name[-1:]
    pane.text(0, y, LABEL.fit(short, x), LABEL)
    for cap in caps:
        if cap:
            if cap.down:
                pane.fill(x - 1, y, 7, LABEL.height)
            pane.text(x, y, cap.letter, LABEL, on=not cap.down)
            if cap.tried and not cap.down:
                pane.hline(x, y + LABEL.height - 1, 4)
        x += 6


class KeysPage(ServicePage):
    """All keys only light the matrix, even those of this station; one of them, held, leaves the page."""

    beat = 0.5

    def __init__(self, context: ServiceContext) -> None:
        """Begin with no key tested."""
        self._context = context
        self._tried: set[tuple[str, str]] = set(context.down)
        self._last: tuple[str, str] | None = None
        self._held = 0
        self._out = "back" if "back" in context.fitting.keys else "push"
        self._holding: Timer | None = None
        self._idle: Timer | None = None

    # Hands

    def on_enter(self) -> None:
        """Wait for keys."""
        self._wait()

    def on_leave(self) -> None:
        """Stop waiting."""
        self._let_go()
        if self._idle is not None:
            self._idle.cancel()

    def on_press(self, station: str, key: str) -> bool:
        """Light a key."""
        self._last = (station, key)
        self._tried.add(self._last)
        self._wait()
        if self._last == (self._context.fitting.name, self._out):
            self._hold(1)
        return True

    def on_release(self, station: str, key: str) -> None:
        """Darken a key."""
        if (station, key) == (self._context.fitting.name, self._out):
            self._let_go()

    def on_turn(self, station: str, dial: int, steps: int) -> bool:
        """Do nothing: dials have a page of their own."""
        return True

    def _wait(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = self._context.later(IDLE, self._leave)

    def _hold(self, step: int) -> None:
        if step > LEAVE_STEPS:
            self._leave()
            return
        self._held = 1000 * step // LEAVE_STEPS
        self._holding = self._context.later(LEAVE / LEAVE_STEPS, lambda: self._hold(step + 1))
        self._context.service_station.draw()

    def _let_go(self) -> None:
        self._held = 0
        if self._holding is not None:
            self._holding.cancel()
            self._holding = None

    def _leave(self) -> None:
        self._context.service_station.drop(self)

    # What is shown

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the matrix, the name of the last key, and its counters."""
        last = f"{self._last[0]} {self._context.say(f'service.key.{self._last[1]}')}" if self._last else ""
        below = height - BOTTOM - LABEL.height
        stations = [fitting.name for fitting in self._context.fittings]
        focus = stations.index(self._last[0]) if self._last else 0
        return (
            Place(Area(0, 0, width, HEAD), Title(self._context.say("service.keys"), last)),
            Place(Area(0, HEAD, width, below - HEAD), Matrix(tuple(map(self._row, self._context.fittings)), focus)),
            Place(Area(0, below, width, LABEL.height), Text((self._counts(),), LABEL)),
        )

    def bottom(self) -> BottomLine:
        """Return how to leave, and how long that still takes."""
        return BottomLine(self._context.say(f"service.keys.leave.{self._out}"), "idle", self._held)

    def elsewhere(self, fitting: Fitting) -> str:
        """Ask people there to press keys."""
        return "service.elsewhere.keys"

    def _row(self, fitting: Fitting) -> tuple[str, tuple[Cap | None, ...]]:
        fitted = [key for key in KEYS if any(key in each.keys for each in self._context.fittings)]
        return fitting.name, tuple(self._cap(fitting, key) if key in fitting.keys else None for key in fitted)

    def _cap(self, fitting: Fitting, key: str) -> Cap:
        where = (fitting.name, key)
        return Cap(self._context.say(f"service.letter.{key}"), where in self._context.down, where in self._tried)

    def _counts(self) -> str:
        """Return which keys are stuck; else the counters of the last one, or how many were tested."""
        health = (
            {(key.station, key.key): key for key in self._context.device_health.inputs().keys}
            if self._context.device_health
            else {}
        )
        stuck = [f"{key.station} {self._context.say(f'service.key.{key.key}')}" for key in health.values() if key.stuck]
        if stuck:
            return self._context.say("service.keys.stuck", keys=stuck)
        last = health.get(self._last) if self._last else None
        if last is not None:
            return _count_text(self._context, last)
        count = sum(len(fitting.keys) for fitting in self._context.fittings)
        return self._context.say("service.keys.tried", tried=len(self._tried), count=count)


def _count_text(context: ServiceContext, key: KeyHealth) -> str:
    return context.say("service.keys.counts", presses=key.presses, noise=key.noise, lost=key.lost + key.repaired)


def open_page(context: ServiceContext) -> None:
    """Open the matrix."""
    context.service_station.lay(KeysPage(context))
