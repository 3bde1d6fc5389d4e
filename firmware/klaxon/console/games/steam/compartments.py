"""The compartments of a boat: two rows of five, each with its sign, its men and its hit points.

Every line of a compartment is one page of the panel, so that a man who moves costs a few bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area
from klaxon.console.games.steam.points import PLAIN, Points
from klaxon.rules.steam.grid import COLUMNS, ROWS

LINE = LABEL.height


class RoomLines(NamedTuple):
    """Where the lines of a compartment are under its sign, and all its rows."""

    men: int
    letter: int
    points: int
    high: int


USUAL = RoomLines(LINE, 2 * LINE, 2 * LINE + 1, 3 * LINE)
TIGHT = RoomLines(LINE - 1, 2 * LINE - 3, 2 * LINE - 1, 2 * LINE + 4)
"""Without the empty rows between the lines, if the coach or a large bottom line takes a page of the panel."""
GUTTER = 4
"""The columns before a sign, for the mark of a possible choice."""


@dataclass(frozen=True, slots=True)
class Man:
    """A man: inverted if he is ready, plain if he is exhausted, between two lines if he is an enemy."""

    name: str
    ready: bool
    enemy: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A compartment."""

    name: str
    sign: str
    men: tuple[Man, ...]
    points: Points
    destroyed: bool
    said: str
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class Compartments:
    """A boat as its owner sees it: the far row above, the bow in the direction of its heading."""

    cells: tuple[Cell, ...]
    """Far row first, from the bow."""
    right: bool
    """Whether the boat heads to the right."""
    marked: frozenset[str] = frozenset()
    """The compartments that may be chosen."""
    cursor: str = ""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw all ten, with dotted lines between the columns."""
        pane, pitch = canvas.pane(area), area.width // COLUMNS
        left = (area.width - COLUMNS * pitch) // 2
        lines = USUAL if area.height >= ROWS * USUAL.high else TIGHT
        for edge, row, y in product(range(1, COLUMNS), range(ROWS), range(1, 2 * LINE - 1, 3)):
            pane.dot(left + edge * pitch - 1, row * lines.high + y)
        for place, cell in enumerate(self.cells):
            row, column = divmod(place, COLUMNS)
            x = left + (COLUMNS - 1 - column if self.right else column) * pitch
            self._cell(pane.pane((x, row * lines.high, pitch, lines.high)), cell, lines)

    def _cell(self, pane: Canvas, cell: Cell, lines: RoomLines) -> None:
        chosen = cell.name == self.cursor
        if chosen:
            pane.fill(0, 0, pane.width - 1, LINE)
        pane.text(GUTTER, 0, cell.sign, LABEL, on=not chosen)
        if cell.destroyed:
            pane.hline(1, LINE // 2 - 1, pane.width - 3, on=not chosen)
        if cell.name in self.marked:
            pane.fill(1, LINE // 2 - 1, 2, 3, on=not chosen)
        step = LABEL.width + 1 if len(cell.men) * (LABEL.width + 1) < pane.width else LABEL.width
        for place, man in enumerate(cell.men):
            _man(pane.pane((place * step, lines.men, step, LINE)), man)
        pane.text(0, lines.letter, cell.name[0], LABEL)
        cell.points.draw(pane, Area(LABEL.width + 1, lines.points, pane.width - LABEL.width - 1, PLAIN.height))

    def words(self) -> Iterable[str]:
        """Return the compartments in words; the one under the cursor has a pointer."""
        return (f"{'> ' if cell.name == self.cursor else ''}{cell.said}" for cell in self.cells)


def _man(pane: Canvas, man: Man) -> None:
    if man.ready:
        pane.fill(0, 0, pane.width, pane.height)
    pane.text(pane.width - LABEL.width, 0, man.name.upper(), LABEL, on=not man.ready)
    if man.enemy:
        pane.hline(0, 0, pane.width, on=not man.ready)
        pane.hline(0, pane.height - 1, pane.width, on=not man.ready)
