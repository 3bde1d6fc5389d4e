"""Parts of the hull trace: the double line with the pen in it, and the letters of a signature."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.fonts import LARGE
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import Sprite, parse_sprite
from klaxon.rules.sonar.realtime.trace import GAP, LENGTH, SECTIONS, DialStep, Pen, along_at, outline

UNIT = 2
"""Rows of a unit across: the double line must be visible from a chair."""
EDGE = 4
"""Columns beside the ends of a section."""
AHEAD = 3
"""How many units ahead of the pen are described in words."""

PEN = parse_sprite("###\n###\n###")
BLOT = parse_sprite("#...#\n.#.#.\n..#..\n.#.#.\n#...#")


def _x(along: int, width: int) -> int:
    """Return the column of a place along a section."""
    return EDGE + along * (width - 1 - 2 * EDGE) // LENGTH


def _zero(section: str, height: int) -> int:
    """Return the row of what is not across at all: the section is in the middle."""
    middle = outline(section)
    return (height + UNIT * (max(middle) + min(middle))) // 2


@lru_cache(maxsize=2 * len(SECTIONS))
def _hull(section: str, width: int, height: int) -> Sprite:
    """Return the double line of a section: it is drawn in every picture, and always the same."""
    columns, zero, half = [0] * width, _zero(section, height), GAP + 1
    for (along, here), (_, there) in pairwise(enumerate(outline(section))):
        for side in (-half, half):
            ends = (_x(along, width), zero - UNIT * (here + side), _x(along + 1, width), zero - UNIT * (there + side))
            for x, y in dots(*ends):
                if 0 <= x < width and 0 <= y < height:
                    columns[x] |= 1 << y
    return Sprite(height, tuple(columns))


@dataclass(frozen=True, slots=True)
class Strip:
    """A section as a straight strip. Only the pen and the line behind it change: a few bytes a picture."""

    section: str
    speed: str
    steps: tuple[DialStep, ...]
    pen: Pen
    slipped: bool
    spoken: Mapping[str, str]
    """Its words: up, down, straight, slip."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw both lines, the line that was drawn, and the pen."""
        pane = canvas.pane(area)
        zero = _zero(self.section, area.height)
        pane.sprite(0, 0, _hull(self.section, area.width, area.height))
        for before, after in pairwise(self._line_corners()):
            pane.line(
                _x(before.along, area.width),
                zero - UNIT * before.across,
                _x(after.along, area.width),
                zero - UNIT * after.across,
            )
        sign = BLOT if self.slipped else PEN
        at_x, at_y = _x(self.pen.along, area.width), zero - UNIT * self.pen.across
        pane.fill(at_x - sign.width // 2, at_y - sign.height // 2, sign.width, sign.height, on=False)
        pane.sprite(at_x - sign.width // 2, at_y - sign.height // 2, sign)

    def _line_corners(self) -> Iterator[Pen]:
        """Yield the corners of the line that the pen has drawn."""
        here = Pen(0, outline(self.section)[0])
        yield here
        for step in self.steps:
            along = along_at(self.speed, step.at)
            if along > self.pen.along:
                break
            yield Pen(along, here.across)
            here = Pen(along, here.across + step.way)
            yield here
        yield Pen(self.pen.along, here.across)

    def words(self) -> Iterable[str]:
        """Return where the lines lead from the pen, for people who cannot see the drawing."""
        middle = outline(self.section)[min(self.pen.along + AHEAD, LENGTH)]
        way = "straight" if middle == self.pen.across else "up" if middle > self.pen.across else "down"
        return (self.spoken["slip" if self.slipped else way],)


@dataclass(frozen=True, slots=True)
class Letters:
    """A signature in large letters; the current one is in a frame."""

    text: str
    cursor: int
    said: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the letters in the middle."""
        pane, wide = canvas.pane(area), LARGE.width + 10
        left, top = (area.width - wide * len(self.text)) // 2, (area.height - LARGE.height) // 2
        for place, letter in enumerate(self.text):
            pane.text(left + place * wide + 5, top, letter, LARGE)
            if place == self.cursor:
                pane.box(left + place * wide, top - 2, wide, LARGE.height + 4)

    def words(self) -> Iterable[str]:
        """Return the signature."""
        return (self.said,)
