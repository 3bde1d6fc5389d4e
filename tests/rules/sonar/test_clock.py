"""The clock of mode `turns`: a turn whose time is up is played to its end by lot (SON-90)."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Event, Ms, Outcome
from tests.rules.sonar.kit.boats import GAME, OPEN, SMALL, Table, everyone

POCKET = """\
..#..
..#..
.....
.....
....."""


def wait(table: Table, until: int) -> list[Event]:
    """Let time pass."""
    happened: list[Event] = []
    while GAME.now(table.state) < until:
        step = GAME.advance(table.state, Ms(until))
        table.state = step.state
        happened += step.events
    return happened


def kinds(events: list[Event]) -> list[str]:
    return [event.type for event in events]


@pytest.mark.rule("SON-90", case="allows")
def test_a_turn_whose_time_is_up_is_played_to_its_end() -> None:
    table = Table(OPEN, red="E5", clock="30")
    assert GAME.due(table.state) == 30_000
    assert wait(table, 29_999) == []
    happened = wait(table, 30_000)
    assert happened[0] == everyone("overdue", boat="red", verb="end")
    assert kinds(happened) == ["overdue", "course", "charged", "broke", "turn"]
    assert happened[-1] == everyone("turn", boat="blue")
    assert GAME.due(table.state) == 60_000
    assert wait(table, 59_999) == []


@pytest.mark.rule("SON-90", case="allows")
@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["captain course east"], ["charged", "broke"]),
        (["captain course east", "engineer break e1"], ["charged"]),
        (["captain course east", "xo charge mine"], ["broke"]),
        (["captain course east", "xo charge mine", "engineer break e1"], []),
        (["captain surface"], []),
    ],
)
def test_only_what_is_left_is_drawn(lines: list[str], left: list[str]) -> None:
    table = Table(OPEN, red="E5", clock="30")
    wait(table, 5000)
    table.play(*(f"red.{line}" for line in lines))
    assert GAME.due(table.state) == 30_000
    assert kinds(wait(table, 30_000)) == ["overdue", *left, "turn"]


@pytest.mark.rule("SON-90", case="allows")
def test_a_sonar_and_a_penalty_are_answered_too() -> None:
    table = Table(OPEN, red="E5", clock="30").acting("red", "sonar")
    table.give("red.xo sonar")
    assert kinds(wait(table, 30_000)) == ["overdue", "sonar", "turn"]
    table = Table(OPEN, red="E5", clock="30").acting("red", "drone", crossed="w4")
    table.give("red.xo drone 1")
    happened = wait(table, 30_000)
    assert kinds(happened) == ["overdue", "broke", "turn"]
    assert happened[1].facts["symbol"] in ("w5", "w6", "n6", "s5", "e4", "e6")


@pytest.mark.rule("SON-90", case="allows")
def test_a_boat_without_a_course_surfaces_when_its_time_is_up() -> None:
    table = Table(POCKET, clock="30").put("red", route="B2 A2 A1 B1", moved=True)
    table.play("red.captain end", "blue.captain course north")
    table.marked("blue").give("blue.captain end")
    assert table.view("red.captain")["blackout"] is True
    assert kinds(wait(table, 30_000)) == ["overdue", "surfaced", "turn"]


@pytest.mark.rule("SON-90", case="refuses")
def test_an_end_in_time_starts_the_clock_anew_and_without_a_clock_nothing_is_due() -> None:
    table = Table(OPEN, red="E5", clock="30")
    wait(table, 20_000)
    table.turn("red east")
    assert GAME.due(table.state) == 50_000
    assert GAME.due(Table(OPEN, red="E5").state) is None


@pytest.mark.rule("SON-90", case="refuses")
def test_a_game_that_ends_by_lot_goes_no_further() -> None:
    table = Table(SMALL, red="C3", clock="30", victory="sudden-death").put("red", crossed="w5 w6 n6 s5 e4")
    table.put("red", moved=True, break_due=9, section="east", crossed="e1 e2 e3 e5 e6")
    assert kinds(wait(table, 30_000))[-1] == "over"
    assert GAME.outcome(table.state) == Outcome("blue", "sunk")
    assert GAME.due(table.state) is None


def test_the_lots_are_those_of_the_seed_and_differ_from_turn_to_turn() -> None:
    def courses(seed: str) -> list[object]:
        table = Table(OPEN, red="E5", blue="E6", clock="1", seed=seed)
        return [event.facts["dir"] for event in wait(table, 12_000) if event.type == "course"]

    assert courses("1") == courses("1")
    assert len({str(courses(seed)) for seed in "123456"}) > 3
    assert len(set(courses("1"))) > 2


@pytest.mark.rule("SON-90", case="allows")
@pytest.mark.parametrize(
    ("owed", "kind", "fact", "choices"),
    [
        ("charge_due", "charged", "system", "mine torpedo drone sonar silence"),
        ("break_due", "broke", "symbol", "e1 e2 e3 e4 e5 e6"),
        ("penalty_due", "broke", "symbol", "w5 w6 n6 s5 e4 e6"),
    ],
)
def test_each_mark_is_a_lot_of_its_own_out_of_all_there_are(owed: str, kind: str, fact: str, choices: str) -> None:
    table, drawn = Table(OPEN, red="E5", clock="30").put("red", moved=True, section="east"), set()
    for number in range(1, 41):
        setattr(table.put("red").boat("red"), owed, number)
        (mark,) = [each for each in lots_of(table) if each.type == kind]
        drawn.add(str(mark.facts[fact]))
    assert drawn == set(choices.split())


@pytest.mark.rule("SON-90", case="allows")
def test_each_course_is_a_lot_of_its_own() -> None:
    table, drawn = Table(OPEN, red="E5", clock="30"), set()
    for turn in range(30):
        table.alone().ended = turn
        drawn.add(str(lots_of(table)[1].facts["dir"]))
    assert drawn == {"north", "east", "south", "west"}


def lots_of(table: Table) -> tuple[Event, ...]:
    """Return what comes when the time of this turn is up; the table stays where it is."""
    return GAME.advance(table.state, Ms(30_000)).events
