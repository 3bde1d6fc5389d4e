"""Hit points: a square for a plain one, a disc for oxygen, a ring for a slot without, a cross for damage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.parts.art import BOAT, CROSS, RING
from klaxon.console.drawing.parts.gauges import square
from klaxon.console.drawing.screen import Area

PLAIN, AIR, EMPTY, HURT = square(5, lit=False), BOAT, RING, CROSS
PITCH = 6


@dataclass(frozen=True, slots=True)
class Points:
    """The hit points of a compartment in one line."""

    plain: int
    air: int
    empty: int
    hurt: int
    said: str = ""
    """The same in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the points side by side."""
        pane = canvas.pane(area)
        signs = [PLAIN] * self.plain + [AIR] * self.air + [EMPTY] * self.empty + [HURT] * self.hurt
        room = (pane.width - PLAIN.width) // max(1, len(signs) - 1)
        for place, sign in enumerate(signs):  # more than there is room for lie over each other
            pane.sprite(place * min(PITCH, room), (area.height - sign.height) // 2, sign)

    def words(self) -> Iterable[str]:
        """Return the points in words."""
        return (self.said,)
