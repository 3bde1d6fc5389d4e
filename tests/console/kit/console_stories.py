"""Stories of everything a station shows beside the screens of a role, as a person comes to see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from klaxon.console.devices import Fitting
from klaxon.console.station.gestures import EXPLAIN
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.frames import check
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story, with_general_screens


def still(play: Playing, where: str, name: str) -> None:
    """Compare what a station shows to the frame of this name."""
    check(f"console/{name}", play.panel(where).picture)


@story
async def the_lobby(_folder: Path) -> None:
    async with at_the_console(begin=False) as play:
        still(play, "red-1", "lobby")
        still(play, "red-2", "lobby-elsewhere")
        await play.turn("red-1", 2)
        play.hardware.press("red-1", "push")
        await play.run(2)
        still(play, "red-1", "lobby-about")
        play.hardware.release("red-1", "push")
        await play.press("red-1", "push")
        await play.turn("red-1", 1)
        still(play, "red-1", "lobby-changing")
        await play.press("red-1", "back")
        await play.turn("red-1", 30)
        still(play, "red-1", "lobby-end")


@story
async def the_lobby_of_a_game_with_levels(_folder: Path) -> None:
    async with at_the_console(begin=False) as play:
        await play.turn("red-1", 1)
        await play.press("red-1", "push")
        await play.turn("red-1", 2)
        await play.press("red-1", "push")
        await play.turn("red-1", 1)
        still(play, "red-1", "lobby-mission")
        await play.turn("red-1", 5)
        await play.press("red-1", "push")
        await play.turn("red-1", 1)
        still(play, "red-1", "lobby-level")


@story
async def a_game_that_was_cut_off(folder: Path) -> None:
    async with at_the_console(Shelf(folder)) as play:
        await play.play_orders(*SPLIT_START)
    async with at_the_console(Shelf(folder), begin=False) as play:
        still(play, "red-1", "lobby-resume")
        await play.press("red-1", "ok")
        still(play, "red.captain", "paused")
        await play.press("red.captain", "ok")
        still(play, "red.captain", "count-in")


@story
async def the_station_menu_and_its_pages(_folder: Path) -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east")
        await play.run(5)
        await play.chord("red.captain", "ok", "back")
        still(play, "red-1", "menu")
        await play.press("red-1", "ok")
        still(play, "red-1", "menu-heard")
        await play.press("red-1", "back")
        await play.turn("red-1", 1)
        await play.press("red-1", "ok")
        still(play, "red-1", "menu-help")
        await play.press("red-1", "back")
        await play.turn("red-1", 20)
        still(play, "red-1", "menu-leave")
        await play.turn("red-1", -1)
        await play.press("red-1", "ok")
        still(play, "red-1", "menu-hand-over")


@story
async def what_stands_over_a_page(_folder: Path) -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        still(play, "red.captain", "banner")
        await play.run(5)
        await play.press("red.captain", "north")
        still(play, "red.captain", "notice")
        await play.press("red.captain", "ok")
        await play.play_orders("red.captain course east", "red.xo charge mine", "red.engineer break e1")
        await play.give("red.captain end")
        still(play, "blue.captain", "chime")


@story
async def an_order_that_is_held_and_one_that_is_sent(_folder: Path) -> None:
    async with at_the_console(first="red") as play:
        await play.give("red.captain start A1")
        play.hardware.press(play.station("red.captain"), "ok")
        await play.run(0.36)
        still(play, "red.captain", "holding")
        play.hardware.release(play.station("red.captain"), "ok")
        await play.run(0)


@story
async def a_question_of_the_other_boat(_folder: Path) -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        await play.menu("red.captain", "offer a draw")
        still(play, "red.captain", "asked-own")
        still(play, "blue.captain", "asked-new")
        await play.settled("blue.captain")
        still(play, "blue.captain", "asked-draw")
        await play.press("blue.captain", "ok")
        still(play, "red.captain", "declined")


@story
async def a_station_whose_seat_was_handed_over(_folder: Path) -> None:
    async with at_the_console(first="red") as play:
        await play.menu("red.xo", "hand it over")
        await play.press("red-2", "ok")
        still(play, "red-2", "relieved")


@story
async def a_boat_that_has_lost_its_last_page(_folder: Path) -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        play.console.seating.attendance.attend({"red-1", "blue-1"})
        play.console.seating.attendance.attend({"blue-1"})
        await play.run(5)
        still(play, "blue.captain", "unattended")


@story
async def what_there_is_to_do_after_the_end(_folder: Path) -> None:
    async with at_the_console(first="red") as play:
        await play.menu("red.captain", "give up")
        still(play, "blue.captain", "over-new")
        await play.run(5)
        still(play, "blue.captain", "over")
        for name in ("over-rematch", "over-leave"):
            await play.turn("blue.captain", 1)
            still(play, "blue.captain", name)


@story
async def any_game_from_the_general_screen(_folder: Path) -> None:
    async with with_general_screens(), at_the_console(game="steam") as play:
        await play.run(3)
        still(play, "red-1", "general")
        await play.press("red-1", "push")
        still(play, "red-1", "general-field")
        await play.press("blue-1", "push")
        await play.press("blue-1", "push")
        still(play, "blue-1", "general-second")


@story
async def the_rule_of_what_a_captain_points_at(_folder: Path) -> None:
    async with at_the_console(game="steam", first="red") as play:
        await play.play_orders("red.captain keep", "blue.captain keep")
        await play.run(5)
        play.hardware.press("red-1", "push")
        await play.run(EXPLAIN)
        still(play, "red-1", "rule-oxygen")
        play.hardware.release("red-1", "push")
        await play.run(0)


@story
async def a_curtain_before_a_pick_that_nobody_may_see(_folder: Path) -> None:
    async with at_the_console(game="steam", fittings=[Fitting("mini", "red")], setup="draft") as play:
        check("steam/curtain", play.panel("mini").picture)


STORIES: dict[str, Callable[[Path], None]] = {
    tell.__name__: tell
    for tell in (
        the_lobby,
        the_lobby_of_a_game_with_levels,
        a_game_that_was_cut_off,
        the_station_menu_and_its_pages,
        what_stands_over_a_page,
        an_order_that_is_held_and_one_that_is_sent,
        a_question_of_the_other_boat,
        a_station_whose_seat_was_handed_over,
        a_boat_that_has_lost_its_last_page,
        what_there_is_to_do_after_the_end,
        any_game_from_the_general_screen,
        the_rule_of_what_a_captain_points_at,
        a_curtain_before_a_pick_that_nobody_may_see,
    )
}
"""Name -> what tells it, with a folder for journals."""
