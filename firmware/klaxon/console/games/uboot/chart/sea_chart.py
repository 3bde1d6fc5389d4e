"""The strategic chart as a part: cells round the cursor, land, coast and shelf, blocks, the boat, and a ruler."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import parse_sprite
from klaxon.rules.uboot.content.charts import SIDE, SeaChart

CELL = 5
"""Pixels of a cell."""
Grid = tuple[int, int]
"""Column and row of a cell."""
BOAT = parse_sprite("..#.. .###. ##### .###. ..#..")


@dataclass(frozen=True, slots=True)
class SeaChartPart:
    """Land is full, coast half, shelf a dot a cell; blocks are divided by dots and have their names."""

    chart: SeaChart
    boat: Grid
    start: Grid
    """Where the ruler begins."""
    cursor: Grid
    """Where it ends: the middle of the picture."""
    said: tuple[str, ...]

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many whole cells as fit round the cursor."""
        wide, high = area.width // CELL, area.height // CELL
        pane = canvas.pane((area.x, area.y, wide * CELL, high * CELL))
        left, top = self.cursor[0] - wide // 2, self.cursor[1] - high // 2
        for column in range(left, left + wide):
            for row in range(top, top + high):
                found = self.chart.cells.get((column, row))
                self._cell(pane, (column - left) * CELL, (row - top) * CELL, found[1] if found else "")
        self._blocks(pane, left, top)
        middle = CELL // 2
        ends = [
            ((x - left) * CELL + middle, (y - top) * CELL + middle) for x, y in (self.start, self.cursor, self.boat)
        ]
        pane.line(*ends[0], *ends[1])
        x, y = ends[1]
        pane.fill(x - 3, y - 3, 7, 7, on=False)
        pane.box(x - 3, y - 3, 7, 7)
        x, y = ends[2]
        pane.sprite(x - middle, y - middle, BOAT)

    def _cell(self, pane: Canvas, x: int, y: int, water: str) -> None:
        if water == "land":
            pane.fill(x, y, CELL, CELL)
        elif water == "coast":
            pane.shade(x, y, CELL, CELL)
        elif water == "shelf":
            pane.dot(x + CELL // 2, y + CELL // 2)
        elif not water:  # beyond the chart
            pane.dot(x, y)
            pane.dot(x + 1, y + 1)

    def _blocks(self, pane: Canvas, left: int, top: int) -> None:
        """Draw the edges of the blocks, and their names in their corners."""
        for block in self.chart.blocks.values():
            x, y = (block.column - left) * CELL, (block.row - top) * CELL
            for dot in range(0, SIDE * CELL, 3):
                pane.dot(x + dot, y)
                pane.dot(x, y + dot)
            if x >= -1 and x + 2 + LABEL.measure(block.id) <= pane.width and 0 <= y <= pane.height - LABEL.height:
                pane.fill(x + 1, y + 1, LABEL.measure(block.id), LABEL.height, on=False)
                pane.text(x + 2, y + 1, block.id, LABEL)

    def words(self) -> Iterable[str]:
        """Return where the boat is, and what the ruler gives."""
        return self.said
