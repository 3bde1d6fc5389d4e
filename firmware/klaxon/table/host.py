"""The host: opens tables. It puts game, journal, tokens and doors together for everything that runs a table."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from klaxon.rules.contract import SPECTATOR, UMPIRE, Game, Header, Seat, boat_of
from klaxon.table.disk.scribe import JournalScribe
from klaxon.table.disk.shelf import Shelf, Taken
from klaxon.table.doors import child_door
from klaxon.table.following_games import FollowingGames, begin_game
from klaxon.table.session import LONGEST_NAME
from klaxon.table.setup import Library
from klaxon.table.table import Table

PARTING = 5.0
"""Seconds that a closing table may take to write what is not on the disk yet."""


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The secrets of a table: token -> the seats it opens, and who has which token."""

    ring: Mapping[str, frozenset[Seat]]
    token_of: Mapping[str, str]
    """A boat, `umpire`, `spectator` or `crew` -> token."""

    @classmethod
    def create(cls, game: Game[Any, Any]) -> Tokens:
        """Create the tokens of a game: one for each boat, the umpire, spectators, and the understudies."""
        doors = {boat: frozenset(seat for seat in game.seats if boat_of(seat) == boat) for boat in game.boats}
        doors |= {"umpire": frozenset({UMPIRE}), "spectator": frozenset({SPECTATOR}), "crew": frozenset(game.seats)}
        token_of = {name: secrets.token_urlsafe(16) for name in doors}
        return cls({token_of[name]: seats for name, seats in doors.items()}, token_of)


def open_table(game: Game[Any, Any], header: Header, shelf: Shelf | None, keys: Tokens, library: Library) -> Table:
    """Open a table for a new game; without a shelf nothing is saved. Games that follow it use the library."""
    name, play, scribe = begin_game(game, header, shelf)
    return Table(name, play, scribe, keys.ring, FollowingGames(game, shelf, library))


def resume_table(taken: Taken, shelf: Shelf, keys: Tokens, library: Library) -> Table:
    """Open the table of a resumed game, paused until the players count themselves in."""
    _log.info("game %s is taken up again", taken.name)
    following = FollowingGames(taken.play.game, shelf, library)
    table = Table(taken.name, taken.play, JournalScribe(taken.journal), keys.ring, following)
    table.remember(taken.pages, taken.heard)
    table.names = taken.names
    if not taken.play.paused and taken.play.outcome is None:
        taken.play.pause()
        table.turn_pages()
    return table


@asynccontextmanager
async def seat_understudies(
    table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], pace: str, skill: str, seed: str = ""
) -> AsyncIterator[None]:
    """Seat understudies: a child process for each crew. Their randomness is independent of the game's.

    Secrets are passed in the environment, where other users of the machine cannot see them.
    """
    async with AsyncExitStack() as stack:
        for crew in crews:
            name = crew_name(crew)
            command = [sys.executable, "-m", "klaxon.crew", *crew, "--pace", pace, "--skill", skill]
            command += ["--name", name]
            own = {"KLAXON_TOKEN": keys.token_of["crew"], "KLAXON_SEED": f"{seed or secrets.token_hex(16)} {name}"}
            await stack.enter_async_context(child_door(table, command, own))
        yield


def crew_name(seats: Sequence[Seat]) -> str:
    """Return the client name of understudies for these seats; crews of one boat must not share order numbers."""
    boat, roles = seats[0].partition(".")[0], "+".join(seat.rpartition(".")[2] for seat in seats)
    return f"understudies: {boat} {roles}"[:LONGEST_NAME]


async def until_over(table: Table) -> None:
    """Wait until the game is over and completely on disk."""
    while table.play.outcome is None or not table.ledger.is_settled:
        table.changed.clear()
        await table.changed.wait()


async def until_written(table: Table) -> None:
    """Wait until everything is on disk, with a short timeout for a dead or slow disk."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PARTING):
            while not table.ledger.is_settled:
                table.changed.clear()
                await table.changed.wait()
