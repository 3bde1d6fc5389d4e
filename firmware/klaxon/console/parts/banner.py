"""The banner: what a bell call says, for the eyes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.canvas import Canvas
from klaxon.console.fonts import BODY
from klaxon.console.parts.texts import put
from klaxon.console.screen import Area

EDGE = 4
"""Pixels between the frame and the text, at each side."""


@dataclass(frozen=True, slots=True)
class Banner:
    """A message over everything else, dark on light: in one line where that fits, else the detail under the title."""

    title: str
    detail: str = ""

    def size(self, width: int) -> tuple[int, int]:
        """Return the room it takes on a panel of a width: whole pages, and no column more than the text needs."""
        lines = self._lines(width)
        return min(width, max(map(BODY.measure, lines)) + 2 * EDGE), 8 + 8 * len(lines)

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the frame and the lines in its middle."""
        pane, lines = canvas.pane(area), self._lines(area.width)
        pane.fill(0, 0, area.width, area.height)
        pane.box(1, 1, area.width - 2, area.height - 2, on=False)
        y = (area.height - len(lines) * BODY.height) // 2
        for line in lines:
            put(pane, y, BODY.fit(line, area.width - 2), BODY, "centre", on=False)
            y += BODY.height

    def words(self) -> Iterable[str]:
        """Return title and detail."""
        return (self.title, self.detail)

    def _lines(self, width: int) -> list[str]:
        both = f"{self.title} {self.detail}".rstrip()
        if BODY.measure(both) <= width - 2 * EDGE:
            return [both]
        return [line for line in (self.title, self.detail) if line]
