"""Attract mode: a game of understudies while nobody comes, back at any hand, then sleep in which nothing runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from unittest import mock

from klaxon.console.devices import Fitting
from klaxon.console.lobby import attract
from klaxon.console.lobby.attract import LAST_LOOK, make_demo
from klaxon.rules.contract import Seat
from klaxon.rules.games import GAMES, game_named
from klaxon.table.disk.shelf import Shelf
from klaxon.table.host import Tokens
from klaxon.table.table import Table
from tests.console.kit.playing import Playing, at_the_console, in_process, story

AFTER = 180.0
SHORT = 60.0
"""Seconds of a game that is shown, where how long is not the point."""
BEGIN = "turn a dial: begin"


class Crews:
    """Seats understudies, and knows how many crews sit there now."""

    def __init__(self) -> None:
        self.seated, self.tables = 0, list[Table]()

    @asynccontextmanager
    async def __call__(
        self, table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AsyncIterator[None]:
        self.tables.append(table)
        async with in_process(table, keys, crews, skill):
            self.seated += len(crews)
            try:
                yield
            finally:
                self.seated -= len(crews)


@asynccontextmanager
async def lobby(crews: Crews, shelf: Shelf | None = None) -> AsyncIterator[Playing]:
    async with at_the_console(shelf, begin=False, crew=crews) as play:
        play.console.attract.after = AFTER
        play.console.attract.wait()
        yield play
        await play.console.attract.close()


def shows(play: Playing) -> list[str]:
    """Return the stations that show a game to be looked at."""
    return [name for name in play.console.stations if play.panel(name).bottom == BEGIN]


def levels(play: Playing) -> set[int]:
    return {play.hardware.level(name) for name in play.console.stations}


@story
async def test_after_a_while_without_a_hand_understudies_play_on_all_stations(tmp_path: Path) -> None:
    crews, shelf = Crews(), Shelf(tmp_path)
    async with lobby(crews, shelf) as play:
        await play.run(AFTER - 1)
        assert shows(play) == []
        await play.run(61)
        assert shows(play) == list(play.console.stations), "both boats"
        assert crews.seated == 2
        frames = {name: play.hardware.picture(name) for name in play.console.stations}
        assert crews.tables[0].play.count > 10, "they play"
        await play.run(60)
        assert frames != {name: play.hardware.picture(name) for name in play.console.stations}
        assert play.bell == [], "and nobody is called by it"
        assert not play.console.match.playing
        assert shelf.names() == [], "no journal is kept"


@story
async def test_steam_torpedo_is_shown_on_all_stations_of_one_console() -> None:
    """Both boats with the sea and the actions between them; and a hand takes all of them away."""
    stations = tuple(Fitting(f"red-{place}", "red") for place in range(1, 5))
    crews = Crews()
    async with at_the_console(begin=False, crew=crews, fittings=stations) as play:
        play.console.lobby.plan.game = "steam"
        play.console.attract.after = AFTER
        play.console.attract.wait()
        await play.run(AFTER + 60)
        assert shows(play) == list(play.console.stations)
        assert "in sector" in play.panel("red-2").text
        before = play.panel("red-2").picture, play.panel("red-3").picture
        await play.run(60)
        assert (play.panel("red-2").picture, play.panel("red-3").picture) != before
        await play.turn("red-3", 1)
        assert shows(play) == []
        assert not any(station.followers for station in play.console.stations.values())
        assert "first station" in play.panel("red-2").text
        await play.console.attract.close()


@story
async def test_any_hand_is_back_in_the_lobby_at_once_and_does_nothing_else() -> None:
    for key in ("", "ok", "push", "back", "stop"):
        crews = Crews()
        async with lobby(crews) as play:
            await play.turn("red-1", 2)
            before = play.panel("red-1").text
            await play.run(AFTER + 30)
            assert shows(play)
            if key:
                play.hardware.press("red-1", key)
            else:
                play.hardware.turn("red-1", 0, 3)
            assert shows(play) == [], "before anything else runs"
            assert play.panel("red-1").text == before
            await play.run(1)
            if key:
                play.hardware.release("red-1", key)
            await play.run(1)
            assert play.panel("red-1").text == before, key
            assert crews.seated == 0, "the understudies were sent home"
            await play.turn("red-1", -2)
            assert play.panel("red-1").text != before, "now it is the lobby's"


@story
async def test_a_hand_at_any_station_counts_and_begins_the_wait_anew() -> None:
    async with lobby(Crews()) as play:
        for _ in range(5):
            await play.run(AFTER - 1)
            await play.turn("blue-4", 1)
        assert shows(play) == []
        await play.run(AFTER + 1)
        assert shows(play)


@story
async def test_then_the_panels_sleep_and_nothing_runs() -> None:
    crews = Crews()
    async with lobby(crews) as play:
        with mock.patch("klaxon.console.lobby.attract.SLEEP_AFTER", SHORT):
            await play.run(AFTER + 1)
        assert levels(play) == {255}
        await play.run(SHORT)
        assert levels(play) == {0}
        assert crews.seated == 0
        frames, timers = len(play.heard.frames), _timers()
        await play.run(24 * 3600)
        assert len(play.heard.frames) == frames
        assert timers == _timers() == 0, "nobody is to be woken by anything but a hand"
        await play.turn("red-2", 1)
        assert levels(play) == {255}
        assert "Game" in play.panel("red-1").text
        await play.run(AFTER + 30)
        assert shows(play), "and it begins again"


def _timers() -> int:
    """Return how many things the loop is to do later; one is what this test waits for."""
    scheduled = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]
    return len([handle for handle in scheduled if not handle.cancelled()])


@story
async def test_one_game_follows_another() -> None:
    crews = Crews()
    async with lobby(crews) as play:
        await play.run(AFTER + 20)
        crews.tables[0].play.end()
        crews.tables[0].turn_pages()
        await play.run(LAST_LOOK - 1)
        assert len(crews.tables) == 1, "the end can be seen"
        await play.run(3)
        assert len(crews.tables) == 2
        assert len(shows(play)) == 8


@story
async def test_while_people_play_nothing_is_shown() -> None:
    crews = Crews()
    async with lobby(crews) as play:
        await play.press("red-1", "ok")
        await play.run(2 * AFTER)
        assert play.console.match.playing
        assert shows(play) == []
        await play.menu("red-1", "leave")
        await play.run(AFTER + 30)
        assert shows(play), "but again in the next lobby"


@story
async def test_a_game_can_be_begun_from_elsewhere_while_one_is_shown() -> None:
    async with lobby(Crews()) as play:
        await play.run(AFTER + 30)
        play.console.lobby.begin(play.console.lobby.plan)
        await play.run(1)
        assert shows(play) == []
        assert play.panel("red.captain").bottom == "start at A1"


@story
async def test_in_service_mode_nobody_is_disturbed() -> None:
    async with lobby(Crews()) as play:
        await play.menu("red-1", "service mode")
        assert play.console.service.on
        await play.run(3 * AFTER)
        assert shows(play) == []


@story
async def test_without_a_word_about_it_there_is_no_attract_mode() -> None:
    async with at_the_console(begin=False) as play:
        assert play.console.attract.after is None
        await play.run(4 * 3600)
        assert "Game" in play.panel("red-1").text


@story
async def test_understudies_that_cannot_come_end_the_show_not_the_console() -> None:
    def missing(
        table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AbstractAsyncContextManager[None]:
        raise FileNotFoundError

    with mock.patch.object(attract._log, "exception") as said:
        async with at_the_console(begin=False, crew=missing) as play:
            play.console.attract.after = AFTER
            play.console.attract.wait()
            await play.run(AFTER + 30)
            assert shows(play) == []
            said.assert_called_once()
            await play.turn("red-1", 1)
            await play.turn("red-1", 1)
            assert "Game" in play.panel("red-1").text


def test_every_game_can_be_shown() -> None:
    for name in GAMES:
        state = game_named(name).setup(make_demo(name))
        assert game_named(name).outcome(state) is None
    assert make_demo("sonar").options["limit"] != "0", "it comes to an end"
