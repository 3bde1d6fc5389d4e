"""STM-4: the invariants hold in random play (a million orders: tests/rules/steam/kit/soak.py), and a breach is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from klaxon.rules.contract import Event, Order, Seat
from klaxon.rules.steam.grid import POST
from klaxon.rules.steam.step import replace_at
from tests.effort import effort
from tests.rules.steam.kit.boats import Table
from tests.rules.steam.kit.every_op import EVERY_OP
from tests.rules.steam.kit.invariants import Turn, breaches, idle, play

ORDERS = effort(24_000, 60_000, mutant=4_000)
RULES = [f"STM-4{letter}" for letter in "abcdefgh"]
Test = TypeVar("Test", bound=Callable[..., Any])


def proved(case: str, *rules: str) -> Callable[[Test], Test]:
    """Return a decorator that marks a test with several rules."""

    def marked(test: Test) -> Test:
        for rule in rules:
            pytest.mark.rule(rule, case=case)(test)
        return test

    return marked


@proved("allows", *RULES)
@pytest.mark.parametrize("setup", ["ready", "free", "draft", "random"])
def test_random_games_keep_the_invariants(setup: str) -> None:
    played = play(max(ORDERS // 8, 1_000), 1, setup=setup)
    assert played.games > 2
    assert played.ends


@pytest.mark.parametrize("options", [{}, {"mend_destroyed": "yes", "hit_post": "yes", "enter_occupied": "no"}])
def test_random_games_with_every_operation_keep_the_invariants(options: dict[str, str]) -> None:
    assert play(ORDERS // 4, 2, EVERY_OP, **options).ends


@proved("refuses", *RULES[:5])
def test_a_breach_of_the_board_is_seen() -> None:
    def broken(table: Table) -> str:
        return next(breaches(table.board), "")

    assert broken(Table()) == ""
    table = Table().men("red", m1="b1")
    table.edit().boats[0].gone = 2
    assert broken(table) == "STM-4a red 1"
    table = Table()
    hull = table.edit().boats[1]
    hull.plain = replace_at(hull.plain, 3, 9)
    assert broken(table) == "STM-4b blue 3"
    table = Table()
    hull = table.edit().boats[1]
    hull.oxygen = replace_at(hull.oxygen, 3, 3)
    assert "STM-4c blue 3" in list(breaches(table.board))
    table = Table().lies(0, 6)
    assert broken(table) == "STM-4d (0, 6)"
    table = Table()
    hull = table.edit().boats[0]
    hull.cards = replace_at(hull.cards, POST, 5)
    assert "STM-4e red" in list(breaches(table.board))


@proved("refuses", *RULES[5:])
def test_a_breach_of_the_turn_is_seen() -> None:
    board, seat = Table().board, Seat("red.captain")

    def broken(*orders: Order, ends: bool = False) -> list[str]:
        turn, found = Turn(), []
        for order in orders:
            events = (Event("turn", {}, frozenset()),) if ends else ()
            found += list(turn.broken_by(order, board, board, events))
        return found

    assert broken(Order(seat, "manoeuvre"), Order(seat, "move", ("1", "b1"))) == []
    assert broken(Order(seat, "manoeuvre"), Order(seat, "manoeuvre")) == ["STM-4f"]
    assert broken(Order(seat, "move", ("1", "b1")), Order(seat, "activate", ("2", "1"))) == ["STM-4g {'1': 2, '2': 1}"]
    assert broken(Order(seat, "end"), ends=True) == ["STM-4h taken [0, 0]"]
    waiting = Table()
    waiting.edit().phase = "oxygen"
    order = Order(seat, "oxygen", ("a1",))
    assert list(Turn().broken_by(order, waiting.board, waiting.board, ())) == ["STM-4h fell by 0"]


@pytest.mark.rule("STM-3.8l", case="refuses")
def test_a_use_that_does_nothing_is_seen() -> None:
    board, seat = Table().board, Seat("red.captain")
    used: dict[str, object] = {"boat": "red", "crew": ["1"], "cell": "b1", "card": "gatling_gun"}
    told: list[tuple[str, dict[str, object]]] = [
        ("activated", used),
        ("crew", {"boat": "red", "crew": "1"}),
        ("exhausted", {"boat": "red", "crew": "1"}),
    ]
    events = tuple(Event(kind, facts, frozenset()) for kind, facts in told)
    order = Order(seat, "activate", ("1",))
    assert len(list(idle(order, events, board))) == 1
    assert list(idle(order, (*events, Event("exhausted", {"boat": "blue", "crew": "2"}, frozenset())), board)) == []
    assert list(idle(order, (*events, Event("attack", {"boat": "red"}, frozenset())), board)) == []
    assert list(idle(order, (*events, events[1]), board)) == [], "somebody was moved by it"
