"""The engine telegraph and the depth gauge, as parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.art import POINTER
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import parse_sprite

TARGET = parse_sprite("..# .## ### .## ..#")
"""The ordered depth."""
DEEPEST, STEP, DANGER = 300, 50, 150
"""Metres of the gauge, of its ticks, and from which on the hull is in danger."""
FIGURES = 3 * LABEL.width
"""Columns of the figures beside the ticks."""


@dataclass(frozen=True, slots=True)
class Telegraph:
    """The settings one under another, full ahead on top; the ordered one is inverted, a pointer is at the speed."""

    settings: tuple[str, ...]
    holds: int
    speed: int
    """How far down the real speed is, in hundredths of a setting."""
    said: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw a line for each setting, and the pointer at the right edge."""
        pane, step = canvas.pane(area), area.height // len(self.settings)
        wide = area.width - TARGET.width - 1
        for place, name in enumerate(self.settings):
            y, text = place * step, LABEL.fit(name, wide - 2)
            if place == self.holds:
                pane.fill(0, y, wide, LABEL.height)
            pane.text(2, y, text, LABEL, on=place != self.holds)
        pane.sprite(
            area.width - TARGET.width, LABEL.height // 2 - TARGET.height // 2 + self.speed * step // 100, TARGET
        )

    def words(self) -> Iterable[str]:
        """Return the setting."""
        return (self.said,)


@dataclass(frozen=True, slots=True)
class DepthGauge:
    """A scale from the surface down: on its left a pointer at the depth, on its right a mark at the ordered one."""

    depth: int
    target: int
    said: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the scale, dotted where it is dangerous, with figures every hundred metres."""
        pane, x = canvas.pane(area), POINTER.width + 2
        for y in range(area.height):
            metres = y * DEEPEST // (area.height - 1)
            if metres < DANGER or y % 2:
                pane.dot(x, y)
        for metres in range(0, DEEPEST + 1, STEP):
            y = self._row(metres, area.height)
            pane.hline(x, y, 4 if metres % (2 * STEP) == 0 else 2)
            if metres % (2 * STEP) == 0:
                top = min(max(y - LABEL.height // 2 + 1, 0), area.height - LABEL.height)
                pane.text(x + 9, top, str(metres), LABEL)
        row = self._row(self.depth, area.height)
        pane.sprite(0, min(max(row - POINTER.height // 2, 0), area.height - POINTER.height), POINTER)
        row = self._row(self.target, area.height)
        pane.sprite(x + 5, min(max(row - TARGET.height // 2, 0), area.height - TARGET.height), TARGET)

    def _row(self, metres: int, height: int) -> int:
        return min(metres, DEEPEST) * (height - 1) // DEEPEST

    def words(self) -> Iterable[str]:
        """Return the depth."""
        return (self.said,)


@dataclass(frozen=True, slots=True)
class Battery:
    """A battery and how full it is, in percent."""

    percent: int
    said: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the box and what is left in it."""
        pane, wide = canvas.pane(area), area.width - 2
        pane.box(0, 0, wide, area.height)
        pane.vline(wide, 2, area.height - 4)
        pane.fill(2, 2, (wide - 4) * self.percent // 100, area.height - 4)

    def words(self) -> Iterable[str]:
        """Return it in words."""
        return (self.said,)
