"""The coach line: what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area

BAR = 2
"""Columns of the bar that distinguishes the line from news."""


@dataclass(frozen=True, slots=True)
class CoachLine:
    """One line behind a bar."""

    text: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the bar and the text behind it."""
        pane = canvas.pane(area)
        pane.clear()
        pane.fill(0, 0, BAR, area.height - 1)
        pane.text(BAR + 1, 0, LABEL.fit(self.text, area.width - BAR - 1), LABEL)

    def words(self) -> Iterable[str]:
        """Return the text."""
        return (self.text,)
