"""The places of an order as boxes: the symbol and room of each, and who fills it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot import signs

ACROSS = 3
"""Boxes in a row."""
HIGHEST = 17
GAP = 2


class PlaceBox(NamedTuple):
    """One place: its symbol ('' for the extra man in the dark), its room, and the man in it, if there is one."""

    symbol: str
    room: int
    shape: str
    """'' if it is free."""
    letter: str
    """The letter of the man's role; for a free place a remark."""
    said: str
    """The same in words."""
    is_lit: bool = False
    """Whether the draft fills it."""
    may_stay: bool = False
    """Whether it may stay free."""


@dataclass(frozen=True, slots=True)
class NamedMen:
    """Men as their shapes, each with the tokens he pays, after a text."""

    label: str
    men: tuple[tuple[str, str], ...]
    """Shape and tokens."""
    said: str
    """The same in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw them in a line."""
        pane = canvas.pane(area)
        x = pane.text(0, 0, self.label, LABEL) + LABEL.width
        for shape, tokens in self.men:
            pane.sprite(x, 0, signs.SHAPES[shape])
            x = pane.text(x + signs.SIZE + 1, 0, tokens, LABEL) + LABEL.width

    def words(self) -> Iterable[str]:
        """Return the men in words."""
        return (self.said,)


@dataclass(frozen=True, slots=True)
class PlaceBoxes:
    """The boxes in rows of three: a double frame is filled by the draft, a dotted one may stay free."""

    boxes: tuple[PlaceBox, ...]

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw all rows, each as high as it fits."""
        pane = canvas.pane(area)
        rows = -(-len(self.boxes) // ACROSS) or 1
        high = min((area.height + GAP) // rows - GAP, HIGHEST)
        wide = (area.width + GAP) // ACROSS - GAP
        for place, box in enumerate(self.boxes):
            x, y = place % ACROSS * (wide + GAP), place // ACROSS * (high + GAP)
            _draw_box(pane.pane((x, y, wide, high)), box)

    def words(self) -> Iterable[str]:
        """Return the places; those that the draft fills have a pointer."""
        return [f"> {box.said}" if box.is_lit else box.said for box in self.boxes]


def _draw_box(pane: Canvas, box: PlaceBox) -> None:
    if box.may_stay and not box.shape:
        for x in range(0, pane.width, 2):
            pane.dot(x, 0)
            pane.dot(x, pane.height - 1)
    elif pane.height > signs.SIZE + 1:
        pane.box(0, 0, pane.width, pane.height, soft=True)
    if box.is_lit:
        pane.box(1, 1, pane.width - 2, pane.height - 2)
    y = (pane.height - signs.SIZE) // 2
    pane.sprite(4, y, signs.SYMBOLS.get(box.symbol, signs.LAMP))
    x = pane.text(13, y, str(box.room), LABEL) + 1
    if box.shape:
        pane.sprite(x + 1, y, signs.SHAPES[box.shape])
        x += signs.SIZE + 3
    pane.text(x, y, LABEL.fit(box.letter, pane.width - x - 1), LABEL)
