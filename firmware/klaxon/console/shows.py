"""The one table of how games are shown. A game without screens of its own is played from the general menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from klaxon.console import general, sonar
from klaxon.console.scene import SeatScreen

SHOWS: Mapping[str, Mapping[str, SeatScreen]] = {"sonar": sonar.SCREENS}
"""Game -> role -> its screen."""
GENERAL = SeatScreen(general.draw)


@lru_cache(maxsize=8)
def screens_of(game: str) -> Callable[[str], SeatScreen]:
    """Return the screens of a game, by role."""
    own = SHOWS.get(game, {})
    return lambda role: own.get(role, GENERAL)
