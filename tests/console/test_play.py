"""Whole games by hand: people who know only what the panel shows, and monkeys who do not look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from klaxon.console.devices import Fitting
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.playing import LAMPS, at_the_console, story, with_general_screens
from tests.console.kit.whole_games import (
    THOUGHT,
    Monkey,
    debriefed,
    ended,
    orders,
    play_to_the_end,
    still_works,
)
from tests.effort import SOAK


@pytest.mark.parametrize("crews", ["all none", "captain none", "one none", "all all"])
@story
async def test_newcomers_play_captain_sonar_to_its_end(crews: str) -> None:
    async with at_the_console(crews=crews, limit="6") as play:
        outcome = await play_to_the_end(play, crews)
        debriefed(play, outcome)
        assert len(orders(play, "red")) >= 10
        assert len(orders(play, "blue")) >= 10


@pytest.mark.parametrize("crews", ["all none", "all all"])
@story
async def test_newcomers_play_steam_torpedo_from_the_general_menu(crews: str) -> None:
    async with with_general_screens(), at_the_console(game="steam", crews=crews) as play:
        outcome = await play_to_the_end(play, crews)
        debriefed(play, outcome)
        assert len(orders(play, "red")) >= 5


@story
async def test_one_panel_for_a_boat_is_enough() -> None:
    """The smallest console: one station, no course keys, no BACK but the dial held down."""
    mini = (Fitting("mini", "red", keys=("push", "ok")),)
    async with at_the_console(crews="all none", fittings=mini, limit="2", first="red") as play:
        page = play.console.seating.pages["mini"]
        await play.press("mini", "ok")
        await play.choose("mini", "dive")
        await play.hold("mini", "ok")
        for _ in range(200):
            if ended(play):
                break
            if page.bottom().doing in ("ready", "grave"):
                await play.hold("mini", "ok")
            elif page.draft.verb or page.draft.open:
                await play.press("mini", "push")
            await play.run(THOUGHT)
        assert ended(play)
        assert orders(play, "red.captain course")
        await play.run(5)
        await play.hold("mini", "push")
        await play.hold("mini", "ok")
        await play.run(1)
        assert play.panel("mini").bottom == "begin the game"


@story
async def test_a_game_is_played_again_and_left_without_a_trace() -> None:
    async with at_the_console(crews="captain none", limit="1") as play:
        await play_to_the_end(play, "first")
        await play.choose("red.captain", "play again")
        await play.ok("red.captain")
        await play.run(10)
        assert ended(play) is None, "the understudies want to, too"
        await play_to_the_end(play, "again")
        await play.press("red.captain", "back")
        await play.ok("red.captain")
        await play.run(5)
        assert play.panel("red-1").bottom == "begin the game"
        await play.press("red-1", "ok")
        assert play.panel("red.captain").bottom == "start at A1"


# Monkeys


async def _monkeys(seed: int, shelf: Shelf, crews: str, moves: int) -> None:
    dice = Random(seed)
    game = dice.choice(("sonar", "sonar", "steam"))
    async with at_the_console(shelf, begin=False) as play:
        if seed % 4:
            options = {"limit": "3"} if game == "sonar" else {}
            play.console.lobby.begin(GamePlan(game, "", dict(zip(LAMPS, crews.split(), strict=True)), options), "7")
        monkey = Monkey(play, dice)
        for _ in range(moves):
            await asyncio.wait_for(monkey.act(), 60)
        await still_works(play)


MONKEYS = range(30) if SOAK else (1, 4, 5, 7, 9, 13, 16, 17, 18, 20, 27)
"""Of thirty those that reach most: with those of real time, 99 of 100 lines of console and table that all reach."""


@pytest.mark.parametrize("seed", MONKEYS)
def test_monkeys_neither_break_nor_hang_a_console_and_leave_games_that_replay(seed: int, tmp_path: Path) -> None:
    crews: Sequence[str] = ("all all", "all none", "one one", "captain none", "none none")
    shelf = Shelf(tmp_path)
    story(_monkeys)(seed, shelf, crews[seed % len(crews)], 120)
    assert shelf.names() or seed % 4 == 0
    for name in shelf.names():
        assert shelf.look(name).standing in ("open", "over")
