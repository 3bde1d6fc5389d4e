"""Attract mode: while nobody uses the lobby, understudies play a game to watch; then the panels sleep.

It has no journal and no bell, and any input brings the lobby back at once. Asleep nothing runs at all.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from klaxon import data
from klaxon.console.devices.brightness import PanelBrightness
from klaxon.console.drawing.parts import BottomLine
from klaxon.console.drawing.screen import Place
from klaxon.console.games import lobby_defaults_of, screens_of
from klaxon.console.language.catalogue import say
from klaxon.console.lobby.manning import boats_of, is_shared, man
from klaxon.console.lobby.sides import assign_sides
from klaxon.console.match import Crew
from klaxon.console.play.play_page import PlayPage
from klaxon.console.play.seat_client import Heard
from klaxon.console.sound.beats import Beat
from klaxon.console.station.gestures import Later
from klaxon.console.station.page import Page
from klaxon.console.station.panes import lay
from klaxon.console.station.station import Station
from klaxon.console.station.timer import StationTimer
from klaxon.crew import SKILL
from klaxon.rules.contract import Header, Seat
from klaxon.rules.games import game_named
from klaxon.table.following_games import SetupError
from klaxon.table.host import Tokens, open_table, until_over
from klaxon.table.setup import make_header
from klaxon.table.table import Table

SLEEP_AFTER = 600.0
"""Seconds of play without input after which the panels sleep."""
LAST_LOOK = 10.0
"""Seconds that the end of a game is shown."""

_log = logging.getLogger(__name__)


class _Berth:
    """A page host without a player: only views are passed on."""

    def __init__(self, station: Station) -> None:
        loop = asyncio.get_running_loop()
        self._station, self.time = station, loop.time
        self.later: Later = loop.call_later
        self.dials, self.draw, self.on_batch_end = station.fitting.dials, station.draw, station.draw

    @property
    def language(self) -> str:
        return self._station.language

    @property
    def latin(self) -> bool:
        return False

    def notice(self, text: str) -> None: ...

    def make_way(self) -> None: ...

    def interrupt(self, page: Page) -> None: ...

    def settle(self, seconds: float) -> None: ...

    def tell(self, text: str) -> None: ...

    def drop(self, page: Page) -> None: ...

    def on_event(self, seat: Seat, heard: Heard) -> None: ...

    def stands(self, state: str) -> None: ...

    def repeat(self, seat: Seat, beats: tuple[Beat, ...]) -> None: ...

    def share(self, seat: Seat, notes: Mapping[str, str]) -> None: ...

    def debrief(self) -> None: ...

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None: ...

    def plot(self, seat: Seat) -> Mapping[str, Any] | None: ...

    def leave(self) -> None: ...


class DemoPage(Page):
    """A station that shows the seats of understudies."""

    def __init__(self, station: Station, play: Page) -> None:
        """Show what the seats of a page see."""
        self._station, self.play = station, play

    def ready(self) -> bool:
        """Return whether the demo has begun."""
        return self.play.ready()

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the screen."""
        return self.play.places(width, height)

    def bottom(self) -> BottomLine:
        """Return how to begin."""
        return BottomLine(say("attract.begin", {}, self._station.language), "idle")


class Attract:
    """Measures how long the console is unused between games."""

    def __init__(
        self,
        stations: Mapping[str, Station],
        lights: PanelBrightness,
        crew: Crew,
        game: Callable[[], str],
        busy: Callable[[], bool],
    ) -> None:
        """Do nothing until `after` is set. `game` is the one to show; while `busy` nothing is shown."""
        loop = asyncio.get_running_loop()
        self.after: float | None = None
        """Seconds without input until a game is shown; None: never."""
        self._stations, self._lights, self._crew, self._game, self._busy = stations, lights, crew, game, busy
        self._waiting = False
        self._begins, self._sleeps = (
            StationTimer(loop.call_later, self._begin),
            StationTimer(loop.call_later, self._sleep),
        )
        self._shown: dict[Station, DemoPage] = {}
        self._task: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()
        """Games whose understudies are being closed."""
        self._asleep = False

    def wait(self) -> None:
        """Start counting: the lobby is open."""
        self._waiting = True
        if self.after is not None:
            self._begins.set(self.after)

    def end(self) -> None:
        """Stop: a game of people begins."""
        self._waiting = False
        self._stop()

    def hand(self) -> bool:
        """Handle input; return whether it only ended the demo or woke the panels."""
        if not self._waiting or self.after is None:
            return False
        woken = self._task is not None or self._asleep
        if woken:
            self._stop()
            self._lights.wake_all()
        self._begins.set(self.after)
        return woken

    async def close(self) -> None:
        """Close everything."""
        self.end()
        await asyncio.gather(*self._ending, return_exceptions=True)

    def _begin(self) -> None:
        if self._busy():
            self.wait()
            return
        self._lights.wake_all()
        self._task = asyncio.get_running_loop().create_task(self._show())
        self._sleeps.set(SLEEP_AFTER)

    def _sleep(self) -> None:
        self._stop()
        self._asleep = True
        self._lights.sleep()

    def _stop(self) -> None:
        """Show the lobby again at once; the understudies may close later."""
        self._begins.unset()
        self._sleeps.unset()
        self._asleep = False
        self._take_away()
        task, self._task = self._task, None
        if task is not None:
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)
            task.cancel()

    async def _show(self) -> None:
        """Show one game after another. A failure ends the show, not the console."""
        try:
            while True:
                await self._play()
        except (SetupError, data.ContentError, OSError):
            _log.exception("no game can be shown")
            self._take_away()

    async def _play(self) -> None:
        game = game_named(self._game())
        header = make_demo(game.name)
        keys = Tokens.create(game)
        table = open_table(game, header, None, keys, data.read)
        shown: dict[Station, DemoPage] = {}
        self._shown = shown
        try:
            async with self._crew(table, keys, [*boats_of(game.seats).values()], SKILL):
                self._seat(table, keys)
                table.begin()
                await until_over(table)
                await asyncio.sleep(LAST_LOOK)
        finally:
            if self._shown is shown:  # else another show has begun since
                self._take_away()
            table.close()

    def _seat(self, table: Table, keys: Tokens) -> None:
        """Let every station show the seats of the understudies."""
        game = table.play.game
        fittings = [station.fitting for station in self._stations.values()]
        sides = assign_sides(fittings, game.boats)
        manning = man(sides, game, dict.fromkeys(game.boats, "all"))
        screens = screens_of(game.name, shared=is_shared(sides, manning))
        pages = {name: PlayPage(game, seats, screens, _Berth(self._stations[name])) for name, seats in manning.items()}
        for name, page in pages.items():
            page.sit(table, keys.token_of["crew"], name)
            self._show_page(self._stations[name], page)
        lay(self._stations, sides, manning, pages, game.name, put=self._show_page)

    def _show_page(self, station: Station, page: Page) -> None:
        self._shown[station] = demo = DemoPage(station, page)
        station.lay(demo)

    def _take_away(self) -> None:
        for station in self._shown:
            station.followers = ()
        while self._shown:
            station, page = self._shown.popitem()
            if isinstance(page.play, PlayPage):
                page.play.rise()
            station.drop(page)


def make_demo(game: str) -> Header:
    """Return the header of a demonstration game."""
    header = make_header(game_named(game), lobby_defaults_of(game).demo, data.read, secrets.token_hex(8))
    if isinstance(header, list):
        raise SetupError(header[0])
    return header
