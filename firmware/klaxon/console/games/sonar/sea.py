"""The sea as the screens of Captain Sonar see it: points, sectors and ways of a view."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from klaxon.console.drawing.parts.scale import Point
from klaxon.console.games.sonar.scene import SonarView
from klaxon.rules.sonar.arguments import LONGEST_SILENCE
from klaxon.rules.sonar.chart import LAND, STEPS


def point_of(name: str) -> Point:
    """Return the column and row of a point such as D3."""
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def name_of(point: Point) -> str:
    """Return the name of a point."""
    return f"{chr(ord('A') + point[0])}{point[1] + 1}"


def points_of(names: Iterable[str]) -> tuple[Point, ...]:
    """Return the points of these names."""
    return tuple([point_of(name) for name in names])


def sector_of(view: SonarView, name: str) -> int:
    """Return the sector of a point."""
    found = view.sea
    return found.sector[found.index[name]]


@lru_cache(maxsize=16)
def rows_of(grid: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows of a grid, every island a `#`."""
    return tuple(["".join(["#" if cell in LAND else "." for cell in row]) for row in grid])


def is_under_ice(view: SonarView) -> bool:
    """Return whether the boat has ice above it, and no hole (SON-101)."""
    found = view.sea
    return bool(view.at) and bool(found.ice >> found.index[view.at] & 1)


def is_sea(view: SonarView, point: Point) -> bool:
    """Return whether a point is sea; points off the chart are not."""
    rows = rows_of(view.rows)
    return 0 <= point[1] < len(rows) and 0 <= point[0] < len(rows[0]) and rows[point[1]][point[0]] != "#"


def run(view: SonarView, direction: str) -> tuple[Point, ...]:
    """Return the points a silent boat may pass in a direction, nearest first (SON-72)."""
    south, east = STEPS[direction]
    column, row = point_of(view.at)
    blocked = {*points_of(view.route), *points_of(view.mines)}
    passed: list[Point] = []
    for _ in range(LONGEST_SILENCE):
        column, row = column + east, row + south
        if not is_sea(view, (column, row)) or (column, row) in blocked:
            break
        passed.append((column, row))
    return tuple(passed)


def ways(view: SonarView) -> tuple[str, ...]:
    """Return the directions in which the boat may sail."""
    return tuple(direction for direction in STEPS if run(view, direction))


def steps_between(one: Point, other: Point) -> int:
    """Return how many courses lie between two points."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def blast_on(centre: Point, boat: Point) -> int:
    """Return the damage that a blast does to a boat (SON-61)."""
    return 2 - min(2, max(abs(centre[0] - boat[0]), abs(centre[1] - boat[1])))
