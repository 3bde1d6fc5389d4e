"""The labelled chart beside a panel: what it holds, and that pointing at a place moves the cursor as the dial would."""

from __future__ import annotations

from typing import Any

from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.uboot_scenes import CAPTAIN, NAVIGATOR
from tests.console.kit.uboot_seas import SeaRoom, contact


def chart(play: Playing, where: str) -> dict[str, Any]:
    """The chart of a station, which must be there once it was opened."""
    station = play.station(where)
    if not play.hardware.touch.has_page_open(station):
        play.hardware.open_page(station)
        play.console.stations[station].draw_now()
    found = play.panel(where).picture.chart
    assert found is not None, f"{where} has no chart"
    return dict(found)


async def aim(play: Playing, where: str, *words: str) -> None:
    """Point at a place of a station's chart, as a page does."""
    play.hardware.grip().aim(play.station(where), words)
    await play.run(0)


async def under_way(play: Playing) -> None:
    """Dive with both boats, red first to sail."""
    for line in ("red.captain start D5", "blue.captain start H9", "red.captain dive", "blue.captain dive"):
        await play.give(line)


@story
async def test_a_captain_points_at_the_start_and_confirms_it_with_ok() -> None:
    async with at_the_console(crews="all none", chart="bravo-2", first="red") as play:
        assert chart(play, "red.captain")["aims"]["E6"] == ["E6"]
        await aim(play, "red.captain", "E6")
        assert chart(play, "red.captain")["cursor"] == "E6"
        assert "start at E6" in play.panel("red.captain").bottom
        assert chart(play, "red.captain")["boats"]["red"]["at"] == "", "nothing leaves the station before OK"
        await play.press("red.captain", "ok")
        assert chart(play, "red.captain")["boats"]["red"]["at"] == "E6"


@story
async def test_a_point_beside_the_boat_is_a_course() -> None:
    async with at_the_console(crews="all all", chart="bravo-2", first="red") as play:
        await under_way(play)
        aims = chart(play, "red.captain")["aims"]
        assert {words[0] for words in aims.values()} == {"course"}
        place, words = next(iter(aims.items()))
        await aim(play, "red.captain", *words)
        assert chart(play, "red.captain")["cursor"] == place
        await play.press("red.captain", "ok")
        assert chart(play, "red.captain")["boats"]["red"] == {"at": place, "route": ["D5", place], "mines": []}


@story
async def test_what_no_longer_fits_changes_nothing() -> None:
    async with at_the_console(crews="all all", chart="bravo-2", first="red") as play:
        await under_way(play)
        before = chart(play, "red.captain"), play.panel("red.captain").bottom
        for words in (("launch", "D6"), ("course", "up"), ("E6",), ("course", "north", "3"), ("",)):
            await aim(play, "red.captain", *words)
            assert (chart(play, "red.captain"), play.panel("red.captain").bottom) == before, words


@story
async def test_a_place_for_a_barred_order_says_why() -> None:
    async with at_the_console(crews="all all", chart="bravo-2", first="red") as play:
        await under_way(play)
        await aim(play, "red.captain", "torpedo", "D6")
        assert play.panel("red.captain").bottom == "sail first"


@story
async def test_the_engineer_points_at_a_symbol() -> None:
    async with at_the_console(crews="all all", chart="bravo-2", first="red") as play:
        await under_way(play)
        assert chart(play, "red.engineer")["aims"] == {}
        way = next(iter(chart(play, "red.captain")["aims"].values()))[1]
        await play.give(f"red.captain course {way}")
        free = chart(play, "red.engineer")["aims"]
        name = [*free][-1]
        await play.settled("red.engineer")
        await aim(play, "red.engineer", *free[name])
        assert chart(play, "red.engineer")["cursor"] == name
        await play.press("red.engineer", "ok")
        symbols = [symbol for group in chart(play, "red.engineer")["groups"] for symbol in group["symbols"]]
        assert [symbol["name"] for symbol in symbols if symbol["crossed"]] == [name]


@story
async def test_the_radio_operator_lays_the_track_where_he_points() -> None:
    async with at_the_console(crews="all all", chart="bravo-2", first="blue", help="track") as play:
        await under_way(play)
        await play.give("blue.captain course east")
        await aim(play, "red.radio", "B5")
        assert chart(play, "red.radio")["track"] == [[0, 4], [1, 4]]
        await aim(play, "red.radio", "Z99")
        await aim(play, "red.radio", "B")
        assert chart(play, "red.radio")["track"][-1] == [1, 4], "what is no point of the sea moves nothing"
        assert chart(play, "red.radio")["boats"] == {"red": {"at": "", "route": [], "mines": []}}


@story
async def test_a_menu_over_the_page_keeps_the_chart_and_takes_no_aim() -> None:
    async with at_the_console(crews="all none", chart="bravo-2", first="red") as play:
        await play.chord("red.captain", "ok", "back")
        before = play.panel("red.captain").picture.words
        assert chart(play, "red.captain")["kind"] == "chart"
        await aim(play, "red.captain", "E6")
        assert play.panel("red.captain").picture.words == before


@story
async def test_the_chart_of_a_first_officer_has_no_boat() -> None:
    async with at_the_console(crews="all all", chart="bravo-2", first="red") as play:
        await under_way(play)
        assert chart(play, "red.captain")["boats"]["red"]["at"] == "D5"
        assert chart(play, "red.xo")["boats"]["red"]["at"] == "", "his sheet has no place of it"


@story
async def test_the_sea_of_steam_torpedo_has_its_sectors() -> None:
    async with at_the_console(game="steam", crews="one one") as play:
        station = next(name for name in play.console.seating.pages)
        found = chart(play, station)
        assert found["kind"] == "lanes"
        assert found["sectors"] in ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1])
        assert [figure["boat"] for figure in found["figures"]] == ["red", "blue"]


SMOKE = {"range": 3704, "bearing": 90, "course": 180}


def test_a_plot_of_uboot_has_the_contacts_as_reported() -> None:
    room = SeaRoom.on(contacts={"A": contact(fields=SMOKE), "B": contact(fields={"bearing": 10})})
    for seat in (CAPTAIN, NAVIGATOR):
        found = room.screen(seat).chart(room.scene(seat))
        assert found is not None
        marks = {mark["name"]: mark for mark in found["marks"]}
        heading = found["course"]
        assert (marks["A"]["bearing"], marks["A"]["range"], marks["A"]["course"]) == ((heading + 90) % 360, 100, 180)
        assert marks["B"]["range"] is None, "nobody has estimated it"


def test_without_a_contact_the_strategic_chart_is_shown() -> None:
    room = SeaRoom.on(contacts={})
    scene = room.scene(NAVIGATOR)
    found = room.screen(NAVIGATOR).chart(scene)
    assert found is not None
    assert found["kind"] == "cells"
    assert found["name"] == scene.view.board.boat.cell
    column, row = found["boat"]
    assert found["rows"][row][column] != "#", "a boat is not on land"


@story
async def test_a_chart_that_nobody_has_open_is_not_made() -> None:
    async with at_the_console(crews="all none", chart="bravo-2", first="red") as play:
        station = play.station("red.captain")
        assert play.panel(station).picture.chart is None
        play.hardware.open_page(station)
        play.hardware.open_page(station)
        await play.run(0.1)
        assert play.panel(station).picture.chart is not None, "it is shown to the first who opens it"
        play.hardware.close_page(station)
        await play.give("red.captain start E6")
        await play.run(0.1)
        assert chart(play, station)["boats"]["red"]["at"] == "E6", "somebody else still has it"
        play.hardware.close_page(station)
        await play.press(station, "ok")
        await play.run(0.1)
        assert play.panel(station).picture.chart is None
