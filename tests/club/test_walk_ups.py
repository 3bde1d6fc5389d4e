"""A table where people walk up: it teaches, lets them play, shows the game again, and invites the next."""

from __future__ import annotations

import asyncio
from pathlib import Path

from klaxon.club.table_side.walk_ups import GONE, GONE_IN_A_PAUSE, LAST_LOOK, LOOK_BACK
from klaxon.console.lobby.walk_up import WalkUpPage
from klaxon.console.onlook.debrief import DebriefPage
from klaxon.rules.contract import UMPIRE
from klaxon.table.acts import count_in
from klaxon.table.disk.shelf import Shelf
from klaxon.table.table import Table
from tests.club.kit.club_console import ClubConsole, club_console
from tests.club.kit.hall import MemoryRows
from tests.console.kit.playing import story

SLOT = {"game": "sonar", "minutes": 30}


def invites(console: ClubConsole) -> bool:
    return isinstance(next(iter(console.play.console.stations.values())).pile[0], WalkUpPage)


def first_panel(console: ClubConsole) -> str:
    return console.play.panel(next(iter(console.play.console.stations))).text


async def walk_up(console: ClubConsole) -> None:
    """Somebody chooses `a crew` and pushes OK: then all four stations of red are theirs."""
    page = next(iter(console.play.console.stations.values())).pile[0]
    assert isinstance(page, WalkUpPage)
    page.turn(0, 5)
    page.ok()
    await console.play.run(3)
    assert console.play.console.match.table is not None


@story
async def test_a_slot_teaches_plays_looks_back_and_invites_the_next_in_its_time(tmp_path: Path) -> None:
    async with club_console(Shelf(tmp_path)) as console:
        assert await console.command("slot", **SLOT) == "done"
        assert invites(console)
        assert "then a game." in first_panel(console)
        await walk_up(console)
        loop = asyncio.get_running_loop()
        match, begun = console.play.console.match, loop.time()
        lesson = match.table
        assert lesson is not None
        assert lesson.play.header.options["chart"] == "first-mission"
        assert all(station.coached for station in console.play.console.stations.values())
        await console.play.run(60)
        lesson.play.end("red", "conceded", "blue.captain")
        lesson.turn_pages()
        await console.play.run(LAST_LOOK + 5)
        game = match.table
        assert game is not None
        assert game is not lesson
        assert game.play.header.options["chart"] != "first-mission"
        while game.play.outcome is None:
            await console.play.run(GONE / 2)
            await stir(game)
            assert loop.time() - begun < 30 * 60, "what takes too long is ended"
        assert loop.time() - begun > 20 * 60
        await console.play.run(5)
        shown = [station.pile[-1] for station in console.play.console.stations.values()]
        assert all(isinstance(page, DebriefPage) for page in shown)
        await console.play.run(LOOK_BACK + 10)
        assert invites(console)
        assert loop.time() - begun < 32 * 60, "but for the pauses"


async def stir(table: Table) -> None:
    """Somebody is still there: they stop for a moment, and go on."""
    if table.play.outcome is None:
        table.pause(UMPIRE)
        count_in(table, UMPIRE)


@story
async def test_where_people_have_gone_the_next_are_invited(tmp_path: Path) -> None:
    async with club_console(Shelf(tmp_path)) as console:
        await console.command("slot", **SLOT)
        await walk_up(console)
        await console.play.run(GONE + 10)
        assert invites(console)
        assert console.play.console.match.table is None


@story
async def test_who_pauses_and_does_not_come_back_has_gone_but_a_pause_of_the_desk_lasts(tmp_path: Path) -> None:
    async with club_console(Shelf(tmp_path)) as console:
        await console.command("slot", **SLOT)
        await walk_up(console)
        table = console.play.console.match.table
        assert table is not None
        assert await console.command("pause") == "done"
        await console.play.run(2 * GONE_IN_A_PAUSE)
        assert not invites(console)
        count_in(table, UMPIRE)
        await console.play.run(10)
        table.pause("red.captain")
        await console.play.run(GONE_IN_A_PAUSE - 10)
        assert not invites(console)
        await console.play.run(20)
        assert invites(console)


@story
async def test_slots_survive_a_power_cut_and_end_when_the_desk_says_so(tmp_path: Path) -> None:
    rows = MemoryRows()
    async with club_console(Shelf(tmp_path), rows) as console:
        assert await console.command("slot", game="chess", minutes=30) == "refused unknown"
        assert not invites(console)
        await console.command("slot", **SLOT)
    async with club_console(Shelf(tmp_path), rows) as console:
        await console.play.run(1)
        assert invites(console)
        assert console.table.carry_out({"do": "slot"}) == ""
        console.table.wake()
        assert not invites(console)
        await console.play.run(1)
    assert rows.read("slots") == {"all": b"{}"}
