"""The screens of real time: golden frames, what they say, and that nothing on them is cut off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from klaxon.console.devices import Picture
from klaxon.console.games import screens_of
from klaxon.console.games.sonar import clocks
from klaxon.console.games.sonar.plotting.sheet import track_of
from klaxon.console.play import countdown
from klaxon.rules.contract import Ms
from tests.console.kit import frames
from tests.console.kit.live_stills import (
    LIVE_STILLS,
    TRACED,
    TRACES,
    guessing,
    live,
    room,
    slipped,
    up,
)
from tests.console.kit.sonar_scenes import PHRASES, Room
from tests.console.kit.sonar_seats import PLAYERS
from tests.console.kit.sonar_stills import large
from tests.rules.sonar.kit.boats import GAME
from tests.rules.sonar.kit.live import Live

NAMES = [*LIVE_STILLS, *(f"trace-{name}" for name in TRACES)]


def picture_of(name: str) -> Picture:
    if name in LIVE_STILLS:
        seat, make = LIVE_STILLS[name]
        return make().panel(seat)
    return TRACES[name.removeprefix("trace-")]().panel()


@pytest.mark.parametrize("name", NAMES)
def test_a_still_of_real_time_is_as_it_was_approved(name: str) -> None:
    frames.check(f"live/{name}", picture_of(name))


# Who holds the table, and until when


@pytest.mark.parametrize("seat", PLAYERS)
def test_every_station_says_who_called_stop_and_how_long_it_lasts(seat: str) -> None:
    made = room("red.captain stop", at=5500)
    words = made.words(seat)
    assert "STOP Red" in words or ("OUR STOP" in words and seat == "red.captain")
    assert "25 s" in words
    made.take(GAME.advance(made.state, Ms(30_000)))
    assert "STOP Red" not in made.words(seat)
    assert " s\n" not in made.words(seat), "nothing is counted any more"


@pytest.mark.parametrize("seat", PLAYERS)
def test_every_station_says_that_an_answer_is_waited_for(seat: str) -> None:
    words = room("blue.xo sonar", at=20_000).words(seat)
    captains = {"red.captain": "say 1", "blue.captain": "sonar sent"}
    assert captains.get(seat, "SONAR Red") in words
    assert "40 s" in words


@pytest.mark.parametrize(
    ("seat", "lines", "says"),
    [
        ("red.captain", ["red.captain stop"], "resumes 30 s"),
        ("blue.captain", ["red.captain stop"], "resumes 30 s"),
        ("red.captain", ["blue.xo sonar"], "random in 60 s"),
        ("blue.captain", ["red.captain stop", "blue.captain stop", "red.captain resume"], "drops in 30 s"),
        ("blue.engineer", ["red.captain surface", *TRACED], "counts as sound in 60 s"),
    ],
)
def test_the_rule_that_comes_by_itself_can_be_read(seat: str, lines: list[str], says: str) -> None:
    assert says in room(*lines).words(seat)


def test_without_patience_nothing_comes_by_itself_and_nothing_is_counted() -> None:
    made = room("blue.xo sonar", table=live(patience="0"))
    assert "by lot" not in made.words("red.captain")
    assert clocks.tick(made.scene("red.captain")) is None
    assert "SONAR Red" in made.words("red.xo")


def test_a_noted_stop_waits_and_is_asked_again() -> None:
    made = room("red.captain stop", "blue.captain stop")
    assert "Red called STOP and chooses" in " ".join(made.words("blue.captain").split("\n"))
    made.give("red.captain resume")
    assert "STOP now?" in made.words("blue.captain")
    assert {choice.word for choice in made.scene("blue.captain").draft.choices if not choice.barred} == {
        "stop",
        "resume",
    }
    assert "STOP Blue" in made.words("red.captain")


def test_the_captain_is_told_whose_mark_is_missing_and_when_the_helm_is_free() -> None:
    made = Room.of(live(interval="9")).give("red.captain course east")
    assert "crew marks" in made.words("red.captain")
    made.give("red.engineer break e1")
    assert "XO…" in made.words("red.captain")
    made.give("red.xo charge mine")
    assert "helm rests" in made.words("red.captain")
    assert "sail in 9 s" in made.words("red.captain")
    made.take(GAME.advance(made.state, Ms(9000)))
    assert "sail: NESW" in made.words("red.captain")


@pytest.mark.parametrize(
    "due", [1, 999, 1000, 1001, 60_000, 98_999, 99_000, 99_001, 100_000, 120_000, 120_001, 600_000]
)
def test_a_countdown_changes_at_its_ticks_and_at_no_other_moment(due: int) -> None:
    now, told = 0, countdown.countdown_text(PHRASES, due, 0)
    while (tick := countdown.tick(due, now)) is not None:
        assert tick > now
        assert countdown.countdown_text(PHRASES, due, tick - 1) == told
        now, told = tick, countdown.countdown_text(PHRASES, due, tick)
        assert told != countdown.countdown_text(PHRASES, due, tick - 1)
    assert now == due
    assert told == "0 s"


# Marks that are only pretended (SON-114)


def after_silence(way: str, rules: str) -> Room:
    table = Live(large(), red="K8", blue="A1", rules=rules)
    table.charged("red", "silence", route="K8 K9 K10").charged("blue", route="A13 B13")
    return room(f"red.captain silence {way}", table=table)


@pytest.mark.parametrize(("role", "rules"), [("xo", "wolfpack"), ("engineer", "wolfpack"), ("engineer", "second")])
def test_a_pretended_mark_looks_as_a_real_one(role: str, rules: str) -> None:
    seat = f"red.{role}"
    still, gone = after_silence("stay", rules), after_silence("west 2", rules)
    assert still.panel(seat) == gone.panel(seat)


@pytest.mark.parametrize("role", ["xo", "engineer"])
def test_nothing_is_pretended_without_need_nor_when_a_real_mark_is_due(role: str) -> None:
    aid = screens_of("sonar")(role).aid
    made = after_silence("west 2", "wolfpack")
    assert aid(made.view(f"red.{role}")).pretended is None
    owed = {**after_silence("stay", "wolfpack").view(f"red.{role}")}
    owed["prompts"] = [{"key": "red-mark-9", "verbs": ["charge" if role == "xo" else "break"]}]
    assert aid(owed).pretended is None


def test_there_is_nothing_to_pretend_where_everything_is_marked() -> None:
    view = after_silence("stay", "wolfpack").view("red.xo")
    view["gauges"] = {system: [boxes, boxes] for system, (_, boxes) in view["gauges"].items()}
    assert screens_of("sonar")("xo").aid(view).pretended is None


# The hull


def test_the_crew_sees_who_has_traced_and_who_is_waited_for() -> None:
    made = up()
    assert "the engineer traces first" in made.words("red.captain")
    made.give(*TRACED[:2])
    words = made.words("red.captain")
    assert "1 bow traced by the engineer ENG" in words
    assert "3 stern not traced" in words
    assert "to trace: XO, radio" in words
    made.give(*TRACED[2:])
    assert "the enemy judges the hull" in made.words("red.xo")
    made.give("blue.engineer confirm")
    assert "report ready" in made.words("red.engineer")
    made.give("red.engineer ready")
    assert "captain: dive" in made.words("red.radio") or "FROZEN" in made.words("red.radio")
    assert "dive" in made.words("red.captain").split("\n")[-1]


def test_the_enemys_engineer_sees_the_slips_and_may_reject() -> None:
    made = slipped().give(*TRACED)
    words = made.words("blue.engineer")
    assert "1 bow traced by the engineer ENG slips: 1" in words
    assert "reject" in words
    clean = up().give(*TRACED).words("blue.engineer")
    assert "slips" not in clean
    assert "reject" not in clean


def test_a_hull_to_look_at_is_told_to_an_engineer_who_marks() -> None:
    made = up("blue.captain course east").give(*TRACED)
    made.choose("blue.engineer", "break", "e1")
    assert "BACK: the enemy's hull" in made.words("blue.engineer")


def test_a_radio_operator_is_frozen_while_the_boat_is_up() -> None:
    made = up()
    assert "FROZEN" in made.words("red.radio")
    lens = dict(made.scene("red.radio").lens)
    made.turn("red.radio", 3)
    assert made.scene("red.radio").lens == lens
    assert screens_of("sonar")("radio").press(made.scene("red.radio"), "ok") is None


# The pencil


def test_a_guess_joins_the_track_over_a_silence() -> None:
    made = guessing("NNWW~SS")
    before = made.scene("red.radio")
    drawn = _track(made)
    assert len(drawn) == 3
    for key in ("ok", "push"):
        made.press("red.radio", key)
    made.turn("red.radio", 4)
    assert "NORTH 3" in made.words("red.radio")
    assert len(_track(made)) == 3 + 4 + 3
    made.press("red.radio", "back")
    assert _track(made) == drawn
    assert made.scene("red.radio").lens == {**before.lens}


def test_the_pencil_erases_and_begins_anew() -> None:
    made = guessing("NNWW")
    end = _track(made)[-1]
    made.press("red.radio", "ok").turn("red.radio", 9).press("red.radio", "push")
    assert len(_track(made)) > 1, "only OK erases, and held"
    made.press("red.radio", "ok")
    assert _track(made) == (end,)
    made.give("blue.captain course east")
    assert len(_track(made)) == 2


def test_missed_calls_are_written_down_by_hand_and_rubbed_out() -> None:
    _, make = LIVE_STILLS["radio-writes"]
    made = make()
    assert "→↓" in made.words("red.radio").split("\n")
    made.turn("red.radio", 9).press("red.radio", "push")
    assert "→" in made.words("red.radio").split("\n")
    made.press("red.radio", "ok")
    assert "edit the track" in made.words("red.radio")
    assert len(_track(made)) == 1 + 1 + 3 + 1, "east by hand joins the calls before and after"


@pytest.mark.parametrize("level", ["off", "log"])
def test_a_table_that_draws_no_track_has_no_pencil(level: str) -> None:
    made = room(table=live(help=level))
    assert screens_of("sonar")("radio").press(made.scene("red.radio"), "ok") is None
    assert "pencil" not in made.words("red.radio")


def _track(made: Room) -> tuple[tuple[int, int], ...]:
    scene = made.scene("red.radio")
    return track_of(scene.view, scene.lens)


def test_what_is_over_shows_no_hold() -> None:
    made = room("red.captain stop")
    scene = replace(made.scene("red.captain"), outcome={"winner": "red", "reason": "conceded"})
    words = [word for place in screens_of("sonar")("captain").draw(scene) for word in place.part.words()]
    assert "VICTORY" in words
    assert not any("STOP" in word for word in words)
