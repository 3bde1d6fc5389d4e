"""The lobby explains each option under the held dial, hides what changes nothing, and has the grammar of the menu."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest

from klaxon.console.games import does_option_matter
from klaxon.console.games.sonar.option_use import NEEDED_MARKS, REALTIME_ONLY, TURNS_ONLY
from klaxon.console.language.catalogue import catalogue
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby_page import LobbyPage
from klaxon.console.station.page import Page
from klaxon.rules.games import GAMES, game_named
from klaxon.table.script import Script
from klaxon.table.setup import complete_options
from tests.console.kit.lobbies import SETS_UP, go_to
from tests.console.kit.playing import Playing, at_the_console, story
from tests.rules.golden.kit.scripts import content, scripts

LONG = 2.0
"""Seconds that the dial is held down to be told what a line is."""
OPTION = Phrases("sonar").option


def options(**chosen: str) -> dict[str, str]:
    return complete_options(game_named("sonar"), chosen)


def labels(**chosen: str) -> list[str]:
    page = LobbyPage((), lambda _: None, GamePlan("sonar", options=chosen))
    page.unfolded = True
    return [row.text for row in page.rows()]


def words(page: Page) -> str:
    return " ".join(word for place in page.places(128, 512) for word in place.part.words())


# What a line is


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_lobby_says_what_it_is(game: str) -> None:
    """What stands there is a sentence of the catalogue, and no two lines say the same."""
    page = LobbyPage((), lambda _: None, GamePlan(game))
    page.unfolded = True
    told = {}
    for place, row in enumerate(page.rows()):
        page.cursor = place
        rule = page.rule()
        assert rule is not None, row.text
        told[row.text] = words(rule)
    assert not [label for label, text in told.items() if "about." in text]
    crews = [Phrases(game).boat(boat) for boat in game_named(game).boats]
    texts = [text.removeprefix(label) for label, text in told.items() if label not in crews and "Name" not in label]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("game", GAMES)
def test_no_option_is_explained_that_a_game_does_not_have(game: str) -> None:
    explained = {message.split(".")[2] for message in catalogue("en") if message.startswith(f"about.{game}.")}
    assert explained <= {option.name for option in game_named(game).options}


@pytest.mark.parametrize(("label", "unit"), [("Limit", "turns, or minutes"), ("Turn clock", "Seconds")])
@story
async def test_the_held_dial_tells_what_an_option_is_its_unit_and_its_effect(label: str, unit: str) -> None:
    async with at_the_console(begin=False) as play:
        await go_to(play, label)
        before = play.panel(SETS_UP).lines
        play.hardware.press(SETS_UP, "push")
        await play.run(LONG)
        shown = play.panel(SETS_UP)
        assert shown.lines[0] == label
        assert unit in " ".join(shown.lines)
        assert shown.bottom == "let go: close"
        play.hardware.release(SETS_UP, "push")
        await play.run(0)
        assert play.panel(SETS_UP).lines == before, "nothing was changed or begun"


@story
async def test_the_lines_that_the_menu_shares_with_the_lobby_are_explained_there_too() -> None:
    async with at_the_console() as play:
        await play.menu("red.xo")
        await play.choose("red.xo", "change it")
        play.hardware.press("red-2", "push")
        await play.run(LONG)
        assert "How loud the bell is." in play.panel("red.xo").text
        play.hardware.release("red-2", "push")
        await play.run(0)


# What is shown


@pytest.mark.parametrize(
    ("chart", "shown"),
    [
        ("alpha-2", set()),
        ("charlie-2", {"thin_ice"}),
        ("delta-2", {"eruption", "scenario_boxes"}),
        ("echo-2", {"echo_gauge", "scenario_boxes"}),
        ("/a/chart/of/our/own.txt", set(NEEDED_MARKS)),
    ],
)
def test_options_of_ice_volcanoes_and_wrecks_stand_where_a_chart_has_them(chart: str, shown: set[str]) -> None:
    found = {option for option in NEEDED_MARKS if OPTION(option) in labels(chart=chart)}
    assert found == shown


def test_options_of_real_time_stand_in_real_time() -> None:
    turns, realtime = labels(mode="turns"), labels(mode="realtime")
    assert {option for option in REALTIME_ONLY | TURNS_ONLY if OPTION(option) in turns} == TURNS_ONLY
    assert {option for option in REALTIME_ONLY | TURNS_ONLY if OPTION(option) in realtime} == REALTIME_ONLY


@cache
def played(name: str, more: str) -> list[str]:
    """Return the answers to a golden game with more options, without the options and what is made from them."""
    (script,) = [path for path in scripts() if path.stem == name]
    table = Script(content)
    return [json.dumps(each) for each in _answers(table, script.read_text("utf-8").splitlines(), more)]


def _answers(table: Script, lines: list[str], more: str) -> Iterator[object]:
    for line in lines:
        said = f"{line} {more}" if line.startswith("new ") else line
        answer = table.answer(said.encode())
        yield {name: value for name, value in answer.items() if name not in ("options", "digest", "view")}


def changed(name: str) -> str:
    """Return the options that the lobby hides for a golden game, each with another value than the game has."""
    (script,) = [path for path in scripts() if path.stem == name]
    (new,) = [line for line in script.read_text("utf-8").splitlines() if line.startswith("new ")]
    chosen = dict(pair.split("=") for pair in new.split()[2:])
    chosen.pop("seed", None)
    full = options(**chosen)
    others = {
        option.name: next(value for value in VALUES[option.name] if value != full[option.name])
        for option in game_named("sonar").options
        if option.name in VALUES and not does_option_matter("sonar", option.name, full)
    }
    return " ".join(f"{option}={value}" for option, value in others.items() if option not in chosen)


VALUES = {
    "override": ("yes", "no"),
    "interval": ("20", "0"),
    "stop_time": ("7", "30"),
    "patience": ("5", "60"),
    "trace": ("recorded", "free"),
    "trace_speed": ("fast", "steady"),
    "trace_slip": ("all", "section"),
    "stop_by": ("captain", "officers"),
    "detonate_window": ("any", "own-turn"),
    "clock": ("30", "0"),
    "thin_ice": ("yes", "no"),
    "eruption": ("points", "volcano"),
    "echo_gauge": ("auto", "choice"),
    "scenario_boxes": ("6", "3"),
    "players": ("2", "8"),
}


@pytest.mark.parametrize("name", ["hunt-by-torpedo", "surfacing-and-blackout", "charlie-2-second", "realtime-second"])
def test_an_option_that_is_hidden_changes_nothing(name: str) -> None:
    """A whole game with every hidden option changed is the game that it was."""
    more = changed(name)
    assert more.count("=") >= 4, more
    assert played(name, more) == played(name, "")


def test_an_option_that_is_shown_would_change_such_a_game() -> None:
    assert played("surfacing-and-blackout", "limit=3") != played("surfacing-and-blackout", "")


# One grammar


async def lines_and_bottom(play: Playing, where: str, *keys: str) -> tuple[tuple[str, ...], str]:
    await play.press(where, *keys)
    panel = play.panel(where)
    return panel.lines, panel.bottom


@pytest.mark.parametrize("is_menu", [False, True])
@story
async def test_ok_and_push_do_the_same_in_the_lobby_and_in_the_menu(*, is_menu: bool) -> None:
    """A line of several values opens and takes, one that is on or off changes, and BACK leaves it as it was."""
    async with at_the_console(begin=False) as play:
        if is_menu:
            await play.menu(SETS_UP)
        for label, is_switch in (("Quiet hours", False), ("Coach", True)):
            if is_menu:
                await play.turn(SETS_UP, -60)
                while not any(line.startswith(f"> {label}") for line in play.panel(SETS_UP).lines):
                    await play.turn(SETS_UP, 1)
            else:
                await go_to(play, label)
            closed = play.panel(SETS_UP).lines
            by_ok = await lines_and_bottom(play, SETS_UP, "ok")
            assert by_ok[0] != closed
            assert (by_ok[1] == "take it") is not is_switch
            if is_switch:
                await play.press(SETS_UP, "ok")
            else:
                await play.press(SETS_UP, "back")
            assert play.panel(SETS_UP).lines == closed
            assert await lines_and_bottom(play, SETS_UP, "push") == by_ok
            if is_switch:
                await play.press(SETS_UP, "push")
            else:
                await play.press(SETS_UP, "back")
            assert play.panel(SETS_UP).lines == closed
        assert not play.console.match.playing


def test_no_line_but_the_first_begins_a_game() -> None:
    begun: list[GamePlan] = []
    for game in GAMES:
        page = LobbyPage((), begun.append, GamePlan(game))
        page.unfolded = True
        for place in range(1, len(page.rows())):
            page.cursor = place
            page.ok()
            page.home()
            page.unfolded = True
        assert begun == []
        page.ok()
        assert len(begun) == 1
        begun.clear()
