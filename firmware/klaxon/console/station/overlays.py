"""Overlays of a page: a notice to read, the small banner of a minor call, a fault, and the onlookers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL, TALL_LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import parse_sprite

BELL = parse_sprite("""
...#....
..###...
.#####..
.#####..
.#####..
#######.
...#....
........
""")

MARK = parse_sprite("""
...##...
...##...
...##...
...##...
........
...##...
...##...
........
""")

EYE = parse_sprite("""
........
..####..
.#....#.
#..##..#
#..##..#
.#....#.
..####..
........
""")
SIGN = 8
"""The edge of a small sign: a page of the panel."""
MOST_PAGES = 9
"""Pages that a sign can count."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence or two."""

    text: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the sentences in a frame."""
        pane = canvas.pane(area)
        pane.clear()
        pane.box(0, 0, area.width, area.height)
        inner = Area(area.x + 3, area.y + 2, area.width - 6, area.height - 4)
        fits = len(TALL_LABEL.wrap(self.text, inner.width)) * TALL_LABEL.height <= inner.height
        font = TALL_LABEL if canvas.large and fits else LABEL
        Text((self.text,), font, wrap=True, middle=True).draw(canvas, inner)

    def words(self) -> Iterable[str]:
        """Return the sentences."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class BellBanner:
    """A small bell: something sounded that the screen itself shows. Its words are those of the banner."""

    text: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the bell, inverted."""
        pane = canvas.pane(area)
        pane.fill(0, 0, area.width, area.height)
        pane.sprite(1, 0, BELL, on=False)

    def words(self) -> Iterable[str]:
        """Return what sounded."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class FaultMark:
    """A small exclamation mark: some device of the console is dead."""

    text: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the mark, inverted."""
        pane = canvas.pane(area)
        pane.fill(0, 0, area.width, area.height)
        pane.sprite(0, 0, MARK, on=False)

    def words(self) -> Iterable[str]:
        """Return what is dead."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class Watched:
    """Small signs: how many pages show the station, and an eye if an umpire looks on."""

    pages: int
    """0: no more than usual."""
    umpire: bool
    text: str

    @property
    def width(self) -> int:
        """The columns it takes."""
        return SIGN * (bool(self.pages) + self.umpire)

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the number in a small lit page, and the eye beside it."""
        pane = canvas.pane(area)
        pane.clear()
        top, x = area.height - SIGN, 0
        if self.pages:
            pane.fill(1, top, SIGN - 1, SIGN)
            pane.text(2, top, str(min(self.pages, MOST_PAGES)), LABEL, on=False)
            x = SIGN
        if self.umpire:
            pane.sprite(x, top, EYE)

    def words(self) -> Iterable[str]:
        """Return who looks on."""
        return (self.text,)
