"""Signs of Captain Sonar only: both hulls in one line, systems that are ready, kinds that work."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.art import SYMBOLS
from klaxon.console.drawing.parts.gauges import crossed_box, square
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import Sprite, parse_sprite

OURS = parse_sprite("""
....#....
...##....
.#######.
#########
.#######.
""")
THEIRS = parse_sprite("""
....#....
...##....
.#######.
#.......#
.#######.
""")
"""The enemy: the same boat, hollow."""
BOX = 5


@dataclass(frozen=True, slots=True)
class Hulls:
    """The damage of both boats, side by side: ours solid, theirs hollow. Losses are crossed out."""

    ours: int
    theirs: int
    total: int
    names: tuple[str, str]
    """Their names, for people who cannot see the boats."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw ours at the left edge and theirs at the right one."""
        pane = canvas.pane(area)
        wide = OURS.width + 2 + self.total * (BOX + 1) - 1
        self._hull(pane, 0, OURS, self.ours)
        self._hull(pane, area.width - wide, THEIRS, self.theirs)

    def _hull(self, pane: Canvas, x: int, boat: Sprite, damage: int) -> None:
        y = (pane.height - BOX) // 2
        pane.sprite(x, y, boat)
        for n in range(self.total):
            lost = n >= self.total - damage
            pane.sprite(x + boat.width + 2 + n * (BOX + 1), y, crossed_box(BOX) if lost else square(BOX, lit=True))

    def words(self) -> Iterable[str]:
        """Return both damages."""
        return (f"{self.names[0]} {self.ours}/{self.total}, {self.names[1]} {self.theirs}/{self.total}",)


@dataclass(frozen=True, slots=True)
class Sign:
    """A system in short: lit if it is ready, struck out if it is broken."""

    short: str
    name: str
    lit: bool
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Signs:
    """The systems in one line."""

    signs: tuple[Sign, ...]
    label: str = ""
    """What lit means, for people who cannot see them."""
    struck_label: str = ""
    """The same for what is struck out."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the signs with equal room for each."""
        pane, count = canvas.pane(area), max(len(self.signs), 1)
        for place, sign in enumerate(self.signs):
            x = area.width * place // count
            text = LABEL.measure(sign.short)
            wide = min(text + 3, area.width // count - 1)
            if sign.lit:
                pane.fill(x, 1, wide, area.height - 1)
            pane.text(x + (wide - text + 1) // 2, (area.height - LABEL.height) // 2, sign.short, LABEL, on=not sign.lit)
            if sign.struck:
                pane.hline(x, area.height // 2, wide, on=not sign.lit)

    def words(self) -> Iterable[str]:
        """Return the systems that are lit, and those that are struck out."""
        for label, signs in (
            (self.label, [sign.name for sign in self.signs if sign.lit]),
            (self.struck_label, [sign.name for sign in self.signs if sign.struck]),
        ):
            if signs:
                yield f"{label} {', '.join(signs)}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of system: which symbol it has, and whether it works."""

    kind: str
    works: bool
    said: str
    changes: bool = False
    """Whether the choice under the cursor would make it stop, or work again."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds one under another, each with a tick or a cross; one that would change is inverted."""

    kinds: tuple[Kind, ...]

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw a line for each kind."""
        pane, step = canvas.pane(area), area.height // max(len(self.kinds), 1)
        for place, kind in enumerate(self.kinds):
            y = place * step
            sprite = SYMBOLS[kind.kind]
            pane.sprite(0, y + (step - sprite.height) // 2, sprite)
            pane.text(sprite.width + 1, y + (step - LABEL.height) // 2, "✓" if kind.works else "✗", LABEL)
            if kind.changes:
                pane.invert(sprite.width, y + (step - LABEL.height) // 2, area.width - sprite.width, LABEL.height)

    def words(self) -> Iterable[str]:
        """Return the state of each kind."""
        return (kind.said for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class SectorMap:
    """The sectors of the sea as boxes, one of them filled: small enough to fit beside the gauges."""

    across: int
    down: int
    chosen: int
    text: str
    """The same in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the boxes as large as they fit."""
        pane = canvas.pane(area)
        size = min((area.width - 1) // self.across, (area.height - 1) // self.down)
        for number in range(self.across * self.down):
            x, y = number % self.across * size, number // self.across * size
            pane.box(x, y, size + 1, size + 1)
            if number + 1 == self.chosen:
                pane.fill(x + 2, y + 2, size - 3, size - 3)

    def words(self) -> Iterable[str]:
        """Say what is chosen."""
        return (self.text,)
