"""SON-15 and SON-16: blackout and withdrawal."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import GAME, SMALL, Table, crew, everyone

POCKET = """\
..#..
..#..
.....
.....
....."""


def cornered(**options: str) -> Table:
    """Return a table where red has just run into the dead end B1 and its officers have marked."""
    charged = ["silence", "torpedo", "mine"]
    return Table(POCKET, **options).put("red", route="B2 A2 A1 B1", charged=charged, moved=True)


@pytest.mark.rule("SON-15", case="allows")
def test_a_boat_without_a_course_must_surface_and_may() -> None:
    table = cornered()
    table.play("red.captain end", "blue.captain course north")
    assert table.marked("blue").give("blue.captain end") == [
        everyone("turn", boat="red"),
        crew("red", "blackout"),
    ]
    assert table.view("red.captain")["blackout"] is True
    assert table.view("blue.captain")["blackout"] is False
    assert table.orders("red.captain") == ["surface"]
    assert table.give("red.captain surface") == [everyone("surfaced", boat="red", sector=1)]
    assert table.view("red.captain")["blackout"] is False


@pytest.mark.rule("SON-15", case="refuses")
@pytest.mark.parametrize(
    "line",
    [
        "course west",
        "course south",
        "silence south 0",
        "silence stay",
        "torpedo A1",
        "mine A3",
        "end",
    ],
)
def test_only_surfacing_is_open_in_a_blackout(line: str) -> None:
    table = cornered().put("red", mines="C3")
    table.play("red.captain end", "blue.captain course north")
    table.marked("blue").give("blue.captain end")
    assert table.refused(f"red.captain {line}") == "blackout"


@pytest.mark.rule("SON-15", case="refuses")
def test_no_blackout_while_one_course_is_left() -> None:
    table = cornered().put("red", route="A2 A1 B1")
    table.play("red.captain end", "blue.captain course north")
    assert table.marked("blue").give("blue.captain end") == [everyone("turn", boat="red")]
    assert table.view("red.captain")["blackout"] is False
    table.give("red.captain course south")


@pytest.mark.rule("SON-15", case="allows")
def test_who_ran_into_a_dead_end_may_still_activate() -> None:
    table = cornered()
    assert {order.partition(" ")[0] for order in table.orders("red.captain")} == {"torpedo", "silence", "end"}
    assert "torpedo A1" in table.orders("red.captain")


@pytest.mark.rule("SON-15", case="allows")
def test_mines_just_laid_count_for_the_blackout() -> None:
    table = Table(POCKET, red="A1").put("red", route="A2 A1", charged=["mine"], moved=True)
    table.play("red.captain mine B1", "red.captain end", "blue.captain course north")
    table.marked("blue").give("blue.captain end")
    assert table.heard("red.xo")[-1] == ("blackout", {"boat": "red"})
    assert table.orders("red.captain") == ["surface", "detonate B1"]


@pytest.mark.rule("SON-15", case="allows")
@pytest.mark.rule("SON-66", case="allows")
@pytest.mark.parametrize("rules", ["second", "second-ua", "wolfpack"])
def test_a_boat_that_its_own_mine_closes_in_sets_it_off_and_sails_on(rules: str) -> None:
    table = Table(POCKET, red="A1", rules=rules).put("red", route="A2 A1", mines="B1", spent=True, moved=True)
    table.play("red.captain end", "blue.captain course north")
    table.marked("blue").give("blue.captain end")
    assert table.orders("red.captain") == ["surface", "detonate B1"]
    table.give("red.captain detonate B1")
    assert table.view("red.captain")["blackout"] is False
    table.give("red.captain course east")


@pytest.mark.rule("SON-15", case="allows")
def test_a_mine_elsewhere_is_set_off_in_a_blackout_and_opens_no_way() -> None:
    table = cornered().put("red", mines="C3")
    table.play("red.captain end", "blue.captain course north")
    table.marked("blue").give("blue.captain end")
    table.give("red.captain detonate C3")
    assert table.view("red.captain")["blackout"] is True
    assert table.orders("red.captain") == ["surface"]


@pytest.mark.rule("SON-112", case="refuses")
def test_where_a_detonation_is_an_activation_only_a_boat_closed_in_by_mines_needs_no_course_before_it() -> None:
    table = cornered(detonate_is_activation="yes").put("red", mines="C3")
    table.play("red.captain end", "blue.captain course north")
    table.marked("blue").give("blue.captain end")
    assert table.refused("red.captain detonate C3") == "blackout"


@pytest.mark.rule("SON-15", case="allows")
def test_a_mine_that_the_enemy_sets_off_in_the_own_turn_opens_the_way_too() -> None:
    options = {"detonate_window": "any", "mine_chain": "full"}
    table = Table(POCKET, red="A1", blue="E5", **options).put("red", route="A2 A1", mines="B1", moved=True)
    table.put("blue", mines="B2")
    table.play("red.captain end", "blue.captain course north")
    table.marked("blue").give("blue.captain end")
    assert table.view("red.captain")["blackout"] is True
    table.give("blue.captain detonate B2")
    assert table.view("red.captain")["blackout"] is False
    table.give("red.captain course east")


@pytest.mark.rule("SON-15", case="allows")
def test_the_blackout_is_tested_at_the_very_first_turn() -> None:
    table = Table(".####\n.####\n.####\n.####\n.####", red="A1", blue="A3")
    assert table.view("red.captain")["blackout"] is False
    alone = Table(".####\n#####\n#####\n#####\n#####", red="A1", blue="A1")
    assert alone.orders("red.captain") == ["surface"]
    assert alone.events[-1] == crew("red", "blackout")


@pytest.mark.rule("SON-16", case="allows")
@pytest.mark.parametrize(("direction", "call"), [("north", "N"), ("east", "E"), ("south", "S"), ("west", "W")])
def test_a_course_is_withdrawn_before_any_mark(direction: str, call: str) -> None:
    table = Table(SMALL, red="C3", undo="yes").put("red", calls="WNE")
    before = table.view("umpire")["boats"]
    table.give(f"red.captain course {direction}")
    assert table.view("blue.radio")["calls"] == f"WNE{call}"
    assert table.view("red.captain")["retractable"] is True
    assert table.give("red.captain undo") == [everyone("withdrawn", boat="red", dir=direction)]
    assert table.view("umpire")["boats"] == before
    assert table.view("blue.radio")["calls"] == "WNE"
    assert (table.boat("red").moved, table.boat("red").retractable) == (False, False)
    assert table.view("red.engineer")["section"] == ""
    assert len(table.orders("red.captain")) == 5
    assert table.refused("red.xo charge mine") == "not-due"
    table.give(f"red.captain course {direction}")
    assert [p.seat for p in GAME.prompts(table.state)] == ["red.xo", "red.engineer"]


@pytest.mark.rule("SON-16", case="allows")
def test_a_withdrawal_brings_back_the_activation_that_was_used() -> None:
    for spent in (False, True):
        table = Table(SMALL, red="C3", undo="yes").put("red", spent=spent)
        table.give("red.captain course north")
        assert table.boat("red").spent is False
        table.give("red.captain undo")
        assert table.boat("red").spent is spent


@pytest.mark.rule("SON-16", case="allows")
def test_a_mark_that_is_skipped_by_itself_does_not_hinder_the_withdrawal() -> None:
    table = Table(SMALL, red="C3", undo="yes").put("red", charged=["mine", "torpedo", "drone", "sonar", "silence"])
    table.give("red.captain course north")
    assert table.orders("red.captain") == ["undo"]
    table.give("red.captain undo")
    assert table.at("red") == "C3"


@pytest.mark.rule("SON-16", case="refuses")
@pytest.mark.parametrize("mark", ["xo charge mine", "engineer break n1"])
def test_no_withdrawal_after_either_mark(mark: str) -> None:
    table = Table(SMALL, red="C3", undo="yes")
    table.play("red.captain course north", f"red.{mark}")
    assert table.refused("red.captain undo") == "too-late"
    assert table.view("red.captain")["retractable"] is False


@pytest.mark.rule("SON-16", case="refuses")
def test_nothing_to_withdraw_before_a_course_or_in_the_next_turn() -> None:
    table = Table(SMALL, red="C3", undo="yes")
    assert table.refused("red.captain undo") == "too-late"
    assert table.refused("blue.captain undo") == "not-your-turn"
    table.give("red.captain course north")
    table.put("red", charge_due=0, break_due=0).give("red.captain end")
    assert table.refused("red.captain undo") == "not-your-turn"
    assert table.boat("red").retractable is False


@pytest.mark.rule("SON-16", case="refuses")
def test_without_the_option_nobody_withdraws() -> None:
    table = Table(SMALL, red="C3")
    table.give("red.captain course north")
    assert table.refused("red.captain undo") == "not-now"
    assert table.orders("red.captain") == []
