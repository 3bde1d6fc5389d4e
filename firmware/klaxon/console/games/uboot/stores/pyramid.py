"""The food pyramid as a part: three rows of boxes; the tokens of the dish are dark on light."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot.stores.food_signs import FOOD_SIZE, FOODS

ROWS = ((1,), (2, 3), (4, 5, 6))
BOX = 15
STEP = BOX + 1
WIDTH = 3 * STEP
MARGIN = (BOX - FOOD_SIZE) // 2


@dataclass(frozen=True, slots=True)
class Pyramid:
    """Six cells from the top, with the food in each."""

    foods: tuple[str, ...]
    chosen: tuple[int, ...]
    """The cells of the dish, and of the lemon that goes along."""
    said: tuple[str, ...]
    """Each cell in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the boxes; where there are fewer rows than the boxes need, they stand closer."""
        pane = canvas.pane(area)
        high = min(STEP, area.height // len(ROWS))
        for row, cells in enumerate(ROWS):
            x = (WIDTH - len(cells) * STEP) // 2
            for place, cell in enumerate(cells):
                self._draw_cell(pane.pane((x + place * STEP, row * high, BOX, min(BOX, high - 1))), cell)

    def _draw_cell(self, box: Canvas, cell: int) -> None:
        food, is_chosen = self.foods[cell - 1], cell in self.chosen
        if is_chosen:
            box.fill(0, 0, box.width, box.height)
        else:
            box.box(0, 0, box.width, box.height)
        if food:
            box.sprite(MARGIN, (box.height - FOOD_SIZE) // 2, FOODS[food], on=not is_chosen)

    def words(self) -> Iterable[str]:
        """Return the cells, row by row; those of the dish in brackets."""
        for cells in ROWS:
            yield " ".join(f"[{self.said[c - 1]}]" if c in self.chosen else self.said[c - 1] for c in cells)
