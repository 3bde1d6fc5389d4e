"""What takes long is done in threads: the loop draws panels and hears keys while games are told again or looked at."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import ParamSpec
from unittest import mock

import pytest

from klaxon.console.lobby.resumable import OFFERED, ResumableGames
from klaxon.console.onlook.debrief import DebriefPage, story_of
from klaxon.table.debrief import TooEarlyError
from klaxon.table.disk.shelf import KeptGame, Shelf
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console
from tests.console.kit.stories import golden
from tests.table.kit.travel import HeldLoop, new_play, travel

P = ParamSpec("P")
WAIT, LOOKING = "One moment, please.", "One moment: looking for games that were cut off."


def held(tell: Callable[P, Coroutine[object, object, None]]) -> Callable[P, None]:
    """Tell a test in made-up time; threads work when it lets them."""

    @wraps(tell)
    def test(*args: P.args, **kwargs: P.kwargs) -> None:
        travel(lambda: tell(*args, **kwargs), HeldLoop())

    return test


def threads() -> HeldLoop:
    """Return the loop, which has the work of threads."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, HeldLoop)
    return loop


async def give_up(play: Playing) -> None:
    await play.play_orders(*SPLIT_START)
    await play.menu("red.captain", "give up")
    await play.run(5)


# The debrief


@held
async def test_a_debrief_is_worked_out_while_the_console_goes_on() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        assert not threads().held
        await play.press("red.xo", "ok")
        await play.menu("blue.radio", "replay it")
        for seat in ("red.xo", "blue.radio"):
            assert (WAIT in play.panel(seat).text, play.panel(seat).bottom) == (True, "")
            await play.turn(seat, 3)
            await play.press(seat, "push", "ok")
        assert play.panel("red.engineer").bottom == "‹debrief›", "the others are not held up"
        assert threads().work() == 1, "it is worked out once for a language"
        await play.run(0)
        for seat in ("red.xo", "blue.radio"):
            assert "0/5" in play.panel(seat).text, "a hand that was there before moved nothing"
        await play.press("red.engineer", "ok")
        assert "0/5" in play.panel("red.engineer").text
        assert not threads().held


@held
async def test_a_debrief_that_was_left_before_it_came_stays_away() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        await play.press("red.xo", "ok")
        await play.press("red.xo", "back")
        threads().work()
        await play.run(0)
        assert play.panel("red.xo").bottom == "‹debrief›"


@held
async def test_a_game_that_went_on_meanwhile_keeps_its_secrets() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        await play.press("red.xo", "ok")
        told = asyncio.create_task(play.console.debriefs.story())
        await play.run(0)
        play.table.play.undo(1)
        play.table.turn_pages()
        await play.run(1)
        threads().work()
        with pytest.raises(TooEarlyError):
            await told
        assert not any(isinstance(page, DebriefPage) for page in play.console.stations["red-2"].pile)


@held
async def test_another_language_is_worked_out_too_and_the_moment_stays() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        await play.press("red.xo", "ok")
        threads().work()
        await play.run(0)
        await play.turn("red.xo", 2)
        station = play.console.stations[play.station("red.xo")]
        play.console.speak(station, "de")
        assert "2/5" in play.panel("red.xo").text
        assert threads().work() == 1
        await play.run(0)
        assert "Rot" in play.panel("red.xo").text
        assert "2/5" in play.panel("red.xo").text


# The games that were cut off


def keep(shelf: Shelf, rows: int = 20) -> str:
    """Put a game on the shelf that was cut off."""
    play = golden("sonar/hunt-by-torpedo")
    name, journal = shelf.begin(play.header)
    journal.append(play.line[:rows])
    journal.close()
    return name


@held
async def test_the_lobby_comes_when_its_games_are_found(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    keep(shelf)
    async with at_the_console(shelf, begin=False) as play:
        first, other = list(play.console.stations)[:2]
        assert LOOKING in " ".join(play.panel(first).lines)
        assert "The game is set up at" in play.panel(other).text
        await play.press(first, "ok", "push", "back")
        await play.turn(first, 2)
        assert not play.console.match.playing
        assert threads().work() == 1
        await play.run(0)
        assert play.panel(first).bottom == "go on with it"


@held
async def test_a_table_that_was_left_is_not_worked_on_while_games_are_looked_for(tmp_path: Path) -> None:
    async with at_the_console(Shelf(tmp_path), begin=False) as play:
        threads().work()
        await play.run(0)
        await play.press(next(iter(play.console.stations)), "ok")
        await play.run(5)
        play.console.match.leave()
        await play.run(1)
        first = next(iter(play.console.stations))
        assert LOOKING in " ".join(play.panel(first).lines)
        await play.press(first, "ok")
        threads().work()
        await play.run(0)
        assert play.panel(first).bottom == "go on with it"


class Counting(Shelf):
    """A shelf that writes down who looks at which game."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.looks: list[str] = []
        self.threads: set[int] = set()

    def look(self, name: str) -> KeptGame:
        self.looks.append(name)
        self.threads.add(threading.get_ident())
        return super().look(name)


def found(games: ResumableGames) -> list[str]:
    return [kept.name for kept in asyncio.run(games.find())]


def test_games_are_looked_at_by_a_thread_and_once_while_nothing_changes(tmp_path: Path) -> None:
    shelf = Counting(tmp_path)
    names = [keep(shelf) for _ in range(OFFERED + 1)]
    games = ResumableGames(shelf)
    assert found(games) == names[:0:-1]
    assert found(games) == names[:0:-1]
    assert threading.get_ident() not in shelf.threads
    shelf.looks.clear()
    assert found(games) == names[:0:-1]
    assert shelf.looks == []
    taken = shelf.take(names[3])
    taken.play.end()
    taken.journal.append([page.row for page in taken.play.take_pages()[-1:]])
    taken.journal.finish()
    taken.journal.close()
    assert found(games) == [name for name in names[:0:-1] if name != names[3]]
    assert set(shelf.looks) == {names[3]}
    shelf.delete(names[-1])
    assert names[-1] not in found(games)
    assert names[0] in found(games)


def test_a_game_that_somebody_plays_is_looked_at_again(tmp_path: Path) -> None:
    shelf = Counting(tmp_path)
    play = new_play("steam")
    _, journal = shelf.begin(play.header)
    games = ResumableGames(shelf)
    assert found(games) == []
    journal.close()
    assert found(games) == shelf.names()


# In a real loop


def test_no_replay_of_a_debrief_happens_on_the_loop() -> None:
    seen: list[int] = []

    def spied(*told: object, crews: object, latin: bool) -> object:
        seen.append(threading.get_ident())
        return story_of(*told, crews=crews, latin=latin)  # type: ignore[arg-type]

    async def tell() -> None:
        async with at_the_console(first="red") as play:
            await play.run(0)
            play.table.play.end()
            play.table.turn_pages()
            await play.run(0.01)
            with mock.patch("klaxon.console.onlook.debrief.story_of", spied):
                assert (await play.console.debriefs.story()).moments
                assert (await play.console.debriefs.story("de")).moments

    asyncio.run(tell())
    assert len(seen) == 2
    assert threading.get_ident() not in seen
