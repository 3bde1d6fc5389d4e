"""The games that follow at a table: the same one once more, or the sequel of a linked game that is over."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from klaxon.data import ContentError
from klaxon.rules.contract import Game, Header, Refusal, Sequel
from klaxon.table.disk.scribe import JournalScribe, NoScribe, Scribe
from klaxon.table.disk.shelf import Shelf, named_sequel
from klaxon.table.play import Play
from klaxon.table.setup import Library, make_header

_log = logging.getLogger(__name__)


class SetupError(Exception):
    """A game that cannot be set up."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class BegunGame(NamedTuple):
    """A game that begins: its name, and where its rows go."""

    name: str
    play: Play
    scribe: Scribe


class Following(Protocol):
    """How a table begins another game. JournalError where the disk takes none; SetupError where it has no sequel."""

    def again(self, before: Play) -> BegunGame:
        """Begin the same game with another seed."""

    def sequel(self, name: str, before: Play) -> BegunGame:
        """Begin the sequel of a game that is over."""


class FollowingGames:
    """Begins games that follow one of a kind."""

    def __init__(self, game: Game[Any, Any], shelf: Shelf | None, library: Library) -> None:
        """Keep them on a shelf, if there is one; content that a sequel does not bring is looked up in a library."""
        self._game, self._shelf, self._library = game, shelf, library

    def again(self, before: Play) -> BegunGame:
        """Begin the same game with another seed."""
        return begin_game(
            self._game, replace(before.header, version=self._game.version, seed=secrets.token_hex(8)), self._shelf
        )

    def sequel(self, name: str, before: Play) -> BegunGame:
        """Begin the sequel of a game that is over, with what that hands on."""
        sequel = named_sequel(name, sequel_of(before))
        if sequel is None:
            raise SetupError(Refusal("no-sequel"))
        library = with_contents(self._game, sequel.contents, self._library)
        try:
            header = make_header(self._game, sequel.options, library, secrets.token_hex(8))
        except ContentError as error:
            raise SetupError(Refusal(error.code, error.facts)) from error
        if isinstance(header, list):
            raise SetupError(header[0])
        return begin_game(self._game, header, self._shelf)


def begin_game(game: Game[Any, Any], header: Header, shelf: Shelf | None) -> BegunGame:
    """Begin a new game; without a shelf nothing is saved."""
    state = game.setup(header)
    if isinstance(state, Refusal):
        raise SetupError(state)
    play = Play(game, header, state)
    if shelf is None:
        return BegunGame(f"new-{game.name}", play, NoScribe())
    name, journal = shelf.begin(header)
    _log.info("game %s begins", name)
    return BegunGame(name, play, JournalScribe(journal))


def with_contents(game: Game[Any, Any], contents: Mapping[str, str], library: Library) -> Library:
    """Return a library that has some content by value, by the names of the options, and the rest of another one."""
    brought = {option.content: contents[option.name] for option in game.options if option.name in contents}
    return lambda kind, name, variant: brought[kind] if kind in brought else library(kind, name, variant)


def sequel_of(play: Play) -> Sequel | None:
    """Return the sequel of a game that is over; None also where that would be the same game once more."""
    sequel = play.game.sequel(play.header, play.state) if play.outcome is not None else None
    if sequel is None:
        return None
    is_the_same = {**play.header.options, **sequel.options} == play.header.options
    return None if is_the_same else sequel
