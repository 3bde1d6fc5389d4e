"""The chart and the water on it: cells, courses between them, when a leg leaves its cell (UBT-3.17a to c, UBT-8.11a).

x is millimetres east, y millimetres north. The cell in column c and row r covers x from c cells on and y from -r cells
down; its neighbour to the east begins where it ends.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from klaxon.rules.uboot.content.charts import SIDE, SeaChart
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import NM, bearing, divide

CELL_NM = 72
CELL = CELL_NM * NM
"""A side of a cell in millimetres."""
DEPTHS = {"land": 0, "coast": 60, "shelf": 120, "deep": 3000}
"""Water -> its depth in metres."""
LATITUDES = (64, 56, 48)
"""Degrees north, by rows of blocks."""
SURFACED_KN, SUBMERGED_KN = 170, 76
"""Full speed in tenths of knots, as the two sides of the ruler have it."""


class PlottedCourse(NamedTuple):
    """A course laid between two cells. All of it in tenths: degrees, cells, nautical miles, hours at full speed."""

    course: int
    cells: int
    nm: int
    hours_surfaced: int
    hours_submerged: int


def place_in_grid(chart: SeaChart, cell: str) -> tuple[int, int] | None:
    """Return column and row of a cell, None for a name that is not on the chart."""
    block = chart.blocks.get(cell[:2])
    if block is None or len(cell) != 4 or not set(cell[2:]) <= set("123456789"):
        return None
    part, inner = int(cell[2]) - 1, int(cell[3]) - 1
    return block.column + part % 3 * 3 + inner % 3, block.row + part // 3 * 3 + inner // 3


def grid_at(x: int, y: int) -> tuple[int, int]:
    """Return column and row of the cell that covers a place, on the chart or not."""
    return x // CELL, -y // CELL


def place_of(chart: SeaChart, cell: str) -> tuple[int, int]:
    """Return the centre of a cell of the chart, in millimetres east and north."""
    grid = place_in_grid(chart, cell)
    if grid is None:
        raise KeyError(cell)
    return grid[0] * CELL + CELL // 2, -grid[1] * CELL - CELL // 2


def cell_at(chart: SeaChart, x: int, y: int) -> str | None:
    """Return the name of the cell that covers a place, None beyond the chart."""
    found = chart.cells.get(grid_at(x, y))
    return found[0] if found else None


def water_at(chart: SeaChart, x: int, y: int) -> str | None:
    """Return what a place is, land, coast, shelf or deep; None beyond the chart."""
    found = chart.cells.get(grid_at(x, y))
    return found[1] if found else None


def is_water(chart: SeaChart, x: int, y: int) -> bool:
    """Return whether a ship can be at a place of the chart."""
    return water_at(chart, x, y) not in (None, "land")


def latitude_at(y: int) -> int:
    """Return the latitude, in degrees, by which days are reckoned there: that of the row of blocks (UBT-8.3a)."""
    return LATITUDES[min(max(-y // CELL // SIDE, 0), len(LATITUDES) - 1)]


class CellChange(NamedTuple):
    """When a leg leaves a cell, and which it enters then, by column and row."""

    game: int
    column: int
    row: int


@lru_cache(maxsize=64)
def leave_cell(leg: SeaLeg, game: int) -> CellChange | None:
    """Return when a leg leaves the cell in which it is at a game time; None: it never will."""
    column, row = grid_at(*leg.place(game))
    ways = (
        _leave_after(leg.x, leg.vx, column * CELL, (column + 1) * CELL - 1),
        _leave_after(leg.y, leg.vy, 1 - (row + 1) * CELL, -row * CELL),
    )
    after = min((way for way in ways if way is not None), default=None)
    return None if after is None else CellChange(leg.start + after, *grid_at(*leg.place(leg.start + after)))


def _leave_after(begin: int, speed: int, low: int, high: int) -> int | None:
    """Return how many milliseconds after the beginning of its leg something leaves a span, ends included."""
    if not speed:
        return None
    return -(-1000 * (high + 1 - begin) // speed) if speed > 0 else 1000 * (begin - low) // -speed + 1


def plot(chart: SeaChart, start: str, end: str) -> PlottedCourse | None:
    """Return the straight course between the centres of two cells, None where one is not on the chart."""
    here, there = place_in_grid(chart, start), place_in_grid(chart, end)
    if here is None or there is None:
        return None
    east, south = there[0] - here[0], there[1] - here[1]
    nm = isqrt((east * east + south * south) * (100 * CELL_NM) ** 2)  # hundredths
    return PlottedCourse(
        course=divide(bearing(east, -south), 10) % 3600,
        cells=divide(nm, 10 * CELL_NM),
        nm=divide(nm, 10),
        hours_surfaced=divide(nm, SURFACED_KN),
        hours_submerged=divide(nm, SUBMERGED_KN),
    )
