"""Fonts: X11's misc-fixed in three sizes, monospaced. The tables are in `data/fonts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from klaxon import data
from klaxon.console.drawing.sprite import Sprite, Strips, of_rows, strips

ELLIPSIS = "…"
_MISSING = ""
"""Shown for every letter without a glyph."""


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """A font: its name, and the cell size of its glyphs. There is one object of each, so caches use its identity."""

    name: str
    width: int
    height: int
    baseline: int
    """Rows from the top of the cell to the baseline."""

    def has(self, letter: str) -> bool:
        """Return whether there is a glyph of a letter."""
        return letter in _table(self.name)

    def glyph(self, letter: str) -> Sprite:
        """Return the glyph of a letter; a box if there is none."""
        return _glyph(self, letter) if self.has(letter) else self._box()

    def measure(self, text: str) -> int:
        """Return how many columns a line of text takes."""
        return len(text) * self.width

    def fit(self, text: str, room: int) -> str:
        """Return a line of text that fits into so many columns: a longer one ends in an ellipsis."""
        letters = max(room, 0) // self.width
        if len(text) <= letters:
            return text
        return text[: letters - 1].rstrip() + ELLIPSIS if letters else ""

    def wrap(self, text: str, room: int) -> list[str]:
        """Return text broken into lines between words; a word that is longer than a line is cut."""
        letters = max(room // self.width, 1)
        lines = [""]
        for place, word in enumerate(text.split()):
            if place and len(lines[-1]) + 1 + len(word) <= letters:
                lines[-1] += f" {word}"
                continue
            pieces = [word[start : start + letters] for start in range(0, len(word), letters)]
            lines = [*lines, *pieces] if place else pieces
        return lines

    def truncate(self, lines: list[str], room: int, count: int) -> list[str]:
        """Return the first lines of a text, with an ellipsis at the end if it goes on."""
        if len(lines) <= count:
            return lines
        last = lines[count - 1] if len(lines[count - 1]) < room // self.width else lines[count - 1][:-1]
        return [*lines[: count - 1], last.rstrip(" .,;:") + ELLIPSIS] if count > 0 else []

    def whole(self, messages: Sequence[str], room: int, count: int) -> list[str]:
        """Return messages as lines: as many complete ones as fit."""
        lines: list[str] = []
        for message in messages:
            wrapped = self.wrap(message, room) if message else []
            if len(lines) + len(wrapped) > count:
                break
            lines += wrapped
        return lines

    def _box(self) -> Sprite:
        side, ends = (1 << self.baseline) - 2, 1 << self.baseline - 1 | 2
        return Sprite(self.height, (side, *[ends] * (self.width - 3), side, 0))


@lru_cache(maxsize=8)
def _table(name: str) -> dict[str, str]:
    """Return letter -> the encoded rows of its glyph; most of them are never drawn."""
    if name in DOUBLED:
        return {letter: _double(rows.split()) for letter, rows in _table(DOUBLED[name]).items()}
    source = SQUEEZED.get(name, name)
    lines = (line for line in data.font(source).splitlines() if not line.startswith("#"))
    table = {chr(int(line[:4], 16)): line[7:] for line in lines}
    return table if source == name else {letter: _squeeze(rows.split()) for letter, rows in table.items()}


def _squeeze(rows: list[str]) -> str:
    """Return the four fifths of the rows that matter most: descenders are shortened, accents lowered."""
    lit, high = [int(row, 16) > 0 for row in rows], 4 * len(rows) // 5
    edge = (len(rows) - high) // 2
    above, below = any(lit[:edge]), any(lit[-edge:])
    kept = rows[:high] if above else [*rows[edge:high], *rows[-edge:]] if below else rows[edge : edge + high]
    return " ".join(kept)


def _double(rows: list[str]) -> str:
    """Return every row twice."""
    return " ".join(row for row in rows for _ in range(2))


@lru_cache(maxsize=1024)
def _glyph(font: Font, letter: str) -> Sprite:
    rows = _table(font.name)[letter].split()
    top = 4 * len(rows[0]) - 1
    return of_rows([[bool(int(row, 16) >> top - x & 1) for x in range(font.width)] for row in rows])


@lru_cache(maxsize=32)
def _cached_glyphs(_name: str, _shift: int) -> dict[str, Strips]:
    """Return the glyphs of a font that were cut at this shift so far."""
    return {}


@lru_cache(maxsize=1024)
def text_strips(font: Font, text: str, shift: int) -> Strips:
    """Return a line of text cut into pages, its top so many rows below that of the first. Most are drawn often."""
    cut, known = _cached_glyphs(font.name, shift), _table(font.name)
    letters = [letter if letter in known else _MISSING for letter in text]
    for letter in letters:
        if letter not in cut:
            cut[letter] = strips(font.glyph(letter), shift)
    return tuple([b"".join(pages) for pages in zip(*[cut[letter] for letter in letters], strict=True)])


SQUEEZED = {"6x8": "6x10", "10x16": "10x20"}
"""A font made of the rows of another."""
DOUBLED = {"5x16": "5x8", "6x16": "6x8"}
"""A font whose rows are those of another, each twice."""
LABEL = Font("5x8", 5, 8, 7)
LINE = Font("6x8", 6, 8, 7)
"""The body font in eight rows: a line of it is one page of the panel, and so are its changes."""
BODY = Font("6x10", 6, 10, 8)
LARGE = Font("10x20", 10, 20, 16)
TALL_LABEL, TALL_LINE = Font("5x16", 5, 16, 14), Font("6x16", 6, 16, 14)
"""Labels and lines of double height: a line of them is no longer, so that nothing has to be cut."""
WIDE = Font("10x16", 10, 16, 14)


def fitting(text: str, room: int, font: Font = LINE) -> Font:
    """Return the font in which a line fits into so many columns: its own, else that of labels."""
    return font if font.measure(text) <= room else LABEL


FONTS = (LABEL, LINE, BODY, LARGE)


def largest(text: str, room: int) -> Font:
    """Return the largest of the sixteen-row fonts in which a text fits into so many columns."""
    return next((font for font in (WIDE, TALL_LINE) if font.measure(text) <= room), TALL_LABEL)
