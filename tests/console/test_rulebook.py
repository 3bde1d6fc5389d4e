"""The rulebook: the dial held down tells the rule of what it points at, on every fitting, and does nothing else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from klaxon import data
from klaxon.console.devices import Fitting
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.language.catalogue import catalogue, languages
from klaxon.console.profile import virtual
from klaxon.console.station.gestures import EXPLAIN, HOLD
from klaxon.rules.games import GAMES, game_named
from tests.console.kit.cuts import cuts
from tests.console.kit.frames import check
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story

VERBS = [(game, verb.name) for game in GAMES for verb in game_named(game).verbs]
LINES = 6
"""Lines between the title and the bottom line."""
TURN = ("red.captain course east", "red.xo charge mine", "red.engineer break e1")


async def keep_down(play: Playing, where: str, seconds: float) -> str:
    """Hold the dial of a station down; it stays so."""
    play.hardware.press(play.station(where), "push")
    await play.run(seconds)
    return play.panel(where).text


async def let_go(play: Playing, where: str) -> str:
    """Let the dial of a station come up."""
    play.hardware.release(play.station(where), "push")
    await play.run(0)
    return play.panel(where).text


@pytest.mark.parametrize("language", languages())
def test_every_verb_has_a_rule_that_is_there_and_fits_the_panel(language: str) -> None:
    pages = {game: data.rule_page(game) for game, _ in VERBS}
    for game, verb in VERBS:
        message = f"help.{game}.verb.{verb}"
        text = catalogue(language)[message]
        with cuts() as found:
            lines = [line for part in text.split("\n") for line in LABEL.wrap(part, 128)]
        assert not found, message
        assert 2 <= len(lines) <= LINES, message
        cited = re.findall(r"[A-Z]{3}-[\d.]+[a-z]?", text)
        assert cited, message
        assert [rule for rule in cited if f"- {rule} " not in pages[game]] == [], message
        assert cited == re.findall(r"[A-Z]{3}-[\d.]+[a-z]?", catalogue("en")[message]), message


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("game", "role"), sorted({(game, seat.partition(".")[2]) for game in GAMES for seat in game_named(game).seats})
)
def test_every_role_has_a_help_text_that_can_be_drawn(game: str, role: str, language: str) -> None:
    text = catalogue(language)[f"help.{game}.{role}"]
    assert len(text.split("\n")) >= 5
    assert all(LABEL.has(letter) for letter in text if letter != "\n")


def test_no_rule_is_told_of_a_verb_that_is_none() -> None:
    told = {tuple(message.split(".")[1::2]) for message in catalogue("en") if re.match(r"help\.\w+\.verb\.", message)}
    assert told == {*VERBS}


@pytest.mark.parametrize("keys", [("push", "ok", "back"), ("push", "ok")])
@story
async def test_the_dial_held_down_explains_and_leaves_everything_as_it_was(keys: tuple[str, ...]) -> None:
    fittings = [replace(fitting, keys=keys) for fitting in virtual()]
    async with at_the_console(first="red", fittings=fittings) as play:
        await play.turn("red.captain", 2)
        before = play.panel("red.captain")
        assert "let go: step out" in await keep_down(play, "red.captain", HOLD)
        told = await keep_down(play, "red.captain", EXPLAIN - HOLD)
        assert "SON-06" in told
        assert "let go: close" in told
        assert await let_go(play, "red.captain") == before.text
        assert play.panel("red.captain").picture == before.picture


@story
async def test_what_is_barred_says_why_before_its_rule() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, *TURN)
        await play.run(5)
        draft = play.page("red.captain").draft
        await play.turn("red.captain", next(n for n, c in enumerate(draft.choices) if c.word == "torpedo"))
        told = (await keep_down(play, "red.captain", EXPLAIN)).split("\n")
        assert told[0] == "torpedo"
        assert told[2].startswith("The gauge of torpedo is")
        assert not any("SON-60" in line for line in told)
        await play.turn("red.captain", 20)
        assert "SON-60" in play.panel("red.captain").text, "it scrolls while the dial is held"
        await let_go(play, "red.captain")
        assert draft.choice_at_cursor is not None
        assert draft.choice_at_cursor.word == "torpedo", "turning scrolled the text, and nothing else"


@pytest.mark.parametrize(("seat", "says"), [("red.xo", "SON-20"), ("red.engineer", "SON-30"), ("red.radio", "SON-85")])
@story
async def test_every_role_reads_the_rule_of_what_it_does(seat: str, says: str) -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east")
        await play.run(5)
        assert says in await keep_down(play, seat, EXPLAIN)
        check(f"console/rule-{seat.partition('.')[2]}", play.panel(seat).picture)


@story
async def test_who_waits_reads_what_the_role_does() -> None:
    async with at_the_console(first="red") as play:
        assert "YOU CHARGE THE SYSTEMS" in await keep_down(play, "red.xo", EXPLAIN)


@story
async def test_a_captain_of_steam_torpedo_reads_the_rule_of_each_order_of_the_menu() -> None:
    async with at_the_console(game="steam", first="red") as play:
        assert "STM-3.2h" in await keep_down(play, "red.captain", EXPLAIN)
        await let_go(play, "red.captain")
        await play.play_orders("red.captain keep", "blue.captain keep")
        await play.run(3)
        told = await keep_down(play, "red.captain", EXPLAIN)
        assert "STM-3.6a, STM-3.12c" in told
        assert "let go: close" in told
        before = await let_go(play, "red.captain")
        assert before.endswith("use air of a1"), "nothing was ordered"
        await play.give("red.captain oxygen a1")
        await play.run(3)
        draft = play.page("red.captain").draft
        for place, choice in enumerate(draft.choices):
            await play.turn("red.captain", place - draft.cursor)
            told = await keep_down(play, "red.captain", EXPLAIN)
            assert told.startswith(play.page("red.captain").phrases.verb(choice.word))
            await play.turn("red.captain", 20)
            assert ids_of(choice.word) in play.panel("red.captain").text
            await let_go(play, "red.captain")
            await play.turn("red.captain", -20)


def ids_of(verb: str) -> str:
    """Return the ids under the rule of a verb of Steam Torpedo."""
    return catalogue("en")[f"help.steam.verb.{verb}"].rpartition("\n")[2]


@story
async def test_a_closed_curtain_tells_the_rule_of_a_pick_and_stays_closed() -> None:
    async with at_the_console(game="steam", fittings=[Fitting("mini", "red")], setup="draft") as play:
        before = play.panel("mini").picture
        told = await keep_down(play, "mini", EXPLAIN)
        assert ids_of("pick") in told
        assert "looks away" not in told
        await let_go(play, "mini")
        assert play.panel("mini").picture == before


@story
async def test_who_waits_in_steam_torpedo_reads_what_a_captain_does() -> None:
    async with at_the_console(game="steam", first="red") as play:
        await play.play_orders("red.captain keep", "blue.captain keep")
        await play.run(3)
        assert "YOU COMMAND TEN ROOMS AND" in await keep_down(play, "blue.captain", EXPLAIN)


@story
async def test_the_lobby_explains_its_lines_and_the_menu_the_controls() -> None:
    async with at_the_console(begin=False) as play:
        before = play.panel("red-1").text
        assert "Begins the game as it is\nset up below." in await keep_down(play, "red-1", EXPLAIN)
        assert await let_go(play, "red-1") == before
        await play.chord("red-2", "ok", "back")
        assert "Turn the dial to choose." in await keep_down(play, "red-2", EXPLAIN)
        assert "Station menu" in await let_go(play, "red-2")


@story
async def test_a_tap_on_a_grave_order_says_that_it_has_to_be_held() -> None:
    async with at_the_console(first="red") as play:
        await play.give("red.captain start A1")
        await play.press("red.captain", "ok")
        assert "keep OK held down" in play.panel("red.captain").text
        check("console/tapped", play.panel("red.captain").picture)
        await play.run(3)
        assert "keep OK held down" not in play.panel("red.captain").text
        await play.press("red.captain", "ok")
        await play.hold("red.captain", "ok")
        assert "dived" in play.panel("red.captain").text, "and it can be held at once"
