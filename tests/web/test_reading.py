"""Pages that are read: past games with the results of nicknames, and the rules with a sheet for each role."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from klaxon import data
from klaxon.console.language.catalogue import languages
from klaxon.console.records import game_records
from klaxon.console.records.game_records import GameRecord, GameRecords, Records
from klaxon.console.records.past_games import scores
from klaxon.rules.contract import Outcome
from klaxon.rules.games import GAMES, game_named
from klaxon.table.disk.shelf import Shelf
from klaxon.web.reading.markup import rules_as_markup
from klaxon.web.reading.past_games import PastGames
from klaxon.web.reading.rules_page import roles_of
from tests.console.kit.stories import golden
from tests.web.kit.callers import House, asked, at_home

RED, BLUE = {"red.captain": "Ann", "red.engineer": "Bob"}, {"blue.captain": "<i>Eve</i>"}


def record(number: int, winner: str, **crews: str) -> GameRecord:
    seats = {seat.replace("_", "."): who for seat, who in crews.items()}
    return GameRecord(f"{number:05d}-sonar", "sonar", 1_700_000_000 + number, 754_000, winner, "sunk", {}, seats)


async def fetch(house: House, path: str, language: str = "en") -> tuple[int, str]:
    """Return status and text of what is under a path; who had to wait for too long asks again, as a browser does."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{house.address.port}\r\nAccept-Language: {language}\r\n"
    answer = b""
    while not answer:
        answer = await asked(house, f"{request}Connection: close\r\n\r\n", stays=True)
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), f"{head.decode()}\n{body.decode()}"


def keep_golden(folder: Path, game: str, rows: int | None = None) -> str:
    """Put a game on the shelf of a folder, or only so many of its rows; return its name."""
    play = golden(game)
    name, journal = Shelf(folder).begin(play.header)
    journal.append(play.line[:rows])
    journal.close()
    return name


# Records


def test_a_record_is_kept_once_for_an_end_and_forgotten_when_the_game_goes_on(tmp_path: Path) -> None:
    written: list[Records] = []
    records = GameRecords({}, written.append)
    for _ in range(3):
        records.note_end("00001-sonar", "sonar", 9000, Outcome("red", "sunk"), {"red": "Nautilus"}, RED)
    assert len(written) == 1
    assert game_records.STORE.write(tmp_path, written[0]) == ""
    assert game_records.STORE.read(tmp_path).chosen == records.known
    records.note_end("00001-sonar", "sonar", 9500, Outcome("draw", "agreed"), {}, {})
    assert records.known["00001-sonar"].winner == "draw"
    records.forget("00001-sonar")
    records.forget("00002-sonar")
    assert (records.known, len(written)) == ({}, 3)


@pytest.mark.parametrize(
    "text", ["[]", '{"format": 1, "games": [{}]}', '{"format": 1, "games": [7]}', "{", '{"format": 9}']
)
def test_a_file_that_no_console_wrote_is_set_aside(text: str, tmp_path: Path) -> None:
    (tmp_path / "past-games.json").write_text(text, "utf-8")
    found = game_records.STORE.read(tmp_path)
    assert found.chosen == {}
    assert "past-games.json" in found.trouble
    assert (tmp_path / "past-games.json.broken-1").exists()


def test_results_between_nicknames() -> None:
    games = [
        record(1, "red", red_captain="Ann", red_xo="Ann", blue_captain="Eve", blue_xo=""),
        record(2, "blue", red_captain="Ann", blue_captain="Eve"),
        record(3, "red", red_captain="Ann", blue_captain="Eve"),
        record(4, "draw", red_captain="Eve", blue_captain="Ann"),
        record(5, "", red_captain="Ann"),
        record(6, "sea", red_captain="Bob"),
    ]
    found = {who: (s.played, s.won, s.lost, s.drawn) for who, s in scores(games).items()}
    assert found == {"Ann": (4, 2, 1, 1), "Eve": (4, 1, 2, 1), "Bob": (1, 0, 1, 0)}
    assert [*found] == ["Ann", "Eve", "Bob"]
    assert scores(games)["Ann"].beaten == {"Eve": 2}


# The page of past games


def test_past_games_are_listed_for_who_has_the_ticket_alone(tmp_path: Path) -> None:
    records = GameRecords({}, lambda _: None)
    shelf = Shelf(tmp_path)
    for number in (1, 2):
        (tmp_path / f"{number:05d}-sonar.klaxon").touch()  # its record is all that is read
    records.known["00001-sonar"] = record(1, "red", **{k.replace(".", "_"): v for k, v in {**RED, **BLUE}.items()})
    records.known["00002-sonar"] = record(2, "draw", red_captain="Ann")

    async def story(house: House) -> None:
        archive = house.stand.page.archive
        assert archive.ticket == ""
        assert (await fetch(house, f"/G/{archive._ticket}", "de"))[0] == 410
        archive.source = PastGames(shelf, records)
        async with house.guest("red-1") as guest:
            ticket = guest.welcome["games"]
        for wrong in ("x", ticket[:-1], f"{ticket}x"):
            assert (await fetch(house, f"/G/{wrong}"))[0] == 410
        status, text = await fetch(house, f"/G/{ticket}")
        assert status == 200
        assert text.index("00002-sonar") < text.index("00001-sonar")
        for part in ("Red wins", "Ann, Bob", "&lt;i&gt;Eve&lt;/i&gt;", "12:34", "script-src 'self'", "no-store"):
            assert part in text
        assert "<i>" not in text
        assert "Frühere Spiele" in (await fetch(house, f"/G/{ticket}?lang=de"))[1]
        for name in ("00009-sonar", "..", "00001-sonar%00", "%2e%2e%2fkey"):
            assert (await fetch(house, f"/G/{ticket}/{name}"))[0] in (404, 410)
        house.stand.renewal.renew_all("red-1")
        assert (await fetch(house, f"/G/{ticket}"))[0] == 410

    at_home(story)


def test_a_past_game_without_a_record_is_read_once_and_its_debrief_is_one_file(tmp_path: Path) -> None:
    name, open_one = keep_golden(tmp_path, "sonar/hunt-by-torpedo"), keep_golden(tmp_path, "sonar/hunt-by-torpedo", 40)
    shelf = Shelf(tmp_path)

    async def story(house: House) -> None:
        archive = house.stand.page.archive
        archive.source = PastGames(shelf, GameRecords({}, lambda _: None))
        for _ in range(2):
            status, text = await fetch(house, f"/G/{archive.ticket}")
            assert (status, name in text, open_one in text) == (200, True, False)
            assert "not recorded" in text
        status, text = await fetch(house, f"/G/{archive.ticket}/{name}?save")
        assert status == 200
        assert f'attachment; filename="{name}.html"' in text
        assert "default-src 'none'; script-src 'sha256-" in text
        assert f"debrief of game {name}" in text
        assert (await fetch(house, f"/G/{archive.ticket}/{open_one}"))[0] == 410

    at_home(story)


def test_the_spectators_are_handed_no_past_games() -> None:
    async def story(house: House) -> None:
        async with house.looker("spectator", token=house.stand.keys.spectator) as looker:
            welcome = (await looker.hear_until(lambda message: "welcome" in message))["welcome"]
            assert "games" not in welcome

    at_home(story)


# The rules


def test_the_rules_of_every_game_can_be_read_with_a_sheet_for_each_role() -> None:
    async def story(house: House) -> None:
        for language in languages():
            status, text = await fetch(house, "/rules", language)
            assert (status, f'<html lang="{language}">' in text) == (200, True)
        for game in GAMES:
            status, text = await fetch(house, f"/rules/{game}")
            assert (status, 'type="search"' in text) == (200, True)
            for role in roles_of(game_named(game)):
                status, text = await fetch(house, f"/rules/{game}/{role}", "uk")
                assert (status, text.count("<dt>") > 0) == (200, True), (game, role)
        for wrong in ("/rules/chess", "/rules/sonar/cook", "/rules/sonar/", "/rules/../etc"):
            assert (await fetch(house, wrong))[0] == 404

    at_home(story)


def test_a_page_of_rules_is_marked_up_and_nothing_in_it_is_markup() -> None:
    rules = "- SON-01 [turns] One `course`\n  and **more** <b>. A *term*, 2*3*4.\n- free"
    page = f"# Title\n\n{rules}\n\n| a | b |\n|---|---|\n| R/c1 | X |\n\nText."
    marked = rules_as_markup(page)
    assert '<p class="rule" id="SON-01"><b>SON-01</b> <em>turns</em> One <code>course</code> and' in marked
    assert "<strong>more</strong> &lt;b&gt;. A <em>term</em>, 2*3*4." in marked
    assert marked.count("<tr>") == 2
    assert marked.startswith("<h2>Title</h2>")
    assert marked.endswith('<p class="rule">Text.</p>')


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_page_is_shown_once(game: str) -> None:
    listed = re.findall(r"^- ([A-Z]{3}-[\w.]+) ", data.rule_page(game), re.MULTILINE)
    assert re.findall(r' id="([^"]+)"', rules_as_markup(data.rule_page(game))) == listed
