"""The page of play: what OK says and does at a seat, whatever the table and its disk do."""

from __future__ import annotations

import pytest

from klaxon.table.disk.ledger import LATE, RETRY
from klaxon.table.disk.waits import SOON
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story
from tests.table.kit.travel import Disk

TURN = ("red.captain course east", "red.xo charge mine", "red.engineer break e1", "red.captain end")


def orders(play: Playing) -> list[str]:
    """Return the orders that were accepted."""
    return [row.line.partition(" @")[0] for row in play.table.play._line if row.kind == "order"]


# What OK does


@story
async def test_the_bottom_line_says_the_order_and_ok_gives_it() -> None:
    async with at_the_console() as play:
        await play.turn("red.captain", 3)
        said = play.panel("red.captain").bottom
        assert said == "start at D1"
        await play.press("red.captain", "ok")
        assert orders(play) == ["red.captain start D1"]


@story
async def test_a_grave_order_is_not_given_by_a_tap() -> None:
    async with at_the_console() as play:
        await play.give("red.captain start A1")
        await play.choose("red.captain", "dive")
        await play.press("red.captain", "ok")
        await play.press("red.captain", "push")
        assert orders(play) == ["red.captain start A1"]
        await play.hold("red.captain", "ok", 0.69)
        assert orders(play) == ["red.captain start A1"]
        await play.hold("red.captain", "ok", 0.71)
        assert orders(play) == ["red.captain start A1", "red.captain dive"]


@story
async def test_a_course_key_gives_the_course_where_one_is_due() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.press("red.captain", "east")
        assert orders(play)[-1] == "red.captain course east"
        await play.press("red.captain", "east")
        assert len(orders(play)) == 5, "now it only moves the cursor"


@story
async def test_a_course_key_gives_the_course_on_the_page_of_courses_too() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.press("red.captain", "push")
        assert play.panel("red.captain").bottom == "sail east"
        await play.press("red.captain", "south")
        assert orders(play)[-1] == "red.captain course south"


@story
async def test_a_course_that_cannot_be_sailed_says_why() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        before = len(play.panel("red.captain").lines)
        await play.press("red.captain", "north")
        assert orders(play)[-1] == "blue.captain dive"
        assert len(play.panel("red.captain").lines) > before, "a notice"
        await play.press("red.captain", "ok")
        await play.press("red.captain", "east")
        assert orders(play)[-1] == "red.captain course east"


@story
async def test_course_keys_move_over_the_chart_where_no_course_is_due() -> None:
    async with at_the_console() as play:
        await play.press("red.captain", "south", "east")
        assert play.panel("red.captain").bottom == "start at C2", "B2 is an island"


@story
async def test_what_is_barred_says_why_and_is_not_given() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        draft = play.page("red.captain").draft
        await play.turn("red.captain", [choice.word for choice in draft.choices].index("torpedo") - draft.cursor)
        quiet = len(play.panel("red.captain").lines)
        for key in ("ok", "push"):
            await play.press("red.captain", key)
            assert len(play.panel("red.captain").lines) > quiet, "a notice"
            await play.press("red.captain", "back")
            assert len(play.panel("red.captain").lines) == quiet
        assert len(orders(play)) == 4


@story
async def test_a_seat_that_has_nothing_to_say_waits() -> None:
    async with at_the_console(first="red", help="log") as play:
        await play.play_orders(*SPLIT_START)
        assert play.panel("red.radio").bottom == "wait"
        await play.press("red.radio", "ok", "push", "back")
        assert play.panel("red.radio").bottom == "wait"
        assert len(orders(play)) == 4


@story
async def test_the_pencil_tells_the_crew_what_the_radio_operator_believes_and_takes_it_back() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.turn("red.radio", 1)
        await play.press("red.radio", "ok")
        assert play.panel("red.radio").bottom == "our guess: G6"
        await play.press("red.radio", "ok")
        assert orders(play)[4:] == ["red.radio guess G6"]
        assert "radio's guess: G6" in play.panel("red.captain").text
        assert "guess" not in play.panel("blue.captain").text
        await play.press("red.radio", "ok")
        assert play.panel("red.radio").bottom == "our guess: none"
        await play.press("red.radio", "ok")
        assert orders(play)[5:] == ["red.radio guess none"]


@story
async def test_an_order_without_a_visible_effect_does_not_lock_the_station() -> None:
    """To start where one already stands changes nothing that the seat could see."""
    async with at_the_console() as play:
        await play.give("red.captain start A1")
        await play.give("red.captain start A1")
        await play.choose("red.captain", "dive")
        await play.hold("red.captain", "ok")
        assert orders(play)[-1] == "red.captain dive"


@story
async def test_an_answer_goes_to_the_window_it_was_made_for() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east")
        (prompt,) = play.page("red.xo").client.seen[play.page("red.xo").seat].view["prompts"]
        await play.give("red.xo charge mine")
        given = [row.line for row in play.table.play._line][-1]
        assert prompt["key"] in given


# One station that works several seats


@story
async def test_one_station_turns_to_the_seat_that_has_something_to_do() -> None:
    async with at_the_console(crews="one none", first="red") as play:
        await play.give("red.captain start A1")
        await play.hold("red-1", "ok")
        await play.run(10)
        page = play.page("red.captain")
        await play.press("red-1", "east")
        assert page.seat in ("red.xo", "red.engineer")
        await play.press("red-1", "ok")
        await play.press("red-1", "ok")
        assert page.seat == "red.captain"
        assert [line.split()[1] for line in orders(play) if line.startswith("red")] == [
            "start",
            "dive",
            "course",
            *(line.split()[1] for line in orders(play) if line.startswith(("red.xo", "red.engineer"))),
        ]


@story
async def test_back_walks_through_the_seats_of_a_station() -> None:
    async with at_the_console(crews="one none", first="red") as play:
        page = play.page("red.captain")
        await play.hold("red-1", "back")
        seats = []
        for _ in range(4):
            seats.append(page.seat)
            await play.press("red-1", "back")
        assert sorted(seats) == sorted(page.seats)
        assert page.seat == seats[0]


# Lamps


@story
async def test_the_lamp_of_the_boat_whose_turn_it_is_is_lit() -> None:
    async with at_the_console(first="red") as play:
        assert play.hardware.lamps == {"red": False, "blue": False}
        await play.play_orders(*SPLIT_START)
        assert play.hardware.lamps == {"red": True, "blue": False}
        await play.play_orders(*TURN)
        assert play.hardware.lamps == {"red": False, "blue": True}


# The table stands still


@story
async def test_while_the_table_stands_still_no_key_gives_an_order() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("blue.captain", "stop the game")
        await play.press("red.captain", "east")
        await play.press("red.captain", "ok")
        assert play.panel("red.captain").bottom.startswith("wait: 3")
        await play.hold("red.captain", "ok")
        await play.press("red.captain", "east", "push", "stop")
        assert len(orders(play)) == 4
        await play.run(COUNT_IN)
        await play.give("red.captain course east")


@story
async def test_a_pause_keeps_the_order_that_is_being_made() -> None:
    async with at_the_console() as play:
        await play.turn("red.captain", 3)
        await play.menu("red.captain", "stop the game")
        await play.press("red.captain", "ok")
        await play.run(COUNT_IN)
        assert play.panel("red.captain").bottom == "start at D1"


@story
async def test_a_slow_disk_shows_saving_and_goes_on_by_itself() -> None:
    disk = Disk()
    async with at_the_console(first="red", scribe=lambda: disk) as play:
        await play.play_orders(*SPLIT_START)
        disk.delay = LATE + 2.0
        await play.press("red.captain", "east")
        await play.run(LATE)
        assert play.panel("blue.radio").bottom == "saving"
        assert ("blue", "saving") in play.bell
        await play.hold("red.captain", "ok")
        assert len(orders(play)) == 5, "no key gives an order that might be lost"
        await play.run(2)
        assert play.panel("blue.radio").bottom == "edit the track"
        assert "EAST" in play.panel("blue.radio").text


@story
async def test_a_quick_disk_shows_nothing() -> None:
    disk = Disk()
    async with at_the_console(first="red", scribe=lambda: disk) as play:
        await play.play_orders(*SPLIT_START)
        disk.delay = SOON - 0.05
        await play.give("red.captain course east")
        await play.run(1)
        assert not [name for _, name in play.bell if name == "saving"]


@story
async def test_what_is_saved_slowly_is_shown_to_the_boat_that_waits_and_to_nobody_else() -> None:
    disk = Disk()
    async with at_the_console(first="red", scribe=lambda: disk) as play:
        await play.play_orders(*SPLIT_START)
        await play.run(10)
        enemy, rung = [play.panel(f"blue.{role}").text for role in ("captain", "radio")], len(play.bell)
        disk.delay = LATE - 0.1
        await play.press("red.captain", "east")
        await play.run(SOON)
        assert "saving" in play.panel("red.xo").text.lower()
        assert play.panel("red.xo").bottom != "saving", "the clock runs, and other orders may follow"
        assert [play.panel(f"blue.{role}").text for role in ("captain", "radio")] == enemy
        assert len(play.bell) == rung
        await play.run(LATE)
        assert "EAST" in play.panel("blue.radio").text


@story
async def test_a_dead_disk_asks_whether_to_go_on_unsaved() -> None:
    disk = Disk()
    async with at_the_console(first="red", scribe=lambda: disk) as play:
        await play.play_orders(*SPLIT_START)
        disk.broken = "disk-full"
        await play.press("red.captain", "east")
        await play.run(LATE)
        assert play.panel("blue.radio").bottom == "go on unsaved"
        assert "EAST" not in play.panel("blue.radio").text, "nothing is told that is not saved"
        assert ("red", "stuck") in play.bell
        await play.press("blue.radio", "ok")
        await play.run(0.1)
        assert "EAST" in play.panel("blue.radio").text
        await play.play_orders("red.xo charge mine", "red.engineer break e1")
        disk.broken = ""
        await play.run(2 * RETRY + 1)
        assert disk.rows[-1].line.startswith("red.engineer break e1")
        assert play.table.about()["state"] == "running"


@pytest.mark.parametrize("row", [0, 5])
@story
async def test_whichever_row_the_disk_refuses_every_panel_says_so(row: int) -> None:
    disk, lines = Disk(), (*SPLIT_START, *TURN, "blue.captain course west")
    async with at_the_console(first="red", scribe=lambda: disk) as play:
        await play.play_orders(*lines[:row])
        await play.run(1)
        disk.broken = "disk-failed"
        await play.give(lines[row])
        await play.run(LATE + 1.0)
        assert len(play.console.stations) == 8
        for station in play.console.stations:
            shown = play.panel(station)
            assert "Nothing is saved" in shown.text, station
            assert "go on unsaved" in shown.text, station
        disk.broken = ""
        await play.run(2 * RETRY + 5)
        assert [line.line.partition(" @")[0] for line in disk.rows if line.kind == "order"] == list(lines[: row + 1])
        assert not any("unsaved" in play.panel(station).text for station in play.console.stations)


@story
async def test_unsaved_a_grave_order_has_to_be_held_too() -> None:
    disk = Disk()
    async with at_the_console(scribe=lambda: disk) as play:
        disk.broken = "disk-full"
        await play.press("red.captain", "ok")
        await play.run(LATE)
        await play.press("blue.captain", "ok")
        await play.run(0.1)
        assert play.table.about()["state"] == "unsaved"
        await play.choose("red.captain", "dive")
        await play.press("red.captain", "ok")
        assert orders(play) == ["red.captain start A1"]
        await play.hold("red.captain", "ok")
        assert orders(play) == ["red.captain start A1", "red.captain dive"]
        disk.broken = ""
        await play.run(3 * RETRY)


@pytest.mark.parametrize("asks", ["red", "blue"])
@story
async def test_a_question_waits_on_top_and_does_not_take_the_hold_of_an_order(asks: str) -> None:
    asked = "blue" if asks == "red" else "red"
    async with at_the_console() as play:
        await play.play_orders("red.captain start A1", "blue.captain start J10")
        await play.choose(f"{asked}.captain", "dive")
        play.hardware.press(f"{asked}-1", "ok")
        await play.run(0.5)
        await play.menu(f"{asks}.captain", "offer a draw")
        await play.run(2)
        play.hardware.release(f"{asked}-1", "ok")
        await play.run(0)
        assert play.table.play.outcome is None
        assert "offers a draw" in play.panel(f"{asked}.captain").text
