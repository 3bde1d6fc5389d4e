"""Codes at a panel: entered sign by sign, and shown to be written down."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.drawing.fonts import BODY, LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.catalogue import say
from klaxon.console.station.page import Page
from klaxon.console.station.qr_page import MARGIN, Code
from klaxon.console.station.station import Station

GROUP = 4
SHORT = 6
"""Signs that stand in one row."""


def in_groups(code: str, length: int) -> str:
    """Return a code as people read it: a long one in two rows of groups."""
    if length <= SHORT:
        return code
    groups = [code[place : place + GROUP] for place in range(0, len(code), GROUP)]
    half = length // GROUP // 2
    return "\n".join(" ".join(row) for row in (groups[:half], groups[half:]) if row)


class CodePage(Page):
    """A code, sign by sign: the dial points at one, push takes it, BACK deletes the last."""

    def __init__(self, station: Station, title: str, signs: str, length: int, on_code: Callable[[str], None]) -> None:
        """Begin without a sign. `title` is a message; `on_code` gets the code when it is whole."""
        self._station, self._title, self._signs, self._length = station, title, signs, length
        self._on_code = on_code
        self._code, self._place = "", 0

    def _say(self, message: str) -> str:
        return say(message, {}, self._station.language)

    @property
    def _is_whole(self) -> bool:
        return len(self._code) == self._length

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the signs so far, and the one that push would take."""
        rows = in_groups(self._code, self._length)
        shown = rows if self._is_whole else f"{rows}‹{self._signs[self._place]}›"
        middle = Area(0, self.head, width, height - BOTTOM - self.head)
        return (
            Place(Area(0, 0, width, self.head), Title(self._say(self._title))),
            Place(middle, Text(tuple(shown.split("\n")), BODY, middle=True)),
        )

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        if self._is_whole:
            return BottomLine(self._say(f"{self._title}.use"))
        return BottomLine(self._say("link.take-sign"), "idle")

    def turn(self, dial: int, steps: int) -> None:
        """Go to another sign."""
        self._place = (self._place + steps) % len(self._signs)

    def push(self) -> None:
        """Take the sign."""
        if not self._is_whole:
            self._code += self._signs[self._place]

    def back(self) -> bool:
        """Delete the last sign; without one, close the page."""
        there, self._code = bool(self._code), self._code[:-1]
        return not there

    def ok(self) -> None:
        """Use the code."""
        if self._is_whole:
            self._station.drop(self)
            self._on_code(self._code)


class CopyCodePage(Page):
    """The code of the guest's copy, to be written down or scanned by whoever looks after the game."""

    full = True

    def __init__(self, code: str, language: str) -> None:
        """Show a code."""
        self._code, self._language = code, language

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the code to scan on the left, its signs beside it."""
        side = min(width, height)
        signs = in_groups(self._code, len(self._code))
        words = Text(
            (*signs.split("\n"), *say("link.copy-code.text", {}, self._language).split("\n")), LABEL, wrap=True
        )
        return (
            Place(Area(0, 0, side, side), Code(self._code)),
            Place(Area(side + MARGIN, 0, width - side - MARGIN, height), words),
        )
