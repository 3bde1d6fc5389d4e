"""Golden frames of an evening at the console: the folded lobby, names, briefings and a game to be looked at."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

from klaxon.console.lobby.game_plan import GamePlan
from klaxon.rules.contract import Seat
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.frames import check
from tests.console.kit.lobbies import go_to
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story

ROLES = ("captain", "xo", "engineer", "radio")


def still(play: Playing, where: str, name: str) -> None:
    check(f"evening/{name}", play.panel(where).picture)


@story
async def test_the_lines_that_are_folded_away() -> None:
    async with at_the_console(begin=False) as play:
        await go_to(play, "More options")
        still(play, "red-1", "lobby-fold")
        await play.press("red-1", "push")
        await play.turn("red-1", 1)
        still(play, "red-1", "lobby-unfolded")
        await play.press("red-1", "push")
        for steps in (13, -13, 20):
            await play.turn("red-1", steps)
            await play.press("red-1", "push")
        still(play, "red-1", "lobby-spelling")
        await play.press("red-1", "ok")
        await go_to(play, "Quiet hours")
        await play.press("red-1", "push")
        await play.turn("red-1", 3)
        still(play, "red-1", "lobby-quiet")


@story
async def test_a_game_with_names(tmp_path: Path) -> None:
    names = {"red": "NAUTILUS", "blue": "WWWWWWWWWWWW"}
    async with at_the_console(Shelf(tmp_path), begin=False) as play:
        plan = GamePlan("sonar", "", {"red": "all", "blue": "all"}, {"first": "red"}, names=names)
        play.console.lobby.begin(plan, "7")
        await play.run(0)
        await play.play_orders(*SPLIT_START, "red.captain course east")
        await play.run(5)
        await play.menu("red.captain", "offer a draw")
        await play.settled("blue.captain")
        still(play, "blue.captain", "asked-by-name")
        assert play.console.seating.give(Seat("red.xo"), "red-3")
        await play.settled("red-3")
        still(play, "red-3", "briefing-named")
    async with at_the_console(Shelf(tmp_path), begin=False) as play:
        still(play, "red-1", "lobby-resume-named")


@story
async def test_briefings() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east", "red.xo charge mine")
        await play.run(5)
        for seat in ("red.captain", "red.xo", "red.engineer", "red.radio"):
            assert play.console.seating.give(Seat(seat), "")
            await play.run(0)
            assert play.console.seating.give(Seat(seat), f"red-{1 + ROLES.index(seat.partition('.')[2])}")
            await play.settled(seat)
            still(play, seat, f"briefing-{seat.partition('.')[2]}")


@story
async def test_a_game_to_be_looked_at() -> None:
    made_up = mock.patch("klaxon.console.lobby.attract.secrets.token_hex", return_value="7")
    async with at_the_console(begin=False) as play:
        play.console.attract.after = 60
        play.console.attract.wait()
        with made_up:
            await play.run(60 + 45)
        still(play, "red-1", "attract-captain")
        still(play, "blue-3", "attract-engineer")
