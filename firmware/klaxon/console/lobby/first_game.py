"""The start screen of a console at which nobody has played yet: what this is, and the guided first games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, List, Text, Title
from klaxon.console.drawing.parts import ListItem as Line
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.games import lobby_defaults_of
from klaxon.console.language.catalogue import say
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.station.page import Page
from klaxon.crew import NOVICE
from klaxon.rules.games import GAMES, game_named

TEXT_LINES = 2
"""The lines that say what this is."""


CREW = "all"
"""The crew of a first game in which people work every station of the boat."""


class FirstGame(NamedTuple):
    """One of the first games that are offered."""

    game: str
    crew: str

    def plan(self) -> GamePlan:
        """Return how it is set up: the first boat is manned, with understudies who are novices."""
        defaults = lobby_defaults_of(self.game)
        boats = game_named(self.game).boats
        crews = {boat: self.crew if boat == boats[0] else "none" for boat in boats}
        return GamePlan(
            self.game, crews=crews, options={**defaults.options, **defaults.first_game}, skill=NOVICE, is_lesson=True
        )


def first_games() -> tuple[FirstGame, ...]:
    """Return the first games of all games that have one. No rules are imported for that."""
    return tuple(FirstGame(name, crew) for name in GAMES for crew in lobby_defaults_of(name).first_crews)


class FirstGamePage(Page):
    """What a newcomer sees first. OK begins the game under the cursor; the last line leads to the lobby."""

    def __init__(
        self, begin: Callable[[GamePlan], None], to_lobby: Callable[[], None], language: Callable[[], str]
    ) -> None:
        """Begin at the first game. `language` is that of the station."""
        self._begin, self._to_lobby, self._language = begin, to_lobby, language
        self._games = first_games()
        self.cursor = 0
        self._was_turned = False

    def offer_crew(self) -> None:
        """Point at the first game for a crew, since several have joined, unless somebody is choosing already."""
        if not self._was_turned:
            self.cursor = next((n for n, game in enumerate(self._games) if game.crew == CREW), self.cursor)

    def _say(self, message: str) -> str:
        return say(message, {}, self._language())

    def _lines(self) -> Sequence[Line]:
        language = self._language()
        games = [
            Line(say(f"first-game.{each.game}", {}, language), say(f"first-game.{each.crew}", {}, language))
            for each in self._games
        ]
        return (*games, Line(self._say("first-game.lobby")))

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show what this is, and under it the games."""
        head, text = self.head, TEXT_LINES * LABEL.height
        lines = LABEL.wrap(self._say("first-game.what"), width)[:TEXT_LINES]
        top = head + text
        return (
            Place(Area(0, 0, width, head), Title(self._say("first-game.title"))),
            Place(Area(0, head, width, text), Text(tuple(lines), LABEL)),
            Place(Area(0, top, width, height - BOTTOM - top), List(tuple(self._lines()), self.cursor, LABEL)),
        )

    def bottom(self) -> BottomLine:
        """Return that OK begins a first game, or leads to the lobby."""
        is_game = self.cursor < len(self._games)
        return BottomLine(self._say("first-game.begin" if is_game else "first-game.to-lobby"))

    def turn(self, dial: int, steps: int) -> None:
        """Move the cursor."""
        self._was_turned = True
        self.cursor = max(0, min(len(self._games), self.cursor + steps))

    def push(self) -> None:
        """Do what OK does: nothing here is grave."""
        self.ok()

    def back(self) -> bool:
        """Go to the lobby."""
        self._to_lobby()
        return False

    def home(self) -> None:
        """Go back to the first game."""
        self.cursor = 0

    def ok(self) -> None:
        """Begin the game under the cursor, or go to the lobby."""
        if self.cursor < len(self._games):
            self._begin(self._games[self.cursor].plan())
        else:
            self._to_lobby()
