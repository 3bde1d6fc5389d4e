"""The lookouts in one line: how many there are, and each by his shape and the letter of his role."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot.signs import SHAPES

MAN = 14
"""Columns of a man."""


@dataclass(frozen=True, slots=True)
class LookoutLine:
    """A text, followed by the men."""

    text: str
    men: tuple[tuple[str, str], ...]
    """Shape, and the letter of the role."""
    said: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the men at the right edge, the text before them."""
        pane = canvas.pane(area)
        left = area.width - MAN * len(self.men)
        pane.text(0, 0, LABEL.fit(self.text, left - 2), LABEL)
        for place, (shape, letter) in enumerate(self.men):
            pane.sprite(left + place * MAN, 0, SHAPES[shape])
            pane.text(left + place * MAN + SHAPES[shape].width + 1, 0, letter, LABEL)

    def words(self) -> Iterable[str]:
        """Return who watches."""
        return (self.said,)
