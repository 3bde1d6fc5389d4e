"""The sea through a glass, as a part of a screen: the picture under its tape, the wire over it, and the same in words.

The words say what the picture shows and no more: bearings and sizes as they can be read off it, and the outline of a
ship as heights from left to right, which the recognition book gives for every class in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import parse_sprite
from klaxon.console.games.uboot.glass.picture import COLUMNS, GlassPicture
from klaxon.console.games.uboot.glass.silhouette import Box, Mast
from klaxon.console.games.uboot.glass.strip import SKY, paint
from klaxon.console.games.uboot.glass.tape import draw_tape

WATER, LITTLE_WATER = 9, 5
"""Rows from the horizon down, on a panel of 64 rows, and if there is less room."""
ROOMY = 56
POINTER = parse_sprite("##### .###. ..#..")
PLANE = parse_sprite("......#...... ############# ......#...... ....#####....")
PLUME = parse_sprite(
    "..............#.#.#. ..........#.#.#.#.## ......#.##.#.#..#... ...#.#.#.#..#......."
    " ..##.#.#............ ..#.##.............. ...#................"
)
LEAD = parse_sprite("..#.. .###. ##.##")
"""An aircraft in the sky; smoke over the horizon; where a gun points to meet its target."""
CLEAR = 3
"""Columns that stay dark beside a text in the picture."""
PARTS = 8
"""Into how many parts an outline is divided to tell it in words."""


class GlassLabels(NamedTuple):
    """The texts in the picture: the power on the left, what is measured or remarkable on the right."""

    left: str
    right: str = ""


@dataclass(frozen=True, slots=True)
class Seascape:
    """The picture of a glass at a bearing."""

    picture: GlassPicture
    bearing: int
    """Of the middle, in tenths of a degree."""
    beat: int
    """Quarter seconds: what shakes and burns moves with them."""
    labels: GlassLabels
    said: tuple[str, ...]
    """What it shows, in words."""
    height_wire: int | None = None
    """Rows of the height wire above the horizon, if it is used."""
    lead: int | None = None
    """The column of the lead mark of a gun sight, if it has one."""
    smoke: tuple[int, ...] = ()
    """The columns of smoke over ships that are below the horizon."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the sea, the wire, the tape, and the labels."""
        pane = canvas.pane(area)
        horizon = horizon_of(area.height)
        pane.columns((area.width - COLUMNS) // 2, 0, self._columns(horizon, area.height))
        draw_tape(pane.pane(((area.width - COLUMNS) // 2, 0, COLUMNS, SKY)), self.bearing, self.picture.field)
        pane.sprite(area.width // 2 - POINTER.width // 2, SKY, POINTER)
        left = (area.width - COLUMNS) // 2
        for plane in self.picture.aircraft:
            # one that is too high for the field is at its upper edge: the glass is raised to it
            up = min(plane.rows + PLANE.height, horizon - SKY - POINTER.height - 1)
            pane.sprite(left + plane.column - PLANE.width // 2, horizon - up, PLANE)
        for column in self.smoke:
            pane.sprite(left + column - PLUME.width // 2, horizon - PLUME.height, PLUME)
        if self.lead is not None and 0 <= self.lead < COLUMNS:
            pane.sprite(left + self.lead - LEAD.width // 2, horizon + 1, LEAD)
        top = area.height - LABEL.height
        right = area.width - LABEL.measure(self.labels.right)
        for x, text in ((0, self.labels.left), (right, self.labels.right)):
            if text:
                pane.fill(x - CLEAR, top, LABEL.measure(text) + 2 * CLEAR, LABEL.height, on=False)
            pane.text(x, top, text, LABEL)

    def _columns(self, horizon: int, bottom: int) -> list[int]:
        """Return the picture with the wires over it."""
        columns = paint(self.picture, horizon, bottom, self.bearing, self.beat)
        middle = COLUMNS // 2
        free = columns[middle]
        for quarter, y in enumerate(_quarters(horizon, self.picture.field), start=1):
            if not free >> y & 3:  # the wire leaves the ship under it free
                wide = 1 if quarter % 4 == 0 else 0
                for x in range(middle - wide, middle + wide + 1):
                    columns[x] |= 1 << y
        if self.height_wire is not None:
            for x in range(middle - 24, middle + 25, 2):
                columns[x] ^= 1 << horizon - self.height_wire
        return columns

    def words(self) -> Iterable[str]:
        """Return what the picture shows."""
        return self.said


def horizon_of(high: int) -> int:
    """Return the row of the horizon in so many rows."""
    return high - (WATER if high >= ROOMY else LITTLE_WATER)


def _quarters(horizon: int, field: int) -> Iterable[int]:
    """Yield the rows of each quarter of a degree above the horizon, as far as they can be told apart."""
    step = COLUMNS * 10
    if field * 4 > step:  # less than a row for a quarter degree
        return
    n = 1
    while (y := horizon - (n * step + 2 * field) // (4 * field)) > SKY + POINTER.height:
        yield y
        n += 1


def outline_of(shape: Iterable[Box]) -> tuple[int, ...]:
    """Return the heights of an outline from left to right, part by part, in ninths of its highest point."""
    boxes = tuple(shape)
    first, end = min(box[0] for box in boxes), max(box[1] for box in boxes)
    top = max(box[2] for box in boxes)
    tops = [max([box[2] for box in boxes if box[0] <= x < box[1]], default=0) for x in range(first, end)]
    heights = []
    for n in range(PARTS):
        part = tops[len(tops) * n // PARTS : max(len(tops) * (n + 1) // PARTS, len(tops) * n // PARTS + 1)]
        heights.append((18 * sum(part) + top * len(part)) // (2 * top * len(part)))
    return tuple(heights)


def masts_of(shape: Iterable[Box], masts: Iterable[Mast]) -> tuple[int, ...]:
    """Return in which part of the outline each mast stands, from the left."""
    boxes = tuple(shape)
    first, end = min(box[0] for box in boxes), max(box[1] for box in boxes)
    return tuple(sorted(min(PARTS, (at - first) * PARTS // max(end - first, 1) + 1) for at, _ in masts))
