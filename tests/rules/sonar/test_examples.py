"""SON-120: the worked examples of the printed rules."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import OPEN, WIDE, Table, blasts, crew, everyone


@pytest.mark.rule("SON-120", case="allows")
@pytest.mark.parametrize("chart", [OPEN, "classic-alpha"])
def test_torpedo_from_d3_to_g2_hits_directly(chart: str) -> None:
    table = Table(chart, red="D3", blue="G2").acting("red", "torpedo")
    assert table.give("red.captain torpedo G2") == [
        everyone("torpedo", boat="red", at="G2"),
        *blasts("red", "G2", "torpedo", own="miss", other="direct"),
        everyone("damage", boat="blue", amount=2, cause="torpedo"),
    ]


@pytest.mark.rule("SON-120", case="allows")
def test_torpedo_from_d8_to_g7_hits_directly() -> None:
    table = Table(OPEN, red="D8", blue="G7").acting("red", "torpedo")
    table.give("red.captain torpedo G7")
    assert table.boat("blue").damage == 2


@pytest.mark.rule("SON-120", case="refuses")
def test_one_step_further_is_out_of_reach() -> None:
    table = Table(OPEN, red="D3", blue="G1").acting("red", "torpedo")
    assert table.refused("red.captain torpedo G1") == "out-of-range"


@pytest.mark.rule("SON-120", case="allows")
@pytest.mark.parametrize(("red", "mine", "blue"), [("E5", "D5", "E4"), ("C7", "B7", "C6")])
def test_a_mine_laid_beside_the_enemy_hits_indirectly(red: str, mine: str, blue: str) -> None:
    table = Table(OPEN, red=red, blue="J10").acting("red", "mine")
    table.play(f"red.captain mine {mine}", "red.captain end")
    table.turn("blue north").put("blue", route=blue).turn("red east").turn("blue north").put("blue", route=blue)
    assert table.give(f"red.captain detonate {mine}")[-1] == everyone("damage", boat="blue", amount=1, cause="mine")
    assert table.boat("blue").damage == 1


@pytest.mark.rule("SON-120", case="allows")
def test_a_boat_on_n12_says_row_12_and_sector_7() -> None:
    table = Table(WIDE, red="A1", blue="N12").acting("red", "sonar")
    table.give("red.xo sonar")
    assert table.give("blue.captain answer row=12 sector=7") == [
        everyone("sonar", boat="red", statements={"row": 12, "sector": 7})
    ]


@pytest.mark.rule("SON-120", case="refuses")
def test_a_boat_on_n12_is_in_sector_9() -> None:
    table = Table(WIDE, red="A1", blue="N12").acting("red", "sonar")
    table.give("red.xo sonar")
    assert table.refused("blue.captain answer row=12 sector=9") == "one-true-one-false"
    assert table.refused("blue.captain answer row=11 sector=7") == "one-true-one-false"


@pytest.mark.rule("SON-120", case="refuses")
def test_a_drone_to_8_does_not_see_a_boat_in_7() -> None:
    table = Table(WIDE, red="A1", blue="C13").acting("red", "drone")
    assert table.give("red.xo drone 8") == [everyone("drone", boat="red", sector=8, answer="no")]
    again = Table(WIDE, red="A1", blue="C13").acting("red", "drone")
    assert again.give("red.xo drone 7") == [everyone("drone", boat="red", sector=7, answer="yes")]


@pytest.mark.rule("SON-120", case="allows")
def test_east_3_clears_the_first_circuit_crossed_thrice_in_the_west() -> None:
    table = Table(OPEN, red="D3").put("red", crossed="w1 w2 w3")
    table.play("red.captain course east", "red.xo charge mine")
    assert table.give("red.engineer break e3") == [
        crew("red", "broke", symbol="e3"),
        crew("red", "repaired", circuit=1),
    ]
    assert table.crossed("red") == ()


@pytest.mark.rule("SON-120", case="refuses")
def test_north_with_n2_crossed_leaves_five_choices() -> None:
    table = Table(OPEN, red="D3").put("red", crossed="n2")
    table.give("red.captain course north")
    assert table.orders("red.engineer") == ["break n1", "break n3", "break n4", "break n5", "break n6"]
    assert table.refused("red.engineer break n2") == "crossed"


@pytest.mark.rule("SON-120", case="refuses")
def test_four_of_six_radiation_symbols_do_no_damage() -> None:
    table = Table(OPEN, red="D3").put("red", crossed="w5 w6 n6")
    table.play("red.captain course east", "red.xo charge mine")
    assert table.give("red.engineer break e4") == [crew("red", "broke", symbol="e4")]
    assert (table.boat("red").damage, table.crossed("red")) == (0, ("w5", "w6", "n6", "e4"))
