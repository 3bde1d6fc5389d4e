"""Mishaps: what cost people a game or a decision, played again with hands that do not look first."""

from __future__ import annotations

import asyncio

import pytest

from klaxon.console.language.catalogue import say
from klaxon.console.lobby.attendance import GRACE
from klaxon.console.play.station_seats import END
from klaxon.console.settings.console_settings import LATIN, PLAY
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.station.station import NOTICE, SETTLE
from klaxon.rules.contract import Seat
from klaxon.table.acts import ASK_AGAIN
from tests.console.kit.live_play import off, sail
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story
from tests.console.kit.whole_games import ended, orders

GAMES = ("sonar", "steam")
REFLEX = 0.3
"""Seconds that a finger is on its way."""


async def tap(play: Playing, where: str, *keys: str, seconds: float = 0.1) -> None:
    """Press keys as a hand that was already moving: whatever came meanwhile."""
    for key in keys:
        play.hardware.press(play.station(where), key)
        await play.run(seconds)
        play.hardware.release(play.station(where), key)
        await play.run(0)


async def log(play: Playing, where: str) -> str:
    """Return what the station menu tells under 'What was that?'."""
    await play.menu(where, "read it")
    text = play.panel(where).text
    await play.hold(where, "back")
    return text


# A draw by reflex


@pytest.mark.parametrize("what", ["offer a draw", "ask to take back"])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_agrees_by_a_key_that_was_meant_for_something_else(game: str, what: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(game=game) as play:
            before = play.table.play.count
            await play.menu("red.captain", what)
            await play.run(REFLEX)
            assert "one moment" in play.panel("blue.captain").text
            await tap(play, "blue.captain", "ok", "push", "ok")
            play.hardware.turn("blue-1", 0, 5)
            await play.run(SETTLE)
            assert play.table.asked is not None, "nobody has answered"
            await tap(play, "blue.captain", "ok")
            assert [ended(play), play.table.asked] == [None, None], "the answer under the cursor changes nothing"
            assert play.table.play.count == before

    tell()


@pytest.mark.parametrize("game", GAMES)
def test_a_key_held_while_the_question_came_agrees_to_nothing(game: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(game=game) as play:
            play.hardware.press("blue-1", "ok")
            await play.menu("red.captain", "offer a draw")
            await play.run(3)
            play.hardware.release("blue-1", "ok")
            await play.run(0)
            assert ended(play) is None
            assert play.table.asked is not None

    tell()


@story
async def test_to_agree_one_turns_there_and_holds() -> None:
    async with at_the_console() as play:
        await play.menu("red.captain", "offer a draw")
        await play.choose("blue.captain", "agree")
        await play.press("blue.captain", "ok", "push")
        assert ended(play) is None
        await play.hold("blue.captain", "ok")
        assert ended(play) is not None


@pytest.mark.parametrize("crews", ["all all", "all none"])
def test_who_offers_a_draw_is_told_what_became_of_it(crews: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(crews=crews) as play:
            await play.menu("red.captain", "offer a draw")
            assert "draw offered" in play.panel("red.captain").text
            if crews == "all all":
                await play.ok("blue.captain")
            else:
                await play.run(3)
            assert "draw declined" in play.panel("red.captain").text
            assert ended(play) is None
            told = await log(play, "red.captain")
            assert told.index("draw offered") < told.index("draw declined")
            assert "Red offers a draw" not in await log(play, "red.xo"), "his own crew offered it"

    tell()


@story
async def test_a_captain_is_not_stopped_by_the_same_question_again_and_again() -> None:
    async with at_the_console() as play:
        await play.menu("red.captain", "offer a draw")
        await play.ok("blue.captain")
        await play.menu("red.captain", "offer a draw")
        assert play.table.asked is None
        assert "half a minute" in play.panel("red.captain").text
        await play.run(ASK_AGAIN)
        await play.menu("red.captain", "offer a draw")
        assert play.table.asked is not None


# An old refusal hides what is urgent


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_goes_by_itself_and_takes_no_key_with_it(game: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(game=game) as play:
            await play.run(1)
            station = play.console.stations["blue-1"]
            station.notice("It is the other boat's turn.")
            await play.run(NOTICE + 0.05)
            assert "other boat" not in play.panel("blue.captain").text, "nobody has pressed a key"
            await play.run(SETTLE)
            station.notice("It is the other boat's turn.")
            await play.run(NOTICE - 0.05)
            assert "other boat" in play.panel("blue.captain").text
            before = orders(play, "")
            await tap(play, "blue.captain", "ok")
            assert "other boat" not in play.panel("blue.captain").text
            assert orders(play, "") == before, "OK was meant for what was there a moment ago"

    tell()


@story
async def test_an_old_refusal_makes_way_for_our_turn_and_its_ok_is_no_order() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course south", "red.xo charge mine", "red.engineer break s1")
        await play.press("blue.captain", "ok")
        assert "It is the other boat's turn." in play.panel("blue.captain").text, "not that the game has begun"
        assert "understood" in play.panel("blue.captain").text
        await play.give("red.captain end")
        assert "understood" not in play.panel("blue.captain").text, "it is our turn"
        await tap(play, "blue.captain", "ok")
        assert not orders(play, "blue.captain course")


@story
async def test_an_old_refusal_makes_way_for_a_prompt() -> None:
    async with off() as play:
        for way in ("east", "south", "east"):
            await sail(play, "red", way, "sonar")
        play.console.stations["blue-1"].notice("There is an island.")
        await play.press("red.xo", "back")
        await play.give("red.xo sonar")
        assert "island" not in play.panel("blue.captain").text
        await tap(play, "blue.captain", "ok", "ok")
        assert not orders(play, "blue.captain answer"), "nobody answers a sonar by a key for something else"


# OK means STOP to whoever waits


@pytest.mark.parametrize("seat", ["red.captain", "red.xo"])
def test_who_waits_in_real_time_stops_nobody_by_ok(seat: str) -> None:
    @story
    async def tell() -> None:
        async with off() as play:
            await play.press("red.captain", "east")
            if seat == "red.xo":
                await play.give("red.xo charge mine")
            await tap(play, seat, "ok", "ok", "push", "ok", seconds=0.2)
            await tap(play, seat, "ok", seconds=1.0)
            assert not [line for line in orders(play, "") if " stop" in line]
            await play.choose(seat, "call STOP")
            await tap(play, seat, "ok")
            assert not [line for line in orders(play, "") if " stop" in line], "it has to be held"
            await play.ok(seat)
            assert [line for line in orders(play, "") if " stop" in line]

    tell()


# A game that runs on while a boat has lost its last page

PAGES = frozenset({"red-1", "red-2", "red-3", "red-4"})


@story
async def test_a_game_waits_for_a_boat_that_has_lost_its_last_page() -> None:
    async with at_the_console(crews="all none", mode="realtime") as play:
        play.console.seating.attendance.attend(PAGES)
        play.console.seating.attendance.attend({"red-3"})
        await play.run(GRACE + 1)
        assert play.page("red.captain").state == "running", "one page is enough"
        play.console.seating.attendance.attend(set())
        await play.run(GRACE - 0.5)
        assert play.page("red.captain").state == "running", "it may come back"
        await play.run(1)
        assert play.page("red.captain").state == "paused"
        assert "Red has no page open" in play.panel("red.captain").text
        now = play.page("red.captain").client.now
        await play.run(30)
        assert play.page("red.captain").client.now == now
        play.console.seating.attendance.attend(PAGES)
        await play.run(1)
        await play.ok("red.captain")
        await play.run(4)
        assert play.page("red.captain").state == "running"


@story
async def test_a_page_that_is_loaded_anew_stops_nobody() -> None:
    async with at_the_console(crews="all none", mode="realtime") as play:
        for _ in range(3):
            play.console.seating.attendance.attend(PAGES)
            await play.run(GRACE)
            play.console.seating.attendance.attend(set())
            await play.run(GRACE - 0.5)
        play.console.seating.attendance.attend(PAGES)
        await play.run(GRACE)
        assert play.page("red.captain").state == "running"


@pytest.mark.parametrize("why", ["the host wants it so", "no page was ever open", "understudies have the boat"])
def test_a_game_goes_on_without_pages_where_nobody_misses_them(why: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(crews="one none", mode="realtime") as play:
            if why == "the host wants it so":
                play.console.settings.choose("unattended", PLAY)
            if why != "no page was ever open":
                play.console.seating.attendance.attend(PAGES)
            if why == "understudies have the boat":
                await play.menu("red.captain", "hand it over")
                await play.press("red-1", "ok")
            play.console.seating.attendance.attend(set())
            await play.run(GRACE + 5)
            assert not play.table.play.paused

    tell()


# One point, one name


@pytest.mark.parametrize("chosen", [{}, {"red-3": "uk"}, {"red-3": "uk", "red-4": "de"}])
def test_one_point_has_one_name_in_a_crew(chosen: dict[str, str]) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(first="red", station_languages=StationLanguages("ru", chosen=chosen)) as play:
            await play.play_orders("red.captain start E6")
            at = "E6" if chosen else "Д6"
            panel = play.panel("red.captain")
            assert at in panel.text
            assert any(at in line for line in play.page("red.captain").log())
            assert play.console.seating.phrases("ru").point("E6") == at
            assert play.console.onlooker_seats.umpire.phrases("ru").point("E6") == at
            assert play.console.onlooker_seats.umpire.phrases("uk").point("E6") == "E6", (
                "who reads another language too"
            )

    tell()


@story
async def test_columns_become_latin_at_every_station_when_one_begins_to_speak_another_language() -> None:
    async with at_the_console(first="red", station_languages=StationLanguages("ru")) as play:
        await play.play_orders("red.captain start E6")
        assert "Д6" in play.panel("red.captain").text
        play.console.speak(play.console.stations["red-3"], "uk")
        assert "E6" in play.panel("red.captain").text
        assert "Д6" not in play.panel("red.captain").text
        play.console.speak(play.console.stations["red-3"], "ru")
        assert "Д6" in play.panel("red.captain").text


@story
async def test_columns_are_latin_where_the_host_wants_it_so() -> None:
    async with at_the_console(first="red", station_languages=StationLanguages("uk")) as play:
        play.console.settings.choose("columns", LATIN)
        await play.play_orders("red.captain start E6")
        assert "E6" in play.panel("red.captain").text


# The end passes too quickly


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("key", ["ok", "push", "back", "north"])
def test_no_key_that_was_meant_for_an_order_takes_the_end_away(game: str, key: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(game=game) as play:
            first = play.table.play
            await play.menu("red.captain", "give up")
            for _ in range(10):
                await tap(play, "blue.captain", key, seconds=END / 16)
            await play.settled("blue.captain")
            assert play.panel("blue.captain").bottom == "‹debrief›"
            await tap(play, "blue.captain", key)
            await tap(play, "blue.captain", "back", "back", "ok", "push")
            assert play.console.match.table_name is not None
            assert play.table.play is first
            assert play.table.asked is None

    tell()


@story
async def test_the_truth_comes_first_and_a_new_game_is_held() -> None:
    async with at_the_console() as play:
        first = play.table.play
        await play.menu("red.captain", "give up")
        await play.press("red.captain", "ok")
        assert "1/" in play.panel("red.captain").text or "0/" in play.panel("red.captain").text
        await play.press("red.captain", "back")
        for where in ("red.captain", "blue.captain"):
            await play.choose(where, "play again")
            asked = play.table.asked
            await tap(play, where, "ok")
            assert (play.table.play, play.table.asked) == (first, asked), "it has to be held"
            await play.ok(where)
        assert play.table.play is not first


@story
async def test_what_was_played_can_be_told_when_its_table_was_left() -> None:
    async with at_the_console(crews="all none") as play:
        await play.menu("red.captain", "give up")
        which = play.console.debriefs.which
        await play.choose("red.captain", "leave the table")
        await play.ok("red.captain")
        await play.run(0.1)
        assert not play.console.match.playing
        assert play.console.debriefs.which == which != ""
        await play.menu("red-1", "replay it")
        assert "Before the first order." in play.panel("red-1").text


@story
async def test_an_end_that_was_taken_back_tells_nothing() -> None:
    async with at_the_console() as play:
        await play.give("red.captain start A1")
        await play.menu("red.captain", "give up")
        assert play.console.debriefs.which
        keys = play.console.match.tokens
        assert keys is not None
        play.table.play.undo(1, "umpire")
        play.table.turn_pages()
        await play.run(0)
        assert play.page("red.captain").state != "over"
        assert (play.console.debriefs.which, play.console.debriefs.ready) == ("", False)


@story
async def test_who_leaves_the_table_puts_no_new_game_under_the_finger_of_another() -> None:
    async with at_the_console() as play:
        await play.menu("blue.xo", "leave, it's saved")
        await play.run(REFLEX)
        await tap(play, "red-1", "ok")
        assert not play.console.match.playing
        await play.run(SETTLE)
        await tap(play, "red-1", "ok")
        await play.run(0.1)
        assert play.console.match.playing


# Damage and charge


@story
async def test_damage_is_called_damage_everywhere() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        for seat in ("red.captain", "red.xo"):
            assert "damage 0/4" in play.panel(seat).text
            assert "hull" not in play.panel(seat).text
        await play.menu("blue.captain", "give up")
        for seat in ("red.captain", "red.xo", "blue.radio"):
            assert "Red: damage 0/4" in play.panel(seat).text
            assert "Blue: damage 0/4" in play.panel(seat).text


@story
async def test_a_system_is_ready_when_its_last_box_is_filled_and_not_before() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        said = []
        for symbol in ("s1", "s5", "s6"):
            await play.play_orders("red.captain course south", "red.xo charge torpedo", f"red.engineer break {symbol}")
            said.append(play.page("red.captain").log()[-2])
            await play.play_orders(
                "red.captain end",
                "blue.captain course north",
                "blue.xo charge mine",
                f"blue.engineer break n{len(said)}",
                "blue.captain end",
            )
        assert said == ["torpedo 1 of 3", "torpedo 2 of 3", "torpedo ready"]


# A black station after a hand-over


@story
async def test_a_station_says_who_has_its_seat_and_ok_takes_it_back() -> None:
    async with at_the_console(crews="all none", first="red") as play:
        await play.menu("red.xo", "hand it over")
        await play.press("red-2", "ok")
        await play.run(0.1)
        assert "An understudy is first officer." in play.panel("red-2").text
        assert play.panel("red-2").bottom == "take over"
        assert "red-2" not in play.console.seating.idle(), "a page keeps it in sight, and chosen"
        assert play.console.labels()["red-2"] == "first officer"
        await play.press("red-2", "ok")
        assert play.console.seating.manning["red-2"] == ("red.xo",)


@story
async def test_a_station_takes_all_its_seats_back_at_once() -> None:
    async with at_the_console(crews="one none") as play:
        seats = play.console.seating.manning["red-1"]
        await play.menu("red-1", "hand it over")
        await play.press("red-1", "ok")
        await play.run(0.1)
        await play.press("red-1", "ok")
        assert play.console.seating.manning["red-1"] == seats


@story
async def test_a_seat_that_comes_by_itself_is_not_under_a_moving_finger() -> None:
    async with at_the_console() as play:
        before = orders(play, "")
        play.console.seating.give(Seat("red.captain"), "red-2")
        await play.run(REFLEX)
        await tap(play, "red-2", "ok", "ok", "ok")
        await tap(play, "red-1", "ok", "ok")
        assert orders(play, "") == before
        assert play.console.seating.manning["red-2"] == ("red.xo", "red.captain")


# `erase all` under the cursor


@story
async def test_a_track_is_not_erased_by_taps() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.turn("red.radio", 3)
        laid = play.panel("red.radio").text
        await tap(play, "red.radio", "ok")
        lines = [line for line in play.panel("red.radio").lines if "report it" in line or "erase all" in line]
        assert lines == ["> report it", "erase all"]
        await play.turn("red.radio", 9)
        await tap(play, "red.radio", "ok", "push", "ok")
        assert "keep OK held" in play.panel("red.radio").text
        await play.press("red.radio", "back")
        await asyncio.sleep(3)
        assert play.panel("red.radio").text == laid


@pytest.mark.parametrize("language", ["en", "de", "ru", "uk"])
def test_the_help_of_the_radio_names_the_lines_of_the_pencil(language: str) -> None:
    text = say("help.sonar.radio", {}, language).lower()
    for tool in ("tell", "erase"):
        assert say(f"pencil.sonar.{tool}", {}, language).lower() in text, tool
