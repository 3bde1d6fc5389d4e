"""The way over the chart: where the boat is by its own plot, and the course to a cell round the land."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from klaxon.crew.uboot.hunting.plot import ContactPlot
from klaxon.rules.uboot.content.charts import SeaChart
from klaxon.rules.uboot.sea.chart import place_in_grid
from klaxon.rules.uboot.state import OpenBoard

NM = 1852.0
CELL = 72 * NM
"""Metres of a side of a cell."""
EDGE = 2 * NM
"""Metres inside a cell where a plot that says otherwise is put."""
SAMPLES = 8
"""Looks at the chart for each cell of a straight way."""
BERTH = 8 * NM
"""Metres that a boat keeps off the land: more than half the way between two looks, so that no corner is missed."""
_AROUND = [(east, south) for east in (-1, 0, 1) for south in (-1, 0, 1) if east or south]
Grid = tuple[int, int]


class ChartPlace(NamedTuple):
    """A place on the chart, in metres east and north of its corner."""

    east: float
    north: float

    @property
    def grid(self) -> Grid:
        """Column and row of its cell."""
        return int(self.east // CELL), int(-self.north // CELL)

    def course_to(self, other: ChartPlace) -> float:
        """Return the course to another place."""
        return degrees(atan2(other.east - self.east, other.north - self.north)) % 360

    def metres_to(self, other: ChartPlace) -> float:
        """Return how far another place is."""
        return hypot(other.east - self.east, other.north - self.north)

    def after(self, course: float, metres: float) -> ChartPlace:
        """Return the place so far off on a course."""
        return ChartPlace(self.east + metres * sin(radians(course)), self.north + metres * cos(radians(course)))


def centre_of(grid: Grid) -> ChartPlace:
    """Return the centre of a cell."""
    return ChartPlace((grid[0] + 0.5) * CELL, -(grid[1] + 0.5) * CELL)


def cell_place(chart: SeaChart, cell: str) -> ChartPlace | None:
    """Return the centre of a cell by its name."""
    grid = place_in_grid(chart, cell)
    return None if grid is None else centre_of(grid)


def own_place(board: OpenBoard, plot: ContactPlot) -> ChartPlace:
    """Return where the boat is: by its plot, inside the cell that the navigator names."""
    chart = board.handbook.library.chart
    start = cell_place(chart, board.briefing.start) or ChartPlace(0.0, 0.0)
    here, grid = ChartPlace(start.east + plot.east, start.north + plot.north), place_in_grid(chart, board.boat.cell)
    if grid is None or grid == here.grid:
        return here
    west, north = grid[0] * CELL, -grid[1] * CELL
    return ChartPlace(
        min(max(here.east, west + EDGE), west + CELL - EDGE), max(min(here.north, north - EDGE), north - CELL + EDGE)
    )


def course_round_land(chart: SeaChart, here: ChartPlace, there: ChartPlace) -> float:
    """Return the course to a place: straight, or to the farthest corner of the way round the land."""
    if is_clear(chart, here, there):
        return here.course_to(there)
    way = [centre_of(grid) for grid in _way(chart, here.grid, there.grid)]
    seen = (place for place in reversed(way) if is_clear(chart, here, place))
    return here.course_to(next(seen, way[0] if way else there))


def is_clear(chart: SeaChart, here: ChartPlace, there: ChartPlace) -> bool:
    """Return whether there is water all the way, and a berth to either side but where it begins and ends."""
    whole, course = here.metres_to(there), here.course_to(there)
    count = max(1, round(SAMPLES * whole / CELL))
    for step in range(count + 1):
        made = whole * step / count
        place, berth = here.after(course, made), min(BERTH, made, whole - made)
        if not all(_is_water(chart, place.after(course + 90, aside).grid) for aside in (-berth, 0.0, berth)):
            return False
    return True


def _is_water(chart: SeaChart, grid: Grid) -> bool:
    return chart.cells.get(grid, ("", "land"))[1] != "land"


@lru_cache(maxsize=64)
def _way(chart: SeaChart, start: Grid, end: Grid) -> tuple[Grid, ...]:
    """Return the cells of a shortest way over water and past no corner of land, the first after the start; or none."""
    came: dict[Grid, Grid] = {start: start}
    left = deque([start])
    while left and end not in came:
        column, row = here = left.popleft()
        for east, south in _AROUND:
            there = (column + east, row + south)
            beside = ((column + east, row), (column, row + south))
            if there not in came and all(_is_water(chart, each) for each in (there, *beside)):
                came[there] = here
                left.append(there)
    if end not in came:
        return ()
    way = [end]
    while came[way[-1]] != start and way[-1] != start:
        way.append(came[way[-1]])
    return tuple(reversed(way))
