"""Tongues: every station speaks its own language, changes it in mid-game, and remembers it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from klaxon.console.devices.health import DeviceReport, DeviceState
from klaxon.console.language.game_words import Phrases
from klaxon.console.settings.station_languages import STORE, StationLanguages, read_languages
from klaxon.rules.contract import Order, Refusal, Seat
from tests.console.kit import live_stills
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story
from tests.console.kit.pseudo import MARK, spoken
from tests.console.kit.servicing import FakeUpkeep


@pytest.fixture(autouse=True)
def _two_more_languages() -> Iterator[None]:
    with spoken():
        yield


async def speak(play: Playing, where: str, language: str) -> None:
    """Choose a language in the station menu, whatever the station speaks now."""
    now = play.console.stations[play.station(where)].language
    own = f"{MARK}{now} " if now != "en" else ""
    await play.menu(where, f"{own}other languages")
    wanted = f"{MARK}{language} speak English" if language != "en" else "speak English"
    await play.choose(where, wanted)
    await play.press(where, "ok")


# In a game


@story
async def test_a_station_speaks_another_language_at_once_and_loses_nothing() -> None:
    async with at_the_console() as play:
        await play.press("red.captain", "push")
        await play.turn("red.captain", 13)
        draft = play.page("red.captain").draft
        cursor, order = draft.cursor, draft.order
        assert play.panel("red.captain").bottom == "start at E2"
        await speak(play, "red.captain", "xx")
        assert play.page("red.captain").draft is draft
        assert (draft.verb, draft.cursor, draft.order) == ("start", cursor, order)
        assert play.panel("red.captain").bottom == f"{MARK}xx start at E2", "the others read Latin columns"
        assert len(play.console.stations["red-1"].pile) == 1
        assert MARK not in play.panel("blue.captain").text
        await speak(play, "red.captain", "en")
        assert play.panel("red.captain").bottom == "start at E2"


@story
async def test_the_menu_offers_each_language_by_its_own_name() -> None:
    async with at_the_console(station_languages=StationLanguages("yy")) as play:
        await play.menu("red.xo", f"{MARK}yy other languages")
        assert play.panel("red.xo").lines[:4] == (f"{MARK}yy Language", "English", "Xish", "> Yish")
        assert play.panel("red.xo").bottom == f"{MARK}yy speak English"


@story
async def test_two_stations_of_a_boat_hear_the_same_in_their_own_languages() -> None:
    async with at_the_console(station_languages=StationLanguages(stations={"red-1": "xx", "red-2": "yy"})) as play:
        await play.play_orders(*SPLIT_START)
        rung = len(play.bell)
        await play.give("red.captain surface")
        assert [call for boat, call in play.bell[rung:] if boat == "red"].count("surfaced") <= 1
        log = {seat: play.page(seat).log()[-1] for seat in ("red.captain", "red.xo", "red.engineer")}
        assert log["red.captain"] == f"{MARK}xx {log['red.engineer']}"
        assert log["red.xo"] == f"{MARK}yy {log['red.engineer']}"
        assert f"{MARK}xx" in play.panel("red.captain").text
        assert f"{MARK}yy" in play.panel("red.xo").text
        assert MARK not in play.panel("red.engineer").text


@story
async def test_a_banner_is_made_for_each_station_and_the_bell_rings_once() -> None:
    async with at_the_console(station_languages=StationLanguages(stations={"blue-2": "xx"})) as play:
        await play.play_orders(*SPLIT_START)
        rung = len(play.bell)
        await play.give("red.captain surface")
        over = {name: play.console.stations[name]._over for name in ("blue-1", "blue-2")}
        said = {name: "\n".join(part.words()) for name, part in over.items() if part}
        assert "surface" in said["blue-1"].lower()
        assert said["blue-2"].startswith(f"{MARK}xx ")
        assert said["blue-2"].replace(f"{MARK}xx ", "") == said["blue-1"]
        calls = [call for boat, call in play.bell[rung:] if boat == "blue"]
        assert len(calls) == len(set(calls))


@story
async def test_a_refusal_names_points_by_the_columns_of_the_station() -> None:
    async with at_the_console(station_languages=StationLanguages("xx")) as play:
        page = play.page("red.captain")
        page.on_answer(0, {"code": "island", "facts": {"verb": "start", "token": "C7"}})
        assert "В7: an island is in the way" in play.panel("red.captain").text


@story
async def test_the_lobby_speaks_as_its_stations_do() -> None:
    async with at_the_console(begin=False, station_languages=StationLanguages(stations={"red-2": "yy"})) as play:
        assert MARK not in play.panel("red-1").text
        assert play.panel("red-2").text.startswith(f"{MARK}yy ")
        await speak(play, "red-1", "xx")
        assert play.panel("red-1").bottom == f"{MARK}xx begin the game"
        await speak(play, "red-3", "xx")
        assert play.panel("red-3").text.startswith(f"{MARK}xx ")


@story
async def test_a_question_that_lies_there_is_asked_in_the_new_language() -> None:
    async with at_the_console() as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("red.captain", "offer a draw")
        asked = play.panel("blue.captain").lines[0]
        await speak(play, "blue.captain", "xx")
        assert play.panel("blue.captain").lines[0].startswith(f"{MARK}xx ")
        assert MARK not in asked
        assert len(play.console.stations["blue-1"].pile) == 2


@story
async def test_service_mode_and_faults_speak_as_their_stations_do() -> None:
    device_health = FakeUpkeep()
    station_languages = StationLanguages(stations={"red-1": "xx", "red-2": "yy"})
    async with at_the_console(device_health=device_health, station_languages=station_languages) as play:
        play.console.service.enter("red-1")
        await play.run(0)
        assert play.panel("red-1").text.startswith(f"{MARK}xx ")
        assert play.panel("red-2").text.startswith(f"{MARK}yy ")
        assert MARK not in play.panel("red-3").text
        play.console.service.leave()
        for told in device_health.told:
            told(DeviceReport("panel", "blue-4", DeviceState.FAILED))
        faults = {name: station.fault for name, station in play.console.stations.items()}
        assert faults["red-1"].startswith(f"{MARK}xx ")
        assert MARK not in faults["red-3"]
        await speak(play, "red-3", "yy")
        assert play.console.stations["red-3"].fault.startswith(f"{MARK}yy ")


@story
async def test_the_debrief_goes_on_at_the_same_moment_in_another_language() -> None:
    async with at_the_console() as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("red.captain", "give up")
        await play.menu("red.xo", "replay it")
        await play.turn("red.xo", 2)
        assert "2/" in play.panel("red.xo").text
        before = play.panel("red.xo")
        await speak(play, "red.xo", "xx")
        assert MARK not in before.text
        assert "2/" in play.panel("red.xo").text
        assert f"{MARK}xx" in play.panel("red.xo").text


@story
async def test_the_console_is_told_who_speaks_what() -> None:
    told: list[dict[str, str]] = []
    async with at_the_console(station_languages=StationLanguages("yy", {"red-1": "en"})) as play:
        play.console.seating.changed = lambda: told.append(dict(play.console.languages()))
        await speak(play, "red-1", "xx")
        assert told[-1]["red-1"] == "xx"
        assert told[-1]["blue-4"] == "yy"
        assert play.console.labels()["red-1"].startswith(f"{MARK}xx ")
        umpire = play.console.onlooker_seats.umpire
        assert umpire.picture()["standing"].startswith(f"{MARK}yy ")
        assert umpire.picture("en")["standing"] == "No game is on."


@story
async def test_what_the_radio_operator_laid_stays_where_it_is() -> None:
    async with at_the_console() as play:
        await play.play_orders(*SPLIT_START)
        await play.turn("red.radio", 3)
        lens = play.page("red.radio").scene(128, 64).lens
        assert lens
        await speak(play, "red.radio", "xx")
        assert play.page("red.radio").scene(128, 64).lens == lens
        assert f"{MARK}xx" in play.panel("red.radio").text


def test_a_drill_speaks_on_in_another_language() -> None:
    tracer = live_stills.Tracer(live_stills.up())
    drill, before = tracer.drill, tracer.drill.bottom().text
    tracer.room.speak("xx")
    assert drill.bottom().text == f"{MARK}xx {before}"


# Columns


def test_points_are_known_by_where_they_stand() -> None:
    own, latin = Phrases("sonar", "xx"), Phrases("sonar")
    assert own.columns == "АБВГДЕЖЗИКЛМНОПPQRSTUVWXYZ"
    assert [own.point(name) for name in ("A1", "O15", "P16", "")] == ["А1", "П15", "P16", ""]
    assert own.order(Order(Seat("red.captain"), "torpedo", ("D3",))).endswith("Г3")
    assert own.order(Order(Seat("red.captain"), "answer", (("column", "D"), ("row", "3")))).endswith("Г, ¤xx row 3")
    assert own.order(Order(Seat("red.engineer"), "break", ("w1",))) == f"{MARK}xx cross {own.value('w1')}"
    assert "Г3" in own.event_text("torpedo", {"boat": "blue", "at": "D3"}, "red")
    said = own.event_text("sonar", {"boat": "red", "statements": {"column": "D", "sector": 4}}, "blue")
    assert "Г" in said
    assert "D" not in said.replace(MARK, "")
    assert "D3" in latin.event_text("torpedo", {"boat": "blue", "at": "D3"}, "red")


def test_a_refusal_lists_points_and_statements_by_their_columns() -> None:
    own = Phrases("sonar", "xx")
    facts = {"verb": "torpedo", "field": "point", "token": "Z9", "values": "A1|B2"}
    assert "А1, Б2" in own.refusal(Refusal("bad-argument", facts))
    facts = {"verb": "answer", "field": "statement", "token": "column=D", "values": "row=1|column=B"}
    said = own.refusal(Refusal("bad-argument", facts))
    assert "row=1, column=Б" in said
    assert "column=Г" in said


def test_what_only_looks_like_a_point_stays() -> None:
    steam = Phrases("steam", "xx")
    assert "D3" in str(steam.facts({"at": "D3", "token": "D3", "verb": "move"}))
    assert Phrases("sonar", "xx").facts({"chart": "D3"}) == {"chart": "D3"}


@story
async def test_screens_show_the_columns_of_their_station() -> None:
    async with at_the_console(station_languages=StationLanguages("xx")) as play:
        await play.play_orders(
            "red.captain start D2", "blue.captain start J10", "red.captain dive", "blue.captain dive"
        )
        text = play.panel("red.captain").text
        assert "Г2" in text
        assert "D2" not in text
        await play.turn("red.radio", 3)
        assert "D" not in play.panel("red.radio").lines[0]
        spectator = play.console.onlooker_seats.umpire
        spectator.look(lambda: None)
        await play.run(0)
        picture = json.dumps(spectator.picture("xx"), ensure_ascii=False)
        assert "Г2" in picture
        assert spectator.picture("xx")["drawing"]["columns"].startswith("АБВГ")
        for other in ("en", "yy"):
            assert spectator.picture(other)["drawing"]["columns"].startswith("ABCD")


# What is kept


def test_what_was_chosen_is_kept(tmp_path: Path) -> None:
    station_languages = StationLanguages(
        "en", {"red-2": "yy"}, read_languages(tmp_path).chosen, lambda chosen: _keep(tmp_path, chosen)
    )
    assert [station_languages.of(name) for name in ("red-1", "red-2")] == ["en", "yy"]
    station_languages.choose("xx", "red-1")
    station_languages.choose("en", "red-2")
    again = StationLanguages("yy", {"red-2": "yy"}, read_languages(tmp_path).chosen)
    assert [again.of(name) for name in ("red-1", "red-2", "red-3")] == ["xx", "en", "yy"]


def _keep(folder: Path, chosen: object) -> None:
    assert isinstance(chosen, dict)
    assert STORE.write(folder, chosen) == ""


BROKEN = (
    *("", "{", "[]", "[" * 5000, '{"format": 1}', '{"format": 2, "stations": {}}'),
    *('{"format": 1, "stations": {"a": 1}}', '{"format": 1, "stations": {"' + "x" * 40 + '": "en"}}'),
)


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_is_set_aside_and_told(tmp_path: Path, text: str) -> None:
    (tmp_path / STORE.name).write_text(text, "utf-8")
    found = read_languages(tmp_path)
    assert found.chosen == {}
    assert found.trouble.startswith(str(tmp_path / STORE.name))
    assert (tmp_path / f"{STORE.name}.broken-1").read_text("utf-8") == text
    assert read_languages(tmp_path).trouble == ""


def test_a_language_that_is_gone_is_passed_over_and_told(tmp_path: Path) -> None:
    STORE.write(tmp_path, {"red-1": "tlh", "red-2": "xx"})
    found = read_languages(tmp_path)
    assert found.chosen == {"red-2": "xx"}
    assert found.trouble == "There is no language 'tlh'. There are: en (English), xx (Xish), yy (Yish)."


def test_where_nothing_can_be_written_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert "cannot be written" in STORE.write(tmp_path / "file", {"red-1": "xx"})


def test_facts_are_said_by_what_their_names_say_that_they_are() -> None:
    own = Phrases("sonar", "xx")
    told = own.facts({"verb": "surface", "roles": ("xo", "captain"), "field": "point", "seat": "red.xo", "n": 3})
    assert told["verb"] == own.verb("surface") != "surface"
    assert told["roles"] == f"{own.role('xo')}, {own.role('captain')}"
    assert told["field"] == own.field("point")
    assert told["seat"] == own.seat("red.xo")
    assert own.boat("red") in told["seat"]
    assert told["n"] == 3
    said = own.refusal(Refusal("missing-argument", {"verb": "course", "field": "direction", "values": "north|east"}))
    assert f"{own.value('north')}, {own.value('east')}" in said
