"""The page of a table where people walk up: what is played, how long, and OK begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, List, ListItem, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.catalogue import say
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.first_game import FirstGame, first_games
from klaxon.console.station.page import Page

TEXT_LINES = 2


class WalkUpPage(Page):
    """Says what this table is for. OK begins the game for as many people as stand there."""

    def __init__(
        self, game: str, minutes: int, begin: Callable[[FirstGame], None], language: Callable[[], str]
    ) -> None:
        """Offer a game of so many minutes. `language` is that of the station."""
        self._game, self._minutes, self._begin, self._language = game, minutes, begin, language
        self._crews = [each for each in first_games() if each.game == game]
        self.cursor = 0

    def _say(self, message: str, **facts: object) -> str:
        return say(message, facts, self._language())

    def _lines(self) -> Sequence[ListItem]:
        return [ListItem(self._say(f"first-game.{each.crew}")) for each in self._crews]

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the game, what happens, and for how many people."""
        name = Phrases(self._game, self._language()).find(f"game.{self._game}", self._game)
        text = LABEL.wrap(self._say("walk-up.what", minutes=self._minutes), width)[:TEXT_LINES]
        top = self.head + TEXT_LINES * LABEL.height
        return (
            Place(Area(0, 0, width, self.head), Title(name)),
            Place(Area(0, self.head, width, top - self.head), Text(tuple(text), LABEL)),
            Place(Area(0, top, width, height - BOTTOM - top), List(tuple(self._lines()), self.cursor, LABEL)),
        )

    def bottom(self) -> BottomLine:
        """Return that OK begins."""
        return BottomLine(self._say("walk-up.begin"))

    def turn(self, dial: int, steps: int) -> None:
        """Move the cursor."""
        self.cursor = max(0, min(len(self._crews) - 1, self.cursor + steps))

    def push(self) -> None:
        """Do what OK does: nothing here is grave."""
        self.ok()

    def ok(self) -> None:
        """Begin for the crew under the cursor."""
        self._begin(self._crews[self.cursor])
