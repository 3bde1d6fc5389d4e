"""What the orders are made of: the names of their arguments, and why something is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from klaxon.rules.contract import Order, Seat
from klaxon.rules.domains import Recording
from klaxon.rules.sonar.realtime.trace import NONE, faultless
from klaxon.rules.sonar.state import Rig
from tests.rules.sonar.kit.boats import GAME, Table
from tests.rules.sonar.kit.live import Live

BASES = "\n".join((".M........", "....D.....", ".....T....", "..S.......", ".......Z..", *[".........."] * 5))


def charging() -> Table:
    """Return a table where red's first officer owes a mark, on a chart with wrecks."""
    table = Table(BASES)
    table.give("red.captain course south")
    return table


def tracing(trace: str = "free") -> Live:
    """Return a table where red has surfaced."""
    return Live(trace=trace).surfaced("red")


def traced(trace: str = "free") -> Live:
    """Return a table where red has surfaced, and the pens have run through."""
    table = tracing(trace)
    table.wait(GAME.now(table.state) + 6000)
    return table


def recorded() -> Live:
    """Return the same where every trace is recorded."""
    return traced("recorded")


@pytest.mark.parametrize(
    ("make", "seat", "verb", "args", "name"),
    [
        (charging, "red.xo", "charge", "", "system"),
        (Table, "red.radio", "guess", "", "point"),
        (tracing, "red.engineer", "trace", "", "section"),
        (tracing, "red.engineer", "trace", "1", "recording"),
        (traced, "red.engineer", "trace", "1", "recording"),
        (recorded, "red.engineer", "trace", "1", "recording"),
        (tracing, "red.engineer", "trace", "1 -", "initials"),
    ],
)
def test_an_argument_has_the_name_by_which_people_are_asked_for_it(
    make: Callable[[], Table], seat: str, verb: str, args: str, name: str
) -> None:
    view = GAME.view(make().state, Seat(seat))
    asked = GAME.field(view, Order(Seat(seat), verb, tuple(args.split())))
    assert asked is not None
    assert asked.name == name


@pytest.mark.rule("SON-82", case="allows")
def test_a_trace_is_recorded_at_the_drill_of_the_hull() -> None:
    view = GAME.view(recorded().state, Seat("red.engineer"))
    asked = GAME.field(view, Order(Seat("red.engineer"), "trace", ("3",)))
    assert asked is not None
    assert isinstance(asked.domain, Recording)
    assert (asked.domain.drill, asked.domain.setting, asked.optional) == ("hull", "steady 3", False)


@pytest.mark.rule("SON-82", case="allows")
def test_a_free_trace_may_be_recorded_or_not_when_the_pen_has_run_through() -> None:
    table = traced()
    table.give(f"red.engineer trace 1 {NONE}")
    table.wait(GAME.now(table.state) + 6000)
    table.give(f"red.captain trace 2 {faultless('2', 'steady')}")


@pytest.mark.rule("SON-82", case="refuses")
def test_a_recorded_trace_needs_its_recording() -> None:
    table = recorded()
    assert table.refused("red.engineer trace 1") == "missing-argument"
    assert table.refused(f"red.engineer trace 1 {NONE}") == "bad-recording"


@pytest.mark.rule("SON-82", case="refuses")
def test_what_comes_after_the_recording_is_refused_for_its_own_sake() -> None:
    refusal = tracing().refusal(f"red.engineer trace 1 {NONE} klaxon")
    assert (refusal.code, refusal.facts["field"]) == ("bad-argument", "initials")


@pytest.mark.rule("SON-106", case="refuses")
def test_beside_wrecks_the_other_lacks_are_told_too() -> None:
    table = (
        Table(BASES, broken_order="nothing").acting("red", "torpedo", crossed="w1").put("red", rig=Rig(0, ("sonar",)))
    )
    assert table.refused("red.captain detonate A1") == "no-mine"
    assert table.refused("red.captain torpedo A3") == "broken"
    assert table.refused("red.captain repair sonar") == "not-charged"
