"""The canvas: one-bit pixels in the order of the panel, and a few ways to light them.

Everything is drawn in strips, the part of a shape that is in one page: a page of a line of text is one operation
on one integer, however long the line is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from operator import or_, xor

from klaxon.console.drawing.fonts import Font, text_strips
from klaxon.console.drawing.sprite import Sprite, Strips, strips

Box = tuple[int, int, int, int]
"""Left, top, width, height; an Area is one."""

How = Callable[[int, int], int]
"""How ink is combined with what is lit: both as the bits of one strip."""


@cache
def _table_of(mask: int) -> bytes:
    """Return the table with which bytes.translate() keeps only the rows of a mask."""
    return bytes(byte & mask for byte in range(256))


@lru_cache(maxsize=1024)
def _block(shift: int, width: int, height: int) -> Strips:
    """Return the strips of a filled rectangle whose top is so many rows below that of the first page."""
    column = (1 << height) - 1 << shift if height > 0 and width > 0 else 0
    return tuple([bytes((column >> 8 * page & 0xFF,)) * width for page in range((column.bit_length() + 7) // 8)])


def dots(x: int, y: int, to_x: int, to_y: int) -> Iterator[tuple[int, int]]:
    """Yield the pixels of a line between two points, inclusive."""
    for right, down in _line_steps(to_x - x, to_y - y):
        yield x + right, y + down


@lru_cache(maxsize=1024)
def _line_steps(right: int, down: int) -> tuple[tuple[int, int], ...]:
    """Return the pixels of a line from its first one; drawings are full of lines that are alike."""
    steps = max(abs(right), abs(down), 1)
    return tuple(
        [((right * n * 2 + steps) // (2 * steps), (down * n * 2 + steps) // (2 * steps)) for n in range(steps + 1)]
    )


class Canvas:
    """A one-bit drawing. Whatever lies outside of it is clipped."""

    def __init__(self, width: int = 128, height: int = 64, *, large: bool = False) -> None:
        """Begin dark. `large` asks parts for large letters if they have room for them."""
        if width <= 0 or height <= 0 or height % 8:
            raise ValueError(f"a panel has whole pages of eight rows, not {width}x{height}")
        self.width, self.height, self.large = width, height, large
        self.bits = bytearray(width * height // 8)
        """Pages of eight rows, a byte a column, the lowest bit on top: of the whole panel, even for a pane."""
        self._row = width
        self._x = self._y = 0
        self._left, self._top, self._right, self._bottom = 0, 0, width, height

    def pane(self, area: Box) -> Canvas:
        """Return an area as a canvas of its own, with its own origin and clipping."""
        x, y, width, height = area
        pane = object.__new__(Canvas)
        pane.width, pane.height, pane.bits, pane._row, pane.large = width, height, self.bits, self._row, self.large
        pane._x, pane._y = self._x + x, self._y + y
        pane._left, pane._top = max(self._left, pane._x), max(self._top, pane._y)
        pane._right, pane._bottom = min(self._right, pane._x + width), min(self._bottom, pane._y + height)
        return pane

    def is_lit(self, x: int, y: int) -> bool:
        """Return whether a pixel is lit; one outside is dark."""
        x, y = x + self._x, y + self._y
        if not (self._left <= x < self._right and self._top <= y < self._bottom):
            return False
        return bool(self.bits[(y >> 3) * self._row + x] >> (y & 7) & 1)

    def dot(self, x: int, y: int, *, on: bool = True) -> None:
        """Light one pixel."""
        x, y = x + self._x, y + self._y
        if self._left <= x < self._right and self._top <= y < self._bottom:
            place, bit = (y >> 3) * self._row + x, 1 << (y & 7)
            self.bits[place] = self.bits[place] | bit if on else self.bits[place] & ~bit

    def hline(self, x: int, y: int, length: int, *, on: bool = True) -> None:
        """Draw a line to the right."""
        self.fill(x, y, length, 1, on=on)

    def vline(self, x: int, y: int, length: int, *, on: bool = True) -> None:
        """Draw a line downwards."""
        self.fill(x, y, 1, length, on=on)

    def line(self, x: int, y: int, to_x: int, to_y: int, *, on: bool = True) -> None:
        """Draw a line between two points, inclusive."""
        bits, row = self.bits, self._row
        left, top, right, bottom = self._left, self._top, self._right, self._bottom
        x, y = x + self._x, y + self._y
        for right_of, below in _line_steps(to_x + self._x - x, to_y + self._y - y):
            at_x, at_y = x + right_of, y + below
            if left <= at_x < right and top <= at_y < bottom:  # `dot`, without a call for each
                place, bit = (at_y >> 3) * row + at_x, 1 << (at_y & 7)
                bits[place] = bits[place] | bit if on else bits[place] & ~bit

    def box(self, x: int, y: int, width: int, height: int, *, on: bool = True, soft: bool = False) -> None:
        """Draw the outline of a rectangle, without its corners if it is soft."""
        gap = int(soft)
        self.hline(x + gap, y, width - 2 * gap, on=on)
        self.hline(x + gap, y + height - 1, width - 2 * gap, on=on)
        self.vline(x, y + gap, height - 2 * gap, on=on)
        self.vline(x + width - 1, y + gap, height - 2 * gap, on=on)

    def fill(self, x: int, y: int, width: int, height: int, *, on: bool = True) -> None:
        """Fill a rectangle."""
        self._lay(x, y, width, _block((self._y + y) & 7, width, height), or_ if on else None)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Invert a rectangle."""
        self._lay(x, y, width, _block((self._y + y) & 7, width, height), xor)

    def shade(self, x: int, y: int, width: int, height: int, *, on: bool = True) -> None:
        """Fill a rectangle with every second pixel, the only grey there is."""
        odd = (self._x + x) & 1
        grey = (b"\x55\xaa" * (width // 2 + 2))[odd : odd + max(width, 0)]
        filled = _block((self._y + y) & 7, width, height)
        shaded = tuple([bytes([a & b for a, b in zip(strip, grey, strict=True)]) for strip in filled])
        self._lay(x, y, width, shaded, or_ if on else None)

    def clear(self) -> None:
        """Make everything dark."""
        self.fill(0, 0, self.width, self.height, on=False)

    def sprite(self, x: int, y: int, sprite: Sprite, *, on: bool = True) -> None:
        """Draw a sprite; pixels that it does not light stay as they are."""
        self._lay(x, y, sprite.width, strips(sprite, (self._y + y) & 7), or_ if on else None)

    def columns(self, x: int, y: int, columns: Sequence[int]) -> None:
        """Light whole columns: an integer for each, its lowest bit in row `y`. Large pictures are cheapest so."""
        shift = (self._y + y) & 7
        pages = (max(columns, default=0).bit_length() + shift + 7) // 8
        drawn = b"".join([(column << shift).to_bytes(pages, "little") for column in columns])
        self._lay(x, y, len(columns), tuple([drawn[page::pages] for page in range(pages)]), or_)

    def text(self, x: int, y: int, text: str, font: Font, *, on: bool = True) -> int:
        """Draw a line of text; return where the next one would begin."""
        width = len(text) * font.width
        self._lay(x, y, width, text_strips(font, text, (self._y + y) & 7), or_ if on else None)
        return x + width

    def _lay(self, x: int, y: int, width: int, ink: Strips, how: How | None) -> None:
        """Combine strips with the canvas, clipped; without a way to combine, erase them."""
        x, y = x + self._x, y + self._y
        left, right = max(x, self._left), min(x + width, self._right)
        if left >= right:
            return
        bits, top, bottom, wide = self.bits, self._top, self._bottom, right - left
        edge = y & ~7
        start = (y >> 3) * self._row + left
        for strip in ink:
            cut = strip if wide == width else strip[left - x : right - x]
            if edge < top or edge + 8 > bottom:
                above, below = max(top - edge, 0), max(edge + 8 - bottom, 0)
                cut = cut.translate(_table_of(0xFF >> below & 0xFF << above)) if above + below < 8 else b""
            if cut:
                end = start + wide
                lit, dots = int.from_bytes(bits[start:end]), int.from_bytes(cut)
                bits[start:end] = (how(lit, dots) if how else lit & ~dots).to_bytes(wide)
            edge, start = edge + 8, start + self._row
