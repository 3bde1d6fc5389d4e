"""The tiles of a breach as a part: two rows of three, a number on every edge, a bar where an edge is closed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area
from klaxon.rules.uboot.trouble.puzzle import COLUMNS
from klaxon.rules.uboot.trouble.records import Tile

WIDE, HIGH = 25, 23
"""Columns and rows of a tile."""
MARGIN = 12
"""Columns at both sides for the numbers at the ends."""
WIDTH = COLUMNS * WIDE + 2 * MARGIN
_BAR = 5
"""Pixels of the bar on a closed edge."""


@dataclass(frozen=True, slots=True)
class PuzzleTiles:
    """Six cells with the tiles that lie in them, and the one that the dial turns."""

    cells: tuple[Tile | None, ...]
    chosen: int
    """The cell that is worked at; 6: all are done."""
    ends: tuple[int, ...]
    """The numbers at both ends, upper and lower row towards the bow, then towards the stern; 0 where it is closed."""
    said: tuple[str, ...]
    """Every cell in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the tiles side by side, framed the one that is turned, and the numbers at the ends."""
        pane = canvas.pane(area)
        high = min(HIGH, area.height // 2)
        for place, tile in enumerate(self.cells):
            row, column = divmod(place, COLUMNS)
            self._draw_tile(
                pane.pane((MARGIN + column * WIDE, row * high, WIDE, high)), tile, chosen=place == self.chosen
            )
        for place, number in enumerate(self.ends):
            if number:
                x = 0 if place < 2 else MARGIN + COLUMNS * WIDE + 1
                pane.text(x, place % 2 * high + (high - LABEL.height) // 2, str(number), LABEL)

    def _draw_tile(self, box: Canvas, tile: Tile | None, *, chosen: bool) -> None:
        wide, high = box.width - 1, box.height - 1
        box.box(0, 0, wide, high)
        if chosen:
            box.box(1, 1, wide - 2, high - 2)
        if tile is None:
            return
        middle, centre, low = (high - LABEL.height) // 2 + 1, wide // 2, high - LABEL.height - 1
        for edge, number in enumerate(tile):
            text = str(number)
            half = LABEL.measure(text) // 2
            x, y = (
                (centre - half, 3),
                (wide - 2 * half - 3, middle),
                (centre - half, low),
                (3, middle),
            )[edge]
            if number:
                box.text(x, y, text, LABEL)
            elif edge % 2:
                box.vline(wide - 4 if edge == 1 else 3, (high - _BAR) // 2, _BAR)
            else:
                box.hline(centre - _BAR // 2, 3 if edge == 0 else high - 4, _BAR)

    def words(self) -> Iterable[str]:
        """Return the cells, row by row; the one that is turned in brackets."""
        told = [f"[{text}]" if place == self.chosen else text for place, text in enumerate(self.said)]
        for row in range(0, len(told), COLUMNS):
            yield " ".join(told[row : row + COLUMNS])
