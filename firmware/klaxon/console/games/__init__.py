"""Games at the console: one record for each game, imported when it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import Narration
from klaxon.console.lobby.lobby_defaults import LobbyDefaults
from klaxon.console.onlook.onlooker_view import OnlookerView
from klaxon.console.play.default_screen import DefaultScreen
from klaxon.console.play.seat_screen import SeatScreen

if TYPE_CHECKING:  # loaded when a game is over
    from klaxon.console.onlook.logbook import LogbookMaker
    from klaxon.console.onlook.look_back import PastPictures

T = TypeVar("T")

GAMES = {
    "sonar": "klaxon.console.games.sonar",
    "steam": "klaxon.console.games.steam",
    "uboot": "klaxon.console.games.uboot",
}
"""Game -> the package of its screens, whose `GAME` is their record. A new game is a package and a line here."""
GENERAL = DefaultScreen()
"""The screen of a role that has none of its own."""


@dataclass(frozen=True, slots=True)
class GameScreens:
    """How a game is shown at a console. Missing parts get general defaults.

    A name `module:NAME` is imported when it is needed: a lobby that offers a game needs none of its screens.
    """

    roles: Mapping[str, SeatScreen[Any] | str] = field(default_factory=dict)
    """Role -> its screen."""
    shared: Mapping[str, SeatScreen[Any] | str] = field(default_factory=dict)
    """The same for a console that two boats share, if that makes a difference."""
    lobby: LobbyDefaults = field(default_factory=LobbyDefaults)
    """How it is set up."""
    onlookers: OnlookerView | str = field(default_factory=OnlookerView)
    """How it is shown to umpire and spectators."""
    debrief: Narration | str = field(default_factory=Narration)
    """How a finished game is narrated."""
    logbook: LogbookMaker | str = ""
    """What is kept of a finished game; '' for a game that has no logbook."""


@cache
def _record_of(game: str) -> GameScreens:
    """Return the record of a game; the general one if it has no screens of its own."""
    record: GameScreens = import_module(GAMES[game]).GAME if game in GAMES else GameScreens()
    return record


@cache
def screens_of(game: str, *, shared: bool = False) -> Callable[[str], SeatScreen[Any]]:
    """Return the screens of a game, by role."""
    record = _record_of(game)
    own = {role: _load(screen) for role, screen in {**record.roles, **(record.shared if shared else {})}.items()}
    return lambda role: own.get(role, GENERAL)


def panes_of(game: str) -> tuple[str, ...]:
    """Return the pages of a game that may be shown at stations of their own, the most useful first."""
    screens = screens_of(game)
    return tuple(dict.fromkeys(pane for role in _record_of(game).roles for pane in screens(role).panes))


def lobby_defaults_of(game: str) -> LobbyDefaults:
    """Return how a game is set up."""
    return _record_of(game).lobby


def option_note_of(game: str, phrases: Phrases, option: str, options: Mapping[str, str]) -> str:
    """Return in words what the chosen value of an option means; '' where a game has none."""
    named = lobby_defaults_of(game).notes
    tell: Callable[[Phrases, str, Mapping[str, str]], str] | None = _load_named(named) if named else None
    return tell(phrases, option, options) if tell else ""


def does_option_matter(game: str, option: str, options: Mapping[str, str]) -> bool:
    """Return whether an option changes anything in a game with these options, on its chart."""
    named = lobby_defaults_of(game).matters
    matters: Callable[[str, Mapping[str, str]], bool] | None = _load_named(named) if named else None
    return matters is None or matters(option, options)


def onlooker_view_of(game: str) -> OnlookerView:
    """Return how a game is shown to umpire and spectators."""
    return _load(_record_of(game).onlookers)


def narration_of(game: str) -> Narration:
    """Return how a game is narrated when it is over."""
    return _load(_record_of(game).debrief)


def logbook_of(game: str) -> LogbookMaker | None:
    """Return what makes the logbook of a game, None for a game that has none."""
    named = _record_of(game).logbook
    return _load(named) if named else None


def past_pictures_of(game: str) -> PastPictures | None:
    """Return how any second of a finished game is looked back at, None for a game that has only its moments."""
    named = narration_of(game).past
    found: PastPictures | None = _load_named(named) if named else None
    return found


def _load(named: T | str) -> T:
    found: T = _load_named(named) if isinstance(named, str) else named
    return found


def _load_named(named: str) -> Any:
    module, _, name = named.partition(":")
    return getattr(import_module(module), name)
