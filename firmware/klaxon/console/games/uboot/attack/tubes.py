"""Torpedo tubes drawn one under another: which are empty, being loaded, loaded or flooded, with what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.art import POINTER
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import parse_sprite
from klaxon.rules.uboot.sea.attack.records import EMPTY, FLOODED, LOADING

TORPEDO = parse_sprite("#.################.. ##.################# #.################..")
TUBE = TORPEDO.width + 6
"""Columns of a tube."""
HALF_IN = 10
"""Columns of a torpedo that is being loaded which are in its tube."""
LINE = LABEL.height
MARK = 3


class TubeRow(NamedTuple):
    """A tube, and what is said of it."""

    number: int
    state: str
    text: str
    is_chosen: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True)
class TubeRows:
    """The tubes; the one under the cursor has a pointer, those that are chosen a bar."""

    rows: tuple[TubeRow, ...]
    cursor: int | None
    """The number of a tube."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw a row of a panel for each tube."""
        pane = canvas.pane(area)
        for place, row in enumerate(self.rows[: area.height // LINE]):
            line = pane.pane((0, place * LINE, area.width, LINE))
            if row.number == self.cursor:
                line.sprite(0, (LINE - POINTER.height) // 2, POINTER)
            x = POINTER.width + 2
            if row.is_chosen:
                line.fill(x, 1, MARK, LINE - 3)
            x = line.text(x + MARK + 1, 0, str(row.number), LABEL)
            _tube(line.pane((x + 1, 0, TUBE, LINE - 1)), row.state)
            x += TUBE + 4
            line.text(x, 0, LABEL.fit(row.text, area.width - x), LABEL)

    def words(self) -> Iterable[str]:
        """Return the tubes; the chosen ones have a plus."""
        for row in self.rows:
            yield f"{'> ' if row.number == self.cursor else ''}{'+ ' if row.is_chosen else ''}{row.said}"


def _tube(pane: Canvas, state: str) -> None:
    """Draw a tube: with the torpedo in it, half in it, in lit water, or empty."""
    if state == FLOODED:
        pane.fill(0, 0, pane.width, pane.height)
        pane.sprite(3, 2, TORPEDO, on=False)
        return
    pane.hline(0, 0, pane.width)
    pane.hline(0, pane.height - 1, pane.width)
    pane.vline(pane.width - 1, 0, pane.height)
    if state == LOADING:
        pane.sprite(HALF_IN - TORPEDO.width, 2, TORPEDO)
    elif state != EMPTY:
        pane.sprite(3, 2, TORPEDO)
