"""The banner: the visual form of a bell call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LINE, fitting
from klaxon.console.drawing.parts.texts import draw_line
from klaxon.console.drawing.screen import Area

EDGE = 3
"""Columns between the text and the stripes beside it."""
ROW = 8
"""The height of a line: a page of the panel."""


@dataclass(frozen=True, slots=True)
class Banner:
    """A message in place of the title, inverted, between stripes like a hazard tape.

    It takes one page of the panel if title and detail fit on one line, so that an alarm at all stations costs the
    bus little; else two.
    """

    title: str
    detail: str = ""

    def lines(self, width: int) -> tuple[str, ...]:
        """Return what is written in so many columns."""
        joined = f"{self.title} {self.detail}".rstrip()
        return (joined,) if not self.detail or LINE.measure(joined) <= width else (self.title, self.detail)

    def height(self, width: int) -> int:
        """Return how many rows it takes in so many columns."""
        return ROW * len(self.lines(width))

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the text in the middle, and stripes on both sides."""
        pane = canvas.pane(area)
        pane.clear()
        lines = self.lines(area.width)
        top = (area.height - ROW * len(lines)) // 2
        for place, line in enumerate(lines):
            font, y = fitting(line, area.width), top + ROW * place
            text = font.fit(line, area.width)
            left = (area.width - font.measure(text)) // 2
            draw_line(pane, y, text, font, "centre")
            for x in (*range(left - EDGE), *range(left + font.measure(text) + EDGE, area.width)):
                for row in range(y, y + ROW):
                    pane.dot(x, row, on=(x + row) // 3 % 2 == 0)

    def words(self) -> Iterable[str]:
        """Return title and detail."""
        return (self.title, self.detail)
