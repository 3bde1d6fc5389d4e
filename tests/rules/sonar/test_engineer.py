"""SON-30 to SON-39: the engineer at play. The panel itself is in test_circuits.py."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import SMALL, Table, crew, everyone

SECTIONS = {"west": "w", "north": "n", "south": "s", "east": "e"}


def sailing(direction: str = "west", crossed: str = "", **options: str) -> Table:
    """Return a table where red has just ordered a course and the first officer has marked."""
    table = Table(SMALL, red="C3", **options).put("red", crossed=crossed)
    table.play(f"red.captain course {direction}", "red.xo charge mine")
    return table


@pytest.mark.rule("SON-30", case="allows")
@pytest.mark.parametrize(("direction", "letter"), SECTIONS.items())
def test_any_symbol_of_the_section_of_the_course_is_crossed(direction: str, letter: str) -> None:
    table = sailing(direction)
    assert table.view("red.engineer")["section"] == direction
    assert table.orders("red.engineer") == [f"break {letter}{place}" for place in range(1, 7)]
    for place in range(1, 7):
        table = sailing(direction)
        assert table.give(f"red.engineer break {letter}{place}") == [crew("red", "broke", symbol=f"{letter}{place}")]
        assert table.crossed("red") == (f"{letter}{place}",)
        assert table.crossed("blue") == ()
        assert table.view("red.engineer")["section"] == ""


@pytest.mark.rule("SON-30", case="refuses")
@pytest.mark.parametrize(("direction", "letter"), SECTIONS.items())
def test_no_other_section_and_no_crossed_symbol(direction: str, letter: str) -> None:
    table = sailing(direction, crossed=f"{letter}2")
    for other in set("wnse") - {letter}:
        refusal = table.refusal(f"red.engineer break {other}4")
        assert (refusal.code, refusal.facts) == ("wrong-section", {"verb": "break", "token": f"{other}4"})
    assert table.refused(f"red.engineer break {letter}2") == "crossed"
    assert table.refused("red.engineer break x1") == "bad-argument"
    assert table.refused("red.engineer break") == "missing-argument"
    assert table.refused(f"red.engineer break {letter}1 {letter}3") == "extra-argument"
    assert len(table.orders("red.engineer")) == 5


@pytest.mark.rule("SON-30", case="refuses")
def test_a_crossed_symbol_of_another_section_is_called_crossed() -> None:
    table = sailing("west", crossed="n1")
    assert table.refused("red.engineer break n1") == "crossed"


@pytest.mark.rule("SON-33", case="refuses")
def test_a_system_is_out_of_order_in_play() -> None:
    table = Table(SMALL, red="C3").acting("red", "torpedo", crossed="n5")
    assert table.give("red.captain torpedo C4")[0] == crew("red", "failed", system="torpedo")


@pytest.mark.rule("SON-33", case="allows")
def test_a_system_works_in_play_while_another_kind_is_broken() -> None:
    table = Table(SMALL, red="C3").acting("red", "torpedo", crossed="n1 n4 w5 w6")
    assert table.give("red.captain torpedo C5")[0] == everyone("torpedo", boat="red", at="C5")


@pytest.mark.rule("SON-34", case="allows")
def test_a_repair_is_told_to_the_own_crew() -> None:
    table = sailing("west", crossed="w1 w2 e3 n4")
    assert table.give("red.engineer break w3") == [
        crew("red", "broke", symbol="w3"),
        crew("red", "repaired", circuit=1),
    ]
    assert table.crossed("red") == ("n4",)
    assert table.boat("red").damage == 0


@pytest.mark.rule("SON-34", case="refuses")
def test_no_repair_is_told_before_the_fourth() -> None:
    table = sailing("west", crossed="w1 w2 n4")
    assert table.give("red.engineer break w3") == [crew("red", "broke", symbol="w3")]


@pytest.mark.rule("SON-35", case="allows")
def test_a_failed_section_costs_one_damage_and_clears_the_panel() -> None:
    table = sailing("west", crossed="w1 w2 w3 w4 w5 n1")
    assert table.give("red.engineer break w6") == [
        crew("red", "broke", symbol="w6"),
        everyone("damage", boat="red", amount=1, cause="section"),
    ]
    assert (table.boat("red").damage, table.boat("red").shown_damage, table.crossed("red")) == (1, 1, ())
    assert table.boat("blue").damage == 0


@pytest.mark.rule("SON-35", case="refuses")
def test_five_of_a_section_cost_nothing() -> None:
    table = sailing("west", crossed="w1 w2 w3 w4 n1")
    assert table.give("red.engineer break w6") == [crew("red", "broke", symbol="w6")]
    assert (table.boat("red").damage, len(table.crossed("red"))) == (0, 6)


@pytest.mark.rule("SON-36", case="allows")
def test_full_radiation_costs_one_damage_and_clears_the_panel() -> None:
    table = sailing("east", crossed="w5 w6 n6 s5 e4 n1")
    assert table.give("red.engineer break e6") == [
        crew("red", "broke", symbol="e6"),
        everyone("damage", boat="red", amount=1, cause="radiation"),
    ]
    assert (table.boat("red").damage, table.crossed("red")) == (1, ())


@pytest.mark.rule("SON-36", case="refuses")
def test_five_of_the_radiation_cost_nothing() -> None:
    table = sailing("east", crossed="w5 w6 n6 s5")
    assert table.give("red.engineer break e6") == [crew("red", "broke", symbol="e6")]
    assert table.boat("red").damage == 0


@pytest.mark.rule("SON-37", case="allows")
def test_a_circuit_saves_its_section() -> None:
    table = sailing("west", crossed="w1 w2 w4 w5 w6 e3")
    assert table.give("red.engineer break w3") == [
        crew("red", "broke", symbol="w3"),
        crew("red", "repaired", circuit=1),
    ]
    assert table.boat("red").damage == 0
    assert table.crossed("red") == ("w4", "w5", "w6")


@pytest.mark.rule("SON-37", case="refuses")
def test_a_section_without_its_circuit_is_not_saved() -> None:
    table = sailing("west", crossed="w1 w2 w4 w5 w6")
    assert [event.type for event in table.give("red.engineer break w3")] == ["broke", "damage"]
    assert table.boat("red").damage == 1


@pytest.mark.rule("SON-38", case="allows")
def test_section_and_radiation_together_cost_one_damage() -> None:
    table = sailing("west", crossed="w1 w2 w3 w4 w5 n6 s5 e4 e6")
    assert [event.type for event in table.give("red.engineer break w6")] == ["broke", "damage"]
    assert (table.boat("red").damage, table.crossed("red")) == (1, ())


@pytest.mark.rule("SON-38", case="refuses")
def test_two_failures_one_after_the_other_cost_two() -> None:
    table = sailing("west", crossed="w1 w2 w3 w4 w5").put("red", damage=1, shown_damage=1)
    table.give("red.engineer break w6")
    assert (table.boat("red").damage, table.boat("red").shown_damage) == (2, 2)


@pytest.mark.rule("SON-39", case="allows")
@pytest.mark.parametrize(
    ("crossed", "last", "cause"), [("e1 e2 e3 e4 e5", "e6", "section"), ("w5 w6 n6 s5 e4", "e6", "radiation")]
)
def test_breakdown_damage_is_announced_to_the_enemy(crossed: str, last: str, cause: str) -> None:
    table = sailing("east", crossed)
    table.give(f"red.engineer break {last}")
    for seat in ("blue.captain", "blue.radio", "spectator"):
        assert table.heard(seat) == [("damage", {"boat": "red", "amount": 1, "cause": cause})]
    assert table.view("blue.captain")["enemy_damage"] == 1


@pytest.mark.rule("SON-39", case="refuses")
@pytest.mark.parametrize(
    ("shown", "crossed", "cause"),
    [
        ("none", "e1 e2 e3 e4 e5", "section"),
        ("none", "w5 w6 n6 s5 e4", "radiation"),
        ("section", "w5 w6 n6 s5 e4", "radiation"),
    ],
)
def test_what_the_switch_withholds_only_the_own_crew_learns(shown: str, crossed: str, cause: str) -> None:
    table = sailing("east", crossed, announce_breakdown=shown)
    assert table.give("red.engineer break e6")[1:] == [crew("red", "damage", amount=1, cause=cause)]
    assert table.boat("red").damage == 1
    assert table.view("red.xo")["damage"] == 1
    assert table.view("blue.captain")["enemy_damage"] == 0
    assert table.view("spectator")["boats"]["red"]["damage"] == 0


@pytest.mark.rule("SON-39", case="allows")
def test_the_switch_section_announces_a_failed_section() -> None:
    table = sailing("east", "e1 e2 e3 e4 e5", announce_breakdown="section")
    assert table.give("red.engineer break e6")[1:] == [everyone("damage", boat="red", amount=1, cause="section")]


@pytest.mark.rule("SON-39", case="refuses")
@pytest.mark.parametrize(
    "line", ["captain torpedo C5", "captain mine C4", "captain silence stay", "xo drone 1", "xo sonar"]
)
def test_radiation_disables_nothing(line: str) -> None:
    table = Table(SMALL, red="C3").acting("red", crossed="w5 w6 n6 s5 e4")
    assert "failed" not in [event.type for event in table.give(f"red.{line}")]
