"""Boxes: the gauges of systems, which fill up, and the damage of a boat, which crosses them out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import BODY, LABEL, TALL_LABEL
from klaxon.console.drawing.parts.art import BARRED, POINTER
from klaxon.console.drawing.parts.lists import first_shown
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import Sprite


@dataclass(frozen=True, slots=True)
class Gauge:
    """A system and its charge; a barred one does not work."""

    name: str
    filled: int
    total: int
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Gauges:
    """Gauges one under another; the name of a full one is lit, and large letters are for the one under the cursor."""

    gauges: tuple[Gauge, ...]
    cursor: int | None = None

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw a line for each gauge, or for those round the cursor; the names share what the widest gauge leaves."""
        if not self.gauges:
            return
        pane = canvas.pane(area)
        step = min(max(area.height // len(self.gauges), LABEL.height), 12)
        more = 0
        if canvas.large and self.cursor is not None and area.height >= 2 * LABEL.height:
            step = more = LABEL.height
        room = max((area.height - more) // step, 1)
        top = first_shown(len(self.gauges), room, self.cursor)
        font = BODY if step >= BODY.height else LABEL
        most = max(gauge.total for gauge in self.gauges)
        size = min(step - 2, 8)
        x = area.width - most * (size + 1)
        y = 0
        for place, gauge in enumerate(self.gauges[top : top + room], start=top):
            under = place == self.cursor
            row, letters = (step + more, TALL_LABEL) if under and more else (step, font)
            name = letters.fit(gauge.name, x - 8)
            full = gauge.filled >= gauge.total
            if full:
                pane.fill(5, y, letters.measure(name) + 2, max(row - 1, letters.height))
            pane.text(6, y + (row - letters.height) // 2, name, letters, on=not full)
            if gauge.barred:
                self._bar(pane, 6 + letters.measure(name), x - BARRED.width - 2, y + row // 2, lit=full)
            for n in range(gauge.total):
                box = square(size, lit=n < gauge.filled)
                pane.sprite(x + n * (size + 1), y + (row - size) // 2, box)
            if under:
                pane.sprite(0, y + (row - POINTER.height) // 2, POINTER)
            y += row

    def _bar(self, pane: Canvas, end: int, x: int, middle: int, *, lit: bool) -> None:
        """Draw the mark of a barred gauge; if its name leaves no room for that, strike the name out."""
        if end <= x:
            pane.sprite(x, middle - BARRED.height // 2, BARRED)
        else:
            pane.hline(6, middle, end - 7, on=not lit)

    def words(self) -> Iterable[str]:
        """Return each gauge; the one under the cursor is pointed at, barred ones are crossed."""
        for place, gauge in enumerate(self.gauges):
            marks = ("> " if place == self.cursor else "") + ("✗ " if gauge.barred else "")
            yield f"{marks}{gauge.name} {gauge.filled}/{gauge.total}"


@dataclass(frozen=True, slots=True)
class DamageGauge:
    """A label, and a box for every hit that a boat can take: full ones are intact, lost ones crossed out."""

    label: str
    damage: int
    total: int
    said: str
    """The two numbers in words, for people who cannot see the boxes."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the label left and the boxes right; if there are two lines, the boxes under the label."""
        pane = canvas.pane(area)
        stacked = area.height >= 2 * LABEL.height
        font = BODY if area.height >= BODY.height and not stacked else LABEL
        size = font.height - 2
        x = 0 if stacked else area.width - self.total * (size + 1) + 1
        y = LABEL.height + 1 if stacked else (area.height - size) // 2
        room = area.width if stacked else x - 1
        pane.text(0, 0 if stacked else (area.height - font.height) // 2, font.fit(self.label, room), font)
        for n in range(self.total):
            pane.sprite(
                x + n * (size + 1), y, crossed_box(size) if n >= self.total - self.damage else square(size, lit=True)
            )

    def words(self) -> Iterable[str]:
        """Return the label and the two numbers."""
        return (f"{self.said} {self.damage}/{self.total}",)


@lru_cache(maxsize=32)
def square(size: int, *, lit: bool) -> Sprite:
    """Return one box of a gauge."""
    side, ends = (1 << size) - 1, 1 << size - 1 | 1
    return Sprite(size, (side,) * size if lit else (side, *[ends] * (size - 2), side))


@lru_cache(maxsize=8)
def crossed_box(size: int) -> Sprite:
    """Return a crossed-out box: only the cross, so that it does not look like a full one."""
    return Sprite(size, tuple(1 << n | 1 << size - 1 - n for n in range(size)))
