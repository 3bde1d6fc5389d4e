"""SON-40, SON-50, SON-51, SON-54, SON-65 and SON-73 in real time: systems, and the marks that wait for them."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import GAME, blasts, crew, everyone, others
from tests.rules.sonar.kit.live import Live, stopped

# -- activations ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-51", case="allows")
@pytest.mark.parametrize("marks", [[], ["red.xo charge mine"], ["red.engineer break e6"]])
def test_a_charged_system_is_used_while_marks_are_outstanding(marks: list[str]) -> None:
    table = Live().charged("red", "torpedo", "drone")
    table.play("red.captain course east", *marks)
    assert table.give("red.captain torpedo D1") == [
        stopped("red"),
        everyone("torpedo", boat="red", at="D1"),
        *blasts("red", "D1", "torpedo", own="miss", other="miss"),
    ]
    left = [line for line in ("red.xo charge mine", "red.engineer break e6") if line not in marks]
    table.play(*left, "red.captain course east")


@pytest.mark.rule("SON-51", case="refuses")
def test_what_is_judged_are_the_marks_made_so_far() -> None:
    table = Live().charged("red", "torpedo").put("red", charged=(), crossed="")
    table.put("red", gauges=(2, 3, 0, 0, 0))
    table.give("red.captain course east")
    assert table.refused("red.captain mine B2") == "not-charged"
    table.give("red.engineer break e3")
    assert [event.type for event in table.give("red.captain torpedo D1")] == ["stopped", "failed", "failed"]


@pytest.mark.rule("SON-50", case="allows")
def test_a_course_unlocks_the_next_activation_the_moment_it_is_ordered() -> None:
    table = Live().charged("red", "torpedo", "drone")
    table.give("red.captain torpedo D1")
    assert table.refused("red.xo drone 4") == "needs-course"
    table.play("red.captain course east", "red.xo drone 4")


@pytest.mark.rule("SON-50", case="refuses")
@pytest.mark.parametrize("second", ["captain torpedo C1", "captain mine B2", "xo drone 1", "xo sonar"])
def test_no_second_activation_without_a_course_and_silence_is_none(second: str) -> None:
    table = Live().charged("red")
    table.give("red.captain silence east 2")
    assert table.refused(f"red.{second}") == "needs-course"
    table.play("red.xo charge silence", "red.engineer break e1")
    assert table.refused(f"red.{second}") == "needs-course"


@pytest.mark.rule("SON-54", case="allows")
def test_in_real_time_a_system_is_empty_after_use() -> None:
    table = Live().charged("red", "drone")
    assert table.give("red.xo drone 4") == [stopped("red"), everyone("drone", boat="red", sector=4, answer="yes")]
    assert table.gauges("red")["drone"] == 0


@pytest.mark.rule("SON-54", case="refuses")
def test_an_empty_system_cannot_be_used() -> None:
    table = Live().charged("red", "drone").put("red", charged=["sonar"])
    assert table.refused("red.xo drone 4") == "not-charged"


@pytest.mark.rule("SON-65", case="allows")
def test_in_real_time_a_mine_can_be_set_off_at_once() -> None:
    table = Live(blue="D4").charged("red", "mine", route="B2")
    table.play("red.captain mine C3", "red.captain detonate C3")
    assert table.events == [
        stopped("red"),
        everyone("detonated", boat="red", at="C3"),
        *blasts("red", "C3", "mine", own="indirect", other="indirect"),
        crew("red", "damage", amount=1, cause="mine"),
        everyone("damage", boat="blue", amount=1, cause="mine"),
    ]
    assert table.mines("red") == ()


@pytest.mark.rule("SON-65", case="refuses")
def test_in_real_time_too_only_an_own_mine_is_set_off() -> None:
    table = Live().charged("red", mines="").charged("blue", mines="C3")
    assert table.refused("red.captain detonate C3") == "no-mine"
    table.put("red", mines="D4")
    assert table.refused("red.captain detonate C3") == "no-mine-there"
    table.give("red.captain detonate D4")


@pytest.mark.rule("SON-65", case="allows")
def test_in_real_time_a_mine_fails_where_weapons_are_broken_and_stays() -> None:
    table = Live().charged("red", mines="C3", crossed="w1")
    assert table.give("red.captain detonate C3")[1] == crew("red", "failed", system="mine")
    assert (table.mines("red"), table.boat("red").spent) == (("C3",), False)
    table = Live(broken_order="nothing", detonate_needs_weapons="no").charged("red", mines="C3", crossed="w1")
    table.give("red.captain detonate C3")
    assert table.mines("red") == ()


@pytest.mark.rule("SON-65", case="refuses")
def test_in_real_time_broken_weapons_are_refused_where_failures_are_shown() -> None:
    table = Live(broken_order="nothing").charged("red", mines="C3", crossed="w1")
    assert table.refused("red.captain detonate C3") == "broken"


@pytest.mark.rule("SON-40", case="allows")
def test_in_real_time_a_failed_order_costs_radiation_and_the_enemy_plays_on() -> None:
    table = Live().charged("red", "drone", crossed="w4")
    assert table.give("red.xo drone 1") == [
        stopped("red"),
        crew("red", "failed", system="drone"),
        others("red", "failed"),
    ]
    prompt = table.prompt("red.engineer")
    assert (prompt.verbs, prompt.due) == (("break",), 60_000)
    assert prompt.freezes == {"red.captain", "red.xo", "red.radio"}
    table.give("blue.captain course north")
    table.give("red.engineer break w5")
    table.give("red.captain course east")


@pytest.mark.rule("SON-40", case="refuses")
@pytest.mark.parametrize(
    "line", ["captain course east", "captain stop", "xo charge mine", "captain surface", "xo stop"]
)
def test_in_real_time_nothing_of_the_boat_goes_on_before_the_penalty(line: str) -> None:
    table = Live().charged("red", "drone", "torpedo", crossed="w4")
    table.play("red.captain course east", "red.xo drone 1")
    assert table.refused(f"red.{line}") == "waiting-for-engineer"
    assert table.refused("red.engineer break e1") == "not-radiation"


@pytest.mark.rule("SON-40", case="allows")
def test_a_penalty_that_nobody_pays_is_drawn_by_lot() -> None:
    table = Live(patience="5").charged("red", "drone", crossed="w4")
    table.play("red.captain course east", "red.xo drone 1")
    default = table.prompt("red.engineer").default
    assert GAME.due(table.state) == 5000
    happened = table.wait(5000)
    assert [event.type for event in happened] == ["overdue", "broke"]
    assert happened[0] == crew("red", "overdue", verb="break")
    assert default is not None
    assert default.args == (happened[1].facts["symbol"],)
    assert table.boat("red").break_due
    table.give("red.engineer break e1")


# -- silence -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-51", case="allows")
def test_silence_before_the_marks_of_a_course_adds_its_own() -> None:
    table = Live().charged("red", "silence")
    table.play("red.captain course east", "red.captain silence south 2")
    assert table.boat("red").section == "east"
    table.give("red.engineer break e1")
    assert table.boat("red").section == "south"
    assert table.refused("red.captain course east") == "waiting-for-xo"
    table.play("red.xo charge mine", "red.xo charge silence")
    assert table.refused("red.captain course east") == "waiting-for-engineer"
    assert table.refused("red.engineer break e2") == "wrong-section"
    table.give("red.engineer break s1")
    assert table.refused("red.engineer break s2") == "not-due"
    assert table.refused("red.xo charge mine") == "not-due"
    table.give("red.captain course east")
    assert table.boat("red").section == "east"


@pytest.mark.rule("SON-51", case="refuses")
def test_silence_asks_for_no_more_than_its_own_marks() -> None:
    table = Live().charged("red", "silence")
    table.play("red.captain course east", "red.xo charge mine", "red.captain silence south 2")
    table.play("red.engineer break e1", "red.xo charge silence", "red.engineer break s1")
    table.give("red.captain course east")
    assert table.gauges("red") == {"mine": 1, "torpedo": 0, "drone": 0, "sonar": 0, "silence": 1}


@pytest.mark.rule("SON-51", case="refuses")
@pytest.mark.parametrize("crossed", ["", "w2"])
def test_a_silence_of_no_length_or_a_failed_one_asks_the_engineer_for_nothing_more(crossed: str) -> None:
    table = Live(broken_order="nothing", blunder="yes").charged("red", "silence", crossed=crossed)
    table.play("red.captain course east", "red.xo charge mine", "red.captain silence stay")
    table.give("red.engineer break e1")
    assert table.refused("red.engineer break e4") == "not-due"


@pytest.mark.rule("SON-20", case="allows")
def test_marks_of_a_silence_are_skipped_where_every_gauge_is_full() -> None:
    table = Live().charged("red", "silence").put("red", gauges=(3, 3, 4, 3, 6))
    table.put("red", charge_due=0)
    table.give("red.captain course east")
    assert not table.boat("red").charge_due
    table.give("red.captain silence south 1")
    table.put("red", gauges=(3, 3, 4, 3, 5))
    table.play("red.xo charge silence", "red.engineer break e1", "red.engineer break s1")
    assert "course" in table.open("red.captain")


@pytest.mark.rule("SON-20", case="allows")
def test_a_second_mark_is_skipped_where_the_first_one_fills_the_last_gauge() -> None:
    table = Live().charged("red", "silence")
    table.play("red.captain course east", "red.captain silence south 1")
    table.put("red", gauges=(3, 3, 4, 3, 5))
    table.give("red.xo charge silence")
    assert table.refused("red.xo charge silence") == "not-due"
    table.play("red.engineer break e1", "red.engineer break s1", "red.captain course east")


@pytest.mark.rule("SON-73", case="allows")
@pytest.mark.parametrize(
    ("rules", "pretend", "marks"),
    [("second", ["engineer"], ["red.xo charge mine"]), ("wolfpack", ["xo", "engineer"], [])],
)
@pytest.mark.parametrize("stay", ["stay", "west 0"])
def test_a_silence_of_no_length_is_pretended(rules: str, pretend: list[str], marks: list[str], stay: str) -> None:
    table = Live(rules=rules).charged("red", "silence")
    table.give(f"red.captain silence {stay}")
    shown = [role for role in ("captain", "xo", "engineer", "radio") if table.view(f"red.{role}").get("decoy")]
    assert shown == pretend
    assert not any(table.view(f"blue.{role}").get("decoy") for role in ("captain", "xo", "engineer", "radio"))
    table.play(*marks, "red.captain course east")
    assert "decoy" not in table.view("red.engineer")


@pytest.mark.rule("SON-114", case="refuses")
def test_a_silence_of_some_length_is_marked_and_not_pretended() -> None:
    table = Live(rules="wolfpack").charged("red", "silence")
    table.give("red.captain silence east 1")
    assert "decoy" not in table.view("red.engineer")
    assert table.refused("red.captain course east") == "waiting-for-xo"


@pytest.mark.rule("SON-114", case="allows")
def test_nobody_marks_a_silence_of_no_length_in_the_wolfpack() -> None:
    table = Live(rules="wolfpack").charged("red", "silence")
    table.give("red.captain silence stay")
    assert table.view("red.xo")["decoy"] is True
    assert table.view("red.captain")["waiting"] == {"charge": 0, "break": 0, "penalty": 0}
    assert table.refused("red.xo charge mine") == "not-due"
    assert table.refused("red.engineer break e1") == "not-due"
