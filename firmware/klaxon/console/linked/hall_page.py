"""A hall, as a console knows it: the page on which a volunteer makes this console a table there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from klaxon.console.drawing.fonts import BODY, LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.catalogue import say
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.lobby_rows import explain
from klaxon.console.station.list_page import MenuItem
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station


class HallStage(Enum):
    """How far this console is."""

    OUT = "out"
    """It is no table of a hall."""
    ASKING = "asking"
    """It shows a code and looks for a desk."""
    AWAY = "away"
    """It is a table of a hall that is not there just now."""
    THERE = "there"


@dataclass(frozen=True, slots=True)
class HallStanding:
    """How this console stands with a hall."""

    stage: HallStage = HallStage.OUT
    hall: str = ""
    """What the desk is called, as far as it is known."""
    name: str = ""
    """What the desk calls this table."""
    code: str = ""
    """The code that the desk has to be told."""
    is_wrong: bool = False
    """Whether the code before this one was typed wrongly."""


class HallDoor(Protocol):
    """The way of this console into a hall."""

    changed: Callable[[], None]
    """Called when `standing` changes."""

    @property
    def standing(self) -> HallStanding:
        """How this console stands with a hall."""

    def ask(self) -> None:
        """Look for a desk, and show a code."""

    def leave(self) -> None:
        """Stop asking, or be no table of the hall any more."""


def hall_row(door: HallDoor, phrases: Phrases, open_page: Callable[[], None]) -> MenuItem:
    """Return the line of the lobby about the hall."""
    standing = door.standing
    label = phrases.say("club.row")
    shown = standing.name or standing.hall if standing.stage in (HallStage.THERE, HallStage.AWAY) else ""
    shown = shown or phrases.say(f"club.row.{standing.stage.value}")
    return MenuItem(
        label, phrases.say("club.row.ok"), open_page, shown, about=explain(phrases, label, "about.club.row")
    )


class HallPage(Page):
    """The code, what to do with it, and how the hall stands."""

    def __init__(self, door: HallDoor, station: Station) -> None:
        """Show it at a station; a console that is in no hall asks at once."""
        self._door, self._station = door, station
        if door.standing.stage is HallStage.OUT:
            door.ask()

    def _say(self, message: str) -> str:
        standing = self._door.standing
        facts = {"hall": standing.hall, "name": standing.name or standing.hall}
        return say(message, facts, self._station.language)

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the code large, with a sentence below it."""
        standing, head = self._door.standing, self.head
        where = Area(0, 0, width, head)
        title = Place(where, Title(self._say("club.title")))
        code = BODY.height + 2 if standing.stage is HallStage.ASKING else 0
        middle = Place(Area(0, head, width, code), Text((standing.code,), BODY, middle=True))
        below = Area(0, head + code, width, height - BOTTOM - head - code)
        words = Place(below, Text((self._words(standing),), LABEL, wrap=True))
        return (title, middle, words) if code else (title, words)

    def _words(self, standing: HallStanding) -> str:
        if standing.stage is not HallStage.ASKING:
            return self._say(f"club.stage.{standing.stage.value}")
        if standing.is_wrong:
            return self._say("club.wrong-code")
        return self._say("club.found" if standing.hall else "club.seeking")

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        stage = self._door.standing.stage
        return BottomLine(self._say(f"club.ok.{stage.value}"), "grave" if self.needs_hold() else "ready")

    def needs_hold(self) -> bool:
        """Return whether OK has to be held: a hall is not left by chance."""
        return self._door.standing.stage in (HallStage.THERE, HallStage.AWAY)

    def ok(self) -> None:
        """Ask, or leave."""
        if self._door.standing.stage is HallStage.OUT:
            self._door.ask()
        else:
            self._door.leave()
            self._station.drop(self)

    def back(self) -> bool:
        """Close the page; whoever has not been let in by then does not ask any more."""
        if self._door.standing.stage is HallStage.ASKING:
            self._door.leave()
        return True
