"""The gallery: what umpire and spectators are shown, when, and what the umpire may do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest

from klaxon.console.onlook.onlookers import DELAY, OnlookerSeat, SpectatorSeat
from klaxon.rules.contract import UMPIRE, Order, Seat
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.secrecy import Noted, look_on, same, shown, silent_twins


def told(picture: Mapping[str, Any]) -> list[str]:
    return [call["text"] for call in picture.get("calls", ())]


async def begin(play: Playing) -> None:
    """Both boats lie somewhere, and red is to move."""
    for line in ("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive"):
        await say(play, line)


async def say(play: Playing, line: str) -> None:
    order = Order.read(line)
    play.page(order.seat).client.order(order)
    await play.run(0.1)


@story
async def test_spectators_see_what_was_announced_a_while_later() -> None:
    async with at_the_console(crews="all all", first="red") as play:
        spectators = play.console.onlooker_seats.spectator
        assert spectators.picture() == {"state": "none", "standing": "No game is on."}
        await begin(play)
        await say(play, "red.captain course east")
        await play.run(DELAY - 1)
        assert "Red sails east." not in told(spectators.picture())
        await play.run(1.5)
        picture = spectators.picture()
        assert told(picture)[-1] == "Red sails east."
        assert (picture["turn"], picture["whose"]) == ("red", "Red: your move")
        assert [boat["name"] for boat in picture["boats"]] == ["Red", "Blue"]
        assert picture["drawing"]["boats"]["red"] == {"at": "", "route": [], "mines": [], "track": [[-1, 0], [0, 0]]}
        assert not {"waiting", "seats"} & set(picture)


@story
async def test_one_boat_without_turns_is_shown_by_its_name_and_its_calls() -> None:
    async with at_the_console(game="uboot", crews="all") as play:
        await say(play, "uboot.first_officer begin")
        await say(play, "uboot.captain new_course 40")
        await play.run(DELAY + 1)
        picture = play.console.onlooker_seats.spectator.picture()
        assert ([boat["name"] for boat in picture["boats"]], picture["turn"], picture["whose"]) == (["U-boat"], "", "")
        assert any("new course" in text for text in told(picture)), told(picture)


@story
async def test_a_page_that_looks_on_is_told_once_it_may_see_more() -> None:
    async with at_the_console(crews="all all", first="red") as play:
        spectators, news = play.console.onlooker_seats.spectator, list[str]()
        leave = spectators.look(lambda: news.append("news"))
        await begin(play)
        assert news == []
        await play.run(DELAY)
        assert news
        leave()
        news.clear()
        await say(play, "red.captain course east")
        await play.run(DELAY + 1)
        assert news == []


@story
async def test_after_the_fact_nothing_is_shown_before_the_end() -> None:
    async with at_the_console(crews="all all", first="red") as play:
        spectators = play.console.onlooker_seats.spectator
        spectators.delay = None
        await begin(play)
        await say(play, "red.captain course east")
        assert spectators.picture() == {
            "state": "later",
            "standing": "A game is on. It is shown here when it is over.",
        }
        play.page("red.captain").client.act("concede", seat="red.captain")
        await play.run(0.1)
        picture = spectators.picture()
        assert picture["outcome"] == "Blue wins. The other boat gave up."
        assert "Red sails east." in told(picture)
        await play.press("red.captain", "back")  # and out
        await play.ok("red.captain")
        assert spectators.picture()["state"] == "none"


@story
async def test_moments_that_wait_are_not_kept_without_end() -> None:
    spectators = SpectatorSeat(10.0)
    for _ in range(2000):
        spectators.on_batch_end()
    assert len(spectators._waiting) == 512
    await asyncio.sleep(11)
    assert not spectators._waiting


def umpire_at(play: Playing) -> OnlookerSeat:
    umpire = play.console.onlooker_seats.umpire
    umpire.look(lambda: None)
    return umpire


@story
async def test_the_umpire_sits_only_while_somebody_looks() -> None:
    async with at_the_console(crews="all all", first="red") as play:
        umpire = play.console.onlooker_seats.umpire
        assert UMPIRE not in play.table.manning()
        leave = umpire.look(lambda: None)
        await play.run(0)
        assert play.table.manning()["umpire"] == ["umpire"]
        assert umpire.picture()["state"] == "running"
        leave()
        assert UMPIRE not in play.table.manning()
        assert umpire.picture()["state"] == "none"


@story
async def test_the_umpire_sees_both_boats_and_every_question() -> None:
    async with at_the_console(crews="all all", first="red") as play:
        umpire = umpire_at(play)
        await begin(play)
        await say(play, "red.captain course east")
        picture = umpire.picture()
        assert picture["drawing"]["boats"]["blue"]["at"] == "J10"
        assert ["Position", "B1, sector 1"] in picture["boats"][0]["facts"]
        officer, engineer = picture["waiting"]
        assert (officer["who"], engineer["who"]) == ("Red first officer", "Red engineer")
        assert {"line": f"charge mine @{officer['key']}", "text": "charge mine"} in officer["answers"]
        assert umpire.act({"answer": f"charge mine @{officer['key']}", "seat": "red.xo"})
        await play.run(0.1)
        assert [prompt["seat"] for prompt in umpire.picture()["waiting"]] == ["red.engineer"]
        assert "Red charges mine." in told(umpire.picture())
        json.dumps(umpire.picture())


@story
async def test_the_umpire_pauses_goes_on_takes_back_and_ends() -> None:
    async with at_the_console(crews="all all", first="red") as play:
        umpire = umpire_at(play)
        await begin(play)
        await say(play, "red.captain course east")
        for act, seconds, state in (("pause", 0.1, "paused"), ("resume", 4, "running")):
            assert umpire.act({"act": act})
            await play.run(seconds)
            assert umpire.picture()["state"] == state
        assert umpire.act({"act": "undo"})
        await play.run(0.1)
        assert umpire.picture()["waiting"] == []
        assert umpire.act({"act": "end"})
        await play.run(0.1)
        assert umpire.picture()["outcome"] == "The umpire ended it."


@story
async def test_what_the_umpire_may_not_say_is_told_and_changes_nothing() -> None:
    async with at_the_console(crews="all all", first="red") as play:
        umpire = umpire_at(play)
        await begin(play)
        for answer in ('charge "', "charge mine", "charge mine @red-charge-9"):
            assert umpire.act({"answer": answer, "seat": "red.xo"})
            await play.run(0.1)
            assert umpire.picture()["notice"]["text"].startswith("That cannot be done now.")
        assert umpire.act({"act": "hand-over", "seat": "red.xo", "to": "blue-1"})
        assert umpire.picture()["notice"]["n"] == 4
        for nonsense in ({}, {"act": "concede"}, {"act": "pause", "seat": "red.xo"}, {"answer": 5, "seat": "red.xo"}):
            assert not umpire.act(nonsense)
        assert not play.console.onlooker_seats.spectator.act({"act": "pause"})


@pytest.mark.parametrize("crews", ["all all", "captain none"])
def test_a_seat_is_handed_over_at_the_umpires_word(crews: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(crews=crews, first="red") as play:
            umpire, console = umpire_at(play), play.console
            assert umpire.act({"act": "hand-over", "seat": "red.captain", "to": ""})
            await play.run(0.1)
            assert console.seating.holders()[Seat("red.captain")] == ""
            assert play.table.manning()["red.captain"] == ["understudies: red captain"]
            assert umpire.act({"act": "hand-over", "seat": "red.captain", "to": "red-2"})
            await play.run(0.1)
            assert console.seating.holders()[Seat("red.captain")] == "red-2"
            assert play.table.manning()["red.captain"] == ["red-2"]
            held = [seat for seat in umpire.picture()["seats"] if seat["seat"] == "red.captain"]
            assert [successor["to"] for successor in held[0]["heirs"]] == ["red-1", "red-2", "red-3", "red-4", ""]
            assert held[0]["at"] == "red-2"

    tell()


@story
async def test_the_pin_stands_at_the_first_station_between_games_where_the_host_wants_it() -> None:
    async with at_the_console(begin=False) as play:
        await play.chord("red-1", "ok", "back")
        assert "Umpire" not in play.panel("red-1").text
        await play.press("red-1", "back")
        play.console.pin = "123456"
        await play.menu("red-1", "show the PIN")
        assert "123456" in play.panel("red-1").text
        await play.chord("red-2", "ok", "back")
        assert "Umpire" not in play.panel("red-2").text


@story
async def test_nobody_looks_the_pin_up_in_a_game() -> None:
    async with at_the_console(crews="all all") as play:
        play.console.pin = "123456"
        await play.chord("red.captain", "ok", "back")
        assert "Umpire" not in play.panel("red.captain").text


@story
async def test_steam_torpedo_is_told_in_words() -> None:
    async with at_the_console(game="steam", crews="none none") as play:
        play.console.onlooker_seats.spectator.delay = 0.0
        await play.run(60)
        picture = play.console.onlooker_seats.spectator.picture()
        assert picture["title"] == "Steam Torpedo"
        assert picture["drawing"] is None
        assert "Air" in [what for what, _ in picture["boats"][0]["facts"]]
        assert picture["calls"]
        assert all(text.endswith(".") for text in told(picture)), told(picture)


# Law 7: twins are played in test_secrecy.py, and whole games of them in tests/web/test_secrecy.py.


def seen(noted: Noted) -> Noted:
    return [entry for entry in noted if entry[1].endswith(" spectators")]


def test_spectators_see_much() -> None:
    header, still, _ = silent_twins()
    assert len(seen(shown(header, still, 1, note=look_on))) > 20


def test_the_umpire_sees_the_difference() -> None:
    """The tests above can fail: the truth is not the same."""
    header, still, far = silent_twins()

    def umpire(play: Playing, boat: str, found: Noted) -> None:
        booth = play.console.onlooker_seats.umpire
        booth.look(lambda: found.append((0.0, f"{boat} spectators", json.dumps(booth.picture()))))

    with pytest.raises(AssertionError):
        same(seen(shown(header, still, 1, note=umpire)), seen(shown(header, far, 1, note=umpire)))
