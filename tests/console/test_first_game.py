"""Newcomers: the start screen, the coach, novices and briefings, until a game was won at this console."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.language.catalogue import languages, say
from klaxon.console.lobby.first_game import TEXT_LINES, FirstGamePage
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.settings.console_settings import AHEAD, PLAYED, WON, ConsoleSettings
from klaxon.console.settings.station_settings import COACH
from tests.console.kit.first_order import measure
from tests.console.kit.lobbies import SETS_UP, row
from tests.console.kit.missions import SEATS
from tests.console.kit.newcomer import Newcomer
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.welcoming import Welcoming


@asynccontextmanager
async def opened(settings: ConsoleSettings | None = None, **more: Any) -> AsyncIterator[Playing]:
    """A console that somebody has just opened."""
    async with at_the_console(begin=False, console_type=Welcoming, settings=settings, **more) as play:
        await play.run(1)
        yield play


@story
async def test_the_start_screen_says_what_this_is_and_one_ok_begins_a_first_game() -> None:
    async with opened() as play:
        panel = play.panel(SETS_UP)
        assert "Submarines hunt by ear. You sail one." in " ".join(panel.lines)
        assert panel.bottom == "New here? Begin"
        assert "Wait until it begins." in " ".join(play.panel("red-2").lines), "the coach is on there, too"
        assert all(play.console.applied_settings.has(each, COACH) for each in play.console.stations.values())
        await play.press(SETS_UP, "ok")
        await play.run(2)
        assert play.table.play.game.name == "sonar"
        assert play.console.seating.manning == {SETS_UP: ("red.captain",)}, "the others are understudies"
        assert "You are the captain" in play.panel("red.captain").text


@story
async def test_every_first_game_on_the_screen_can_be_begun() -> None:
    for steps, (game, seats) in enumerate([("sonar", 1), ("sonar", 4), ("steam", 1), ("uboot", 1), ("uboot", 4)]):
        async with opened() as play:
            await play.turn(SETS_UP, steps)
            await play.press(SETS_UP, "push")
            await play.run(1)
            assert play.table.play.game.name == game
            assert sum(map(len, play.console.seating.manning.values())) == seats
            await play.run(4)
            first = next(iter(play.console.seating.pages.values()))
            assert first.guides.guided, game


@story
async def test_who_sets_up_a_table_with_people_at_it_is_offered_a_game_for_a_crew() -> None:
    async with opened() as play:

        def cursor() -> int:
            page = play.console.stations[SETS_UP].page
            assert isinstance(page, FirstGamePage)
            return page.cursor

        play.console.players.sit(SETS_UP, "Ann")
        assert cursor() == 0
        play.console.players.sit("red-2", "Bob")
        assert cursor() == 1
        await play.turn(SETS_UP, -1)
        play.console.players.sit("red-3", "Cleo")
        assert cursor() == 0, "somebody is choosing: the cursor stays"


@story
async def test_the_last_line_and_back_lead_to_the_lobby_where_crews_are_novices() -> None:
    async with opened() as play:
        await play.turn(SETS_UP, 9)
        assert play.panel(SETS_UP).bottom == "choose yourself"
        await play.press(SETS_UP, "ok")
        assert row(play, "Game") == "Captain Sonar"
        assert row(play, "Understudies") == "novice"
    async with opened() as play:
        await play.back(SETS_UP)
        assert row(play, "Game") == "Captain Sonar"


@story
async def test_the_start_screen_speaks_the_language_that_is_chosen_there() -> None:
    async with opened() as play:
        for language, said in (
            ("de", "Neu hier? Los"),
            ("ru", "Впервые? Начать"),
            ("uk", "Вперше? Почати"),
        ):
            play.console.speak(play.console.stations[SETS_UP], language)
            assert play.panel(SETS_UP).bottom == said


@pytest.mark.parametrize("language", languages())
def test_what_it_says_fits_its_two_lines(language: str) -> None:
    assert len(LABEL.wrap(say("first-game.what", {}, language), 128)) <= TEXT_LINES


async def win(play: Playing) -> None:
    """Play the first mission to its end, all seats at one go."""
    hands = [Newcomer(play, seat) for seat in SEATS["sonar"]]
    while play.table.play.outcome is None:
        for hand in hands:
            await hand.act()
        await play.run(1)
    await play.run(3)


@story
async def test_a_lesson_that_was_won_leads_to_the_lobby_and_crews_stay_novices() -> None:
    settings = ConsoleSettings()
    async with opened(settings) as play:
        assert settings.of("first_game") == AHEAD
        await play.turn(SETS_UP, 1)
        await play.press(SETS_UP, "ok")
        await play.run(2)
        await win(play)
        assert settings.of("first_game") == PLAYED
        play.console.match.leave()
        await play.run(2)
        assert row(play, "Understudies") == "novice"
        assert row(play, "Chart") == "Alpha", "the lobby does not go on with the lesson"


@story
async def test_a_game_that_was_won_ends_it_all() -> None:
    settings = ConsoleSettings({"first_game": PLAYED})
    async with opened(settings) as play:
        play.console.lobby.begin(GamePlan("sonar", "", {"red": "all", "blue": "all"}, {}, skill="novice"), "7")
        await play.run(1)
        for seat in SEATS["sonar"]:
            await play.press(seat, "ok")
        await play.press("blue.captain", "ok")
        await play.menu("blue.captain", "give up the game")
        await play.run(3)
        assert settings.of("first_game") == WON
        play.console.match.leave()
        await play.run(2)
        assert row(play, "Understudies") == "able"


@story
async def test_the_first_plain_game_begins_with_a_briefing_at_each_station() -> None:
    async with opened(ConsoleSettings({"first_game": PLAYED})) as play:
        play.console.lobby.begin(GamePlan("sonar", "", {"red": "all", "blue": "none"}, {}), "7")
        await play.run(1)
        for seat, word in zip(SEATS["sonar"], ("captain", "first officer", "engineer", "radio"), strict=True):
            assert word in play.panel(seat).lines[0], seat
            assert play.panel(seat).bottom == "understood"
        await play.press("red.captain", "ok")
        assert play.panel("red.captain").bottom == "start at A1"
    async with opened(ConsoleSettings({"first_game": WON})) as play:
        play.console.lobby.begin(GamePlan("sonar", "", {"red": "all", "blue": "none"}, {}), "7")
        await play.run(1)
        assert play.panel("red.captain").bottom == "start at A1", "who has won knows"


@story
async def test_who_does_only_what_the_panel_says_sails_and_fires_soon() -> None:
    found = await measure(console_type=Welcoming)
    assert found["course"][0] <= 12, "presses"
    assert found["torpedo"][1] < 300, "seconds, with all reading; before there was a guide it took 391 (first_order.py)"
