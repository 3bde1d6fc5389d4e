"""The station menu: OK and BACK together, at every moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from klaxon.rules.contract import Outcome
from klaxon.table.disk.shelf import Shelf
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story
from tests.table.kit.travel import Disk

TURN = ("red.captain course east", "red.xo charge mine", "red.engineer break e1", "red.captain end")


def titles(play: Playing, where: str) -> str:
    return play.panel(where).text


def ended(play: Playing) -> Outcome | None:
    return play.table.play.outcome


@story
async def test_the_menu_opens_once_and_closes() -> None:
    async with at_the_console() as play:
        before = play.panel("red.xo").lines
        await play.chord("red.xo", "ok", "back")
        await play.chord("red.xo", "back", "ok")
        assert "Station menu" in titles(play, "red.xo")
        await play.press("red.xo", "back")
        assert play.panel("red.xo").lines == before


@pytest.mark.parametrize("where", ["red-1", "blue-4"])
@story
async def test_there_is_a_menu_in_the_lobby_too(where: str) -> None:
    async with at_the_console(begin=False) as play:
        await play.chord(where, "ok", "back")
        assert "Bell" in titles(play, where)
        assert "Leave" not in titles(play, where)


@story
async def test_what_was_that_scrolls_back_through_what_the_seat_heard() -> None:
    async with at_the_console(first="red") as play:
        await play.menu("blue.radio", "read it")
        assert "Nothing yet" in titles(play, "blue.radio")
        await play.hold("blue.radio", "back")
        await play.play_orders(*SPLIT_START, *TURN)
        await play.menu("blue.radio", "read it")
        assert "east" in titles(play, "blue.radio").lower()
        newest = play.panel("blue.radio").lines
        await play.turn("blue.radio", -10)
        assert play.panel("blue.radio").lines != newest, "it scrolls"
        await play.press("blue.radio", "back", "back")
        assert "Station menu" not in titles(play, "blue.radio")


@story
async def test_help_is_there_for_every_role() -> None:
    async with at_the_console() as play:
        for seat in ("red.captain", "red.xo", "red.engineer", "red.radio"):
            await play.menu(seat, "read the help")
            assert len(titles(play, seat)) > 40
            await play.hold(seat, "back")


@story
async def test_the_bell_is_muted_and_sounds_again() -> None:
    async with at_the_console(first="red") as play:
        await play.menu("red.xo", "switch the bell")
        assert "mute" in titles(play, "red.xo")
        await play.play_orders(*SPLIT_START)
        assert play.bell == []
        assert play.heard.frames
        await play.menu("red.xo", "switch the bell")
        await play.play_orders(*TURN)
        assert ("blue", "your-turn") in play.bell


@story
async def test_the_light_changes_at_once_and_on_all_panels() -> None:
    async with at_the_console() as play:
        await play.menu("red.xo", "change brightness")
        await play.turn("red.xo", -2)
        assert "‹dim›" in titles(play, "red.xo")
        assert {play.hardware.level(name) for name in play.console.stations} == {40}
        await play.turn("red.xo", 1)
        await play.press("red.xo", "ok")
        assert "> Brightness medium" in titles(play, "red.xo")
        assert {play.hardware.level(name) for name in play.console.stations} == {120}
        await play.press("red.xo", "push")
        await play.turn("red.xo", 1)
        await play.press("red.xo", "back")
        assert {play.hardware.level(name) for name in play.console.stations} == {120}, "BACK leaves it as it was"


@story
async def test_pause_and_go_on() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("blue.xo", "stop the game")
        assert play.panel("red.captain").bottom == "go on"
        await play.menu("blue.radio", "go on")
        assert play.panel("red.captain").bottom.startswith("wait: 3")
        await play.run(COUNT_IN)
        await play.play_orders(*TURN)


@story
async def test_stop_pauses_a_game_that_has_no_stop_and_goes_on() -> None:
    async with at_the_console(first="red") as play:
        await play.press("red.captain", "stop")
        assert play.panel("blue.captain").bottom == "go on"
        await play.press("blue.captain", "stop")
        await play.run(COUNT_IN)
        assert play.panel("blue.captain").bottom == "start at A1"


# Ends


@story
async def test_to_give_up_ok_has_to_be_held() -> None:
    async with at_the_console() as play:
        await play.chord("red.captain", "ok", "back")
        await play.choose("red.captain", "give up")
        await play.press("red.captain", "ok", "push")
        assert ended(play) is None
        await play.hold("red.captain", "ok")
        assert ended(play) == Outcome("blue", "conceded")
        await play.settled("blue.captain")
        assert "debrief" in titles(play, "blue.captain")
        assert titles(play, "blue.radio") != titles(play, "red.radio"), "one has won"


@story
async def test_only_a_captain_can_give_up() -> None:
    async with at_the_console() as play:
        await play.chord("red.xo", "ok", "back")
        assert "Give up" not in titles(play, "red.xo")
        assert "Offer a draw" not in titles(play, "red.xo")


@story
async def test_a_draw_is_offered_and_declined_and_offered_and_agreed() -> None:
    async with at_the_console() as play:
        await play.menu("red.captain", "offer a draw")
        assert "Red offers a draw" in titles(play, "blue.captain")
        assert "offers a draw" not in titles(play, "blue.xo") + titles(play, "red.captain")
        await play.choose("blue.captain", "no")
        await play.press("blue.captain", "ok")
        assert "offers a draw" not in titles(play, "blue.captain")
        assert ended(play) is None
        await play.menu("blue.captain", "offer a draw")
        await play.choose("red.captain", "agree")
        await play.ok("red.captain")
        for seat in ("red.captain", "blue.engineer"):
            assert "draw" in titles(play, seat).lower()


@story
async def test_an_understudy_declines_a_draw() -> None:
    async with at_the_console(crews="all none") as play:
        await play.menu("red.captain", "offer a draw")
        await play.run(5)
        assert play.table.asked is None
        assert ended(play) is None


@story
async def test_an_undo_is_asked_for_and_granted() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east")
        await play.menu("red.captain", "ask to take back")
        assert "Red: take it back?" in titles(play, "blue.captain")
        await play.choose("blue.captain", "let them")
        await play.ok("blue.captain")
        assert "> course" in play.panel("red.captain").lines
        await play.play_orders("red.captain course south")


@story
async def test_where_nothing_was_done_nothing_is_taken_back() -> None:
    async with at_the_console() as play:
        await play.menu("red.captain", "ask to take back")
        await play.choose("blue.captain", "let them")
        await play.ok("blue.captain")
        assert "nothing to take back" in titles(play, "blue.captain")


@story
async def test_a_rematch_takes_both_and_begins_with_nothing_heard() -> None:
    async with at_the_console() as play:
        first = play.table.play
        await play.menu("red.captain", "give up")
        assert play.panel("red.captain").bottom == "‹debrief›"
        assert play.panel("red.radio").bottom == "‹debrief›"
        await play.choose("red.captain", "play again")
        await play.ok("red.captain")
        assert "Red: play again?" in titles(play, "blue.captain")
        await play.choose("blue.captain", "play again")
        await play.ok("blue.captain")
        assert play.table.play is not first
        assert play.panel("red.captain").bottom == "start at A1"
        await play.menu("red.radio", "read it")
        assert "Nothing yet" in titles(play, "red.radio")


@story
async def test_after_the_end_back_leads_to_the_lobby() -> None:
    async with at_the_console() as play:
        await play.menu("blue.captain", "give up")
        await play.press("red.xo", "back")
        await play.press("red.xo", "ok")
        assert play.console.match.playing, "it has to be held"
        await play.ok("red.xo")
        await play.run(1)
        assert play.panel("red-1").bottom == "begin the game"
        assert not any(play.hardware.lamps.values())


@story
async def test_who_leaves_keeps_the_game(tmp_path: Path) -> None:
    async with at_the_console(Shelf(tmp_path), first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("blue.xo", "leave, it's saved")
        await play.run(1)
        assert play.panel("red-1").bottom == "go on with it"
        await play.press("red-1", "ok")
        assert play.panel("red.captain").bottom == "go on"
        await play.press("red.captain", "ok")
        await play.run(COUNT_IN)
        await play.play_orders(*TURN)


@story
async def test_who_leaves_while_it_is_counted_in_leaves_a_game_that_waits(tmp_path: Path) -> None:
    async with at_the_console(Shelf(tmp_path), first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("red.captain", "stop the game")
        await play.press("red.captain", "ok")
        await play.menu("red.xo", "leave, it's saved")
        await play.run(COUNT_IN + 5)
        assert play.panel("red-1").bottom == "go on with it"
    assert [Shelf(tmp_path).look(name).standing for name in Shelf(tmp_path).names()] == ["open"]


@story
async def test_a_table_whose_disk_is_dead_can_be_left() -> None:
    disk = Disk()
    async with at_the_console(first="red", scribe=lambda: disk) as play:
        disk.broken = "disk-full"
        await play.press("red.captain", "ok")
        await play.menu("blue.xo", "leave, it's saved")
        await play.run(20)
        assert play.panel("red-1").bottom == "begin the game"


class Closing(Disk):
    """A disk that takes nothing more once its file is closed."""

    def close(self) -> None:
        self.broken = "closed"


@story
async def test_what_is_still_being_written_is_waited_for() -> None:
    disk = Closing(0.25)
    async with at_the_console(scribe=lambda: disk) as play:
        await play.run(2)
        await play.press("red.captain", "ok")
        play.console.match.leave()
        await play.run(2)
        assert disk.rows[-1].line == "red.captain start A1"


# Hand over


@story
async def test_a_seat_is_handed_to_another_station_in_mid_game() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east")
        await play.menu("red.xo", "hand it over")
        await play.turn("red-2", -9)
        await play.turn("red-2", 2)
        await play.press("red-2", "ok")
        assert play.console.seating.manning["red-3"] == ("red.engineer", "red.xo")
        assert "red-3 is first officer now." in titles(play, "red-2")
        await play.play_orders("red.xo charge mine", "red.engineer break e1", "red.captain end")
        assert "> course" in play.panel("blue.captain").lines


@story
async def test_a_seat_is_handed_to_a_station_that_was_dark() -> None:
    async with at_the_console(crews="captain none") as play:
        await play.menu("red.captain", "hand it over")
        await play.turn("red-1", 1)
        await play.press("red-1", "ok")
        assert play.console.seating.manning == {"red-2": ("red.captain",)}
        await play.press("red-2", "ok")
        assert play.panel("red-2").bottom == "start at A1", "the briefing is read"


@story
async def test_a_seat_is_handed_to_an_understudy_in_mid_game() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east")
        await play.menu("red.xo", "hand it over", "hand it over")
        assert "red-2" not in play.console.seating.manning
        await play.run(6)
        assert "red.xo charge" in "\n".join(row.line for row in play.table.play._line)
        await play.play_orders("red.engineer break e1", "red.captain end")


@story
async def test_a_seat_is_taken_back_from_its_understudy() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east")
        await play.menu("red.xo", "hand it over", "hand it over")
        await play.menu("red-2", "take it over")
        assert play.console.seating.manning["red-2"] == ("red.xo",)
        await play.run(20)
        assert "red.xo charge" not in "\n".join(row.line for row in play.table.play._line), "the understudy got up"
        await play.play_orders("red.xo charge mine", "red.engineer break e1", "red.captain end")


@story
async def test_no_seat_of_a_boat_of_understudies_can_be_taken_over() -> None:
    async with at_the_console(crews="all none") as play:
        await play.chord("blue-1", "ok", "back")
        assert not any("Take" in line for line in play.panel("blue-1").lines)
        await play.press("blue-1", "back")
        await play.chord("red-1", "ok", "back")
        assert not any("Take captain" in line for line in play.panel("red-1").lines), "nothing to take: all are manned"


@story
async def test_a_table_of_understudies_alone_can_be_left() -> None:
    async with at_the_console(crews="captain none") as play:
        await play.menu("red.captain", "hand it over", "hand it over")
        await play.run(20)
        assert play.table.play.count > 10, "they play on"
        await play.menu("red-1", "leave")
        await play.run(1)
        assert play.panel("red-1").bottom == "begin the game"
