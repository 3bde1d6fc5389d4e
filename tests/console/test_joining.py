"""Joining a table by its code: places are offered, taken and manned; nobody looks into a boat of understudies."""

from __future__ import annotations

import pytest

from klaxon.console.lobby.door_sign import DoorSign
from klaxon.console.lobby.first_game import FirstGame
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.joining import GONE, NAMED, NAMELESS, Joining, JoinPlace
from klaxon.console.lobby.players import Players
from tests.console.kit.playing import Playing, at_the_console, story

SIGN = DoorSign("BCDF", "192.168.1.20:8080", "HTTP://192.168.1.20:8080/J/BCDF")


def place(joining: Joining, station: str) -> JoinPlace | None:
    return next((each for each in joining.places("en") if each.station == station), None)


async def begin(play: Playing, red: str = "all") -> None:
    """Begin a game against understudies."""
    play.console.lobby.begin(GamePlan("sonar", "", {"red": red, "blue": "none"}), "7")
    await play.run(0)


@story
async def test_between_games_every_seat_of_the_planned_game_is_a_place() -> None:
    async with at_the_console(begin=False) as play:
        places = play.console.lobby.joining.places("de")
        assert [each.station for each in places if each.side == "blue"] == [f"blue-{n}" for n in range(1, 5)]
        assert len({each.roles for each in places}) == 4
        assert all(each.is_free and not each.who for each in places)


@story
async def test_who_joined_is_named_where_seats_are_named_and_sits_there_in_the_game() -> None:
    async with at_the_console(begin=False) as play:
        joining, seating = play.console.lobby.joining, play.console.seating
        assert joining.take("blue-3", "Ann", "de") == ""
        assert play.console.stations["blue-3"].language == "de", "it speaks as the door did"
        play.console.lobby.show_door(SIGN)
        assert "Ann" in play.panel("blue-3").text
        await play.run(0.1)
        assert "Blue Ann" in play.panel("red-1").text, "the lobby says who plays the boat"
        assert "bcdf" in play.panel("blue-2").text.lower()
        await begin(play)
        assert seating.manning["blue-3"] == ("blue.engineer",)
        assert "blue-1" not in seating.manning
        assert seating.manning["red-1"] == ("red.captain",)
        assert play.console.labels()["blue-3"].endswith(": Ann")


@pytest.mark.parametrize(("game", "crew"), [("uboot", "captain"), ("sonar", "all")])
def test_who_joined_and_has_no_seat_in_a_first_game_is_told_so(game: str, crew: str) -> None:
    """There is no second boat, or it is the target of a lesson, which nobody works."""

    @story
    async def begin_lesson() -> None:
        async with at_the_console(begin=False) as play:
            assert play.console.lobby.joining.take("blue-1", "Ann", "uk") == ""
            play.console.lobby.begin(FirstGame(game, crew).plan(), "7")
            await play.run(0.1)
            assert "Ann" in play.panel("blue-1").text
            assert "виберіть інше" in play.panel("blue-1").text
            assert not play.panel("blue-2").text, "nobody is there to be told"
            assert play.console.seating.manning["red-1"] == (f"{play.console.seating.boats()[0]}.captain",)

    begin_lesson()


@story
async def test_who_works_one_station_with_all_seats_gives_one_away() -> None:
    async with at_the_console(begin=False) as play:
        joining = play.console.lobby.joining
        assert joining.take("red-4", "Ann") == ""
        await begin(play, red="captain")
        assert play.console.seating.manning == {"red-1": ("red.captain",), "red-4": ("red.radio",)}


@story
async def test_in_a_game_understudies_of_a_boat_of_people_give_way_and_those_of_the_other_do_not() -> None:
    async with at_the_console(begin=False) as play:
        joining, seating = play.console.lobby.joining, play.console.seating
        await begin(play, red="captain")
        assert place(joining, "blue-1") is None
        assert joining.take("blue-1", "Eve") == GONE
        assert place(joining, "red-3") is not None
        assert joining.take("red-3", "Ann") == ""
        await play.run()
        assert seating.manning["red-3"] == ("red.engineer",)
        assert "Ann has joined" in play.panel("red-1").text
        assert joining.take("red-3", "Bob") == GONE


@story
async def test_a_place_with_a_page_of_its_own_is_not_free_nor_is_a_manned_panel() -> None:
    async with at_the_console(begin=False) as play:
        joining = play.console.lobby.joining
        joining.own_pages = lambda station: int(station == "red-2")
        assert joining.take("red-2", "Ann") == GONE
        assert joining.take("green-1", "Ann") == GONE
        joining.have_panels = True
        await begin(play)
        assert joining.take("red-1", "Ann") == GONE


@story
async def test_a_nickname_is_one_that_panels_show_and_nobody_else_has() -> None:
    async with at_the_console(begin=False) as play:
        joining = play.console.lobby.joining
        for given in ("", "   ", "\u202e\u200b", "\x07\n", "\U0001f600"):
            assert joining.take("red-1", given) == NAMELESS
        assert joining.take("red-1", "  A\u202en\x07n\n the  Great of Kiel ") == ""
        assert joining.players.name_at("red-1") == "Ann the Grea"
        assert joining.take("red-2", "ANN THE GREA") == NAMED
        joining.players.mark_away("red-1", away=True)
        assert joining.take("red-2", "Ann the Grea") == ""
        assert joining.players.names == {"red-2": "Ann the Grea"}


@story
async def test_who_joined_sets_the_game_up_and_has_nothing_else_of_the_host() -> None:
    async with at_the_console(begin=False) as play:
        play.console.pin = "123456"
        play.console.lobby.show_door(SIGN)
        await play.chord("red-1", "ok", "back")
        assert "Umpire" in await everything(play)
        await play.back("red-1")
        play.console.lobby.joining.take("red-1", "Ann")
        await play.chord("red-1", "ok", "back")
        assert "Umpire" not in await everything(play)


async def everything(play: Playing) -> str:
    """All lines of the menu at the first station."""
    found = []
    for _ in range(30):
        found.append(play.panel("red-1").text)
        await play.turn("red-1", 1)
    return "\n".join(found)


@story
async def test_a_console_that_no_phone_reaches_says_how_it_is_started_for_them() -> None:
    async with at_the_console(begin=False) as play:
        play.console.lobby.show_door(DoorSign("BCDF", "127.0.0.1:8080"))
        assert "--host" not in play.panel("red-2").text
        await play.menu("red-2", "show the code")
        assert "--host 0.0.0.0" in play.panel("red-2").text.replace("\n", " ")


def test_who_was_there_before_a_restart_is_away_until_the_page_is_back() -> None:
    calls = []
    players = Players(lambda: calls.append(1))
    players.restore({"red-1": "Ann", "red-2": "\u202e"})
    assert (players.names, players.is_present("red-1")) == ({"red-1": "Ann"}, False)
    players.mark_away("red-1", away=False)
    players.mark_away("red-1", away=False)
    players.leave("red-2")
    assert (players.is_present("red-1"), len(calls)) == (True, 1)
    players.leave("red-1")
    assert (players.find("ann"), len(calls)) == ("", 2)
