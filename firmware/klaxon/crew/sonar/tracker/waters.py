"""The sea as a tracker needs it: sets of points, which are integers as in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from klaxon.rules.sonar.arguments import LONGEST_SILENCE
from klaxon.rules.sonar.chart import DIRECTIONS, Sea

Moves = tuple[tuple[tuple[int, int], ...], ...]
"""Point -> where silence leads, each with the points that are entered on the way."""


@lru_cache(maxsize=32)
def sectors(sea: Sea) -> tuple[int, ...]:
    """Return number -> the points of that sector; there is no sector 0."""
    numbers = range(len(sea.sectors) + 1)
    return tuple(sum(1 << i for i in range(sea.size) if sea.sector[i] == number) for number in numbers)


def one_true(sea: Sea, statements: Mapping[str, Any]) -> int:
    """Return the points for which exactly one of two statements is true."""
    first, second = (points_of_statement(sea, kind, str(value)) for kind, value in statements.items())
    return first ^ second


@lru_cache(maxsize=1024)
def points_of_statement(sea: Sea, kind: str, value: str) -> int:
    """Return the points for which a statement is true."""
    if kind == "sector":
        return sectors(sea)[int(value)]
    rows = kind == "row"
    return sum(1 << i for i in range(sea.size) if (str(sea.row(i)) if rows else sea.column(i)) == value)


def points_of_blast(sea: Sea, at: int, result: str) -> int:
    """Return the points at which a blast would have this result for a boat: direct, indirect or miss."""
    if result == "direct":
        return 1 << at
    every = (1 << sea.size) - 1
    return sea.around[at] if result == "indirect" else every & ~(sea.around[at] | 1 << at)


@lru_cache(maxsize=32)
def silences(sea: Sea) -> tuple[Moves, Moves]:
    """Return where silence leads from a point, and from where it leads to one; staying comes first."""
    ahead: list[list[tuple[int, int]]] = [[(point, 0)] for point in range(sea.size)]
    behind: list[list[tuple[int, int]]] = [[(point, 0)] for point in range(sea.size)]
    for start in range(sea.size):
        for direction in DIRECTIONS if sea.water >> start & 1 else ():
            point, line = start, 0
            for _ in range(LONGEST_SILENCE):
                point = sea.next[direction][point]
                if point < 0 or not sea.water >> point & 1:
                    break
                line |= 1 << point
                ahead[start].append((point, line))
                behind[point].append((start, line))
    return tuple(map(tuple, ahead)), tuple(map(tuple, behind))
