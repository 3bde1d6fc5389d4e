"""SON-64 to SON-66: laying and detonating. Chains are in test_chain.py."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Outcome
from tests.rules.sonar.kit.boats import FULL, GAME, OPEN, SMALL, Table, blasts, crew, everyone, others

ISLES = """\
.....
..#..
.....
.....
....."""
AROUND_C3 = {"B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"}


def mined(mines: str = "E8", at: str = "A1", **options: str) -> Table:
    """Return a table where red has mines from an earlier turn and is to move."""
    return Table(OPEN, red=at, blue="J1", **options).put("red", mines=mines)


@pytest.mark.rule("SON-64", case="allows")
def test_a_mine_is_laid_on_any_of_eight_neighbours() -> None:
    table = Table(SMALL, red="C3").acting("red", "mine")
    sites = {order.split()[1] for order in table.orders("red.captain") if order.startswith("mine")}
    assert sites == AROUND_C3
    for site in sorted(AROUND_C3):
        table = Table(SMALL, red="C3").acting("red", "mine")
        assert table.give(f"red.captain mine {site}") == [
            crew("red", "mine-laid", at=site),
            others("red", "mine-laid"),
        ]
        assert table.mines("red") == (site,)
        assert table.view("red.captain")["fresh"] == (site,)
        assert table.gauges("red")["mine"] == 0


@pytest.mark.rule("SON-64", case="allows")
def test_enemy_mines_and_the_enemy_boat_are_no_hindrance() -> None:
    table = Table(SMALL, red="C3", blue="C2").acting("red", "mine").put("blue", mines="C2")
    table.give("red.captain mine C2")
    assert table.mines("red") == table.mines("blue") == ("C2",)


@pytest.mark.rule("SON-64", case="refuses")
@pytest.mark.parametrize(
    ("site", "code"),
    [
        ("C3", "route"),
        ("C4", "route"),
        ("C2", "island"),
        ("B2", "own-mine"),
        ("C1", "out-of-range"),
        ("E3", "out-of-range"),
        ("A3", "out-of-range"),
        ("C6", "off-chart"),
        ("c4", "no-point"),
    ],
)
def test_no_mine_elsewhere(site: str, code: str) -> None:
    table = Table(ISLES).acting("red", "mine", route="D4 C4 C3").put("red", mines="B2")
    assert table.refused(f"red.captain mine {site}") == code
    sites = {order.split()[1] for order in table.orders("red.captain") if order.startswith("mine")}
    assert sites == AROUND_C3 - {"C2", "C4", "D4", "B2"}


@pytest.mark.rule("SON-64", case="refuses")
def test_no_mine_across_the_edge_of_the_chart() -> None:
    table = Table(SMALL, red="A3").acting("red", "mine")
    sites = {order.split()[1] for order in table.orders("red.captain") if order.startswith("mine")}
    assert sites == {"A2", "B2", "B3", "A4", "B4"}


@pytest.mark.rule("SON-64", case="refuses")
def test_no_mine_where_there_is_no_room() -> None:
    table = Table(SMALL).acting("red", "mine", route="B1 B2 A2 A1")
    assert table.refused("red.captain mine B1") == "no-room"


@pytest.mark.rule("SON-64", case="refuses")
def test_the_enemy_does_not_learn_the_place() -> None:
    table = Table(SMALL, red="C3").acting("red", "mine")
    table.give("red.captain mine C2")
    for seat in ("blue.captain", "blue.radio", "spectator"):
        assert table.heard(seat) == [("mine-laid", {"boat": "red"})]


@pytest.mark.rule("SON-65", case="allows")
def test_an_own_mine_is_detonated_without_a_gauge() -> None:
    table = Table(OPEN, red="A1", blue="F8").put("red", mines="E8 A9")
    assert table.give("red.captain detonate E8") == [
        everyone("detonated", boat="red", at="E8"),
        *blasts("red", "E8", "mine", own="miss", other="indirect"),
        everyone("damage", boat="blue", amount=1, cause="mine"),
    ]
    assert table.mines("red") == ("A9",)
    assert table.gauges("red") == dict.fromkeys(FULL, 0)
    assert table.boat("red").spent is False


@pytest.mark.rule("SON-65", case="allows")
def test_an_own_mine_hurts_its_owner_too() -> None:
    table = mined("B2")
    assert table.give("red.captain detonate B2")[1:] == [
        *blasts("red", "B2", "mine", own="indirect", other="miss"),
        crew("red", "damage", amount=1, cause="mine"),
    ]


@pytest.mark.rule("SON-65", case="allows")
def test_a_detonation_is_no_activation() -> None:
    table = mined("E8 E9 E10").acting("red")
    table.give("red.captain detonate E8")
    table.give("red.captain torpedo A5")
    table.play("red.captain detonate E9", "red.captain detonate E10", "red.captain end")


@pytest.mark.rule("SON-65", case="allows")
def test_a_detonation_may_win() -> None:
    table = Table(OPEN, red="A1", blue="F8", victory="sudden-death").put("red", mines="F8")
    assert [event.type for event in table.give("red.captain detonate F8")][-2:] == ["sunk", "over"]
    assert GAME.outcome(table.state) == Outcome("red", "sunk")


@pytest.mark.rule("SON-65", case="refuses")
@pytest.mark.parametrize(
    ("point", "code"),
    [("E9", "no-mine-there"), ("A1", "no-mine-there"), ("K1", "off-chart"), ("x", "no-point"), ("J2", "no-mine-there")],
)
def test_only_where_an_own_mine_is(point: str, code: str) -> None:
    table = mined("E8").put("blue", mines="J2")
    assert table.refused(f"red.captain detonate {point}") == code
    assert "detonate E8" in table.orders("red.captain")


@pytest.mark.rule("SON-65", case="refuses")
def test_without_a_mine_nothing_is_detonated() -> None:
    refusal = mined("").refusal("red.captain detonate E8")
    assert (refusal.code, refusal.facts) == ("no-mine", {"verb": "detonate"})


@pytest.mark.rule("SON-65", case="refuses")
@pytest.mark.parametrize("symbol", ["w1", "n2", "n5", "s3", "s4", "e3"])
def test_with_broken_weapons_it_fails_and_the_mine_stays(symbol: str) -> None:
    table = mined("E8").put("red", crossed=symbol)
    assert table.give("red.captain detonate E8") == [crew("red", "failed", system="mine"), others("red", "failed")]
    assert table.mines("red") == ("E8",)
    assert table.boat("red").spent is False
    assert table.refused("red.captain course east") == "waiting-for-engineer"
    assert table.refused("red.engineer break w2") == "not-radiation"
    table.play("red.engineer break e4", "red.captain course east")


@pytest.mark.rule("SON-65", case="refuses")
def test_a_failure_between_course_and_marks_is_paid_first() -> None:
    table = mined("E8").put("red", crossed="w1")
    table.play("red.captain course east", "red.captain detonate E8")
    assert table.refused("red.engineer break e1") == "not-radiation"
    assert table.refused("red.xo charge mine") == "waiting-for-engineer"
    table.play("red.engineer break w5", "red.engineer break e1", "red.xo charge mine", "red.captain end")
    assert table.crossed("red") == ("w1", "w5", "e1")


@pytest.mark.rule("SON-65", case="allows")
def test_other_broken_systems_do_not_matter() -> None:
    table = mined("E8").put("red", crossed="w2 w3 w4 w5")
    assert table.give("red.captain detonate E8")[0] == everyone("detonated", boat="red", at="E8")


@pytest.mark.rule("SON-66", case="refuses")
def test_a_mine_waits_for_the_next_own_turn() -> None:
    table = Table(SMALL, red="C3").acting("red", "mine").put("red", mines="E1")
    table.give("red.captain mine B2")
    assert table.refused("red.captain detonate B2") == "too-fresh"
    assert "detonate E1" in table.orders("red.captain")
    table.give("red.captain end")
    assert table.refused("red.captain detonate B2") == "not-your-turn"
    table.turn("blue north")
    table.give("red.captain detonate B2")


@pytest.mark.rule("SON-66", case="refuses")
def test_a_fresh_mine_alone_is_none_to_detonate() -> None:
    table = Table(SMALL, red="C3").acting("red", "mine")
    table.give("red.captain mine B2")
    assert table.refused("red.captain detonate B2") in {"no-mine", "too-fresh"}
    assert table.orders("red.captain") == ["end"]


@pytest.mark.rule("SON-66", case="allows")
@pytest.mark.parametrize("moment", ["before", "marks", "xo", "engineer", "act", "spent"])
def test_at_any_point_of_an_own_turn(moment: str) -> None:
    table = mined("E8").put("red", charged=["drone"])
    orders = {"before": 0, "marks": 1, "engineer": 2, "act": 3, "spent": 4}
    lines = ["red.captain course east", "red.xo charge mine", "red.engineer break e6", "red.xo drone 1"]
    if moment == "xo":
        table.play(lines[0], lines[2])
    else:
        table.play(*lines[: orders[moment]])
    assert table.give("red.captain detonate E8")[0] == everyone("detonated", boat="red", at="E8")


@pytest.mark.rule("SON-66", case="refuses")
def test_not_in_the_enemys_turn() -> None:
    assert mined("E8").let("blue").refused("red.captain detonate E8") == "not-your-turn"


@pytest.mark.rule("SON-66", case="allows")
@pytest.mark.parametrize("xo_commands", ["no", "yes"])
def test_with_the_window_any_in_the_enemys_turn_too(xo_commands: str) -> None:
    bomber = "xo" if xo_commands == "yes" else "captain"
    table = mined("E8 A9 A10", detonate_window="any", xo_commands=xo_commands).let("blue")
    table.give(f"red.{bomber} detonate E8")
    table.give("blue.captain course south")
    table.give(f"red.{bomber} detonate A9")
    table.marked("blue").put("blue", charged=["drone"]).give("blue.xo drone 1")
    table.give(f"red.{bomber} detonate A10")
    assert table.mines("red") == ()
    table.give("blue.captain end")


@pytest.mark.rule("SON-66", case="refuses")
def test_with_the_window_any_a_fresh_mine_still_waits() -> None:
    table = Table(SMALL, red="C3", detonate_window="any").acting("red", "mine").put("red", mines="E1")
    table.play("red.captain mine B2", "red.captain end")
    assert table.refused("red.captain detonate B2") == "too-fresh"
    table.give("red.captain detonate E1")
    assert table.refused("red.captain detonate B2") in {"no-mine", "too-fresh"}


@pytest.mark.rule("SON-66", case="refuses")
def test_never_while_surfaced_whatever_the_window() -> None:
    table = mined("E8", detonate_window="any")
    table.give("red.captain surface")
    assert table.refused("red.captain detonate E8") == "surfaced"
    table.give("red.captain end")
    assert table.refused("red.captain detonate E8") == "surfaced"
    table.turn("blue south").turn("blue south").turn("blue south")
    table.give("red.captain detonate E8")


@pytest.mark.rule("SON-66", case="refuses")
def test_not_while_the_game_waits_for_an_answer() -> None:
    table = mined("E8", detonate_window="any").acting("blue", "sonar")
    table.give("blue.xo sonar")
    assert table.refused("red.captain detonate E8") == "frozen"


def test_a_detonation_needs_its_point() -> None:
    assert mined("E8").refused("red.captain detonate") == "missing-argument"
