"""Text, the title bar, and the dividing rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import BODY, LABEL, TALL_LABEL, Font
from klaxon.console.drawing.screen import Area

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of text. What does not fit ends in an ellipsis."""

    lines: tuple[str, ...]
    font: Font = BODY
    align: Align = "left"
    wrap: bool = False
    """Break lines that are too long between words."""
    middle: bool = False
    """Centre it between top and bottom."""
    gap: int = 0
    """Rows between two lines."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many lines as fit, from the top."""
        pane, step = canvas.pane(area), self.font.height + self.gap
        room = max((area.height + self.gap) // step, 1)
        lines = self.font.truncate(self.wrap_lines(area.width), area.width, room)
        high = len(lines) * step - self.gap
        y = max((area.height - high) // 2, 0) if self.middle else 0
        for line in lines:
            draw_line(pane, y, line, self.font, self.align)
            y += step

    def wrap_lines(self, width: int) -> list[str]:
        """Return the lines as wrapped to so many columns."""
        if self.wrap:
            return [piece for line in self.lines for piece in self.font.wrap(line, width)]
        return [self.font.fit(line, width) for line in self.lines]

    def words(self) -> Iterable[str]:
        """Return the lines."""
        return self.lines


def draw_line(pane: Canvas, y: int, line: str, font: Font, align: Align = "left", *, on: bool = True) -> None:
    """Draw one line of text in the width of a pane."""
    line = font.fit(line, pane.width)
    free = pane.width - font.measure(line) + (1 if align != "left" else 0)  # a glyph ends in an empty column
    pane.text({"left": 0, "centre": free // 2, "right": free}[align], y, line, font, on=on)


@dataclass(frozen=True, slots=True)
class Title:
    """The bar at the top of a screen: a name on the left, the state on the right."""

    left: str
    right: str = ""
    brief: str = ""
    """A shorter left text, if the whole of it does not fit."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw dark letters on a lit bar; the right text is cut last."""
        pane = canvas.pane(area)
        font = TALL_LABEL if area.height >= TALL_LABEL.height else BODY if area.height >= BODY.height else LABEL
        pane.fill(0, 0, area.width, area.height)
        y = (area.height - font.height) // 2
        right = font.fit(self.right, area.width - 4)
        if right:
            pane.text(area.width - 1 - font.measure(right), y, right, font, on=False)
        room = area.width - 2 - (font.measure(right) + font.width if right else 0)
        left = self.brief if self.brief and font.measure(self.left) > room else self.left
        pane.text(2, y, font.fit(left, room), font, on=False)

    def words(self) -> Iterable[str]:
        """Return both texts."""
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class HorizontalRule:
    """A line in the middle of its area, along its longer side."""

    dotted: bool = False

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the line."""
        pane, step = canvas.pane(area), 2 if self.dotted else 1
        for n in range(0, max(area.width, area.height), step):
            if area.width >= area.height:
                pane.dot(n, area.height // 2)
            else:
                pane.dot(area.width // 2, n)

    def words(self) -> Iterable[str]:
        """Return nothing."""
        return ()
