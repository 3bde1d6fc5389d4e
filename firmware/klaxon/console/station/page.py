"""Pages: what a station shows and works on. A station has a stack of them; input goes to the top one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from klaxon.console.drawing.fonts import LABEL, TALL_LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place

HEAD = 8
"""The rows of a title: one page of the panel."""
ACTING = ("ready", "grave")
"""The kinds of bottom lines with which OK does something."""
LARGE_HEAD = 16
"""The same in large letters."""


class Page:
    """The base of pages: it shows nothing and does nothing."""

    full = False
    """Whether it takes the whole panel: then it says itself how to leave it."""
    large = False
    """Whether its station wants large letters; the station sets it before drawing."""
    coached = False
    """Whether its station shows the coach."""

    def ready(self) -> bool:
        """Return whether it knows what to show: until then its station keeps the last picture."""
        return True

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Return what is above the bottom line."""
        return ()

    def bottom(self) -> BottomLine:
        """Return the bottom line: what OK will do."""
        return BottomLine("", "idle")

    def is_due(self) -> bool:
        """Return whether the game waits for people here."""
        return False

    def at_hand(self) -> object:
        """Return what OK acts on, None if nothing: if that changes without input, the station settles."""
        bottom = self.bottom()
        return (self, bottom.text) if bottom.doing in ACTING else None

    def turn(self, dial: int, steps: int) -> None:
        """A dial was turned."""

    def push(self) -> None:
        """Take the choice under the cursor."""

    def back(self) -> bool:
        """Go one step back; return True to leave the page itself."""
        return True

    def home(self) -> None:
        """Go back to the start of the page."""

    def needs_hold(self) -> bool:
        """Return whether OK has to be held."""
        return False

    def ok(self) -> None:
        """Do what the bottom line says."""

    def course(self, direction: str) -> None:
        """A course key: it moves the cursor if no course is due."""
        self.turn(0, -1 if direction in ("north", "west") else 1)

    def stop(self) -> None:
        """The STOP key."""

    def chart(self) -> Mapping[str, Any] | None:
        """Return the labelled chart beside the panel, as data; None if there is none."""
        return None

    def aim(self, words: tuple[str, ...]) -> None:
        """Somebody pointed at a place on that chart: move the cursor there, as the dial would."""

    def rule(self) -> Page | None:
        """Return the rule of the choice under the cursor, as a page; None if there is none."""
        return None

    @property
    def head(self) -> int:
        """The rows of a title."""
        return LARGE_HEAD if self.large else HEAD


class TextPage(Page):
    """A text to read, line by line under the dial."""

    def __init__(self, title: str, paragraphs: Sequence[str], hint: str, *, end: bool = False) -> None:
        """Begin at the top, or at the end."""
        self._title, self._paragraphs, self._hint = title, tuple(paragraphs), hint
        self._top, self._end = 0, end

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show as many lines as fit."""
        font, head = TALL_LABEL if self.large else LABEL, self.head
        room = Area(0, head, width, height - BOTTOM - head)
        lines = [line for text in self._paragraphs for line in font.wrap(text, room.width)]
        last = max(0, len(lines) - room.height // font.height)
        self._top = last if self._end else min(self._top, last)
        self._end = False
        shown = Text(tuple(lines[self._top : self._top + room.height // font.height]), font)
        where = f"{self._top + 1}/{last + 1}" if last else ""
        return Place(Area(0, 0, width, head), Title(self._title, where)), Place(room, shown)

    def bottom(self) -> BottomLine:
        """Return how to leave."""
        return BottomLine(self._hint, "idle")

    def turn(self, dial: int, steps: int) -> None:
        """Scroll."""
        self._top = max(0, self._top + steps)
