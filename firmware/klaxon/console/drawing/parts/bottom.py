"""The bottom line: what OK will do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import TALL_LINE, fitting, largest
from klaxon.console.drawing.parts.art import HOLD, OK, SENT, WAITING
from klaxon.console.drawing.parts.numbers import share
from klaxon.console.drawing.screen import Area

Doing = Literal["ready", "grave", "idle", "sent", "waiting"]
"""OK gives the order; OK gives it when held; OK does nothing; the order is pending; it is somebody else's turn."""


GAP = 3
"""Columns between the sign and the text."""


@dataclass(frozen=True, slots=True)
class BottomLine:
    """What OK will do; for an order that needs hold it fills while OK is held."""

    text: str
    doing: Doing = "ready"
    fill: int = 0
    """How much of the hold time has passed, in thousandths."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the key or sign, and the text after it; the filled part is inverted.

        The text has one place whatever the sign, within one page, so few bytes are sent when it changes.
        """
        pane = canvas.pane(area)
        pane.clear()
        sign = {"ready": OK, "grave": HOLD, "idle": None, "sent": SENT, "waiting": WAITING}[self.doing]
        if sign is not None:
            pane.sprite((OK.width - sign.width) // 2, (area.height - sign.height + 1) // 2, sign)
        x = OK.width + GAP
        room = area.width - x
        font = largest(self.text, room) if area.height >= TALL_LINE.height else fitting(self.text, room)
        pane.text(x, area.height - font.height, font.fit(self.text, area.width - x), font)
        pane.invert(0, 0, share(self.fill, 1000, area.width), area.height)

    def words(self) -> Iterable[str]:
        """Return the text."""
        return (self.text,)
