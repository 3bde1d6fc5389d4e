"""SON-20 to SON-24: the first officer's gauges and damage track."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Event
from tests.rules.sonar.kit.boats import FULL, GAME, SMALL, Table, crew, everyone

BOXES = {"mine": 3, "torpedo": 3, "drone": 4, "sonar": 3, "silence": 6}


def charged(system: str, filled: int) -> Event:
    """Return the event that red hears of a box that was filled."""
    boxes = BOXES[system]
    return crew("red", "charged", system=system, filled=filled, boxes=boxes, full=filled == boxes)


def sailing(gauges: tuple[int, ...] = (0, 0, 0, 0, 0)) -> Table:
    """Return a table where red has just ordered a course."""
    table = Table(SMALL, red="C3").put("red", gauges=gauges)
    table.give("red.captain course north")
    return table


@pytest.mark.rule("SON-20", case="allows")
@pytest.mark.parametrize("system", BOXES)
def test_one_box_of_one_system_is_filled(system: str) -> None:
    table = sailing()
    assert table.give(f"red.xo charge {system}") == [charged(system, 1)]
    assert table.gauges("red") == {**dict.fromkeys(BOXES, 0), system: 1}
    assert table.gauges("blue") == dict.fromkeys(BOXES, 0)
    assert table.boat("red").charge_due == 0
    assert table.boat("red").break_due > 0


@pytest.mark.rule("SON-20", case="refuses")
@pytest.mark.parametrize("system", BOXES)
def test_a_full_gauge_takes_no_box(system: str) -> None:
    table = sailing(gauges=tuple(BOXES[each] if each == system else 0 for each in BOXES))
    refusal = table.refusal(f"red.xo charge {system}")
    assert (refusal.code, refusal.facts) == ("full", {"verb": "charge", "token": system})
    assert table.orders("red.xo") == [f"charge {each}" for each in BOXES if each != system]


@pytest.mark.rule("SON-20", case="allows")
def test_the_mark_is_skipped_when_every_gauge_is_full() -> None:
    table = sailing(gauges=(3, 3, 4, 3, 6))
    assert table.boat("red").charge_due == 0
    assert [prompt.seat for prompt in GAME.prompts(table.state)] == ["red.engineer"]
    assert table.refused("red.captain end") == "waiting-for-engineer"
    assert table.refused("red.xo charge mine") == "not-due"
    table.play("red.engineer break n1", "red.captain end")


@pytest.mark.rule("SON-20", case="refuses")
@pytest.mark.parametrize(
    "gauges", [(2, 3, 4, 3, 6), (3, 2, 4, 3, 6), (3, 3, 3, 3, 6), (3, 3, 4, 2, 6), (3, 3, 4, 3, 5)]
)
def test_the_mark_is_not_skipped_while_one_box_is_empty(gauges: tuple[int, ...]) -> None:
    table = sailing(gauges=gauges)
    (order,) = table.orders("red.xo")
    system = order.removeprefix("charge ")
    assert table.give(f"red.xo {order}") == [charged(system, BOXES[system])]
    assert table.boat("red").gauges == (3, 3, 4, 3, 6)


@pytest.mark.rule("SON-20", case="refuses")
@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", "missing-argument"),
        ("engine", "bad-argument"),
        ("mine mine", "extra-argument"),
        ("mine=1", "bad-argument"),
    ],
)
def test_exactly_one_system_is_named(rest: str, code: str) -> None:
    assert sailing().refused(f"red.xo charge {rest}") == code


@pytest.mark.rule("SON-21", case="allows")
@pytest.mark.parametrize(("system", "boxes"), BOXES.items())
def test_a_gauge_is_full_at_its_last_box_and_not_before(system: str, boxes: int) -> None:
    table = Table(SMALL, red="C3")
    for filled in range(1, boxes + 1):
        table.put("red", route="C3", charge_due=filled, moved=True)
        assert table.view("red.xo")["gauges"][system] == [filled - 1, boxes]
        assert table.view("red.xo")["ready"] == []
        assert table.give(f"red.xo charge {system}") == [charged(system, filled)]
    assert table.view("red.captain")["ready"] == [system]
    assert table.view("red.xo")["gauges"] == {each: [boxes if each == system else 0, BOXES[each]] for each in BOXES}


@pytest.mark.rule("SON-21", case="refuses")
def test_there_is_no_scenario_gauge_where_no_scenario_has_one() -> None:
    assert sailing().refused("red.xo charge scenario") == "no-such-system"
    assert "scenario" not in sailing().view("red.xo")["gauges"]


@pytest.mark.rule("SON-22", case="allows")
def test_a_full_gauge_is_announced_to_the_own_crew() -> None:
    table = sailing(gauges=(2, 0, 0, 0, 0))
    table.give("red.xo charge mine")
    for role in ("captain", "xo", "engineer", "radio"):
        assert table.heard(f"red.{role}") == [("charged", charged("mine", 3).facts)]


@pytest.mark.rule("SON-22", case="refuses")
def test_the_enemy_hears_of_no_mark_and_a_full_gauge_stays_full() -> None:
    table = sailing(gauges=(2, 0, 0, 0, 0))
    table.give("red.xo charge mine")
    for seat in ("blue.captain", "blue.xo", "blue.engineer", "blue.radio", "spectator"):
        assert table.heard(seat) == []
    table.play("red.engineer break n5", "red.captain end")
    table.turn("blue north").give("red.captain course north")
    assert table.refused("red.xo charge mine") == "full"


@pytest.mark.rule("SON-22", case="allows")
def test_a_used_gauge_takes_boxes_again() -> None:
    table = Table(SMALL, red="C3", blue="E5").acting("red", "mine")
    table.give("red.captain mine B3")
    table.put("red", charge_due=9)
    assert table.give("red.xo charge mine") == [charged("mine", 1)]


BROKEN_BY = {"mine": "w1", "torpedo": "s4", "drone": "w4", "sonar": "e5", "silence": "s6"}


@pytest.mark.rule("SON-23", case="allows")
@pytest.mark.parametrize(("system", "symbol"), BROKEN_BY.items())
def test_a_broken_system_is_charged_all_the_same(system: str, symbol: str) -> None:
    table = Table(SMALL, red="C3").put("red", crossed=symbol)
    table.give("red.captain course north")
    assert table.give(f"red.xo charge {system}") == [charged(system, 1)]


@pytest.mark.rule("SON-23", case="refuses")
@pytest.mark.parametrize(
    ("system", "line"),
    [
        ("mine", "captain mine C2"),
        ("torpedo", "captain torpedo C2"),
        ("drone", "xo drone 1"),
        ("sonar", "xo sonar"),
        ("silence", "captain silence north 1"),
    ],
)
def test_a_broken_system_does_nothing(system: str, line: str) -> None:
    table = Table(SMALL, red="C3").acting("red", system, crossed=BROKEN_BY[system])
    assert [event.type for event in table.give(f"red.{line}")] == ["failed", "failed"]
    assert table.gauges("red")[system] == FULL[system]
    assert (table.at("red"), table.mines("red"), table.state.asked) == ("C3", (), -1)


@pytest.mark.rule("SON-24", case="allows")
def test_damage_is_kept_on_a_track_of_four() -> None:
    table = Table(SMALL, red="C3", blue="C1").put("blue", damage=1, shown_damage=1).acting("red", "torpedo")
    table.give("red.captain torpedo C1")
    for role in ("captain", "xo", "engineer", "radio"):
        assert table.view(f"blue.{role}")["damage"] == 3
        assert table.view(f"red.{role}")["enemy_damage"] == 3
        assert table.view(f"red.{role}")["damage"] == 0
        assert table.view(f"blue.{role}")["enemy_damage"] == 0


@pytest.mark.rule("SON-24", case="refuses")
def test_the_track_has_no_fifth_box() -> None:
    table = Table(SMALL, red="A3", blue="C1").put("blue", damage=3, shown_damage=3).acting("red", "torpedo")
    assert everyone("damage", boat="blue", amount=2, cause="torpedo") in table.give("red.captain torpedo C1")
    assert table.view("blue.xo")["damage"] == 4
    assert table.view("red.xo")["enemy_damage"] == 4
