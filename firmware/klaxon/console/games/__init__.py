"""Games at the console: one record a game, imported when it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from klaxon.console.language.narration import Narration
from klaxon.console.lobby.lobby_defaults import LobbyDefaults
from klaxon.console.onlook.onlooker_view import OnlookerView
from klaxon.console.play.default_screen import DefaultScreen
from klaxon.console.play.seat_screen import SeatScreen

GAMES = {
    "sonar": "klaxon.console.games.sonar",
    "steam": "klaxon.console.games.steam",
}
"""Game -> the package of its screens, whose `GAME` is their record. A new game is a package and a line here."""
GENERAL = DefaultScreen()
"""The screen of a role that has none of its own."""


@dataclass(frozen=True, slots=True)
class GameScreens:
    """How a game is shown at a console. What it leaves out is as for any game."""

    roles: Mapping[str, SeatScreen[Any]] = field(default_factory=dict)
    """Role -> its screen."""
    shared: Mapping[str, SeatScreen[Any]] = field(default_factory=dict)
    """The same for a console that two boats share, where that makes a difference."""
    lobby: LobbyDefaults = field(default_factory=LobbyDefaults)
    """How it is set up."""
    onlookers: OnlookerView = field(default_factory=OnlookerView)
    """How it is shown to umpire and spectators."""
    debrief: Narration = field(default_factory=Narration)
    """How it is told when it is over."""

    @property
    def panes(self) -> tuple[str, ...]:
        """The pages that may stand at stations of their own, the most useful first."""
        return tuple(dict.fromkeys(pane for screen in self.roles.values() for pane in screen.panes))


@cache
def screens_of_game(game: str) -> GameScreens:
    """Return the record of a game; of one without screens of its own the general ones."""
    record: GameScreens = import_module(GAMES[game]).GAME if game in GAMES else GameScreens()
    return record


@cache
def screens_of(game: str, *, shared: bool = False) -> Callable[[str], SeatScreen[Any]]:
    """Return the screens of a game, by role."""
    screens = screens_of_game(game)
    own = {**screens.roles, **(screens.shared if shared else {})}
    return lambda role: own.get(role, GENERAL)
