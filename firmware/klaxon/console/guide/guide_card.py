"""The card of a step: what it is about, on the whole panel until it is read; later a line at the foot says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from klaxon.console.drawing.parts import BottomLine
from klaxon.console.drawing.screen import Place
from klaxon.console.station.page import TextPage


class CardText(NamedTuple):
    """What a card says, in the station's current language."""

    title: str
    text: str
    close: str
    """What OK does."""


class GuideCard(TextPage):
    """A card to read; any key but the dial closes it."""

    def __init__(self, text: Callable[[], CardText], close: Callable[[], None]) -> None:
        """`text` is asked at every draw; `close` removes the card."""
        self._text, self._close = text, close
        title, told, hint = text()
        super().__init__(title, [told], hint)

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the text, in the language of the moment."""
        self._title, told, self._hint = self._text()
        self._paragraphs = (told,)
        return super().places(width, height)

    def bottom(self) -> BottomLine:
        """Return that OK closes it."""
        return BottomLine(self._text().close)

    def push(self) -> None:
        """Close it."""
        self._close()

    def back(self) -> bool:
        """Close it."""
        self._close()
        return False

    def ok(self) -> None:
        """Close it."""
        self._close()

    def course(self, direction: str) -> None:
        """Close it. A course must not be given blindly."""
        self._close()
