"""The log of a patrol that people keep: track, sinkings, badges, grades and diary, from the rows of the game."""

from __future__ import annotations

import json
from functools import cache

import pytest

from klaxon import data
from klaxon.console.games import logbook_of
from klaxon.console.games.uboot.logbook.badges import BADGES, BadgeFacts, badges_of, facts_of
from klaxon.console.games.uboot.logbook.gathering import PatrolRecord, gather
from klaxon.console.games.uboot.logbook.patrol_log import make_logbook
from klaxon.console.language.catalogue import catalogue, languages
from klaxon.console.onlook.logbook import Logbook
from klaxon.rules.contract import Event
from klaxon.table.debrief import finished_game
from klaxon.web.logbook.logbook_file import make_logbook_file
from tests.console.kit.frames import check
from tests.console.kit.patrols import HOSTILE, HOURS, finished_play
from tests.console.kit.stories import golden
from tests.console.kit.uboot_scenes import CAPTAIN, FIRST, NAVIGATOR, Room
from tests.rules.uboot.kit.patrols import PatrolBoat


@cache
def record() -> PatrolRecord:
    return gather(finished_game(finished_play()))


@cache
def book(language: str = "en") -> Logbook:
    return make_logbook(finished_game(finished_play()), language, {"uboot": HOSTILE})


def test_the_track_leads_from_the_start_along_the_courses_to_the_end() -> None:
    track = record().track
    assert track[0].game == 0
    assert track[-1].game <= HOURS * 3_600_000
    assert track[-1].x < track[0].x, "it went west"
    chart = book().chart
    assert len(chart.track) == len(track)
    assert all(0 <= x <= 100 * chart.columns and 0 <= y <= 100 * chart.rows for x, y in chart.track)
    assert {cell.name for cell in chart.cells} >= {"AM34", "AM24"}


def test_ships_are_told_with_their_outline_their_tons_and_the_time() -> None:
    freighter, tanker = book().ships
    assert freighter.lines == ("freighter", "5200 GRT", "1940-05-01 10:10")
    assert tanker.lines == ("tanker", "8100 GRT", "1940-05-02 00:00")
    assert freighter.boxes != tanker.boxes
    assert [mark.text for mark in book().chart.marks] == ["1", "2"]


def test_a_ship_of_the_sea_is_drawn_by_its_class_and_told_when_it_was_gone() -> None:
    gathered = gather(finished_game(golden("uboot/attack")))
    (ship,) = gathered.sunk
    assert (ship.book, ship.grt) == ("coaster", 1900)
    assert ship.game > 0


def test_the_diary_has_what_happened_by_day_and_hour() -> None:
    days = book().diary
    assert [day.date for day in days] == ["1940-05-01", "1940-05-02"]
    lines = [line for day in days for line in day.lines]
    assert ("10:10", "SUNK: freighter, 5200 GRT") in lines
    assert any(time == "17:30" for time, _ in lines), "the fire"


def test_grades_and_totals_are_those_of_the_log() -> None:
    shown = finished_play()
    log = dict(shown.game.show(shown.game.view(shown.state, shown.game.seats[0])))["log"]
    assert book().grade == log["missions"][0]["grade"] == "S"
    assert [row[1:] for row in book().missions.rows] == [("S", "83", "166 %", "13300", "2", "met")]
    assert book().missions.totals[1:5] == ("S", "83", "166 %", "13300")


def test_badges_are_for_what_was_done() -> None:
    assert badges_of(record()) == ["home", "hunter", "tonnage", "all-hands", "unseen", "orders"]
    facts = facts_of(record())
    lost = facts._replace(mission=facts.mission._replace(lost=True))
    assert [name for name, is_given in BADGES.items() if is_given(lost)] == []
    other = facts._replace(
        mission=facts.mission._replace(grt=30_000),
        dead=1,
        charges=40,
        hunted=1,
        meals=(2, 3),
        escorts=1,
        met=False,
        is_whole_campaign=True,
    )
    given = [name for name, is_given in BADGES.items() if is_given(other)]
    assert given == ["home", "hunter", "great-tonnage", "escort", "depths", "galley", "campaign"]
    assert not BADGES["galley"](other._replace(meals=(0, 3)))


def test_charges_that_were_survived_are_counted() -> None:
    attack = Event("attack", {"kind": "charges", "count": 5}, frozenset())
    gunfire = Event("attack", {"kind": "gunfire", "count": 9}, frozenset())
    facts: BadgeFacts = facts_of(record()._replace(events=((0, attack), (1, attack), (2, gunfire))))
    assert facts.charges == 10


@pytest.mark.parametrize("name", BADGES)
def test_every_badge_is_drawn_and_named_in_every_language(name: str) -> None:
    assert data.badge(name).startswith('<svg viewBox="0 0 48 48"')
    for language in languages():
        assert {f"badge.uboot.{name}", f"badge.uboot.{name}.for"} <= set(catalogue(language))


@pytest.mark.parametrize("language", languages())
def test_the_file_needs_nothing_else_and_no_text_of_a_person_is_markup(language: str) -> None:
    made = make_logbook_file(book(language)._replace(subtitle="Long <b>way</b>"))
    assert "<img" not in made.text
    assert "<b>way" not in made.text
    assert "&lt;b&gt;way" in made.text
    assert "<script" not in made.text
    for door in ("http:", "https:", "//", "url(", "@import"):
        assert door not in made.text.replace("</", ""), door
    assert made.policy["default-src"] == "'none'"
    assert "logbook." not in made.text


def test_a_game_without_a_logbook_has_none() -> None:
    assert logbook_of("uboot") is not None
    assert logbook_of("sonar") is None


def test_the_log_of_a_patrol_tells_the_missions_before() -> None:
    before = finished_play()
    log = before.state.board.linked.log
    after = finished_play("linked", log, "m06")
    told = make_logbook(finished_game(after), "en", {})
    assert [row[1] for row in told.missions.rows] == ["S", "S"]
    assert json.loads(log)["next"] == "m06"


# At a station


def room() -> Room:
    before = finished_play().state.board.linked.log
    return Room.at(boat=PatrolBoat("m06", log=json.loads(before)))


def test_the_missions_so_far_are_a_page_of_captain_and_first_officer() -> None:
    sea = room()
    for seat in (CAPTAIN, FIRST):
        picture = sea.page(seat, "log").panel(seat)
        assert "S 83" in " ".join(picture.words)
    check("uboot/log-page", sea.page(CAPTAIN, "log").panel(CAPTAIN))
    assert "log" not in Room.at().pages(CAPTAIN), "one mission alone has no such page"
    assert "log" not in sea.pages(NAVIGATOR)
