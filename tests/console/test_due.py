"""Who is waited for: a station that is due says so to its page, and the lamp of its boat blinks a moment."""

from __future__ import annotations

from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story

SEATS = ("red.captain", "red.xo", "red.engineer", "red.radio", "blue.captain")


def due(play: Playing) -> list[str]:
    """Return the seats whose stations are waited for."""
    return [seat for seat in SEATS if play.panel(seat).picture.is_due]


@story
async def test_whoever_has_an_order_to_give_is_due_and_nobody_else() -> None:
    async with at_the_console(first="red") as play:
        play.open_pages()
        await play.run(0.1)
        assert due(play) == ["red.captain", "blue.captain"], "both choose where to begin"
        await play.play_orders(*SPLIT_START)
        await play.run(1)
        assert due(play) == ["red.captain"]
        await play.give("red.captain course south")
        await play.run(1)
        assert due(play) == ["red.xo", "red.engineer"]
        await play.press("red.xo", "ok")
        await play.run(1)
        assert due(play) == ["red.engineer"]
        await play.press("red.engineer", "ok")
        await play.run(1)
        assert due(play) == ["red.captain"], "to end the turn; a remark of the radio operator counts for nothing"


@story
async def test_a_menu_over_the_page_changes_nothing_and_a_pause_ends_it() -> None:
    async with at_the_console(first="red") as play:
        play.open_pages()
        await play.chord("red.captain", "ok", "back")
        assert "red.captain" in due(play)
        play.page("red.captain").client.act("pause")
        await play.run(1)
        assert due(play) == []
        assert "PAUSED. OK: go on" in play.panel("red.xo").text, "it stays there, with the coach or without"


@story
async def test_the_lamp_of_a_boat_blinks_when_its_turn_comes_and_is_still_then() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        shown = [lit for _, whose, lit in play.heard.noted if whose == "red lamp"]
        assert shown == [True, False, True, False, True, False, True]
        before = len(play.heard.noted)
        await play.run(60)
        assert [each for each in play.heard.noted[before:] if each[1].endswith("lamp")] == [], "then it is still"
