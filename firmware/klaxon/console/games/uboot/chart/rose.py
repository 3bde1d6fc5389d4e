"""A compass rose: the own course, the wanted one, and the bearings of contacts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.art import CROSS
from klaxon.console.drawing.parts.numbers import on_ring
from klaxon.console.drawing.screen import Area

CIRCLE = 360


@dataclass(frozen=True, slots=True)
class Rose:
    """North is up. The own course is a dotted needle, the wanted one a whole one with a knob; contacts are crosses."""

    course: int
    wanted: int
    bearings: tuple[int, ...]
    """True bearings of contacts."""
    letters: tuple[str, ...]
    """North, east, south, west."""
    said: tuple[str, ...]
    """The same in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the rose as large as it fits."""
        size = min(area.width, area.height) - 1 | 1
        size = size if size <= min(area.width, area.height) else size - 2
        pane = canvas.pane((area.x, area.y + (area.height - size) // 2, size, size))
        radius = size // 2
        for n in range(0, CIRCLE, 10):
            pane.dot(*on_ring(radius, n, CIRCLE))
        for bearing in self.bearings:
            x, y = on_ring(radius, bearing % CIRCLE, CIRCLE, short=radius // 3)
            pane.sprite(x - CROSS.width // 2, y - CROSS.height // 2, CROSS)
        end = on_ring(radius, self.course, CIRCLE, short=5)
        for place, (x, y) in enumerate(dots(radius, radius, *end)):
            pane.dot(x, y, on=place % 3 != 1)
        for n, letter in enumerate(self.letters):
            wide = LABEL.measure(letter)
            x, y = on_ring(radius, n, 4, short=4 + wide // 2)
            x, y = x - wide // 2, y - LABEL.height // 2 + 1
            pane.fill(x, y, wide, LABEL.height, on=False)
            pane.text(x, y, letter, LABEL)
        if self.wanted != self.course:
            x, y = on_ring(radius, self.wanted, CIRCLE, short=4)
            pane.line(radius, radius, x, y)
            pane.fill(x - 1, y - 1, 3, 3)
        pane.fill(radius - 1, radius - 1, 3, 3)

    def words(self) -> Iterable[str]:
        """Return the courses and bearings in words."""
        return self.said
