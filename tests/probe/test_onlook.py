"""The only boat of a game on pages: phones, the umpire, spectators, the debrief, a demonstration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.devices.virtual_console import Roster
from klaxon.console.lobby.attract import LAST_LOOK
from klaxon.console.onlook.onlookers import DELAY
from klaxon.hal.virtual import VirtualConsole
from klaxon.rules.contract import Outcome
from klaxon.web.debrief.debrief_file import make_debrief_file
from klaxon.web.stations.station_keys import StationKeys
from klaxon.web.stations.stations_server import StationsServer
from tests.console.kit.playing import Playing, at_the_console, story
from tests.probe.sailing import aboard, sail, sail_home, stations_of

AFTER = 60.0


def page_of(play: Playing) -> Mapping[str, Any]:
    """Return what a page of the whole console is told of boats and stations."""
    console = play.console
    server = StationsServer(VirtualConsole(console.seating.fittings), StationKeys.create([*console.stations]))
    server.send_roster(Roster(console.labels(), console.seating.sides.boats, frozenset(console.seating.idle())))
    guest = server.admit(server.keys.console, lambda: 0.0, lambda: None)
    return server._stations(guest)


@story
async def test_a_page_names_the_boat_at_every_station_and_says_who_works_them() -> None:
    async with aboard("2") as play:
        told = page_of(play)
        assert told["boats"] == {"red": "Launch", "blue": "Launch"}
        manned = {station["name"]: station["label"] for station in told["stations"] if station["manned"]}
        assert manned == {"red-1": "captain, lookout", "red-2": "helm, engine", "red-3": "chart"}


@story
async def test_between_games_the_sides_have_their_own_names() -> None:
    async with at_the_console(begin=False) as play:
        assert page_of(play)["boats"] == {"red": "Red", "blue": "Blue"}


@story
async def test_a_phone_may_be_any_station_of_the_boat() -> None:
    async with aboard("2") as play:
        captain = play.console.stations["red-1"]
        assert [*play.console.for_phones(captain)] == [fitting.name for fitting in stations_of("virtual")]


@story
async def test_a_phone_sails_the_boat_from_a_station_of_either_side() -> None:
    async with aboard("2", legs="1") as play:
        server = StationsServer(play.hardware, StationKeys.create([*play.console.stations]))
        server.open()
        await play.menu("launch.helm", "hand it over")
        await play.turn("launch.helm", 99)
        await play.ok("launch.helm")
        assert play.station("launch.helm") == "blue-4"
        await play.press("blue-4", "ok")
        phone = server.admit(server.keys.of("blue-4"), lambda: 0.0, lambda: None)
        assert [*phone.opened] == ["blue-4"]
        await play.give("launch.captain ahead slow")
        await play.settled("blue-4")
        for key in ("push", "ok"):
            phone.grip.press("blue-4", key)
            await play.run(0.1)
            phone.grip.release("blue-4", key)
            await play.run(0.1)
        assert play.table.play.state.leg == 1
        await play.run(5)
        words = [message for message in phone.carry() if isinstance(message, str) and "words" in message]
        assert "The harbour is reached." in " ".join(words)
        server.close()


@story
async def test_a_boat_that_has_lost_its_last_page_waits_for_it() -> None:
    async with aboard("all") as play:
        play.console.seating.attendance.attend(["red-1", "blue-1"])
        play.console.seating.attendance.attend(["blue-1"])
        await play.run(60)
        waits = [play.table.play.paused]
        play.console.seating.attendance.attend([])
        await play.run(60)
        waits.append(play.table.play.paused)
        assert waits == [False, True], "it goes on while another page of the boat is open"
        said = [" ".join(picture.words) for station, picture in play.heard.frames if station == "red-1"]
        assert any("Launch" in words for words in said), "it is said which boat"


@story
async def test_the_umpire_sees_the_rock_answers_and_hands_seats_over() -> None:
    async with aboard("all") as play:
        umpire = play.console.onlooker_seats.umpire
        umpire.look(lambda: None)
        await play.give("launch.captain ahead slow")
        picture = umpire.picture()
        assert [(boat["boat"], boat["name"]) for boat in picture["boats"]] == [("launch", "Launch")]
        assert picture["boats"][0]["facts"] == [["Hull", "3"], ["Coal", "5"], ["Steam", "0"]]
        assert [seat["at"] for seat in picture["seats"]] == ["red-1", "red-2", "red-3", "red-4"]
        (asked,) = picture["waiting"]
        assert (asked["seat"], [answer["text"] for answer in asked["answers"]]) == (
            "launch.helm",
            ["steer port", "steer starboard"],
        )
        assert umpire.act({"answer": asked["answers"][0]["line"], "seat": "launch.helm"})
        await play.run(1)
        assert play.table.play.state.leg == 1
        assert umpire.act({"act": "hand-over", "seat": "launch.helm", "to": "blue-2"})
        await play.run(1)
        assert play.station("launch.helm") == "blue-2"
        assert umpire.act({"act": "undo"})
        await play.run(1)
        assert play.table.play.state.leg == 0


@story
async def test_spectators_are_told_how_it_ended_with_the_grade() -> None:
    async with aboard("one", legs="1") as play:
        spectator = play.console.onlooker_seats.spectator
        await sail_home(play)
        await play.run(DELAY + 1)
        picture = spectator.picture()
        assert picture["outcome"] == "Launch wins. The harbour is reached. Grade: gold. Coal left: 5."
        assert picture["turn"] == ""
        assert spectator.picture("de")["outcome"].endswith("Der Hafen ist erreicht. Rang: Gold. Coal left: 5.")


@story
async def test_spectators_are_told_that_the_sea_won() -> None:
    async with aboard("one") as play:
        spectator = play.console.onlooker_seats.spectator
        await sail(play)
        assert spectator.picture()["state"] == "none"
        await play.menu("launch.captain", "give up the game")
        await play.run(DELAY + 1)
        assert spectator.picture()["outcome"] == "The sea wins. The crew gave up."


@story
async def test_the_debrief_tells_it_in_sentences_at_a_station_and_in_a_file() -> None:
    async with aboard("one", legs="1") as play:
        await sail_home(play)
        await play.ok("launch.captain")
        await play.turn("launch.captain", 99)
        ending = "Launch wins. The harbour is reached. Grade: gold. Coal left: 5."
        assert ending in " ".join(play.panel("launch.captain").lines)
        file = make_debrief_file(await play.console.debriefs.story("en"))
        assert ending in file.text
        assert "Launch: The rock is passed." in file.text


@story
async def test_understudies_play_it_to_be_looked_at() -> None:
    async with at_the_console(begin=False) as play:
        play.console.lobby.plan.game = "launch"
        play.console.attract.after = AFTER
        play.console.attract.wait()
        await play.run(AFTER + 2)
        shown = {name: play.panel(name).text for name in play.console.stations}
        assert "captain 0/2" in shown["red-1"]
        assert "leg 0" in shown["blue-1"], "a station that is left shows the chart"
        await play.run(LAST_LOOK)
        await play.console.attract.close()


@story
async def test_umpire_may_end_it_and_nobody_wins() -> None:
    async with aboard("2") as play:
        umpire = play.console.onlooker_seats.umpire
        umpire.look(lambda: None)
        await play.run(1)
        assert umpire.act({"act": "end"})
        await play.run(1)
        assert play.table.play.outcome == Outcome("", "umpire")
        assert umpire.picture()["outcome"] == "The umpire ended it."
