"""A console as a table of a hall: what it tells while a game runs, what it reports, what it does for the desk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from klaxon.club.journals import verify_journal
from klaxon.club.table_side.console_table import GRACE
from klaxon.club.table_side.table_end import HEALTH_EVERY, WITNESS_EVERY
from klaxon.club.topics import TableChannel
from klaxon.table.disk.shelf import Shelf
from tests.club.kit.club_console import KEY, OWN, ClubConsole, club_console
from tests.club.kit.hall import MemoryRows
from tests.console.kit.playing import SPLIT_START, story

START: dict[str, Any] = {
    "game": "sonar",
    "options": {"mode": "turns", "first": "red"},
    "boats": {"red": "Sharks", "blue": "Rays"},
    "assignment": "Autumn/1/1",
}


async def started(console: ClubConsole) -> None:
    assert await console.command("start", **START) == "done"
    await console.play.run(2)
    assert console.play.console.match.table is not None


@story
async def test_a_table_says_that_it_is_there_and_how_it_is() -> None:
    async with club_console() as console:
        await console.play.run(2 * HEALTH_EVERY)
        here = [mail for _, mail in console.sent if mail.topic.endswith("/here")]
        assert [(mail.payload, mail.retained) for mail in here] == [(b"online", True)]
        assert console.said(TableChannel.STATE) == [
            {"game": "", "stands": {"state": "lobby", "names": {}, "outcome": None}}
        ]
        assert len(console.said(TableChannel.HEALTH)) == 3
        assert console.end.will.payload == b"offline"


@story
async def test_the_desk_begins_a_game_with_the_names_of_its_crews(tmp_path: Path) -> None:
    async with club_console(Shelf(tmp_path)) as console:
        await started(console)
        table = console.play.console.match.table
        assert table is not None
        assert table.names == {"red": "Sharks", "blue": "Rays"}
        assert table.play.header.options["mode"] == "turns"
        assert console.said(TableChannel.STATE)[-1]["stands"]["names"] == {"red": "Sharks", "blue": "Rays"}
        assert await console.command("start", **{**START, "assignment": "Autumn/2/1"}) == "refused busy"
        assert await console.command("start", game="chess") == "refused unknown"
        assert await console.command("dance") == "refused unknown"


@story
async def test_a_finished_game_is_reported_with_a_journal_that_the_desk_can_verify(tmp_path: Path) -> None:
    async with club_console(Shelf(tmp_path)) as console:
        await started(console)
        await console.play.play_orders(*SPLIT_START)
        await console.play.run(2 * WITNESS_EVERY)
        table = console.play.console.match.table
        assert table is not None
        table.play.end("red", "conceded", "blue.captain")
        table.turn_pages()
        await console.play.run(GRACE - 2)
        assert console.parcels == [], "for a while the end may be taken back"
        await console.play.run(4)
        (kind, said), (journal_kind, body) = console.parcels
        result = json.loads(said)
        assert (kind, journal_kind) == ("result", f"journal/{result['name']}")
        assert (result["outcome"]["winner"], result["assignment"]) == ("red", "Autumn/1/1")
        witnessed = {each["place"]: each["value"] for each in console.said(TableChannel.WITNESS)}
        assert len(witnessed) >= 4
        verdict = verify_journal(body, OWN, result["name"], KEY.public, witnessed)
        assert (verdict.wrong, verdict.outcome, verdict.boats) == ("", result["outcome"], START["boats"])
        assert await console.command("start", **{**START, "assignment": "Autumn/2/1"}) == "done", "it is over"


@story
async def test_without_network_a_table_plays_on_and_reports_later_once(tmp_path: Path) -> None:
    rows, shelf = MemoryRows(), Shelf(tmp_path)
    async with club_console(shelf, rows, connected=False) as console:
        await console.begin()
        await console.play.run(30)
        table = console.play.console.match.table
        assert table is not None
        table.play.end("blue", "conceded", "red.captain")
        table.turn_pages()
        await console.play.run(1)
        assert console.end.waiting == 0
    assert rows.read("games"), "switched off in the seconds before it was reported"
    async with club_console(shelf, rows) as console:
        await console.play.run(5)
        assert [kind.partition("/")[0] for kind, _ in console.parcels] == ["result", "journal"]
    async with club_console(shelf, rows) as console:
        await console.play.run(5)
        assert console.parcels == []
    assert rows.read("games") == rows.read("made") == {}


@story
async def test_a_game_that_a_power_cut_separated_from_its_assignment_gets_it_back(tmp_path: Path) -> None:
    async with club_console(Shelf(tmp_path)) as console:
        await started(console)
        names = START["boats"]
        assert console.end.assign_game("Autumn/1/1", names), "it has it already"
        assert not console.end.assign_game("Autumn/9/9", names)
        game = console.end._game
        assert game is not None
        game.assignment = ""
        console.table._assignment = ""
        other = {**START, "boats": {"red": "Orcas", "blue": "Rays"}}
        assert await console.command("start", **other) == "refused busy"
        assert await console.command("start", **START) == "done"
        assert game.assignment == "Autumn/1/1"


@story
async def test_commands_of_the_desk(tmp_path: Path) -> None:
    async with club_console(Shelf(tmp_path)) as console:
        assert await console.command("pause") == "refused not-now"
        await started(console)
        table = console.play.console.match.table
        assert table is not None
        assert await console.command("pause") == "done"
        assert table.play.paused
        assert await console.command("resume") == "done"
        await console.play.run(5)
        assert console.play.console.match.is_running
        assert await console.command("message", text="Lunch at one") == "done"
        assert "Lunch at one" in console.play.panel("red.captain").text
        assert await console.command("hint") == "done"
        assert all(station.coached for station in console.play.console.stations.values())
        assert await console.command("setting", name="volume", value="low") == "done"
        assert console.play.console.settings.of("volume") == "low"
        assert await console.command("setting", name="first_game", value="won") == "refused unknown"
        assert await console.command("setting", name="volume", value="eleven") == "refused unknown"
        assert await console.command("reset") == "done"
        await console.play.run(2)
        assert console.play.console.match.table is None
        assert console.said(TableChannel.STATE)[-1]["stands"]["state"] == "lobby"


async def _evening(path: Path, *secret: str) -> list[tuple[float, str, bytes]]:
    """Play so that only what red keeps secret differs; return all that left, and when."""
    async with club_console(Shelf(path)) as console:
        await console.begin(first="red", mode="turns")
        await console.play.play_orders(*SPLIT_START, "red.captain course east", *secret, "red.captain end")
        await console.play.run(2 * HEALTH_EVERY)
        assert len(console.said(TableChannel.STATE)) >= 4
        assert [each["type"] for each in console.said(TableChannel.EVENT)].count("course") == 1
        assert len(console.said(TableChannel.WITNESS)) >= 3
        return [(at, mail.topic, mail.payload) for at, mail in console.sent]


def _without_witness(sent: list[tuple[float, str, bytes]]) -> list[tuple[float, str, object]]:
    """Leave out what a commitment is: it is keyed by chance, and has one size."""
    found: list[tuple[float, str, object]] = []
    for at, topic, payload in sent:
        is_witness = topic.endswith("/witness")
        found.append((at, topic, (len(payload), json.loads(payload)["place"]) if is_witness else payload))
    return found


@story
async def test_what_a_crew_keeps_secret_leaves_by_no_topic_size_or_time(tmp_path: Path) -> None:
    one = await _evening(tmp_path / "one", "red.xo charge torpedo", "red.engineer break e1")
    two = await _evening(tmp_path / "two", "red.xo charge silence", "red.engineer break e4")
    assert [(topic, payload) for _, topic, payload in _without_witness(one)] == [
        (topic, payload) for _, topic, payload in _without_witness(two)
    ]
    start, again = one[0][0], two[0][0]
    assert [round(at - start, 6) for at, *_ in one] == [round(at - again, 6) for at, *_ in two]


@story
async def test_a_table_is_a_device_in_home_assistant_where_the_desk_says_so() -> None:
    async with club_console() as console:
        config = [mail for _, mail in console.sent if mail.topic.startswith("homeassistant/")]
        assert [(mail.payload, mail.retained) for mail in config] == [(b"", True)], "off, and taken away"
        assert await console.command("home", on=True) == "done"
        mail = [mail for _, mail in console.sent if mail.topic.startswith("homeassistant/")][-1]
        device = json.loads(mail.payload)
        assert mail.retained
        assert device["device"]["name"] == "Table 1"
        assert set(device["components"]) == {"state", "trouble", "heat", "event", "pause"}
        said = {each for part in device["components"].values() for key, each in part.items() if key.endswith("_topic")}
        assert all(topic.startswith(f"klaxon/table/{OWN}/") for topic in said)
        assert not any("outbox" in topic or "witness" in topic for topic in said)


@story
async def test_names_as_attacks_are_one_line_of_text_on_panels_and_topics(tmp_path: Path) -> None:
    evil = {"red": "<b>\u202egnp.exe\n=1+1\x1b[2J", "blue": "{0.__class__}\u200b'; --"}
    async with club_console(Shelf(tmp_path)) as console:
        assert await console.command("start", **{**START, "boats": evil}) == "done"
        await console.play.run(2)
        assert console.said(TableChannel.STATE)[-1]["stands"]["names"] == {}, "a boat keeps its own name"
        panels = [console.play.panel(name).text for name in console.play.console.stations]
        assert all(line.isprintable() for panel in panels for line in panel.splitlines())
        assert await console.command("message", text="\u202eevil\x07\nPAUSED") == "done"
        assert "\u202e" not in "".join(console.play.panel(name).text for name in console.play.console.stations)


@story
async def test_the_longest_names_of_crews_are_those_of_the_boats(tmp_path: Path) -> None:
    names = {"red": "=1+<b>Sharks</b> " + 23 * "x", "blue": "'; -- {0.__class__}"}
    async with club_console(Shelf(tmp_path)) as console:
        assert len(names["red"]) == 40
        assert await console.command("start", **{**START, "boats": names}) == "done"
        await console.play.run(2)
        assert console.said(TableChannel.STATE)[-1]["stands"]["names"] == names
        assert all(console.play.panel(name).text for name in console.play.console.stations)
