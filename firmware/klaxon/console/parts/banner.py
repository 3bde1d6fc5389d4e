"""The banner: what a bell call says, for the eyes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.canvas import Canvas
from klaxon.console.fonts import LINE
from klaxon.console.parts.texts import put
from klaxon.console.screen import Area

EDGE = 3
"""Columns between the text and the stripes beside it."""


@dataclass(frozen=True, slots=True)
class Banner:
    """A message in the place of the title: lit on dark where that is dark on lit, between stripes like a hazard tape.

    It takes one page of the panel, so that an alarm at all stations costs the bus little.
    """

    title: str
    detail: str = ""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the text in the middle, and stripes on both sides."""
        pane = canvas.pane(area)
        pane.clear()
        text = LINE.fit(f"{self.title} {self.detail}".rstrip(), area.width)
        left = (area.width - LINE.measure(text)) // 2
        put(pane, (area.height - LINE.height) // 2, text, LINE, "centre")
        for x in (*range(left - EDGE), *range(left + LINE.measure(text) + EDGE, area.width)):
            for y in range(area.height):
                pane.dot(x, y, on=(x + y) // 3 % 2 == 0)

    def words(self) -> Iterable[str]:
        """Return title and detail."""
        return (self.title, self.detail)
