"""Briefings: who takes a seat in mid-game is told where he is, for ten seconds, and the game does not wait for it."""

from __future__ import annotations

from klaxon.console.play.briefing import LASTS
from klaxon.rules.contract import Seat
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story

READ = "understood"
SAILED = (*SPLIT_START, "red.captain course east")


async def hand_over(play: Playing, seat: str, successor: str) -> None:
    """Give a seat to a station, as the umpire does."""
    assert play.console.seating.give(Seat(seat), successor)
    await play.run(0)


@story
async def test_the_newcomer_reads_who_he_is_what_happened_and_what_is_waited_for() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SAILED)
        await play.run(5)
        await hand_over(play, "red.engineer", "red-2")
        lines = play.panel("red-2").lines
        assert lines[0] == "Red engineer"
        assert "we sail east" in lines[1:4]
        assert "Now: cross" in lines
        assert any(line.startswith("Dial:") for line in lines)
        assert play.panel("red-2").bottom == READ


@story
async def test_it_goes_by_itself_after_ten_seconds() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SAILED)
        await hand_over(play, "red.engineer", "red-2")
        await play.run(LASTS - 0.1)
        assert play.panel("red-2").bottom == READ
        await play.run(0.2)
        assert play.panel("red-2").bottom != READ


@story
async def test_ok_back_and_push_close_it_and_do_nothing_else() -> None:
    for key in ("ok", "back", "push"):
        async with at_the_console(first="red") as play:
            await play.play_orders(*SAILED)
            await play.run(5)
            rows = play.table.play.count
            await hand_over(play, "red.engineer", "red-2")
            told = play.table.play.count
            await play.press("red-2", key)
            assert play.panel("red-2").bottom != READ, key
            assert play.table.play.count == told > rows, "no order was given"
            await play.play_orders("red.engineer break e1")
            await play.run(LASTS + 1)
            assert play.panel("red-2").bottom != READ


@story
async def test_a_course_key_closes_it_and_gives_no_course() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        await hand_over(play, "red.captain", "")
        await hand_over(play, "red.captain", "red-1")
        await play.press("red-1", "east")
        assert play.panel("red-1").bottom != READ
        await play.run(1)
        assert not any("course" in row.line for row in play.table.play.line)
        await play.press("red-1", "east")
        await play.run(1)
        assert any("course east" in row.line for row in play.table.play.line)


@story
async def test_stop_is_stop_at_once() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await hand_over(play, "red.captain", "")
        await hand_over(play, "red.captain", "red-1")
        assert play.panel("red-1").bottom == READ
        await play.press("red-1", "stop")
        await play.run(1)
        assert play.table.play.paused
        assert play.panel("red-1").bottom == "go on"


@story
async def test_something_new_that_is_waited_for_closes_it() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        await hand_over(play, "red.engineer", "red-2")
        await play.run(1)
        assert play.panel("red-2").bottom == READ
        await play.play_orders("red.captain course east")
        assert play.panel("red-2").bottom != READ, "xo and engineer are waited for"


@story
async def test_what_was_waited_for_already_does_not() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SAILED)
        await hand_over(play, "red.engineer", "red-2")
        await play.run(3)
        assert play.panel("red-2").bottom == READ


@story
async def test_a_take_over_and_a_hand_over_by_menu_brief_too() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SAILED)
        await play.menu("red.xo", "hand it over", "hand it over")
        await play.menu("red-2", "take it over")
        assert play.panel("red-2").lines[0] == "Red first officer"
        await play.press("red-2", "ok")
        await play.menu("red.radio", "hand it over")
        await play.turn("red-4", 1)
        await play.press("red-4", "ok")
        assert play.panel("red-1").lines[0] == "Red radio operator"
        assert "red-1 is radio operator now." in play.panel("red-4").text


@story
async def test_nobody_is_briefed_when_a_game_begins_or_is_over() -> None:
    async with at_the_console(first="red") as play:
        assert all(play.panel(name).bottom != READ for name in play.console.stations)
        await play.menu("red.captain", "give up")
        await play.run(1)
        await hand_over(play, "red.engineer", "red-2")
        assert play.panel("red-2").bottom != READ


@story
async def test_it_gives_way_when_the_rule_is_about_to_answer_by_itself() -> None:
    for left, stays in [(60_000, True), (5_000, False)]:
        async with at_the_console(first="red") as play:
            await play.play_orders(*SAILED)
            await hand_over(play, "red.engineer", "red-2")
            assert play.panel("red-2").bottom == READ
            page, seat = play.page("red-2"), Seat("red.engineer")
            view = page.client.seen[seat].view
            due = play.table.clock.now() + left
            page.client._show(seat, {**view, "prompts": [{**prompt, "due": due} for prompt in view["prompts"]]})
            page.on_batch_end()
            assert (play.panel("red-2").bottom == READ) == stays
