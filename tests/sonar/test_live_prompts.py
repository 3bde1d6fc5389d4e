"""SON-13, SON-40, SON-51 and SON-71 in real time: what the game waits for, whom it freezes, and until when."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Order, Prompt, Seat
from tests.sonar.boats import CREW, GAME, OPEN, set_up
from tests.sonar.live import Live


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


@pytest.mark.rule("SON-40", case="allows")
def test_a_penalty_keeps_the_crew_waiting_and_a_mark_beside_it_the_captain() -> None:
    table = failed()
    assert table.prompt("red.engineer").freezes == CREW["red"] - {"red.engineer"}
    mark = table.prompt("red.xo")
    assert (mark.verbs, mark.freezes, mark.due, mark.default) == (("charge",), {"red.captain"}, None, None)


@pytest.mark.rule("SON-40", case="refuses")
def test_where_patience_has_no_end_a_penalty_waits_for_ever() -> None:
    table = failed(patience="0")
    prompt = table.prompt("red.engineer")
    assert (prompt.due, prompt.default, GAME.due(table.state)) == (None, None, None)
    assert "due" not in table.view("red.engineer")["prompts"][0]


@pytest.mark.rule("SON-40", case="allows")
def test_a_penalty_drawn_by_lot_is_another_one_every_time() -> None:
    table, drawn = failed(), set()
    for number in range(1, 40):
        table.put("red", penalty_due=number)
        default = table.prompt("red.engineer").default
        assert isinstance(default, Order)
        drawn.add(default.args)
    assert drawn == {(symbol,) for symbol in ("w5", "w6", "n6", "s5", "e4", "e6")}


@pytest.mark.rule("SON-04", case="refuses")
def test_in_real_time_a_game_without_a_limit_ends_by_itself_never() -> None:
    table = Live()
    table.state = set_up(OPEN, mode="realtime")
    table.wait(5000)
    table.play("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive")
    assert GAME.due(table.state) is None
