"""Names of boats: spelt by dial, cleaned where they come from strangers, shown wherever a boat is named, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.console.drawing.fonts import FONTS
from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import LONGEST, clean, shown_names
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby_page import LobbyPage
from klaxon.console.onlook.debrief import story_of
from klaxon.table.disk.shelf import Shelf
from klaxon.table.naming import names_in
from klaxon.table.play import JournalRow
from tests.console.kit.lobbies import SETS_UP, begin, change, go_to, row
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story

NAMES = {"red": "NAUTILUS", "blue": "ARGO"}


async def spell(play: Playing, word: str) -> None:
    """Spell a word with the dial, from the letter A on."""
    letters = [*Phrases("").say("name.letters"), *"0123456789 -."]
    place = 0
    for letter in word:
        await play.turn(SETS_UP, letters.index(letter) - place)
        place = letters.index(letter)
        await play.press(SETS_UP, "push")


@story
async def test_a_name_is_spelt_by_dial_and_the_game_has_it() -> None:
    async with at_the_console(begin=False) as play:
        await go_to(play, "Name, Red")
        await play.press(SETS_UP, "push")
        await spell(play, "U-96X")
        assert row(play, "Name, Red") == "U-96X‹X›"
        await play.press(SETS_UP, "back")
        await play.press(SETS_UP, "ok")
        assert row(play, "Name, Red") == "U-96"
        await begin(play)
        assert play.table.names == {"red": "U-96"}
        assert play.page("red.captain").phrases.boat("red") == "U-96"
        assert play.page("red.captain").phrases.boat("blue") == "Blue"


@story
async def test_back_takes_letters_away_then_leaves_the_name_as_it_was() -> None:
    async with at_the_console(begin=False) as play:
        play.console.lobby.plan.names["red"] = "ARGO"
        await go_to(play, "Name, Red")
        await play.press(SETS_UP, "push", "back", "back")
        assert row(play, "Name, Red") == "AR‹A›"
        await play.press(SETS_UP, "back", "back", "back")
        assert row(play, "Name, Red") == "ARGO"
        await play.press(SETS_UP, "push")
        await play.hold(SETS_UP, "back")
        assert play.panel(SETS_UP).bottom == "begin the game"
        await go_to(play, "Name, Red")
        assert row(play, "Name, Red") == "ARGO"


@story
async def test_a_name_ends_where_it_is_too_long() -> None:
    async with at_the_console(begin=False) as play:
        await go_to(play, "Name, Blue")
        await play.press(SETS_UP, "push")
        await spell(play, "B" * (LONGEST + 3))
        await play.press(SETS_UP, "ok")
        assert row(play, "Name, Blue") == "B" * LONGEST


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("Nautilus", "Nautilus"),
        ("  The   Old  One ", "The Old One"),
        ("X" * 40, "X" * LONGEST),
        ("{boat} %s", "{boat} %s"),
        ("a\u202eb\u0301c\u200bd", "abcd"),
        ("\N{SNOWMAN}\N{PILE OF POO}", ""),
        ("Кит Їжак", "Кит Їжак"),
    ],
)
def test_what_no_panel_can_show_is_left_out(told: str, shown: str) -> None:
    assert clean(told) == shown


@given(st.text(max_size=60))
def test_a_clean_name_is_clean(name: str) -> None:
    shown = clean(name)
    assert clean(shown) == shown
    assert len(shown) <= LONGEST
    assert all(font.has(letter) for font in FONTS for letter in shown)


def test_the_letters_of_every_language_can_be_shown() -> None:
    for language in languages():
        letters = Phrases("", language).say("name.letters")
        assert len(letters) > 20
        assert clean(letters[:LONGEST]) == letters[:LONGEST]


@story
async def test_a_hostile_name_is_cut_on_the_panels_and_breaks_nothing() -> None:
    async with at_the_console() as play:
        captain = play.page("red.captain")
        captain.client.act("name", boat="red", name="{role} \N{SNOWMAN} DROP TABLE boats; --")
        await play.run(1)
        await play.menu("red.captain", "offer a draw")
        assert play.panel("blue.captain").lines[0].startswith("{role} DROP")
        assert len(captain.phrases.boat("red")) <= LONGEST


@story
async def test_a_game_that_goes_on_is_offered_with_its_names_and_has_them_again(tmp_path: Path) -> None:
    async with at_the_console(Shelf(tmp_path), begin=False) as play:
        play.console.lobby.begin(
            GamePlan("sonar", "", {"red": "all", "blue": "all"}, {"first": "red"}, names=dict(NAMES)), "7"
        )
        await play.run(0)
        await play.play_orders(*SPLIT_START)
    (name,) = Shelf(tmp_path).names()
    assert Shelf(tmp_path).look(name).names == NAMES
    async with at_the_console(Shelf(tmp_path), begin=False) as play:
        assert play.panel(SETS_UP).lines[:2] == ("NAUTILUS, ARGO", "> Go on game 1"), "first, and by name"
        assert play.panel(SETS_UP).bottom == "go on with it"
        await play.press(SETS_UP, "ok")
        assert play.table.names == NAMES
        assert play.panel("red.captain").bottom == "go on", "it is paused"
        await play.press("red.captain", "ok")
        assert play.panel("red.captain").bottom.startswith("wait: 3")
        await play.run(4)
        await play.press("red.captain", "east")
        await play.run(1)
        assert any("course east" in each.line for each in play.table.play.line)


@story
async def test_a_rematch_has_the_names_of_the_game_before(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    async with at_the_console(shelf, begin=False) as play:
        play.console.lobby.begin(GamePlan("sonar", "", {"red": "all", "blue": "all"}, {}, names=dict(NAMES)), "7")
        await play.run(0)
        await play.menu("red.captain", "give up")
        for captain in ("red.captain", "blue.captain"):
            await play.choose(captain, "play again")
            await play.ok(captain)
        await play.run(1)
        assert play.table.names == NAMES
    assert [shelf.look(name).names for name in shelf.names()] == [NAMES, NAMES]


@story
async def test_names_stand_in_banners_debriefs_and_what_spectators_see() -> None:
    async with at_the_console(begin=False) as play:
        play.console.lobby.begin(
            GamePlan("sonar", "", {"red": "all", "blue": "all"}, {"first": "red"}, names=dict(NAMES)), "7"
        )
        await play.run(0)
        await play.play_orders(*SPLIT_START)
        await play.run(3)
        assert any("NAUTILUS" in word for _, picture in play.heard.frames for word in picture.words)
        leave = play.console.onlooker_seats.umpire.look(lambda: None)
        await play.run(1)
        assert [boat["name"] for boat in play.console.onlooker_seats.umpire.picture()["boats"]] == ["NAUTILUS", "ARGO"]
        leave()
        await play.menu("red.captain", "give up")
        await play.run(1)
        told = story_of("x", "sonar", play.table.debrief(), names=play.table.names)
        assert any("ARGO" in sentence for moment in told.moments for sentence in moment.sentences)
        assert not any("Blue" in sentence for moment in told.moments for sentence in moment.sentences)


def test_names_are_read_from_rows_and_nothing_else_is() -> None:
    rows = [
        JournalRow(0, "table", 'name red "Old"'),  # type: ignore[arg-type]
        JournalRow(0, "order", 'name blue "No"'),  # type: ignore[arg-type]
        JournalRow(0, "table", 'name red "New One"'),  # type: ignore[arg-type]
        JournalRow(0, "table", "name"),  # type: ignore[arg-type]
        JournalRow(0, "table", 'name blue "'),  # type: ignore[arg-type]
        JournalRow(0, "table", 'man red.xo "name"'),  # type: ignore[arg-type]
    ]
    assert names_in(rows) == {"red": "New One"}


def test_a_boat_of_whose_name_nothing_is_left_has_its_own() -> None:
    assert shown_names({"red": "\N{SNOWMAN}", "blue": "ARGO"}) == (("blue", "ARGO"),)
    assert Phrases("sonar", "en", shown_names({"red": "\N{SNOWMAN}"})).boat("red") == "Red"


# What a newcomer sees


def form(plan: GamePlan | None = None) -> LobbyPage:
    return LobbyPage((), lambda _: None, plan)


def test_the_important_lines_come_first() -> None:
    labels = [row.text for row in form().rows()]
    assert labels == ["Begin", "Game", "Chart", "Mode", "Red", "Blue", "Understudies", "Rules", "More options"]


def test_a_console_traces_hulls_by_dial_unless_people_say_otherwise() -> None:
    begun: list[GamePlan] = []
    page = LobbyPage((), begun.append, GamePlan(options={"mode": "realtime"}))
    page.unfolded = True
    labels = [row.text for row in page.rows()]
    place = labels.index(Phrases("sonar").option("trace"))
    assert page.rows()[place].value == "recorded"
    page.ok()
    assert begun[0].options == {"mode": "realtime", "trace": "recorded"}
    page.cursor = place
    page.push()
    page.turn(0, -1)
    page.ok()
    page.home()
    page.ok()
    assert begun[1].options["trace"] == "free"


@story
async def test_language_room_and_quiet_hours_are_set_for_the_whole_console() -> None:
    async with at_the_console(begin=False) as play:
        await go_to(play, "Language")
        await play.press(SETS_UP, "push")
        await play.turn(SETS_UP, 1)
        assert set(play.console.languages().values()) == {"en"}, "not before it is taken"
        await play.press(SETS_UP, "back")
        assert row(play, "Language") == "English"
        await play.press(SETS_UP, "push")
        await play.turn(SETS_UP, 1)
        await play.press(SETS_UP, "ok")
        assert set(play.console.languages().values()) == {list(languages())[1]}, "all stations"
        assert play.console.station_languages.of("blue-3") == list(languages())[1]
    async with at_the_console(begin=False) as play:
        for label, steps, setting, value in [("Crews", 1, "room", "separate"), ("Quiet hours", 3, "quiet", "22-07")]:
            await change(play, label, steps)
            assert play.console.settings.of(setting) == value
