"""The men of a role in a change of positions: a line for each, with the rooms he may go to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.art import POINTER
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import Sprite
from klaxon.console.games.uboot.boat.boat_signs import BOXES, THINGS
from klaxon.console.games.uboot.signs import HAZARDS, SHAPES, SYMBOLS
from klaxon.rules.uboot.words import ROOMS

LINE = LABEL.height
SHAPE, TRADE, FIRST = 5, 14, 32
"""Columns of a man's shape, of his training, and of the first room."""
SIGN = 8
"""Columns of a sign after the rooms: what he carries, and his risk."""
RISK_SIGNS: dict[str, Sprite] = {
    **HAZARDS,
    "outside": HAZARDS["leak"],
    "act": BOXES["act"],
    "fault": SYMBOLS["repair"],
    "watch": SYMBOLS["watch"],
}


class MoveLine(NamedTuple):
    """A man: where he is, where he goes, where he could go, what he carries, and his risk."""

    shape: str
    symbols: tuple[str, ...]
    start: int
    target: int
    rooms: tuple[int, ...]
    token: str
    risk: str
    """The gravest risk of his way; '' for none."""
    said: str


@dataclass(frozen=True, slots=True)
class MovingList:
    """The men one under another: the present room underlined, the target lit, closed rooms struck out."""

    lines: tuple[MoveLine, ...]
    cursor: int = -1
    """The man whose target is being chosen; -1: none."""
    is_load: bool = False
    """Whether his load is being chosen."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw a line for each man."""
        pane = canvas.pane(area)
        for place, line in enumerate(self.lines):
            self._line(pane.pane((0, place * LINE, area.width, LINE)), line, chosen=place == self.cursor)

    def _line(self, pane: Canvas, line: MoveLine, *, chosen: bool) -> None:
        if chosen:
            pane.sprite(0, 0, POINTER)
        pane.sprite(SHAPE, 0, SHAPES[line.shape])
        for place, symbol in enumerate(line.symbols[:2]):
            pane.sprite(TRADE + 8 * place, 0, SYMBOLS[symbol])
        pitch = (pane.width - FIRST - 2 * SIGN) // len(ROOMS)
        for place, room in enumerate(ROOMS):
            self._room(pane, FIRST + place * pitch, room, line)
        end = pane.width - 2 * SIGN
        if line.token:
            pane.sprite(end, 0, THINGS[line.token])
        if chosen and self.is_load:
            pane.invert(end - 1, 0, SIGN, LINE)
        if line.risk:
            pane.sprite(end + SIGN + (1 if line.risk == "act" else 0), 0, RISK_SIGNS[line.risk])

    def _room(self, pane: Canvas, x: int, room: int, line: MoveLine) -> None:
        goes = room == line.target
        if goes:
            pane.fill(x, 0, LABEL.width + 2, LINE)
        pane.text(x + 1, 0, str(room), LABEL, on=not goes)
        if room not in line.rooms:
            pane.hline(x, 3, LABEL.width + 2, on=not goes)
        if room == line.start and not goes:
            pane.hline(x, LINE - 1, LABEL.width + 2)

    def words(self) -> Iterable[str]:
        """Return the men in words; the one whose target is chosen has a pointer."""
        return (f"{'> ' if place == self.cursor else ''}{line.said}" for place, line in enumerate(self.lines))
