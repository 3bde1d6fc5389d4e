"""The desk: what an organiser does, what tables are told, what counts, and that all of it survives a restart."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from klaxon.club.desk.commands import PATIENCE
from klaxon.club.desk.hall_table import natural_order
from klaxon.club.desk.report import crew_report, desk_report, followed_report, hall_report, standings_csv
from klaxon.club.desk.results import MOST_UNREPORTED
from klaxon.club.topics import TableChannel
from klaxon.club.tournament.tournament import ActError
from tests.club.kit.hall import FakeHall, busy_hall, table_id

ONE, TWO = table_id(1), table_id(2)


def report(hall: FakeHall) -> dict[str, Any]:
    return desk_report(hall.desk, hall.now)


def claim(hall: FakeHall, table: str = ONE, name: str = "00001-sonar", winner: str = "red") -> str:
    """Let a table report the game that it was told to play."""
    assignment = [each["assignment"] for each in hall.tables[table].done if each["do"] == "start"][-1]
    said = {"name": name, "game": "sonar", "assignment": assignment, "outcome": {"winner": winner}, "boats": {}}
    hall.report(table, "result", said)
    hall.report(table, f"journal/{name}", b"signed")
    return f"{table}/{name}"


def count(hall: FakeHall, table: str = ONE, winner: str = "red") -> None:
    found = claim(hall, table, winner=winner)
    hall.verify(found, winner=winner, assignment=hall.desk.hall.claims[found].assignment)


def results(hall: FakeHall) -> list[str | None]:
    tournament = hall.desk.hall.need_tournament()
    return [encounter.result for encounter in tournament.played[-1].encounters]


def test_a_round_goes_to_the_tables_that_are_here_and_each_is_told_its_crews() -> None:
    hall = busy_hall(crews=8, tables=3)
    told = [table.done[0] for table in hall.tables.values()]
    assert [each["do"] for each in told] == ["start"] * 3
    assert [each["assignment"] for each in told] == ["Autumn/1/1", "Autumn/1/2", "Autumn/1/3"]
    assert set(told[0]["boats"]) == {"red", "blue"}
    shown = report(hall)["round"]["encounters"]
    assert [each["table"] for each in shown] == ["Table 1", "Table 2", "Table 3", ""]
    assert shown[0]["why"] == ["Both have 0.", "Sharks gets red at random."] or len(shown[0]["why"]) == 2


def test_an_encounter_without_a_table_begins_where_one_is_free_again() -> None:
    hall = busy_hall(crews=8, tables=3)
    count(hall, TWO)
    assert hall.tables[TWO].done[-1]["assignment"] == "Autumn/1/4"


def test_a_result_counts_only_after_its_journal_was_verified() -> None:
    hall = busy_hall()
    found = claim(hall)
    assert results(hall)[0] is None
    assert [job.claim for job in hall.jobs] == [found]
    assert hall.jobs[0].body == b"signed"
    hall.verify(found, assignment="Autumn/1/1")
    assert results(hall)[0] == "red"
    assert report(hall)["claims"][0]["counted"] is True


def test_a_game_counts_while_its_result_stands() -> None:
    hall = busy_hall()
    count(hall)
    hall.tournament("Undo")
    assert results(hall)[0] is None
    assert report(hall)["claims"][0]["counted"] is False
    hall.restart()
    assert report(hall)["claims"][0]["counted"] is False
    hall.tournament("GiveResult", round=1, table=1, result="blue")
    assert report(hall)["claims"][0]["counted"] is False
    hall.tournament("Undo")
    hall.tournament("GiveResult", round=1, table=1, result="red")
    assert report(hall)["claims"][0]["counted"] is True


@pytest.mark.parametrize("wrong", ["forged", "cut", "changed", "foreign", "rules", "unreadable", "too-long"])
def test_what_is_wrong_with_a_journal_is_said_and_somebody_has_to_decide(wrong: str) -> None:
    hall = busy_hall()
    hall.verify(claim(hall), wrong)
    assert results(hall)[0] is None
    shown = report(hall)
    assert shown["claims"][0]["words"].startswith("set aside: ")
    assert [(each["encounter"], each["why"]) for each in shown["disputes"]] == [
        (1, "The journal of this game was set aside.")
    ]
    assert hall.refusal("settle", dispute=1, result="journal") == "no-journal"
    hall.act("settle", dispute=1, result="blue", ruling="seen by the umpire")
    assert results(hall)[0] == "blue"
    assert report(hall)["disputes"][0]["settled"] == "blue"
    assert hall.refusal("settle", dispute=1, result="red") == "no-such-dispute"


def test_a_journal_that_ends_otherwise_than_was_reported_is_set_aside() -> None:
    hall = busy_hall()
    hall.verify(claim(hall, winner="red"), winner="blue", assignment="Autumn/1/1")
    assert results(hall)[0] is None
    assert report(hall)["claims"][0]["wrong"] == "differs"


def test_a_game_that_was_reported_before_is_set_aside_and_counts_once() -> None:
    hall = busy_hall()
    count(hall)
    hall.report(ONE, "journal/00001-sonar", b"signed")
    claims = report(hall)["claims"]
    assert [(each["wrong"], each["counted"]) for each in claims] == [("doubled", False), ("", True)]
    assert results(hall)[0] == "red"


def test_a_game_of_a_table_that_was_not_told_to_play_it_counts_for_nobody() -> None:
    hall = busy_hall()
    hall.report(TWO, "journal/00007-sonar", b"signed")
    hall.verify(f"{TWO}/00007-sonar", assignment="Autumn/1/1")
    assert results(hall)[0] is None
    assert report(hall)["disputes"] == []


def test_a_journal_that_says_otherwise_than_the_desk_opens_a_dispute_that_it_can_settle() -> None:
    hall = busy_hall()
    hall.tournament("GiveResult", round=1, table=1, result="blue")
    hall.verify(claim(hall), assignment="Autumn/1/1")
    assert results(hall)[0] == "blue", "what the arbiter said stands until he says otherwise"
    assert report(hall)["disputes"][0]["claim"]["winner"] == "red"
    hall.act("settle", dispute=1, result="journal")
    assert results(hall)[0] == "red"


def test_crews_ask_for_a_ruling_and_only_one_dispute_is_open_a_table() -> None:
    hall = busy_hall()
    hall.act("dispute", round=1, encounter=2, text="the bell rang late")
    hall.act("dispute", round=1, encounter=2)
    assert [each["text"] for each in report(hall)["disputes"]] == ["the bell rang late"]
    assert hall.refusal("dispute", round=3, encounter=1) == "no-such-round"
    assert hall.refusal("dispute", round=1, encounter=40) == "no-such-table"


def test_commands_reach_tables_are_answered_and_come_to_nothing_where_they_are_late() -> None:
    hall = FakeHall(2)
    hall.act("pause", tables="all")
    hall.act("message", tables=[ONE], text="  lunch \u202e at\x07 one ")
    assert [each["do"] for each in hall.tables[ONE].done] == ["pause", "message"]
    assert hall.tables[ONE].done[1]["text"] == "lunch at one"
    assert [each["state"] for each in report(hall)["tables"][0]["commands"]] == ["done", "done"]
    hall.say(TWO, TableChannel.HERE, b"offline")
    hall.act("pause", tables=[TWO])
    hall.act("reset", tables=[TWO])
    assert [each["state"] for each in report(hall)["tables"][1]["commands"]] == ["waiting", "waiting", "done"]
    hall.now += PATIENCE["pause"] + 1
    hall.say(TWO, TableChannel.HERE, b"online")
    hall.turn()
    assert [each["do"] for each in hall.tables[TWO].done] == ["pause", "reset"], "nobody is paused an hour later"


def test_what_a_table_says_is_bounded_and_rubbish_changes_nothing() -> None:
    hall = busy_hall()
    before = hall_report(hall.desk, hall.now)
    for channel in TableChannel:
        for rubbish in (
            b"",
            b"[]",
            b"\xff",
            b"[" * 3000,
            b'{"a":' + b"1" * 100_000 + b"}",
            b'{"state": 7, "stands": 3}',
        ):
            if channel not in (TableChannel.HERE, TableChannel.STATE, TableChannel.HEALTH):
                hall.say(ONE, channel, rubbish)
    for body in (b"", b"[]", b'{"name": 7}', b'{"name": "x", "outcome": []}'):
        hall.report(ONE, "result", body)
    hall.report(ONE, "journal/", b"")
    hall.say(ONE, TableChannel.STATE, b'{"game": "sonar", "stands": [], "view": 3}')
    hall.say(ONE, TableChannel.HEALTH, b'{"troubles": [3, {"code": "never-heard-of"}]}')
    hall.turn()
    assert hall_report(hall.desk, hall.now)["round"] == before["round"]
    assert report(hall)["tables"][0]["troubles"] == ["desk.trouble.never-heard-of"]
    hall.act("follow", table=ONE, delay=0)
    hall.say(ONE, TableChannel.STATE, {"game": "sonar", "stands": {"state": 3}, "view": {}})
    hall.turn()
    assert followed_report(hall.desk)["tableau"] is None


HOSTILE = {
    "no number": b'{"stands": {"now": NaN}, "troubles": [{"code": "disk", "facts": {"at": 1e999}}]}',
    "half a letter": b'{"game": "sonar", "stands": {"names": {"red": "\\ud800"}}, "view": {}}',
    "deep": b'{"x":' + b"[" * 900 + b"]" * 900 + b"}",
    "names": b'{"game": "sonar", "stands": {"names": {"red": {}, "blue": 3}}, "view": {}}',
}


@pytest.mark.parametrize("said", HOSTILE.values(), ids=HOSTILE)
def test_whatever_a_table_says_pages_can_be_shown_it(said: bytes) -> None:
    hall = busy_hall()
    hall.act("follow", table=ONE, delay=0)
    hall.say(ONE, TableChannel.STATE, said)
    hall.say(ONE, TableChannel.HEALTH, said)
    hall.report(ONE, "result", b'{"name": "x", "outcome": ' + said + b"}")
    hall.turn()
    for shown in (report(hall), hall_report(hall.desk, hall.now), followed_report(hall.desk)):
        json.dumps(shown, allow_nan=False, ensure_ascii=False).encode()


@pytest.mark.parametrize("place", ["Autumn/\u00b2/1", "Autumn/1/\u0661", "Autumn//1", "1/1", "/1/1", "Autumn/1/1/1"])
def test_a_game_for_no_encounter_counts_for_nobody(place: str) -> None:
    hall = busy_hall()
    hall.report(ONE, "result", {"name": "x", "assignment": place})
    hall.report(ONE, "journal/x", b"signed")
    hall.verify(f"{ONE}/x", assignment=place)
    assert results(hall) == [None] * 4
    hall.act("dispute", round=1, encounter=1)
    assert report(hall)["disputes"][0]["claim"] is None


def test_of_games_that_are_never_reported_the_oldest_are_forgotten() -> None:
    hall = busy_hall()
    for n in range(MOST_UNREPORTED + 5):
        hall.say(ONE, TableChannel.WITNESS, {"game": f"{n:05d}", "place": "00", "value": "aa"})
    hall.say(TWO, TableChannel.WITNESS, {"game": "00000", "place": "00", "value": "bb"})
    hall.turn()
    kept = [name for name in hall.rows.read("witness") if name.startswith(ONE)]
    assert kept == [f"{ONE}/{n:05d}" for n in range(5, MOST_UNREPORTED + 5)]
    assert f"{TWO}/00000" in hall.rows.read("witness")


def test_phones_check_crews_in_and_are_told_where_they_play() -> None:
    hall = FakeHall(2)
    hall.act("begin", name="Autumn", game="sonar", rounds=3)
    assert hall.desk.check_in.spell(" sharks\u202e ") == {"name": "sharks", "crew": None}
    ticket = hall.desk.sign_in("Sharks", hall.now)
    assert hall.desk.check_in.spell("SHARKS") == {"name": "Sharks", "crew": 1}
    hall.desk.sign_in("Rays", hall.now)
    hall.turn()
    hall.act("pair")
    shown = crew_report(hall.desk, ticket)
    assert shown is not None
    assert (shown["crew"], shown["encounter"]["table"]) == ("Sharks", "Table 1")
    assert crew_report(hall.desk, "no ticket") is None
    hall.act("check-ins", open=False)
    assert hall.refusal("pair") == "results-missing"


def test_the_followed_table_is_shown_with_the_delay_and_not_before() -> None:
    hall = busy_hall()
    hall.act("follow", table=ONE, delay=60)
    state = {
        "game": "sonar",
        "view": {"boats": {}},
        "stands": {"state": "running", "names": {"red": "Sharks"}, "now": 0},
    }
    hall.say(ONE, TableChannel.STATE, state)
    hall.say(ONE, TableChannel.EVENT, {"n": 1, "at": 0, "type": "surfaced", "facts": {"boat": "red", "sector": 3}})
    hall.turn()
    assert hall.desk.followed.state == {}
    assert hall.desk.due == hall.now + 60
    hall.now += 60
    hall.turn()
    assert hall.desk.followed.state == state
    assert [each["type"] for each in hall.desk.followed.events] == ["surfaced"]


def test_all_of_it_survives_a_restart_of_the_desk() -> None:
    hall = busy_hall()
    count(hall)
    hall.act("dispute", round=1, encounter=2, text="late")
    hall.act("follow", table=TWO, delay=30)
    hall.act("name", table=TWO, name="By the window")
    ticket = hall.desk.sign_in("Sharks", hall.now)
    unfinished = claim(hall, TWO)
    before = report(hall)
    hall.jobs.clear()
    hall.restart()
    after = report(hall)
    for name in ("tournament", "round", "standings", "disputes", "claims", "crews", "settings"):
        assert after[name] == before[name], name
    assert [each["commands"] for each in after["tables"]] == [each["commands"] for each in before["tables"]]
    assert crew_report(hall.desk, ticket) is not None
    assert [job.claim for job in hall.jobs] == [unfinished], "what was not verified yet is verified now"
    hall.report(TWO, "answer", {"box": "desk-box", "n": 99, "answer": "done"})
    hall.act("pause", tables="all")
    assert [table.done[-1]["do"] for table in hall.tables.values()] == ["pause"] * 4


def test_a_round_that_is_taken_back_frees_its_tables() -> None:
    hall = busy_hall()
    hall.tournament("Undo")
    assert hall.desk.hall.places == {}
    hall.act("pair")
    assert [table.done[-1]["do"] for table in hall.tables.values()] == ["start"] * 4


def test_crews_of_one_boat_are_graded_by_what_their_journals_prove() -> None:
    hall = FakeHall(1)
    hall.act("begin", name="Patrols", game="uboot", rounds=1, options={"mission": "m01"})
    hall.tournament("Enter", name="Orcas")
    hall.act("pair")
    assert hall.tables[ONE].done[0]["options"] == {"mission": "m01"}
    outcome = {"winner": "uboot", "facts": {"grade": "A", "glory": 12}}
    said = {"name": "00001-uboot", "game": "uboot", "assignment": "Patrols/1/1", "outcome": outcome, "boats": {}}
    hall.report(ONE, "result", said)
    hall.report(ONE, "journal/00001-uboot", b"signed")
    hall.verify(f"{ONE}/00001-uboot", game="uboot", outcome=outcome, assignment="Patrols/1/1")
    assert hall_report(hall.desk, hall.now)["standings"][0] == {"place": 1, "crew": "Orcas", "grades": "A", "glory": 12}


def test_a_dispute_in_a_ranking_is_settled_by_the_journal() -> None:
    hall = FakeHall(1)
    hall.act("begin", name="Patrols", game="uboot", rounds=1)
    hall.tournament("Enter", name="Orcas")
    hall.act("pair")
    hall.tournament("Grade", round=1, crew=1, grade="F", glory=0)
    claimed = claim(hall, ONE, winner="uboot")
    hall.verify(claimed, game="uboot", outcome={"winner": "uboot"}, assignment="Patrols/1/1")
    hall.act("dispute", round=1, encounter=1, text="we sank two")
    assert hall.refusal("settle", dispute=1, result="journal", ruling="") == "no-journal", "it holds no grade"
    known = hall.desk.hall.claims[claimed]
    outcome = {"winner": "uboot", "facts": {"grade": "B", "glory": 9}}
    hall.desk.hall.keep_claim(replace(known, outcome=outcome))
    hall.act("settle", dispute=1, result="journal", ruling="the journal is right")
    assert hall_report(hall.desk, hall.now)["standings"][0]["glory"] == 9
    assert report(hall)["disputes"][0]["settled"] == "journal"


def test_a_round_has_a_clock_that_stands_with_the_hall_and_survives_the_desk() -> None:
    hall = FakeHall(1)
    hall.act("begin", name="Autumn", game="sonar", rounds=3)
    for name in ("Sharks", "Rays"):
        hall.tournament("Enter", name=name)
    hall.act("clock", minutes=30)
    assert hall_report(hall.desk, hall.now)["clock"] == {"minutes": 30, "runs": False, "left": None}
    hall.act("pair")
    hall.now += 600
    hall.turn()
    assert hall_report(hall.desk, hall.now)["clock"] == {"minutes": 30, "runs": True, "left": 1200}
    hall.act("pause", tables="all")
    hall.now += 300
    hall.act("resume", tables="all")
    hall.restart()
    hall.now += 1199
    hall.turn()
    assert hall_report(hall.desk, hall.now)["clock"]["left"] == 1
    hall.now += 2
    hall.turn()
    assert hall_report(hall.desk, hall.now)["clock"] == {"minutes": 30, "runs": False, "left": 0}
    assert hall.desk.due is None


def test_between_rounds_the_big_screen_shows_the_games_of_the_round() -> None:
    hall = busy_hall()
    assert hall.refusal("show", claims="round") == "no-journal"
    count(hall)
    hall.act("show", claims="round")
    (shown,) = hall_report(hall.desk, hall.now)["show"]
    assert shown["claim"].startswith(ONE)
    hall.restart()
    assert hall_report(hall.desk, hall.now)["show"] == [shown]
    hall.act("show", claims=[])
    assert hall_report(hall.desk, hall.now)["show"] == []


def test_another_tournament_does_not_begin_with_the_options_of_the_last() -> None:
    hall = FakeHall(1)
    hall.act("begin", name="Autumn", game="sonar", rounds=3, options={"limit": "20"})
    hall.act("options", options={"limit": "30"})
    offers = {each["name"]: each for each in report(hall)["offers"]["options"]}
    assert (offers["limit"]["usual"], offers["limit"]["high"]) == ("0", 999)
    hall.act("close")
    hall.act("begin", name="Winter", game="steam", rounds=3)
    assert report(hall)["settings"]["options"] == {}


def refused(hall: FakeHall, message: dict[str, Any]) -> str:
    try:
        hall.desk.act(message, hall.now)
    except ActError as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({}, "unknown-act"),
        ({"do": ["pause"]}, "unknown-act"),
        ({"do": "sink"}, "unknown-act"),
        ({"do": "pause", "tables": ["nobody"]}, "no-such-hall-table"),
        ({"do": "pause", "tables": []}, "no-such-hall-table"),
        ({"do": "pair"}, "no-tournament"),
        ({"do": "tournament", "act": {"act": "Begin"}}, "unknown-act"),
        ({"do": "tournament", "act": {"act": "StartRound", "pairings": []}}, "unknown-act"),
        ({"do": "begin", "name": "x", "game": "chess", "rounds": 3}, "no-such-game"),
        ({"do": "begin", "name": "x", "game": "sonar", "rounds": True}, "unknown-act"),
        ({"do": "begin", "name": "x", "game": "sonar", "rounds": 3, "system": "loud"}, "no-such-system"),
        ({"do": "message", "tables": "all", "text": "x" * 200}, "long-text"),
        ({"do": "follow", "table": ONE, "delay": -1}, "delay"),
        ({"do": "name", "table": ONE, "name": "table 2"}, "hall-name-taken"),
        ({"do": "slot", "tables": "all", "on": True, "game": "sonar", "minutes": 3}, "slot-minutes"),
        ({"do": "options", "options": {"a": 1}}, "unknown-act"),
        ({"do": "options", "options": {"limit": "1"}}, "no-tournament"),
        ({"do": "begin", "name": "x", "game": "sonar", "rounds": 3, "options": {"limit": "loud"}}, "bad-option"),
        ({"do": "begin", "name": "x", "game": "sonar", "rounds": 3, "options": {"chart": "/etc/passwd"}}, "bad-option"),
        (
            {"do": "begin", "name": "x", "game": "sonar", "rounds": 3, "options": {"chart": "nowhere"}},
            "no-such-content",
        ),
        ({"do": "clock", "minutes": -1}, "round-minutes"),
        ({"do": "show", "claims": ["nobody's"]}, "no-journal"),
        ({"do": "settle", "dispute": 1, "result": "red"}, "no-such-dispute"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(message: dict[str, Any], code: str) -> None:
    hall = FakeHall(2)
    before = json.dumps(report(hall))
    assert refused(hall, message) == code
    assert json.dumps(report(hall)) == before


NAMES = (
    "<script>alert(1)</script>",
    "=HYPERLINK(1)",
    "@SUM(1)",
    "-2+3",
    "\u202egnp.exe",
    "a\u0007b",
    "ｆｕｌｌ",
    "'; --",
    "{0.__class__}",
)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_are_text_everywhere(name: str) -> None:
    hall = FakeHall(1)
    hall.act("begin", name="Autumn", game="sonar", rounds=3)
    hall.desk.sign_in(name, hall.now)
    hall.desk.sign_in("Rays", hall.now)
    hall.turn()
    hall.act("pair")
    kept = hall.desk.hall.need_tournament().crews[0].name
    assert kept.isprintable()
    assert kept in hall.tables[ONE].done[0]["boats"].values()
    cells = [cell for line in standings_csv(hall.desk.hall.need_tournament()).splitlines() for cell in line.split(",")]
    assert not [cell for cell in cells if cell.strip('"').startswith(("=", "+", "-", "@"))]


def test_tables_are_listed_as_people_count() -> None:
    names = ["Table 10", "table 2", "Bar", "Table 1", "2"]
    assert sorted(names, key=natural_order) == ["2", "Bar", "Table 1", "table 2", "Table 10"]
