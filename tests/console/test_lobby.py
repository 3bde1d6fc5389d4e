"""The lobby: a game is set up by dial and keys, goes on after a power cut, and says what is wrong with a faulty one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby_page import LobbyPage
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.rules.contract import Seat
from klaxon.rules.games import GAMES
from klaxon.table.disk.files import WAL, parts_of
from klaxon.table.disk.shelf import KeptGame, Shelf
from klaxon.table.host import Tokens
from klaxon.table.play import JournalRow
from klaxon.table.running_game import COUNT_IN
from klaxon.table.table import Table
from tests.console.kit.lobbies import SETS_UP, begin, change, go_to, row
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, in_process, story

OPTION = Phrases("sonar").option
GAME = 1
"""The line of the game, below the one that begins it."""


def notice(play: Playing) -> str:
    """Return what stands over the form: its words come first, before the title of the form."""
    lines = play.panel(SETS_UP).lines
    return "\n".join(lines[: lines.index("New game")])


@story
async def test_a_form_waits_at_the_first_station_and_the_others_say_where() -> None:
    async with at_the_console(begin=False) as play:
        assert row(play, "Game") == "Captain Sonar"
        assert play.panel(SETS_UP).bottom == "begin the game"
        assert "first station" in play.panel("blue-3").text


@story
async def test_ok_begins_the_game_as_it_stands() -> None:
    async with at_the_console(begin=False) as play:
        await play.press(SETS_UP, "ok")
        assert play.panel("red.captain").bottom == "start at A1"
        assert "blue-1" not in play.console.seating.manning, "blue are understudies unless people say otherwise"
        await play.run(10)
        assert "blue.captain start" in [row.line.rpartition(" ")[0] for row in play.table.play._line]


@story
async def test_another_game_is_chosen_by_turning_and_pushing() -> None:
    async with at_the_console(begin=False) as play:
        await go_to(play, "Game")
        assert play.panel(SETS_UP).bottom == "change it"
        await play.press(SETS_UP, "push")
        assert play.panel(SETS_UP).bottom == "take it"
        await play.turn(SETS_UP, 1)
        assert row(play, "Game") == "‹Steam Torpedo›"
        await play.press(SETS_UP, "push")
        assert row(play, "Game") == "Steam Torpedo"
        await begin(play)
        assert play.table.play.game.name == "steam"


@story
async def test_a_crew_and_an_option_are_chosen_and_played() -> None:
    async with at_the_console(begin=False) as play:
        await change(play, "Blue", -9)
        assert row(play, "Blue") == "you, all seats"
        await change(play, OPTION("limit"), 12)
        assert not play.console.match.playing, "OK on a line changes that line, and begins nothing"
        await begin(play)
        assert set(play.console.seating.manning) == {f"{boat}-{n}" for boat in ("red", "blue") for n in (1, 2, 3, 4)}
        assert play.table.play.header.options["limit"] == "12"


@pytest.mark.parametrize("label", ["Game", "Red", OPTION("chart"), OPTION("limit")])
@story
async def test_back_leaves_a_line_as_it_was(label: str) -> None:
    async with at_the_console(begin=False) as play:
        await go_to(play, label)
        before = row(play, label)
        await play.press(SETS_UP, "push")
        await play.turn(SETS_UP, 1)
        assert row(play, label) != f"‹{before}›"
        await play.press(SETS_UP, "back")
        assert row(play, label) == before
        await play.press(SETS_UP, "back")
        assert play.panel(SETS_UP).bottom == "begin the game"


@story
async def test_home_leaves_the_line_and_goes_to_the_first() -> None:
    async with at_the_console(begin=False) as play:
        await go_to(play, OPTION("limit"))
        await play.press(SETS_UP, "push")
        await play.turn(SETS_UP, 5)
        await play.hold(SETS_UP, "back")
        assert play.panel(SETS_UP).lines[1] == "> Begin Captain Sonar"
        assert row(play, OPTION("limit")) == "0"


def form(plan: GamePlan | None = None, *kept: KeptGame) -> LobbyPage:
    return LobbyPage(kept, lambda _: None, plan)


def test_an_option_that_was_left_follows_its_preset() -> None:
    page = form()
    page.unfolded = True
    labels = [row.text for row in page.rows()]
    page.cursor = labels.index(OPTION("mine_chain"))
    before = page.rows()[page.cursor].value
    page.push()
    page.turn(0, 1)
    page.turn(0, -1)
    page.back()
    page.cursor = labels.index(OPTION("rules"))
    page.push()
    for _ in range(4):
        page.turn(0, 1)
        if page.rows()[labels.index(OPTION("mine_chain"))].value != before:
            return
    raise AssertionError("no preset moved an option that nobody set")


def test_another_game_has_options_of_its_own() -> None:
    page = form()
    page.cursor = GAME
    page.plan.options["limit"] = "9"
    page.push()
    page.turn(0, 1)
    assert (page.plan.game, page.plan.options) == ("steam", {})
    page.back()
    assert (page.plan.game, page.plan.options) == ("sonar", {"limit": "9"})


def test_a_game_that_was_cut_off_brings_no_options_of_another() -> None:
    page = form(GamePlan("sonar", "", {}, {"limit": "9"}), KeptGame("00004-steam", "steam", "open", 9, length=125_000))
    assert (page.plan.game, page.plan.resume) == ("steam", "00004-steam")
    assert page.rows()[0].note == "Steam Torpedo, at 2:05"
    page.cursor = GAME
    page.push()
    page.turn(0, 9)
    assert (page.plan.game, page.plan.resume, page.plan.options) == (list(GAMES)[-1], "", {})


def test_understudies_can_be_chosen_where_they_know_more_than_one_way_to_play() -> None:
    page = form(GamePlan("sonar"))
    (place,) = [place for place, row in enumerate(page.rows()) if row.text == "Understudies"]
    choice = page.rows()[place].choice
    assert choice is not None
    assert choice.values == ("novice", "able", "expert")
    page.cursor = place
    page.push()
    page.turn(0, 1)
    page.ok()
    assert page.plan.skill == "expert"
    page.push()
    page.turn(0, -2)
    page.back()
    assert page.plan.skill == "expert", "left as it was"
    assert "Understudies" in [row.text for row in form(GamePlan("steam")).rows()]


def test_a_plan_whose_game_is_gone_begins_a_new_one() -> None:
    page = form(GamePlan("sonar", "00004-sonar"))
    assert page.plan.resume == ""
    assert page.bottom().text == "begin the game"


@story
async def test_a_game_that_is_about_to_begin_begins_once() -> None:
    """Understudies take their time to come up; a second OK meanwhile must not begin another game later."""

    @asynccontextmanager
    async def slow(table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str) -> AsyncIterator[None]:
        await asyncio.sleep(2)
        async with in_process(table, keys, crews, skill):
            yield

    async with at_the_console(begin=False, crew=slow) as play:
        await play.press(SETS_UP, "ok")
        await play.press(SETS_UP, "ok")
        await play.run(3)
        assert play.panel("red.captain").bottom == "start at A1"
        await play.menu("red.captain", "leave")
        await play.run(3)
        assert play.panel(SETS_UP).bottom == "begin the game"


# What is wrong with a game


def faulty_chart(folder: Path) -> Path:
    path = folder / "mine.txt"
    path.write_text("name: Mine\nsectors: 5\n\ngrid:\n....\n..x.\n")
    return path


@story
async def test_a_faulty_chart_says_what_is_wrong_and_returns_to_the_lobby(tmp_path: Path) -> None:
    async with at_the_console(begin=False) as play:
        path = faulty_chart(tmp_path)
        play.console.lobby.begin(GamePlan(options={"chart": str(path)}))
        await play.run(0.5)
        assert not play.console.match.playing
        assert "mine.txt:6" in notice(play)
        await play.press(SETS_UP, "ok")
        assert row(play, "Game") == "Captain Sonar"
        assert not play.console.match.playing, "OK took the notice away and nothing more"


@story
async def test_a_chart_that_is_not_there_says_so(tmp_path: Path) -> None:
    async with at_the_console(begin=False) as play:
        play.console.lobby.begin(GamePlan(options={"chart": str(tmp_path / "lost.txt")}))
        await play.run(0.5)
        assert "lost.txt" in notice(play)
        await play.run(20)
        assert "understood" not in play.panel(SETS_UP).lines, "it was there to be read"


# Games that were cut off


async def _begin_and_stop(shelf: Shelf) -> str:
    """Play a few orders, then pull the plug; return what the radio operator of blue had seen."""
    async with at_the_console(shelf, first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.play_orders("red.captain course east", "red.xo charge mine", "red.engineer break e4")
        await play.run(5)
        return play.panel("blue.radio").text


@story
async def test_a_game_that_was_cut_off_goes_on_with_the_crews_it_had(tmp_path: Path) -> None:
    kept: dict[str, str] = {}
    async with at_the_console(Shelf(tmp_path), begin=False, settings=ConsoleSettings(keep=kept.update)) as play:
        play.console.lobby.begin(GamePlan("sonar", "", {"red": "one", "blue": "all"}, {}))
        await play.run(1)
    assert kept == {"red": "one", "blue": "all"}
    async with at_the_console(Shelf(tmp_path), begin=False, settings=ConsoleSettings(kept)) as play:
        await play.press(SETS_UP, "ok")
        await play.run(1)
        assert [len(seats) for seats in play.console.seating.manning.values()] == [4, 1, 1, 1, 1]


@story
async def test_a_game_that_was_cut_off_is_offered_and_goes_on(tmp_path: Path) -> None:
    seen = await _begin_and_stop(Shelf(tmp_path))
    assert "EAST" in seen
    async with at_the_console(Shelf(tmp_path), begin=False) as play:
        assert row(play, "Game").startswith("go on, game 1")
        assert play.panel(SETS_UP).bottom == "go on with it"
        await change(play, "Blue", -9)
        lobby = play.console.stations[SETS_UP].page
        await begin(play)
        assert lobby.bottom().text == "go on with it", "it may be drawn once more before the game is there"
        assert play.panel("blue.radio").bottom == "go on", "it is paused"
        assert "EAST" in play.panel("blue.radio").text, "what a panel had shown is still there"
        assert "1/3" in play.panel("red.xo").text
        await play.press("red.captain", "ok")
        assert play.panel("red.captain").bottom.startswith("wait: 3")
        await play.run(COUNT_IN - 0.5)
        await play.press("red.captain", "ok")
        assert play.panel("red.captain").bottom.startswith("wait: 3"), "OK does not hurry it"
        await play.run(0.5)
        assert play.panel("red.captain").bottom == "end turn"
        await play.give("red.captain end")
        assert "> course" in play.panel("blue.captain").lines


@story
async def test_a_new_game_can_be_begun_beside_one_that_waits(tmp_path: Path) -> None:
    await _begin_and_stop(Shelf(tmp_path))
    async with at_the_console(Shelf(tmp_path), begin=False) as play:
        await change(play, "Game", 1)
        await begin(play)
        assert play.panel("red.captain").bottom == "start at A1"
    assert len(Shelf(tmp_path).names()) == 2


@story
async def test_a_game_that_ended_is_not_offered(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    async with at_the_console(shelf) as play:
        await play.menu("red.captain", "give up")
        await play.press("red.captain", "back")
        await play.ok("red.captain")
        await play.run(1)
        assert play.panel(SETS_UP).bottom == "begin the game"


@story
async def test_a_game_that_vanished_meanwhile_says_so(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    await _begin_and_stop(shelf)
    async with at_the_console(shelf, begin=False) as play:
        shelf.path(shelf.names()[0]).unlink()
        await play.press(SETS_UP, "ok")
        await play.run(0.5)
        assert not play.console.match.playing
        assert notice(play)
        await play.press(SETS_UP, "ok")
        assert play.panel(SETS_UP).bottom == "begin the game"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


async def _damage(shelf: Shelf) -> int:
    """Begin a game, pull the plug, and let the disk lose the end of it; return how many rows are left."""
    await _begin_and_stop(shelf)
    name = shelf.names()[0]
    taken = shelf.take(name)
    taken.journal.append([JournalRow(taken.play.now, "table", "clock")])
    damaged = {part: part.read_bytes() for part in parts_of(shelf.path(name)).values() if part.exists()}
    taken.journal.close()
    for part, content in damaged.items():
        part.write_bytes(b"" if part.name.endswith(WAL) else content)
    return taken.play.count


@story
async def test_a_damaged_game_is_a_choice_that_nobody_makes_by_reflex(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    sound = await _damage(shelf)
    name = shelf.names()[0]
    kept = {file: content for file, content in contents(tmp_path).items() if file.startswith(name)}
    async with at_the_console(shelf, begin=False) as play:
        await play.run(0)
        assert f"{sound} of about {sound + 1} rows are sound" in notice(play).replace("\n", " ")
        await play.press(SETS_UP, "back")
        assert (row(play, "Game"), play.panel(SETS_UP).bottom) == ("Captain Sonar", "begin the game")
        await change(play, "Game", -9)
        assert row(play, "Game").startswith("damaged, game 1")
        await play.press(SETS_UP, "back")
        assert play.panel(SETS_UP).bottom == f"play on, {sound} of {sound + 1} rows"
        await play.press(SETS_UP, "ok")
        await play.run(0.5)
        assert play.console.match.table_name == "00002-sonar"
        assert "our boat is at B1" in play.panel("red.captain").text
    assert contents(tmp_path / "aside") == kept


@story
async def test_a_damaged_game_that_is_left_stays_as_it_is(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    await _damage(shelf)
    before = contents(tmp_path)
    async with at_the_console(shelf, begin=False) as play:
        await play.press(SETS_UP, "back", "ok")
        await play.run(0.5)
        assert play.console.match.table_name == "00002-sonar", "a new game"
    assert before.items() <= contents(tmp_path).items()


@story
async def test_what_is_no_journal_is_set_aside_and_said(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    await _begin_and_stop(shelf)
    for number in range(90001, 90009):
        shelf.path(f"{number}-sonar").symlink_to("/dev/zero")
    async with at_the_console(shelf, begin=False) as play:
        await play.run(0)
        assert "90008-sonar" in notice(play)
        await play.press(SETS_UP, "back")
        assert row(play, "Game").startswith("go on, game 1"), "they do not stand in its way"
    assert shelf.names() == ["00001-sonar"]
