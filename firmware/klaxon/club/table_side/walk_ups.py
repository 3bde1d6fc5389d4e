"""Walk-up games: a table that teaches whoever comes, lets them play, shows the game again, and is as it was before.

One slot is a short lesson, a game against novices for what is left, and the debrief at every station. Nobody has to
help: the table ends what takes too long, and invites the next where people have gone. A pause does not count; one of
the players that nobody ends does, for they have gone as well.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from klaxon.console.console import Console
from klaxon.console.games import lobby_defaults_of
from klaxon.console.language.catalogue import say
from klaxon.console.lobby.first_game import FirstGame
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.walk_up import WalkUpPage
from klaxon.console.station.page import Page
from klaxon.console.station.station import LONG_NOTICE, Station
from klaxon.rules.contract import UMPIRE
from klaxon.table.table import Table

LESSON = 1 / 3
"""The share of a slot after which a lesson ends by itself."""
LOOK_BACK = 240.0
"""Seconds in which the game is shown again; the next crew waits."""
LAST_LOOK = 12.0
"""Seconds that the end of a lesson is shown."""
GONE, GONE_IN_A_PAUSE = 240.0, 900.0
"""Seconds without an order, and of a pause of the players, after which people have gone."""
SOONEST = 10.0
"""Seconds in which a game has to begin."""


class WalkUps:
    """The walk-up games of a console."""

    def __init__(self, console: Console) -> None:
        """Begin without any; `open` follows."""
        self._console = console
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._left = 0.0
        """Seconds of the slot."""
        self._news = asyncio.Event()

    def open(self, game: str, minutes: int) -> None:
        """Invite people from now on, one slot after the other."""
        self.close()
        self._task = self._loop.create_task(self._serve(game, minutes), name="walk-up games")

    def close(self) -> None:
        """Invite nobody any more; a game that is on goes on."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._console.lobby.invite(None)

    def on_news(self) -> None:
        """Handle that a game has begun, was paused, goes on, is over or was left."""
        self._news.set()

    async def _serve(self, game: str, minutes: int) -> None:
        while True:
            chosen: asyncio.Future[FirstGame] = self._loop.create_future()

            def begin(crew: FirstGame, chosen: asyncio.Future[FirstGame] = chosen) -> None:
                if not chosen.done():
                    chosen.set_result(crew)

            self._console.lobby.invite(self._invitation(game, minutes, begin))
            await self._slot(await chosen, 60.0 * minutes)
            await self._clear()

    def _invitation(self, game: str, minutes: int, begin: Callable[[FirstGame], None]) -> Callable[[Station], Page]:
        return lambda station: WalkUpPage(game, minutes, begin, lambda: station.language)

    async def _slot(self, crew: FirstGame, seconds: float) -> None:
        self._left = seconds
        self._console.applied_settings.coach_all(on=True)
        if not await self._play(crew.plan(), seconds * (1 - LESSON)):
            return
        await asyncio.sleep(LAST_LOOK)
        await self._leave()
        self._tell("walk-up.play")
        if await self._play(_against_novices(crew), LOOK_BACK):
            await self._look_back()

    async def _play(self, plan: GamePlan, until: float) -> bool:
        """Play a game until so many seconds of the slot are left; return whether people are still there."""
        table, paused_at = await self._begin(plan), None
        while table is not None and self._is_on(table) and table.play.outcome is None:
            paused_at = (paused_at or self._loop.time()) if table.play.paused else None
            patience = self._patience(table, paused_at)
            if patience <= 0:
                return False
            if self._left <= until:
                _end(table)
            elif table.clock.running:
                self._left -= await self._pass(min(patience, self._left - until))
            else:
                await self._pass(patience)
        return table is not None and self._is_on(table)

    async def _begin(self, plan: GamePlan) -> Table | None:
        match = self._console.match
        self._console.lobby.begin(plan)
        with suppress(TimeoutError):
            async with asyncio.timeout(SOONEST):
                while match.table is None:
                    await self._pass()
        return match.table

    def _patience(self, table: Table, paused_at: float | None) -> float:
        """Return the seconds after which people have gone if nothing happens."""
        rows = table.play.rows
        if paused_at is not None:
            is_desk = bool(rows) and rows[-1].line.startswith(f"{UMPIRE} ")
            return math.inf if is_desk else GONE_IN_A_PAUSE - (self._loop.time() - paused_at)
        return GONE - (table.clock.now() - (rows[-1].at if rows else 0)) / 1000

    async def _look_back(self) -> None:
        table = self._console.match.table
        for station in self._console.stations.values():
            self._console.debriefs.lay(station)
        self._tell("walk-up.look-back")
        self._left = min(self._left, LOOK_BACK)
        while self._left > 0 and table is not None and self._is_on(table):
            self._left -= await self._pass(self._left)

    def _is_on(self, table: Table) -> bool:
        return self._console.match.table is table

    async def _pass(self, seconds: float = math.inf) -> float:
        """Wait until something has happened, so many seconds at most; return how many it took."""
        begun = self._loop.time()
        self._news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds if seconds < math.inf else None):
                await self._news.wait()
        return self._loop.time() - begun

    def _tell(self, message: str) -> None:
        for station in self._console.stations.values():
            station.notice(say(message, {}, station.language), LONG_NOTICE)

    async def _leave(self) -> None:
        self._console.match.leave()
        await self._console.match.until_free()

    async def _clear(self) -> None:
        """Make ready for whoever comes next."""
        await self._leave()
        for station in [*self._console.players.names]:
            self._console.players.leave(station)


def _against_novices(crew: FirstGame) -> GamePlan:
    """Return the game after the lesson: a usual one, with the crew and the enemies of the lesson."""
    return replace(crew.plan(), options=dict(lobby_defaults_of(crew.game).options))


def _end(table: Table) -> None:
    table.catch_up()
    table.play.end()
    table.turn_pages()
