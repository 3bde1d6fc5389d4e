"""Sprites: small one-bit pictures, stored in columns, in the order of a panel."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

Strips = tuple[bytes, ...]
"""Pages from the top, a byte a column in each."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture: an integer a column, the lowest bit on top."""

    height: int
    columns: tuple[int, ...]
    width: int = field(init=False, compare=False)
    """How many columns it has."""

    def __post_init__(self) -> None:
        """Count the columns."""
        object.__setattr__(self, "width", len(self.columns))


def parse_sprite(art: str) -> Sprite:
    """Return the sprite drawn by a text: a word a row, `#` for a lit pixel."""
    return of_rows([[dot == "#" for dot in row] for row in art.split()])


def of_rows(rows: list[list[bool]]) -> Sprite:
    """Return the sprite of these rows."""
    columns = zip(*rows, strict=True)
    return Sprite(len(rows), tuple([sum([dot << y for y, dot in enumerate(column)]) for column in columns]))


@lru_cache(maxsize=4096)
def strips(sprite: Sprite, shift: int) -> Strips:
    """Return a sprite cut into pages, its top so many rows below that of the first."""
    pages = (sprite.height + shift + 7) // 8
    return tuple([bytes([column << shift >> 8 * page & 0xFF for column in sprite.columns]) for page in range(pages)])
