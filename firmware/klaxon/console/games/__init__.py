"""The one table of how games are shown, and told again. A game without screens of its own has the general ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from klaxon.console.games import sonar, steam
from klaxon.console.games.sonar import onlooker_view as sonar_tableau
from klaxon.console.games.steam import lobby_defaults as steam_opening
from klaxon.console.games.steam import onlooker_view as steam_tableau
from klaxon.console.language.narration import Retelling
from klaxon.console.lobby.lobby_defaults import Opening
from klaxon.console.onlook.onlooker_view import Show
from klaxon.console.play import default_screen
from klaxon.console.play.seat_screen import SeatScreen

SHOWS: Mapping[str, Mapping[str, SeatScreen]] = {"sonar": sonar.SCREENS, "steam": steam.SCREENS}
"""Game -> role -> its screen."""
SHARED: Mapping[str, Mapping[str, SeatScreen]] = {"steam": steam.SHARED}
"""The same for a console that two boats share, where that makes a difference."""
GENERAL = SeatScreen(default_screen.draw)
RETELLINGS: Mapping[str, Retelling] = {"sonar": sonar.RETELLING, "steam": steam.RETELLING}
"""Game -> how its debrief is told."""
TABLEAUX: Mapping[str, Show] = {"sonar": sonar_tableau.SHOW, "steam": steam_tableau.SHOW}
"""Game -> how it is shown to who looks on."""

OPENINGS: Mapping[str, Opening] = {"sonar": sonar.OPENING, "steam": steam_opening.OPENING}
"""Game -> how it is set up at a console."""


@lru_cache(maxsize=8)
def screens_of(game: str, *, shared: bool = False) -> Callable[[str], SeatScreen]:
    """Return the screens of a game, by role."""
    own = {**SHOWS.get(game, {}), **(SHARED.get(game, {}) if shared else {})}
    return lambda role: own.get(role, GENERAL)


def panes_of(game: str) -> tuple[str, ...]:
    """Return the pages of a game that may stand at stations of their own, the most useful first."""
    return tuple(dict.fromkeys(pane for screen in SHOWS.get(game, {}).values() for pane in screen.panes))


def retelling_of(game: str) -> Retelling:
    """Return how a game is told again."""
    return RETELLINGS.get(game, Retelling())


def show_of(game: str) -> Show:
    """Return how a game is shown to who looks on; one that is not known here has neither facts nor a drawing."""
    return TABLEAUX.get(game, Show())


def opening_of(game: str) -> Opening:
    """Return how a game is set up at a console; of one that says nothing all options are folded away."""
    return OPENINGS.get(game, Opening())
