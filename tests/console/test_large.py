"""Large letters: the line under the cursor, headline and bottom line are twice as high, and nothing is cut."""

from __future__ import annotations

import pytest

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LINE, TALL_LABEL, TALL_LINE, WIDE, Font, largest
from klaxon.console.drawing.parts import BottomLine, List, ListItem
from klaxon.console.drawing.screen import Area
from tests.console.kit import frames
from tests.console.kit.eased import STILLS, large
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story

SHOWN = (
    *("captain-sail", "captain-act", "captain-torpedo-near", "captain-silence", "captain-sonar-second", "captain-ice"),
    *("captain-trembling", "captain-over", "xo-charge", "xo-use", "xo-wreck", "engineer-break", "engineer-penalty"),
    *("radio-track", "radio-silence"),
    *("live-stopped", "live-held", "live-answer", "live-up-crew", "live-inspect-slips", "live-radio-pencil"),
    *("steam-pick", "steam-oxygen", "steam-act", "steam-use-man", "steam-hit", "steam-hit-slot", "steam-window"),
    *("steam-off-turn", "steam-off-turn-card", "steam-over-won"),
)


@pytest.mark.parametrize("name", SHOWN)
def test_a_still_in_large_letters_is_as_it_was_approved(name: str) -> None:
    seat, make = STILLS[name]
    frames.check(f"large/{name}", large(make(), seat))


@pytest.mark.parametrize(
    ("text", "font"),
    [("dive", WIDE), ("a" * 11, WIDE), ("a" * 12, TALL_LINE), ("a" * 18, TALL_LINE), ("a" * 19, TALL_LABEL)],
)
def test_letters_are_as_wide_as_there_is_room(text: str, font: Font) -> None:
    assert largest(text, 110) is font
    assert font.measure(text) <= 110


def test_tall_letters_are_those_of_a_line_with_every_row_twice() -> None:
    for letter in "Ag1Їß✓":
        plain, tall = LINE.glyph(letter), TALL_LINE.glyph(letter)
        assert (tall.width, tall.height) == (plain.width, 2 * plain.height)
        for column, doubled in zip(plain.columns, tall.columns, strict=True):
            assert [doubled >> row & 1 for row in range(16)] == [column >> row // 2 & 1 for row in range(16)]


@pytest.mark.parametrize("letter", "AgjqÄЇЙЩ")
def test_wide_letters_lose_no_row_that_is_lit(letter: str) -> None:
    high = WIDE.glyph(letter)
    assert high.height == 16
    assert any(high.columns)


def drawn(cursor: int, rows: int, *, asked: bool) -> list[int]:
    """Return the rows of a list that are lit."""
    canvas = Canvas(128, 64, large=asked)
    List(tuple(ListItem(f"item {n}") for n in range(9)), cursor).draw(canvas, Area(0, 0, 100, rows))
    return [y for y in range(rows) if any(canvas.is_lit(x, y) for x in range(8, 90))]


def test_the_item_under_the_cursor_is_large_and_the_others_move_aside() -> None:
    plain, eased = drawn(1, 40, asked=False), drawn(1, 40, asked=True)
    assert max(plain) < 40
    assert max(eased) < 40
    canvas = Canvas(128, 64, large=True)
    List((ListItem("one"), ListItem("two"), ListItem("three")), 1).draw(canvas, Area(0, 0, 128, 40))
    tall = [y for y in range(8, 24) if any(canvas.is_lit(x, y) for x in range(8, 60))]
    assert max(tall) - min(tall) >= 10
    assert any(canvas.is_lit(x, y) for x in range(8, 60) for y in range(24, 32)), "the third stands below it"


def test_a_list_of_one_line_is_the_item_under_the_cursor() -> None:
    for cursor in range(9):
        assert drawn(cursor, 16, asked=True)


def test_a_bottom_line_has_the_letters_that_its_height_allows() -> None:
    for rows in (8, 16):
        canvas = Canvas(128, 64)
        BottomLine("dive").draw(canvas, Area(0, 0, 128, rows))
        lit = [y for y in range(rows) if any(canvas.is_lit(x, y) for x in range(20, 128))]
        assert max(lit) - min(lit) >= rows // 2


# At a station


async def enlarge(play: Playing, where: str) -> None:
    await play.menu(where, "change the letters")
    await play.press(where, "back")


def still(play: Playing, where: str, name: str) -> None:
    frames.check(f"large/{name}", play.panel(where).picture)


@story
async def test_lobby_menu_and_help_in_large_letters() -> None:
    async with at_the_console(begin=False) as play:
        await enlarge(play, "red-1")
        still(play, "red-1", "lobby")
        await play.turn("red-1", 30)
        still(play, "red-1", "lobby-end")
        await play.chord("red-1", "ok", "back")
        still(play, "red-1", "menu")
        await enlarge(play, "red-2")
        still(play, "red-2", "elsewhere")
        last = play.panel("red-2").lines
        await play.turn("red-2", 9)
        assert play.panel("red-2").lines != last, "a text that does not fit is scrolled"


@story
async def test_every_line_of_a_menu_is_reached_in_large_letters() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await enlarge(play, "red.captain")
        await play.chord("red.captain", "ok", "back")
        seen = set()
        for _ in range(20):
            seen.add(play.panel("red.captain").bottom)
            assert play.panel("red.captain").picture.words
            await play.turn("red.captain", 1)
        assert {"read it", "give up the game", "switch the coach", "change the letters", "leave, it's saved"} <= seen


@story
async def test_a_notice_is_large_where_it_fits() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        await enlarge(play, "red.captain")
        await play.press("red.captain", "north")
        still(play, "red.captain", "notice")
        await play.press("red.captain", "ok")
        still(play, "red.captain", "sail-at-a-station")


@story
async def test_any_game_has_large_letters() -> None:
    async with at_the_console(game="steam") as play:
        await play.run(3)
        await enlarge(play, "red-1")
        still(play, "red-1", "general")


@story
async def test_with_large_letters_the_coach_is_silent_and_speaks_again_without() -> None:
    async with at_the_console(first="red") as play:
        play.console.applied_settings.coach_all(on=True)
        await enlarge(play, "red.captain")
        assert "Turn: pick a point, OK" not in play.panel("red.captain").text
        await enlarge(play, "red.captain")
        assert "Turn: pick a point, OK" in play.panel("red.captain").text
