"""The match: the current game with its table, tokens and understudies. Between games there is none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import Any

from klaxon import data
from klaxon.console.language.names import NAMELESS, Names, shown_names
from klaxon.console.linked.other_console import FarGame, LentTable
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.play.seat_client import RUNNING
from klaxon.crew import SKILL
from klaxon.rules.contract import Game, Seat
from klaxon.rules.games import game_named
from klaxon.table.clock import TableClock
from klaxon.table.disk.shelf import Shelf
from klaxon.table.following_games import SetupError, with_contents
from klaxon.table.host import Tokens, open_table, resume_table, until_written
from klaxon.table.session import SessionTable
from klaxon.table.setup import make_header
from klaxon.table.table import Table

Crew = Callable[[Table, Tokens, Sequence[Sequence[Seat]], str], AbstractAsyncContextManager[None]]
"""(table, its tokens, crews of seats, skill) -> understudies in those seats, while the context lasts."""


class Match:
    """The game of a console."""

    def __init__(self, shelf: Shelf | None, crew: Crew) -> None:
        """Begin without a game. Without a shelf nothing is saved; `crew` seats understudies."""
        self._shelf, self._crew, self._skill = shelf, crew, SKILL
        self.game: Game[Any, Any] | None = None
        self.table: Table | None = None
        self.tokens: Tokens | None = None
        self.lent_table: LentTable | None = None
        """At a guest: the table of its host."""
        self._children: AsyncExitStack | None = None
        self._left = asyncio.Event()
        self._free = asyncio.Event()
        self._free.set()

    @property
    def playing(self) -> bool:
        """Whether a game is on, here or at the host to which this console lends its stations."""
        return self.table is not None or self.lent_table is not None

    @property
    def is_running(self) -> bool:
        """Whether it can be paused: it is on, not over, and not paused yet."""
        if self.lent_table is not None:
            return self.lent_table.about.get("state") in RUNNING
        table = self.table
        return table is not None and not table.play.paused and table.play.outcome is None

    @property
    def is_over(self) -> bool:
        """Whether there is no game, or it has ended."""
        if self.lent_table is not None:
            return self.lent_table.about.get("state") == "over"
        return self.table is None or self.table.play.outcome is not None

    @property
    def clock(self) -> TableClock | None:
        """The clock of the table, here or at the host."""
        table = self.lent_table or self.table
        return table.clock if table is not None else None

    @property
    def session_table(self) -> SessionTable | None:
        """The table at which stations of this console sit."""
        return self.lent_table or self.table

    @property
    def lent_table_boats(self) -> tuple[str, ...]:
        """The boats of the game of the host: a guest takes it that people play all of them."""
        return tuple(self.game.boats) if self.lent_table is not None and self.game is not None else ()

    def token_for(self, boat: str) -> str:
        """Return the token for the seats of a boat, for `crew`, or for a spectator; the host of a guest knows them."""
        return boat if self.tokens is None else self.tokens.token_of[boat]

    @property
    def table_name(self) -> str:
        """The name of the current game; '' between games."""
        return self.table.name if self.table else ""

    def names(self) -> Names:
        """Return the names of the boats."""
        if self.lent_table is not None:
            return shown_names(self.lent_table.about.get("names", {}))
        return shown_names(self.table.names) if self.table else NAMELESS

    @contextmanager
    def join(self, table: LentTable) -> Iterator[Game[Any, Any]]:
        """Sit at the table of a host while the context lasts."""
        self.game, self.lent_table = game_named(table.lent.game), table
        self._left.clear()
        self._free.clear()
        try:
            yield self.game
        finally:
            self.lent_table = None
            self._free.set()

    async def until_taken_back(self) -> None:
        """Wait until the host has left the table, or people here have."""
        await self._left.wait()

    def on_taken_back(self) -> None:
        """The host has left the table."""
        self._left.set()

    def keep(self, game: FarGame) -> asyncio.Future[str] | None:
        """Put a game that another console has played on the shelf; None where there is none."""
        if self._shelf is None:
            return None
        proof = json.dumps(game.proof.plain()).encode()
        adopt = partial(self._shelf.adopt, game.play.header, tuple(game.play.rows), proof)
        return asyncio.get_running_loop().run_in_executor(None, adopt)

    def unseat(self, seats: Sequence[Seat]) -> None:
        """Take seats from whoever has them at a table of this console; a host does that for its guest."""
        if (table := self.table) is not None:
            for session in tuple(table.sessions):
                for seat in [seat for seat in seats if seat in session.watches]:
                    table.unseat(session, seat)

    async def set_up(self, plan: GamePlan, seed: str) -> tuple[Game[Any, Any], Table, Tokens]:
        """Set up a game, or resume a saved one; `play` follows.

        SetupError, JournalError or ContentError if that fails.
        """
        game = game_named(plan.game)
        tokens = Tokens.create(game)
        table = await self._open(game, plan, seed, tokens)
        self.game, self.table, self.tokens, self._skill = game, table, tokens, plan.skill
        self._left.clear()
        self._free.clear()
        return game, table, tokens

    async def _open(self, game: Game[Any, Any], plan: GamePlan, seed: str, tokens: Tokens) -> Table:
        if plan.resume and (shelf := self._shelf) is not None:
            take = partial(shelf.take, plan.resume, play_on=plan.play_on)
            taken = await asyncio.get_running_loop().run_in_executor(None, take)
            return resume_table(taken, shelf, tokens, data.read)
        header = make_header(game, plan.options, with_contents(game, plan.contents, data.read), seed)
        if isinstance(header, list):
            raise SetupError(header[0])
        table = open_table(game, header, self._shelf, tokens, data.read)
        for boat, name in plan.names.items():
            table.set_boat_name(boat, name)
        return table

    @asynccontextmanager
    async def play(self, table: Table, tokens: Tokens, unmanned: Sequence[Sequence[Seat]]) -> AsyncIterator[None]:
        """Play the game that was set up, with understudies in unmanned seats, while the context lasts."""
        try:
            async with AsyncExitStack() as self._children:
                await self._children.enter_async_context(self._crew(table, tokens, unmanned, self._skill))
                yield
        finally:
            self._children = self.table = self.tokens = None
            table.close()
            self._free.set()

    async def until_left(self, table: Table) -> None:
        """Wait until somebody leaves the table; everything is written before that."""
        try:
            await self._left.wait()
        finally:  # also where the daemon is told to end
            table.hold(running=False)
            await until_written(table)

    async def until_free(self) -> None:
        """Wait until no game is on."""
        await self._free.wait()

    def leave(self) -> None:
        """Leave the table; the game is saved."""
        if self.lent_table is not None:
            self.lent_table.leave()
        self._left.set()

    def call_understudies(self, seats: Sequence[Seat]) -> None:
        """Seat understudies during a game."""
        if self.lent_table is not None:
            self.lent_table.call_understudies(seats)
        children, table, tokens = self._children, self.table, self.tokens
        if children is not None and table is not None and tokens is not None:
            task = asyncio.ensure_future(children.enter_async_context(self._crew(table, tokens, [seats], self._skill)))
            children.callback(task.cancel)
