"""The scale of a chart: how its cells become pixels, and which of them are visible."""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[int, int]
"""Column and row, from 0."""

SMALLEST, WINDOW, LARGEST = 3, 4, 12
"""Pixels of a cell: the fewest at which a whole chart is shown, those of a chart that scrolls, the most."""


class Axis(NamedTuple):
    """One direction of a chart: cells from `first` on, `shown` of `whole`, with a line between two sectors."""

    cell: int
    first: int
    shown: int
    whole: int
    sector: int

    def at(self, place: int) -> int:
        """Return the first pixel of a cell, which may be invisible."""
        return (place - self.first) * self.cell + (self._lines(place) - self._lines(self.first) if self.sector else 0)

    def middle(self, place: int) -> int:
        """Return the pixel in the middle of a cell."""
        return self.at(place) + self.cell // 2

    @property
    def length(self) -> int:
        """How many pixels all visible cells take."""
        return self.at(self.first + self.shown - 1) + self.cell

    def _lines(self, place: int) -> int:
        return min(max(place, 0), self.whole - 1) // self.sector


class Scale(NamedTuple):
    """Both directions, and how many pixels the frame takes on each side: one, or none if there is little room."""

    across: Axis
    down: Axis
    frame: int

    @property
    def cell(self) -> int:
        """The pixels of a cell, in both directions."""
        return self.across.cell

    def corner(self, point: Point) -> tuple[int, int]:
        """Return the upper left pixel of a cell."""
        return self.across.at(point[0]), self.down.at(point[1])

    def centre(self, point: Point) -> tuple[int, int]:
        """Return the pixel in the middle of a cell."""
        return self.across.middle(point[0]), self.down.middle(point[1])


def fit(columns: int, rows: int, sector: int, room: tuple[int, int], focus: Point) -> Scale:
    """Return the scale of a chart in so much room: all of it if possible, else a window round the focus."""
    width, height = room
    for frame in (1, 0):
        cell = min((room_ - 2 * frame - _lines(n, sector)) // n for room_, n in ((width, columns), (height, rows)))
        if cell >= SMALLEST:
            cell = min(cell, LARGEST)
            return Scale(Axis(cell, 0, columns, columns, sector), Axis(cell, 0, rows, rows, sector), frame)
    return Scale(_window(columns, sector, width - 2, focus[0]), _window(rows, sector, height - 2, focus[1]), 1)


def _lines(count: int, sector: int) -> int:
    return (count - 1) // sector if sector else 0


def _window(whole: int, sector: int, room: int, focus: int) -> Axis:
    count = whole
    while count > 1 and count * WINDOW + (_lines(count, sector) + 1 if count < whole else _lines(whole, sector)) > room:
        count -= 1
    return Axis(WINDOW, min(max(focus - count // 2, 0), whole - count), count, whole, sector)
