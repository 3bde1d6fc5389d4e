"""The one table of how games are shown, and told again. A game without screens of its own has the general ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from klaxon.console import general, sonar, steam
from klaxon.console.opening import Opening
from klaxon.console.scene import SeatScreen
from klaxon.console.sonar import tableau as sonar_tableau
from klaxon.console.steam import opening as steam_opening
from klaxon.console.steam import tableau as steam_tableau
from klaxon.console.tableau import Show
from klaxon.console.telling import Retelling

SHOWS: Mapping[str, Mapping[str, SeatScreen]] = {"sonar": sonar.SCREENS, "steam": steam.SCREENS}
"""Game -> role -> its screen."""
SHARED: Mapping[str, Mapping[str, SeatScreen]] = {"steam": steam.SHARED}
"""The same for a console that two boats share, where that makes a difference."""
GENERAL = SeatScreen(general.draw)
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
