"""SON-40 and SON-41: orders that fail, and orders without charge."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Outcome
from tests.rules.sonar.kit.boats import FULL, GAME, SMALL, Table, crew, everyone, others

ORDERS = {
    "mine": "captain mine C4",
    "torpedo": "captain torpedo C5",
    "silence": "captain silence east 2",
    "drone": "xo drone 1",
    "sonar": "xo sonar",
}
BREAKS = {"mine": "w1", "torpedo": "n2", "silence": "w2", "drone": "w4", "sonar": "s1"}
HOT = ["w5", "w6", "n6", "s5", "e4", "e6"]


def failing(system: str = "torpedo", extra: str = "", **options: str) -> Table:
    """Return a table where red may activate a charged system that is broken down."""
    return Table(SMALL, red="C3", **options).acting("red", system, crossed=f"{BREAKS[system]} {extra}")


@pytest.mark.rule("SON-40", case="allows")
@pytest.mark.parametrize("system", ORDERS)
def test_a_broken_system_is_ordered_and_fails_at_the_price_of_radiation(system: str) -> None:
    table = failing(system)
    assert table.give(f"red.{ORDERS[system]}") == [
        crew("red", "failed", system=system),
        others("red", "failed"),
    ]
    assert table.gauges("red")[system] == FULL[system]
    assert table.boat("red").spent is True
    assert [(p.seat, p.verbs) for p in GAME.prompts(table.state)] == [("red.engineer", ("break",))]
    assert table.orders("red.engineer") == [f"break {symbol}" for symbol in HOT]


@pytest.mark.rule("SON-40", case="allows")
@pytest.mark.parametrize("symbol", HOT)
def test_the_penalty_is_any_free_radiation_symbol(symbol: str) -> None:
    table = failing()
    table.give("red.captain torpedo C5")
    (prompt,) = GAME.prompts(table.state)
    assert table.give(f"red.engineer break {symbol} @{prompt.key}") == [crew("red", "broke", symbol=symbol)]
    assert set(table.crossed("red")) == {"n2", symbol}
    assert table.boat("red").penalty_due == 0
    assert table.orders("red.captain") == ["end"]


@pytest.mark.rule("SON-40", case="allows")
def test_the_penalty_may_itself_be_the_last_radiation() -> None:
    table = failing(extra="w5 w6 n6 s5 e4")
    table.give("red.captain torpedo C5")
    assert table.orders("red.engineer") == ["break e6"]
    assert table.give("red.engineer break e6") == [
        crew("red", "broke", symbol="e6"),
        everyone("damage", boat="red", amount=1, cause="radiation"),
    ]
    assert table.crossed("red") == ()


@pytest.mark.rule("SON-40", case="allows")
def test_the_penalty_may_fail_a_section_too() -> None:
    table = failing(extra="w1 w2 w3 w4 w5")
    table.give("red.captain torpedo C5")
    assert table.give("red.engineer break w6")[1] == everyone("damage", boat="red", amount=1, cause="section")


@pytest.mark.rule("SON-40", case="allows")
def test_the_penalty_may_lose_the_game() -> None:
    table = failing(extra="w5 w6 n6 s5 e4", victory="sudden-death")
    table.give("red.captain torpedo C5")
    table.give("red.engineer break e6")
    assert GAME.outcome(table.state) == Outcome("blue", "sunk")


@pytest.mark.rule("SON-40", case="refuses")
def test_nothing_else_of_the_boat_goes_on_before_the_penalty() -> None:
    table = failing().put("red", mines="E1", charged=FULL)
    table.give("red.captain torpedo C5")
    for order in ("course north", "surface", "end", "torpedo C5", "mine C4", "silence stay", "detonate E1"):
        assert table.refused(f"red.captain {order}") == "waiting-for-engineer"
    for order in ("drone 1", "sonar", "charge mine"):
        assert table.refused(f"red.xo {order}") == "waiting-for-engineer"
    assert table.refused("blue.captain course north") == "not-your-turn"


@pytest.mark.rule("SON-40", case="refuses")
def test_the_penalty_is_no_other_symbol() -> None:
    table = failing(extra="e4")
    table.give("red.captain torpedo C5")
    assert table.refused("red.engineer break w1") == "not-radiation"
    assert table.refused("red.engineer break e4") == "crossed"
    assert table.refused("red.engineer break z4") == "bad-argument"
    assert table.orders("red.engineer") == ["break w5", "break w6", "break n6", "break s5", "break e6"]


@pytest.mark.rule("SON-40", case="refuses")
def test_a_failed_order_uses_up_the_activation() -> None:
    table = failing().put("red", charged=FULL)
    table.play("red.captain torpedo C5", "red.engineer break e4")
    assert table.refused("red.captain torpedo C5") == "turn-done"
    assert table.refused("red.xo drone 1") == "turn-done"
    table.give("red.captain end")


@pytest.mark.rule("SON-40", case="refuses")
def test_the_enemy_learns_neither_the_system_nor_the_target() -> None:
    table = failing("mine")
    table.give("red.captain mine C4")
    for seat in ("blue.captain", "blue.xo", "blue.engineer", "blue.radio", "spectator"):
        assert table.heard(seat) == [("failed", {"boat": "red"})]
    table.give("red.engineer break e4")
    assert table.heard("blue.captain") == table.heard("spectator") == []


@pytest.mark.rule("SON-40", case="refuses")
@pytest.mark.parametrize("system", ORDERS)
def test_with_broken_order_nothing_it_is_refused(system: str) -> None:
    table = failing(system, broken_order="nothing")
    assert table.refused(f"red.{ORDERS[system]}") == "broken"
    assert table.view(f"red.{ORDERS[system].split()[0]}")["broken"] == [
        each for each in FULL if table.gauges("red")[each] == FULL[each] or each == TWIN.get(system)
    ]


TWIN = {"mine": "torpedo", "torpedo": "mine", "drone": "sonar", "sonar": "drone"}


@pytest.mark.rule("SON-40", case="allows")
@pytest.mark.parametrize("system", ORDERS)
def test_with_blunder_it_empties_the_gauge_without_radiation(system: str) -> None:
    table = failing(system, broken_order="nothing", blunder="yes").put("red", charged=FULL)
    assert table.give(f"red.{ORDERS[system]}") == [
        crew("red", "failed", system=system),
        others("red", "failed"),
    ]
    assert table.gauges("red") == {**FULL, system: 0}
    assert GAME.prompts(table.state) == ()
    assert table.refused("red.xo sonar") == "turn-done"
    table.give("red.captain end")


@pytest.mark.rule("SON-40", case="refuses")
def test_a_working_system_does_not_fail() -> None:
    for blunder in ("yes", "no"):
        table = Table(SMALL, red="C3", broken_order="nothing", blunder=blunder).acting("red", "drone", crossed="w1")
        assert [event.type for event in table.give("red.xo drone 1")] == ["drone"]


@pytest.mark.rule("SON-41", case="refuses")
@pytest.mark.parametrize("system", ORDERS)
def test_a_gauge_that_is_not_full_gives_no_order(system: str) -> None:
    table = Table(SMALL, red="C3").acting("red")
    gauges = tuple(FULL[each] - (each == system) for each in FULL)
    table.put("red", gauges=gauges)
    refusal = table.refusal(f"red.{ORDERS[system]}")
    assert (refusal.code, refusal.facts) == ("not-charged", {"verb": system, "system": system})
    assert table.boat("red").spent is False


@pytest.mark.rule("SON-41", case="refuses")
@pytest.mark.parametrize("system", ORDERS)
def test_without_charge_a_broken_system_costs_nothing(system: str) -> None:
    table = failing(system).put("red", charged=())
    assert table.refused(f"red.{ORDERS[system]}") == "not-charged"
    assert GAME.prompts(table.state) == ()


@pytest.mark.rule("SON-41", case="allows")
@pytest.mark.parametrize("system", ORDERS)
def test_a_full_gauge_gives_the_order(system: str) -> None:
    table = Table(SMALL, red="C3").acting("red", system)
    table.give(f"red.{ORDERS[system]}")
    assert table.gauges("red")[system] == 0
