"""A watch of U-BOOT at every console: an order manned, positions by preset, the bell, resumed, given up."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from klaxon.rules.contract import Outcome
from klaxon.rules.uboot.words import ROLES
from klaxon.table.disk.shelf import Shelf
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.servicing import built
from tests.console.kit.uboot_consoles import CONSOLES, board_of


async def change_positions(play: Playing) -> None:
    """Let every role take what its preset offers, until all are ready."""
    await play.give("uboot.captain change_positions for=watch")
    await play.run(1)
    for _ in range(4):
        for role in ROLES:
            if board_of(play).positions is not None:
                await play.ok(f"uboot.{role}")
                await play.run(0.1)
    assert board_of(play).positions is None


@pytest.mark.parametrize("console", CONSOLES)
@story
async def test_a_watch_is_kept_resumed_and_given_up(console: str, tmp_path: Path) -> None:
    profile, crew = CONSOLES[console]
    sits: dict[str, Any] = {"game": "uboot", "crews": crew, "fittings": built(profile)}
    async with at_the_console(Shelf(tmp_path / "games"), **sits) as play:
        await play.run(5)
        await play.play_orders("uboot.first_officer begin", "uboot.captain new_course 330")
        assert board_of(play).pending is not None
        await play.play_orders("uboot.engineer assign circle", "uboot.first_officer assign triangle")
        assert board_of(play).boat.course == 330
        await change_positions(play)
        assert board_of(play).at[8:12] == (8, 8, 8, 8), "the navigator's men are on the bridge"
        await play.give("uboot.first_officer time transit")
        await play.run(120)
        assert board_of(play).shift == 2
        assert play.bell, "the watch change rings"
        state = play.table.play.state
        copytree(tmp_path / "games", tmp_path / "killed")  # as the disk is at this moment: nothing is ended or closed
    async with at_the_console(Shelf(tmp_path / "killed"), begin=False, **sits) as play:
        first = play.console.seating.fittings[0].name
        assert play.panel(first).bottom == "go on with it"
        await play.press(first, "ok")
        await play.run(1)
        await play.press(first, "ok")
        await play.run(COUNT_IN + 1)
        assert board_of(play).crew == state.board.crew
        await play.menu("uboot.captain", "give up")
        assert play.table.play.outcome == Outcome("sea", "conceded")
