"""The puzzle of a breach: tiles whose edges must meet, laid out by chance, judged by their numbers (UBT-8.10).

Six cells are filled: the upper row from bow to stern, then the lower row. With `pipes` each cell has its tile and only
turns are asked; with `pieces` six of the sixteen pieces of the boat are chosen and turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple, TypeVar

from klaxon.rules.chance import draw
from klaxon.rules.uboot.trouble.records import HullBreach, Tile

SECTIONS = "ABCDEFGH"
COLUMNS = 3
CELLS = 2 * COLUMNS
TURNS = 4
_MOST_JOIN = 3
_CLOSED = (0, 0, 0, 0)
T = TypeVar("T")
Draw = Callable[[int], int]
Pick = tuple[int, int]
"""A tile by its place in the list, and the quarter turns it is given."""


class PuzzleLayout(NamedTuple):
    """Tiles as they lie, and the numbers at both ends."""

    tiles: tuple[Tile, ...]
    ends: tuple[int, ...]


def sections_of(room: int) -> str:
    """Return the three neighbouring sections of a breach: the room and its neighbours (UBT-3.15c)."""
    return SECTIONS[room - 1 : room + 2]


def lay_out(kind: str, key: str, number: int, room: int) -> PuzzleLayout:
    """Return layout number so and so: nothing where the puzzle lies on the table."""
    if kind == "table":
        return PuzzleLayout((), ())
    drawing = _drawing(key, f"puzzle.{number}")
    return _lay_pipes(drawing) if kind == "pipes" else _lay_pieces(drawing, room)


def _drawing(key: str, stream: str) -> Draw:
    """Return a function that draws from a stream, one number after the other."""
    numbers = count()
    return lambda below: draw(key, stream, next(numbers), below)


def _lay_pipes(drawing: Draw) -> PuzzleLayout:
    """Lay six tiles whose joins have small numbers, until exactly one way to turn them is right."""
    while True:
        across = [[drawing(_MOST_JOIN + 1) for _ in range(COLUMNS - 1)] for _ in range(2)]
        down = [drawing(_MOST_JOIN + 1) for _ in range(COLUMNS)]
        tiles = tuple(turn_tile(tile, drawing(TURNS)) for tile in _tiles(across, down))
        layout = PuzzleLayout(tiles, _CLOSED)
        answers = solutions(layout)
        first = next(answers)
        if next(answers, None) is None and any(turn for _, turn in first):
            return layout


def _lay_pieces(drawing: Draw, room: int) -> PuzzleLayout:
    """Lay the sixteen pieces of the boat, every join with a number of its own, mixed and turned."""
    length = len(SECTIONS)
    numbers = iter(_mixed(list(range(1, 3 * length - 1)), drawing))
    across = [[next(numbers) for _ in range(length - 1)] for _ in range(2)]
    down = [next(numbers) for _ in range(length)]
    tiles = tuple(turn_tile(tile, drawing(TURNS)) for tile in _mixed(_tiles(across, down), drawing))
    first, last = room - 2, room + 1  # the joins before and behind the three sections
    bow = [row[first] if first >= 0 else 0 for row in across]
    stern = [row[last] if last < length - 1 else 0 for row in across]
    return PuzzleLayout(tiles, (*bow, *stern))


def _tiles(across: list[list[int]], down: list[int]) -> list[Tile]:
    """Return the tiles of two rows as they belong, with their joins; outer edges are 0."""
    tiles: list[Tile] = []
    for row, joins in enumerate(across):
        edges = [0, *joins, 0]
        for column, join in enumerate(down):
            north, south = (0, join) if row == 0 else (join, 0)
            tiles.append((north, edges[column + 1], south, edges[column]))
    return tiles


def _mixed(items: list[T], drawing: Draw) -> list[T]:
    mixed = list(items)
    for place in range(len(mixed) - 1, 0, -1):
        other = drawing(place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


# -- judging ---------------------------------------------------------------------------------------------------------


def turn_tile(tile: Tile, turns: int) -> Tile:
    """Return a tile turned clockwise by so many quarter turns: what was west is north after the first."""
    north, east, south, west = tile[-turns % 4 :] + tile[: -turns % 4]
    return north, east, south, west


def is_right(layout: PuzzleLayout, picks: tuple[Pick, ...]) -> bool:
    """Return whether touching edges are equal, outer edges 0, and the ends as printed."""
    cells: list[Tile] = []
    for tile, turns in picks:
        cells.append(turn_tile(layout.tiles[tile], turns))
        if not _fits(layout, cells):
            return False
    return len(cells) == CELLS and len({tile for tile, _ in picks}) == CELLS


def solutions(layout: PuzzleLayout) -> Iterator[tuple[Pick, ...]]:
    """Yield every right answer."""
    yield from _solve(layout, ())


def _solve(layout: PuzzleLayout, so_far: tuple[Pick, ...]) -> Iterator[tuple[Pick, ...]]:
    if len(so_far) == CELLS:
        yield so_far
        return
    free = [tile for tile in _choices(layout, len(so_far)) if all(tile != taken for taken, _ in so_far)]
    for tile in free:
        for turns in range(TURNS):
            picks = (*so_far, (tile, turns))
            if _fits(layout, [turn_tile(layout.tiles[each], turn) for each, turn in picks]):
                yield from _solve(layout, picks)


def _choices(layout: PuzzleLayout, cell: int) -> range:
    """Return which tiles may lie in a cell: its own, or any piece."""
    return range(cell, cell + 1) if len(layout.tiles) == CELLS else range(len(layout.tiles))


def _fits(layout: PuzzleLayout, cells: list[Tile]) -> bool:
    """Return whether the last of the cells laid so far fits those before it."""
    place = len(cells) - 1
    north, east, south, west = cells[place]
    row, column = divmod(place, COLUMNS)
    before = layout.ends[row] if column == 0 else cells[place - 1][1]
    above = 0 if row == 0 else cells[place - COLUMNS][2]
    behind = east == layout.ends[2 + row] if column == COLUMNS - 1 else True
    return west == before and north == above and behind and (row == 0 or south == 0)


# -- words -----------------------------------------------------------------------------------------------------------


def picks_of(kind: str, words: tuple[str, ...]) -> tuple[Pick, ...]:
    """Return an answer in words as tiles and turns: `0 3 1 2 0 1`, or `7:1 3:0 ...` with the pieces from 1 on."""
    if kind == "pieces":
        return tuple((int(piece) - 1, int(turns)) for piece, turns in (word.split(":") for word in words))
    return tuple((cell, int(turns)) for cell, turns in enumerate(words))


def words_of(kind: str, picks: tuple[Pick, ...]) -> tuple[str, ...]:
    """Return an answer in the words of `puzzle`."""
    if kind == "pieces":
        return tuple(f"{tile + 1}:{turns}" for tile, turns in picks)
    return tuple(str(turns) for _, turns in picks)


def layout_of(breach: HullBreach) -> PuzzleLayout:
    """Return the layout of a breach that a team is at."""
    return PuzzleLayout(breach.tiles, breach.ends)


def answer_to(kind: str, breach: HullBreach) -> tuple[str, ...]:
    """Return the right answer to the puzzle of a breach, for the umpire alone."""
    if not breach.number:
        return ()
    return ("solved",) if kind == "table" else words_of(kind, next(solutions(layout_of(breach))))
