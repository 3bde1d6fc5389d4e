"""A station on a phone: the page with the QR code that opens it. A role whose panel died continues there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.station.page import Page

Link = Callable[[str], str]
"""Station -> a link that opens it on a phone in the next minutes."""
MARGIN = 3
"""Columns between the code and the words."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: dark modules on a lit square, as large as it fits."""

    link: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw it in the middle of the square; the rest of the square is its quiet zone."""
        rows = modules(self.link)
        pane, size = canvas.pane(area), min(area.width, area.height)
        pane.fill(0, 0, size, size)
        scale = max(1, size // len(rows))
        edge = (size - scale * len(rows)) // 2
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                if dark:
                    pane.fill(edge + x * scale, edge + y * scale, scale, scale, on=False)

    def words(self) -> Iterable[str]:
        """Return the link."""
        return (self.link,)


def modules(link: str) -> list[list[bool]]:
    """Return the modules of the smallest code that holds a link."""
    import segno  # noqa: PLC0415 - only who opens a phone needs it

    code = segno.make_qr(link, error="l", boost_error=False)
    return [[bool(module) for module in row] for row in code.matrix]


class QrPage(Page):
    """The QR code of a station, and its link in letters. The link is made for this page and valid for minutes."""

    full = True

    def __init__(self, link: str, title: str, hint: str) -> None:
        """Show a link."""
        self._link, self._title, self._hint = link, title, hint

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the code on the left, the words beside it."""
        side = min(width, height)
        link = self._link.lower().removeprefix("http://")
        address, slash, ticket = link.partition("/")
        words = Text((self._title, address, slash + ticket.upper(), *self._hint.split("\n")), LABEL, wrap=True)
        beside = Area(side + MARGIN, 0, width - side - MARGIN, height)
        return Place(Area(0, 0, side, side), Code(self._link)), Place(beside, words)
