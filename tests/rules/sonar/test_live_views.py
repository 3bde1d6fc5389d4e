"""Views of real time somewhere else: read from what was shown, they hold what the seat may know and nothing more."""

from __future__ import annotations

import pytest

from klaxon.rules.sonar.realtime.state import RUNNING, Floor, RealtimeState, Repair
from klaxon.rules.sonar.setting import ROLES
from klaxon.rules.sonar.view import View
from tests.rules.sonar.kit.boats import GAME
from tests.rules.sonar.kit.live import Live


def read(table: Live, seat: str) -> View:
    """Return the view of a seat as a station far away has it."""
    view = GAME.read_view(table.view(seat))
    assert isinstance(view, View)
    return view


def numbered(table: Live, seat: str) -> int:
    """Return the number of the only prompt of a seat."""
    return int(table.prompt(seat).key.rpartition("-")[2])


def test_while_nothing_happens_there_is_nothing_to_read() -> None:
    table = Live()
    for seat in (f"{boat}.{role}" for boat in ("red", "blue") for role in ROLES):
        view = read(table, seat)
        assert (view.floor, view.boat.watch, view.hull) == (RUNNING, RealtimeState(), None)


@pytest.mark.rule("SON-51", case="allows")
def test_a_stop_is_read_by_all_and_its_prompt_by_the_one_who_called_it() -> None:
    table = Live().charged("red").charged("blue")
    table.give("red.xo stop")
    assert read(table, "red.xo").floor == Floor(0, "xo", numbered(table, "red.xo"), 30_000)
    assert read(table, "red.captain").floor == read(table, "blue.radio").floor == Floor(0, due=30_000)
    table.give("blue.captain stop")
    noted = [read(table, f"{boat}.captain").floor for boat in ("red", "blue")]
    assert [floor is not None and bool(floor.queued) for floor in noted] == [False, True]


@pytest.mark.rule("SON-82", case="allows")
def test_each_reads_of_a_repair_his_own_pen() -> None:
    table = Live().surfaced("red")
    assert read(table, "red.engineer").boat.watch == RealtimeState(repair=Repair("tracing", pens=(0, 0, 4000, 0)))
    assert read(table, "red.xo").boat.watch == RealtimeState(repair=Repair("tracing"))


@pytest.mark.rule("SON-14", case="allows")
def test_a_rest_is_read_by_the_captain_alone() -> None:
    table = Live(interval="5").sailed("red east")
    assert read(table, "red.captain").boat.watch == RealtimeState(rest=5000)
    assert read(table, "red.xo").boat.watch == RealtimeState()


@pytest.mark.rule("SON-56", case="allows")
@pytest.mark.parametrize(("patience", "by"), [("60", 60_000), ("0", 0)])
def test_who_owes_an_answer_reads_until_when(patience: str, by: int) -> None:
    table = Live(patience=patience).charged("red", "sonar").charged("blue", "drone", crossed="w4").surfaced("red")
    table.traced("red")
    assert read(table, "blue.engineer").boat.watch == RealtimeState(
        inspect=numbered(table, "blue.engineer"), inspect_by=by
    )
    table.play("blue.engineer confirm", "red.engineer ready", "red.captain dive", "blue.xo drone 1", "red.xo sonar")
    assert read(table, "blue.engineer").boat.watch == RealtimeState(penalty_by=by)
    assert read(table, "blue.captain").boat.watch == RealtimeState(answer_by=by)


@pytest.mark.rule("SON-82", case="allows")
def test_a_state_in_repair_is_its_bytes() -> None:
    table = Live().surfaced("red")
    table.play("red.engineer trace 2 - initials=KL", "blue.captain stop")
    again = GAME.decode(GAME.encode(table.state))
    assert again == table.state
    assert GAME.encode(again) == GAME.encode(table.state)
