"""SON-13, SON-40, SON-51 and SON-71 in real time: what the game waits for, whom it freezes, and until when."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Prompt, Seat
from klaxon.rules.sonar.realtime.state import Floor
from klaxon.rules.sonar.setting import ROLES
from tests.rules.sonar.kit.boats import CREW, GAME, OPEN, set_up
from tests.rules.sonar.kit.live import Live


def failed(**options: str) -> Live:
    """Return a table where red owes both marks of a course and the penalty of a failed drone."""
    table = Live(**options).charged("red", "drone", crossed="w4")
    table.play("red.captain course east", "red.xo drone 1")
    return table


@pytest.mark.rule("SON-13", case="allows")
def test_in_real_time_a_mark_has_no_time_and_keeps_only_the_captain_waiting() -> None:
    table = Live()
    table.give("red.captain course east")
    for role, verb in (("xo", "charge"), ("engineer", "break")):
        prompt = table.prompt(f"red.{role}")
        assert prompt == Prompt(prompt.key, Seat(f"red.{role}"), (verb,), frozenset({Seat("red.captain")}))
        assert (prompt.due, prompt.default) == (None, None)
        assert table.view(f"red.{role}")["prompts"] == [{"key": prompt.key, "verbs": [verb]}]


@pytest.mark.rule("SON-40", case="allows")
def test_a_penalty_keeps_the_crew_waiting_and_a_mark_beside_it_the_captain() -> None:
    table = failed()
    assert table.prompt("red.engineer").freezes == CREW["red"] - {"red.engineer"}
    mark = table.prompt("red.xo")
    assert mark == Prompt(mark.key, Seat("red.xo"), ("charge",), frozenset({Seat("red.captain")}))


@pytest.mark.rule("SON-40", case="refuses")
def test_where_patience_has_no_end_a_penalty_waits_for_ever() -> None:
    table = failed(patience="0")
    prompt = table.prompt("red.engineer")
    assert (prompt.due, prompt.default, GAME.due(table.state)) == (None, None, None)
    assert "due" not in table.view("red.engineer")["prompts"][0]


@pytest.mark.rule("SON-40", case="allows")
def test_a_penalty_drawn_by_lot_is_another_one_every_time() -> None:
    assert set(penalties("red")) == {(symbol,) for symbol in ("w5", "w6", "n6", "s5", "e4", "e6")}


@pytest.mark.rule("SON-40", case="refuses")
def test_the_lots_of_one_boat_tell_nothing_of_those_of_the_other() -> None:
    same = [red == blue for red, blue in zip(penalties("red"), penalties("blue"), strict=True)]
    assert 0 < sum(same) < 20


def penalties(boat: str) -> list[object]:
    """Return what is drawn for 40 penalties of a boat, one number after the other."""
    table = Live().charged(boat, "drone", crossed="w4")
    table.give(f"{boat}.xo drone 1")
    prompts = (table.put(boat, penalty_due=number).prompt(f"{boat}.engineer") for number in range(1, 41))
    return [prompt.default and prompt.default.args for prompt in prompts]


@pytest.mark.rule("SON-51", case="refuses")
def test_while_the_table_is_held_only_officers_and_who_owes_something_are_asked() -> None:
    officers = ("red.captain", "red.xo", "blue.captain", "blue.xo")
    table = Live().charged("blue").surfaced("red")
    assert GAME.actors(table.state) == (*sorted(CREW["red"], key=by_role), "blue.captain", "blue.xo", "blue.engineer")
    table.give("blue.captain stop")
    assert GAME.actors(table.state) == officers
    table = Live().charged("red", "drone", crossed="w4")
    table.play("red.captain stop", "red.xo drone 1", "blue.captain stop")
    assert GAME.actors(table.state) == ("red.engineer", *officers)


def by_role(seat: str) -> int:
    """Return the place of a seat in its crew."""
    return ROLES.index(seat.partition(".")[2])


@pytest.mark.rule("SON-51", case="refuses")
def test_no_view_holds_what_a_stop_is_to_the_other_boat() -> None:
    """Who called it and its prompt are the boat's own; that the enemy has called too is the enemy's."""
    table = Live().charged("red").charged("blue")
    table.play("red.xo stop", "blue.captain stop")
    number = int(table.prompt("red.xo").key.rpartition("-")[2])
    for role in ROLES:
        red, blue = (GAME.view(table.state, Seat(f"{boat}.{role}")) for boat in ("red", "blue"))
        assert red.floor == Floor(0, "xo", number, 30_000, again=False, queued="")
        assert blue.floor == Floor(0, "", 0, 30_000, again=False, queued="captain")


@pytest.mark.rule("SON-04", case="refuses")
def test_in_real_time_a_game_without_a_limit_ends_by_itself_never() -> None:
    table = Live()
    table.state = set_up(OPEN, mode="realtime")
    table.wait(5000)
    table.play("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive")
    assert GAME.due(table.state) is None
