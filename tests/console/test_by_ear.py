"""Whole games by the words of the panels alone: no hand here sees a picture, a view or a cursor.

That of U-BOOT is its first patrol, in `test_first_patrol.py`.
"""

from __future__ import annotations

from tests.console.kit.playing import at_the_console, story
from tests.console.kit.sonar_listeners import SonarCrew
from tests.console.kit.steam_listener import SteamCaptain
from tests.console.kit.twin_hands import Ears
from tests.console.kit.whole_games import ended

HOW = {"red": "VICTORY", "blue": "DEFEAT"}


@story
async def test_a_crew_that_cannot_see_plots_the_enemy_and_sinks_it() -> None:
    async with at_the_console(crews="all none", game="sonar", mode="turns", first="red") as play:
        await play.run(2)
        crew = SonarCrew(Ears(play))
        said = await crew.play(1500)
        outcome = ended(play)
        assert outcome is not None
        assert (said, outcome.reason) == (HOW[outcome.winner], "sunk"), "they heard how it ended"
        assert crew.hits >= 2, "whoever plots by ear hits"
        assert crew.heard > 10, "each course of the enemy was heard"


@story
async def test_a_captain_who_cannot_see_plays_steam_torpedo_to_its_end() -> None:
    async with at_the_console(crews="all none", game="steam", setup="ready", first="red", seed="3") as play:
        await play.run(2)
        captain = SteamCaptain(Ears(play))
        said = await captain.play(1500)
        outcome = ended(play)
        assert outcome is not None
        assert said == HOW[outcome.winner], "he heard how it ended"
        for order in ("use air of", "sail as drawn", " to b1", ": use it", ": react", "damage "):
            assert any(order in given for given in captain.given), f"{order!r} was given"


@story
async def test_the_last_line_says_what_ok_does_whatever_lies_over_the_page() -> None:
    async with at_the_console(first="red") as play:
        lines = Ears(play).words
        await play.play_orders("red.captain start A1", "blue.captain start J10")
        await play.run(5)
        assert lines("red-1")[-1] == "dive"
        await play.press("red.captain", "ok")
        assert lines("red-1")[-2:] == ("dive", "keep OK held down")
        await play.hold("red.captain", "ok")
        await play.ok("blue.captain")
        banner = lines("red-1")
        assert banner[-1] == play.panel("red.captain").bottom
        assert all(line == line.strip() for line in banner)


@story
async def test_the_chart_can_be_read_out() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders("red.captain start E10", "blue.captain start J10")
        await play.play_orders("red.captain dive", "blue.captain dive", "red.captain course east")
        await play.menu("red.captain", "read the chart")
        said = " ".join(play.panel("red.captain").lines)
        assert "columns A to J from west to east, rows 1 to 10" in said
        assert "islands in row 2: B2, F2, G2" in said
        await play.turn("red.captain", 64)
        assert "our route: E10" in " ".join(play.panel("red.captain").lines)
        await play.hold("red.captain", "back")
        await play.menu("blue.captain", "read the chart")
        await play.turn("blue.captain", 64)
        assert "E10" not in play.panel("blue.captain").text, "the route of the own boat alone"
