"""The lines of the lobby about the other console."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaxon.console.language.game_words import Phrases
from klaxon.console.linked.lending import NOTHING, lending_choices, usual_choice
from klaxon.console.linked.other_console import HOST, LinkStage, OtherConsole
from klaxon.console.lobby.lobby_rows import choice_row, explain
from klaxon.console.station.list_page import LineValues, MenuItem
from klaxon.rules.contract import Game


class LinkRows:
    """Makes those lines."""

    def __init__(self, other: OtherConsole, open_page: Callable[[], None]) -> None:
        """`open_page` shows the page at which consoles are paired."""
        self._other, self._open_page = other, open_page

    @property
    def lends(self) -> bool:
        """Whether there is a console to which seats can be lent."""
        standing = self._other.standing
        return standing.role == HOST and standing.stage is LinkStage.JOINED

    def rows(self, phrases: Phrases, game: Game[Any, Any], lent: dict[str, str]) -> list[MenuItem]:
        """Return the lines for a game; `lent` is what people chose to lend, game by game."""
        return [self._link_row(phrases), *([self._lent_row(phrases, game, lent)] if self.lends else [])]

    def _link_row(self, phrases: Phrases) -> MenuItem:
        standing = self._other.standing
        shown = standing.peer if standing.stage is LinkStage.JOINED else phrases.say(f"link.role.{standing.role}")
        label = phrases.say("link.row")
        about = explain(phrases, label, "about.link.row")
        return MenuItem(label, phrases.say("link.row.ok"), self._open_page, shown, about=about)

    def _lent_row(self, phrases: Phrases, game: Game[Any, Any], lent: dict[str, str]) -> MenuItem:
        value = lent.get(game.name, usual_choice(game))

        def choose(choice: str) -> None:
            lent[game.name] = choice

        choice = LineValues(lending_choices(game), value, choose, phrases.say("lobby.take"))
        return choice_row(phrases, phrases.say("link.lent"), _choice_words(phrases, value), choice, "about.link.lent")


def _choice_words(phrases: Phrases, choice: str) -> str:
    if choice == NOTHING:
        return phrases.say("link.lent.none")
    return phrases.say("link.lent.seats", seats=int(choice)) if choice.isdigit() else phrases.boat(choice)
