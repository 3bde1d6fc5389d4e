"""A chart: sea and islands, and what a seat knows to be there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from string import ascii_uppercase
from typing import Protocol

from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.art import (
    BASE,
    BOAT,
    CRATER,
    CROSS,
    HOLE,
    LAVA,
    LETTERS,
    MARK,
    MINE,
    RING,
    SMALL_MINE,
)
from klaxon.console.drawing.parts.scale import Axis, Point, Scale, fit
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import Sprite

ISLAND, ICE = "#", "~"
VOLCANOES, OVER_SEA = "12", {"o": HOLE, "a": LAVA, "b": LAVA}
ROOMY = 5
"""Pixels of a cell from which on every point of the sea has its dot, and signs their full size."""


class Layer(Protocol):
    """An additional drawing on a chart."""

    def lay(self, sea: Canvas, scale: Scale) -> None:
        """Draw it over what is there already."""


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """A grid of cells with layers over it: `#` an island, `~` ice and other characters of a chart; the rest is sea."""

    rows: tuple[str, ...]
    sectors: int = 0
    """Edge of a sector in cells; 0 draws no lines between them."""
    route: tuple[Point, ...] = ()
    boat: Point | None = None
    mines: tuple[Point, ...] = ()
    guess: Point | None = None
    """Where somebody believes the enemy to be: a cross."""
    marked: frozenset[Point] = frozenset()
    """Highlighted points: where a boat may be, where a torpedo may go."""
    cursor: Point | None = None
    sector: int = 0
    """The chosen sector, counted row by row from 1; 0: none."""
    track: tuple[Point, ...] = ()
    """A path over the chart, even off its edges, drawn inverted; a ring marks its end."""
    layer: Layer | None = None
    """What only one kind of screen shows, over everything but the frame; points of the sea give way to it."""
    focus: Point | None = None
    """What has to be visible, if it is none of the points above."""
    labels: bool = False
    """Whether there are letters over the columns and numbers before the rows, if they fit."""
    columns: str = ascii_uppercase
    """Those letters, the first in the west."""
    spoken: tuple[str, ...] = ()
    """The chart in words of a language."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the layers from the lowest up, in the upper left of the area."""
        scale, left, top = self._scale_and_margins(area.width, area.height)
        pane = canvas.pane(area)
        if top:
            self._label(pane, scale, left, top)
        frame = scale.frame
        outer = pane.pane((left, top, scale.across.length + 2 * frame, scale.down.length + 2 * frame))
        sea = outer.pane((frame, frame, scale.across.length, scale.down.length))
        self._sea(sea, scale)
        self._path(sea, scale)
        self._signs(sea, scale)
        self._track(sea, scale)
        if self.layer:
            self.layer.lay(sea, scale)
        if frame:
            _frame(outer, scale)
        if self.cursor:
            _cursor(outer, frame, scale, self.cursor)

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return how much of an area of this size the chart takes."""
        scale, left, top = self._scale_and_margins(width, height)
        return scale.across.length + 2 * scale.frame + left, scale.down.length + 2 * scale.frame + top

    def words(self) -> Iterable[str]:
        """Return the chart in words, as its maker wrote them."""
        return self.spoken

    def _scale_and_margins(self, width: int, height: int) -> tuple[Scale, int, int]:
        """Return the scale, and the columns and rows that labels take before it."""
        columns, rows = len(self.rows[0]), len(self.rows)
        ends = [*filter(None, (self.cursor, self.boat, self.focus)), *self.track[-1:], (columns // 2, rows // 2)]
        if self.labels:
            left, top = LABEL.measure(str(rows)), LABEL.height
            scale = fit(columns, rows, self.sectors, (width - left, height - top), ends[0])
            if scale.cell >= ROOMY:
                return scale, left, top
        return fit(columns, rows, self.sectors, (width, height), ends[0]), 0, 0

    def _sea(self, sea: Canvas, scale: Scale) -> None:
        """Draw what never changes, and the chosen sector."""
        sea.sprite(0, 0, _still(self.rows, self.sectors, scale, bare=bool(self.layer)))
        if self.sector and self.sectors:
            wide = -(-len(self.rows[0]) // self.sectors)
            row, column = ((n * self.sectors) for n in divmod(self.sector - 1, wide))
            x, y = scale.corner((column, row))
            end_x, end_y = scale.corner((column + self.sectors - 1, row + self.sectors - 1))
            sea.invert(x, y, end_x + scale.cell - x, end_y + scale.cell - y)

    def _path(self, sea: Canvas, scale: Scale) -> None:
        """Draw the highlighted points, and the route over them."""
        for point in self.marked:
            x, y = scale.centre(point)
            if scale.cell >= ROOMY and self.rows[point[1]][point[0]] in OVER_SEA:
                sign(sea, (x, y), MARK, halo=0)
            elif scale.cell >= ROOMY:
                sea.sprite(x - 1, y - 1, MARK)
            else:
                size = scale.cell - 2
                sea.fill(x - size // 2, y - size // 2, size, size)
        for point, after in pairwise(self.route):
            sea.line(*scale.centre(point), *scale.centre(after))

    def _signs(self, sea: Canvas, scale: Scale) -> None:
        """Draw the cross of a guess, mines and the boat, with a margin round each."""
        if self.guess:
            sign(sea, scale.centre(self.guess), CROSS, halo=0)
        for mine in self.mines:
            sign(sea, scale.centre(mine), MINE if scale.cell >= ROOMY else SMALL_MINE, halo=0)
        if self.boat:
            sign(sea, scale.centre(self.boat), BOAT, halo=1)

    def _track(self, sea: Canvas, scale: Scale) -> None:
        """Invert the pixels under the track and under the ring at its end, each once."""
        if not self.track:
            return
        lit: set[tuple[int, int]] = set()
        for point, after in pairwise(self.track):
            lit.update(dots(*scale.centre(point), *scale.centre(after)))
        x, y = scale.centre(self.track[-1])
        lit -= {(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)}
        lit |= {(x + dx - 2, y + dy - 2) for dx, bits in enumerate(RING.columns) for dy in range(5) if bits >> dy & 1}
        for dot in lit:
            sea.invert(*dot, 1, 1)

    def _label(self, pane: Canvas, scale: Scale, left: int, top: int) -> None:
        """Write a letter over each column and a number before each row, or only before that of the cursor."""
        indent, frame = (scale.cell - LABEL.width + 1) // 2, scale.frame
        for column in range(scale.across.first, scale.across.first + scale.across.shown):
            pane.text(left + frame + scale.across.at(column) + indent, 0, self.columns[column], LABEL)
        focus = self.cursor or self.boat or self.focus
        for row in range(scale.down.first, scale.down.first + scale.down.shown):
            if scale.cell >= LABEL.height - 1 or (focus and row == focus[1]):
                text = str(row + 1)
                y = top + frame + scale.down.middle(row) - LABEL.height // 2
                pane.text(left - LABEL.measure(text), y, text, LABEL)


@lru_cache(maxsize=16)
def _still(rows: tuple[str, ...], sectors: int, scale: Scale, *, bare: bool) -> Sprite:
    """Return islands, points of the sea and the lines between sectors: the most work, and constant in a game."""
    width, height = scale.across.length, scale.down.length
    sea = Canvas(width, -(-height // 8) * 8)
    for place in _seams(scale.across, sectors):
        for y in range(0, height, 2):
            sea.dot(scale.across.at(place) - 1, y)
    for place in _seams(scale.down, sectors):
        for x in range(0, width, 2):
            sea.dot(x, scale.down.at(place) - 1)
    _cells(sea, rows, scale, bare=bare)
    pages = [sea.bits[start : start + width] for start in range(0, len(sea.bits), width)]
    return Sprite(height, tuple(int.from_bytes(column, "little") for column in zip(*pages, strict=True)))


def _cells(sea: Canvas, rows: tuple[str, ...], scale: Scale, *, bare: bool) -> None:
    """Draw the cells; islands with a letter last, because they are wider than their cells."""
    tiles: list[tuple[tuple[int, int], str]] = []
    for y, row in enumerate(rows):
        for x, found in enumerate(row):
            left, top = scale.corner((x, y))
            if found == ICE:
                sea.dot(left, top)
                sea.dot(left + scale.cell - 1, top + scale.cell - 1)
            if found == ISLAND:
                sea.fill(left, top, scale.cell, scale.cell)
            elif found in LETTERS:
                tiles.append((scale.centre((x, y)), found))
            elif found in OVER_SEA and not bare:
                middle = scale.centre((x, y))
                sea.sprite(middle[0] - 1, middle[1] - 1, OVER_SEA[found])
            elif scale.cell >= ROOMY and not bare:
                sea.dot(*scale.centre((x, y)))
    for (x, y), mark in tiles:
        _tile(sea, x, y, mark, scale.cell)


def _tile(sea: Canvas, x: int, y: int, mark: str, cell: int) -> None:
    """Draw an island with its letter, a line wider than its cell; if there is no room, a crater or a harbour."""
    if cell >= ROOMY:
        letter, edge = LETTERS[mark], cell // 2 + 1
        sea.fill(x - edge, y - edge, 2 * edge + 1, 2 * edge + 1)
        for column, bits in enumerate(letter.columns):
            for row in range(letter.height):
                if bits >> row & 1:
                    sea.dot(x + column - letter.width // 2, y + row - letter.height // 2, on=False)
    else:
        sign(sea, (x, y), CRATER if mark in VOLCANOES else BASE, halo=0)


def sign(sea: Canvas, centre: tuple[int, int], sprite: Sprite, halo: int) -> None:
    """Draw a sprite round a pixel, clearing what is under it and so many pixels round it."""
    x, y = centre[0] - sprite.width // 2, centre[1] - sprite.height // 2
    sea.fill(x - halo, y - halo, sprite.width + 2 * halo, sprite.height + 2 * halo, on=False)
    sea.sprite(x, y, sprite)


def _seams(axis: Axis, sector: int) -> Iterator[int]:
    """Yield the visible cells that begin a sector, except the first."""
    if sector:
        yield from (n for n in range(axis.first + 1, axis.first + axis.shown) if n % sector == 0)


def _frame(outer: Canvas, scale: Scale) -> None:
    """Draw the edges of the sea; an edge beyond which the chart goes on stays open."""
    across, down, width, height = scale.across, scale.down, outer.width, outer.height
    if down.first == 0:
        outer.hline(0, 0, width)
    if down.first + down.shown == down.whole:
        outer.hline(0, height - 1, width)
    if across.first == 0:
        outer.vline(0, 0, height)
    if across.first + across.shown == across.whole:
        outer.vline(width - 1, 0, height)


def _cursor(outer: Canvas, frame: int, scale: Scale, at: Point) -> None:
    """Draw a box round a cell, with a dark line on both sides of it."""
    x, y = scale.corner(at)
    size, reach = scale.cell, 2
    x, y = x + frame - reach, y + frame - reach
    outer.box(x + 1, y + 1, size + 2 * reach - 2, size + 2 * reach - 2, on=False)
    outer.box(x, y, size + 2 * reach, size + 2 * reach)
