"""The grid of a boat as tables: ten cells, their neighbours, the way to the Central Post, the sections.

A cell is an index: 0 to 4 the far row, 5 to 9 the near row, each from the bow; a set of cells is an integer with
one bit a cell. `a1` is the far cell at the bow, `c2` the Central Post.
"""

from __future__ import annotations

from collections.abc import Iterable

COLUMNS, ROWS = 5, 2
SIZE = COLUMNS * ROWS
NAMES = tuple(f"{chr(97 + cell % COLUMNS)}{cell // COLUMNS + 1}" for cell in range(SIZE))
INDEX = {name: cell for cell, name in enumerate(NAMES)}
POST = INDEX["c2"]
SECTIONS = ("bow", "stern", "port", "starboard")
RELATIONS = ("ahead", "astern", "port", "starboard")
RANGES = ("close", "distant")
SECTORS = 5


def distance(a: int, b: int) -> int:
    """Return how many steps lie between two cells, diagonal ones included (STM-3.8e)."""
    return max(abs(a % COLUMNS - b % COLUMNS), abs(a // COLUMNS - b // COLUMNS))


def bits(cells: Iterable[int]) -> int:
    """Return a set of cells."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def cells_in(mask: int) -> list[int]:
    """Return the cells of a set, far row first, from the bow."""
    return [cell for cell in range(SIZE) if mask >> cell & 1]


NEIGHBOURS = tuple(tuple(other for other in range(SIZE) if distance(cell, other) == 1) for cell in range(SIZE))
NEARER = tuple(
    tuple(other for other in NEIGHBOURS[cell] if distance(other, POST) < distance(cell, POST)) for cell in range(SIZE)
)
"""Cell -> its neighbours that are nearer to the Central Post."""

_FAR, _NEAR = bits(range(COLUMNS)), bits(range(COLUMNS, SIZE))
_BOW = bits(cell for cell in range(SIZE) if cell % COLUMNS < 2)
_STERN = bits(cell for cell in range(SIZE) if cell % COLUMNS > 2)
SECTION_CELLS = {
    "right": {"bow": _BOW, "stern": _STERN, "port": _FAR, "starboard": _NEAR},
    "left": {"bow": _BOW, "stern": _STERN, "port": _NEAR, "starboard": _FAR},
}
"""Heading in the owner's view -> section -> its cells (STM-3.4)."""
