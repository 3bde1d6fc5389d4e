"""Walk-up games: a table that teaches whoever comes, lets them play, shows the game again, and is as it was before.

One slot is a short lesson, a game against novices for what is left, and the debrief at every station. Nobody has to
help: the table ends what takes too long, and invites the next where people have gone. A pause does not count.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from klaxon.console.console import Console
from klaxon.console.games import lobby_defaults_of
from klaxon.console.language.catalogue import say
from klaxon.console.lobby.first_game import FirstGame
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.walk_up import WalkUpPage
from klaxon.console.station.page import Page
from klaxon.console.station.station import LONG_NOTICE, Station
from klaxon.table.table import Table

LESSON = 1 / 3
"""The share of a slot after which a lesson ends by itself."""
LOOK_BACK = 240.0
"""Seconds in which the game is shown again; the next crew waits."""
LAST_LOOK = 12.0
"""Seconds that the end of a lesson is shown."""
GONE = 240.0
"""Seconds without an order after which people have gone."""
TICK = 0.5
SOONEST = 10.0
"""Seconds in which a game has to begin."""


class WalkUps:
    """The walk-up games of a console."""

    def __init__(self, console: Console) -> None:
        """Begin without any; `open` follows."""
        self._console = console
        self._task: asyncio.Task[None] | None = None
        self._left = 0.0
        """Seconds of the slot."""

    def open(self, game: str, minutes: int) -> None:
        """Invite people from now on, one slot after the other."""
        self.close()
        self._task = asyncio.get_running_loop().create_task(self._serve(game, minutes), name="walk-up games")

    def close(self) -> None:
        """Invite nobody any more; a game that is on goes on."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._console.lobby.invite(None)

    async def _serve(self, game: str, minutes: int) -> None:
        while True:
            chosen = asyncio.get_running_loop().create_future()

            def begin(crew: FirstGame, chosen: asyncio.Future[FirstGame] = chosen) -> None:
                if not chosen.done():
                    chosen.set_result(crew)

            self._console.lobby.invite(self._invitation(game, minutes, begin))
            await self._slot(await chosen, 60.0 * minutes)
            self._clear()
            await self._until(lambda: not self._console.match.playing)

    def _invitation(self, game: str, minutes: int, begin: Callable[[FirstGame], None]) -> Callable[[Station], Page]:
        return lambda station: WalkUpPage(game, minutes, begin, lambda: station.language)

    async def _slot(self, crew: FirstGame, seconds: float) -> None:
        self._left = seconds
        self._console.applied_settings.coach_all(on=True)
        if not await self._play(crew.plan(), seconds * (1 - LESSON)):
            return
        await asyncio.sleep(LAST_LOOK)
        self._console.match.leave()
        await self._until(lambda: not self._console.match.playing)
        self._tell("walk-up.play")
        if await self._play(_against_novices(crew), LOOK_BACK):
            await self._look_back()

    async def _play(self, plan: GamePlan, until: float) -> bool:
        """Play a game until so many seconds of the slot are left; return whether people are still there."""
        console = self._console
        console.lobby.begin(plan)
        await self._until(lambda: console.match.table is not None)
        table = console.match.table
        quiet, count = 0.0, -1
        while table is not None and console.match.table is table and table.play.outcome is None:
            await self._tick(table)
            quiet = 0.0 if count != table.play.count or table.play.paused else quiet + TICK
            count = table.play.count
            if quiet > GONE:
                return False
            if self._left <= until:
                _end(table)
        return table is not None and console.match.table is table

    async def _look_back(self) -> None:
        table = self._console.match.table
        for station in self._console.stations.values():
            self._console.debriefs.lay(station)
        self._tell("walk-up.look-back")
        self._left = min(self._left, LOOK_BACK)
        while self._left > 0 and table is not None and self._console.match.table is table:
            await self._tick(None)

    async def _tick(self, table: Table | None) -> None:
        await asyncio.sleep(TICK)
        if table is None or not table.play.paused:
            self._left -= TICK

    async def _until(self, check: Callable[[], bool]) -> None:
        for _ in range(round(SOONEST / TICK)):
            if check():
                return
            await asyncio.sleep(TICK)

    def _tell(self, message: str) -> None:
        for station in self._console.stations.values():
            station.notice(say(message, {}, station.language), LONG_NOTICE)

    def _clear(self) -> None:
        """Make ready for whoever comes next."""
        if self._console.match.playing:
            self._console.match.leave()
        for station in [*self._console.players.names]:
            self._console.players.leave(station)


def _against_novices(crew: FirstGame) -> GamePlan:
    """Return the game after the lesson: a usual one, with the crew and the enemies of the lesson."""
    return replace(crew.plan(), options=dict(lobby_defaults_of(crew.game).options))


def _end(table: Table) -> None:
    table.catch_up()
    table.play.end()
    table.turn_pages()
