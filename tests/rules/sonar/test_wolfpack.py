"""SON-110 to SON-117: the Wolfpack, in real time."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Order
from tests.rules.sonar.kit.boats import GAME, Table, blasts, crew, everyone
from tests.rules.sonar.kit.live import Live, released, stopped

POCKET = """\
..#..
..#..
.....
.....
....."""


def pack(chart: str = "\n".join(["." * 10] * 10), **options: str) -> Live:
    """Return a table of the Wolfpack where both boats have sailed and everything is charged."""
    return Live(chart, rules="wolfpack", **options).charged("red").charged("blue")


@pytest.mark.rule("SON-110", case="allows")
@pytest.mark.parametrize("line", ["red.xo drone 4", "red.xo sonar"])
def test_the_xo_scouts_after_the_captains_stop(line: str) -> None:
    table = pack()
    assert table.give("red.captain stop") == [stopped("red")]
    happened = table.give(line)
    assert happened[0].type in ("drone", "ping")
    assert stopped("red") not in happened


@pytest.mark.rule("SON-110", case="refuses")
def test_the_xo_does_not_scout_without_a_stop_nor_the_captain_at_all() -> None:
    table = pack()
    assert table.refused("red.xo drone 4") == "needs-stop"
    assert table.refused("red.xo sonar") == "needs-stop"
    table.put("red", charged=())
    assert table.refused("red.xo drone 4") == "not-charged"
    assert table.refused("red.captain drone 4") == "not-your-role"


@pytest.mark.rule("SON-110", case="allows")
def test_a_captain_with_a_shy_xo_scouts_himself() -> None:
    table = pack(shy_xo="detection")
    assert table.give("red.captain drone 4")[0] == stopped("red")


@pytest.mark.rule("SON-51", case="refuses")
def test_only_the_captain_of_the_wolfpack_calls_stop() -> None:
    table = pack()
    refusal = table.refusal("red.xo stop")
    assert (refusal.code, refusal.facts) == ("not-your-role", {"verb": "stop", "roles": ("captain",)})


@pytest.mark.rule("SON-111", case="allows")
def test_a_stop_comes_after_a_course_and_a_course_after_it() -> None:
    table = Live(rules="wolfpack").charged("red")
    table.play("red.captain course east", "red.captain stop")
    assert table.wait(30_000) == [released("red")]
    table.marked("red").play("red.captain course east", "red.captain stop")


@pytest.mark.rule("SON-111", case="refuses")
def test_no_stop_before_the_first_course_nor_two_in_a_row() -> None:
    table = Live(rules="wolfpack")
    for line in ("captain stop", "captain torpedo D1", "captain surface"):
        assert table.refused(f"red.{line}") == "needs-course"
    table = pack()
    table.give("red.captain stop")
    table.wait(30_000)
    for line in ("captain stop", "captain torpedo D1", "captain surface", "captain silence stay"):
        assert table.refused(f"red.{line}") == "needs-course"
    table = pack()
    table.give("red.captain torpedo D1")
    for line in ("captain stop", "captain surface", "captain mine B2"):
        assert table.refused(f"red.{line}") == "needs-course"


@pytest.mark.rule("SON-111", case="allows")
def test_surfacing_is_a_stop_and_a_course_comes_after_it() -> None:
    table = pack().surfaced("red").repaired("red")
    for line in ("captain stop", "captain torpedo D1", "captain surface"):
        assert table.refused(f"red.{line}") == "needs-course"
    table.sailed("red east")
    table.give("red.captain torpedo D1")


@pytest.mark.rule("SON-111", case="allows")
def test_a_blackout_surfacing_needs_no_course_before_it() -> None:
    table = Live(POCKET, rules="wolfpack").charged("red", "torpedo", route="B2 A2 A1")
    table.play("red.captain course east", "red.captain torpedo A1", "red.xo charge mine", "red.engineer break e1")
    assert table.boat("red").spent is True
    table.give("red.captain surface")


@pytest.mark.rule("SON-111", case="refuses")
def test_a_stop_that_is_only_asked_for_again_uses_nothing_when_it_is_dropped() -> None:
    for dropped in (True, False):
        table = pack()
        table.play("red.captain stop", "blue.captain stop", "red.captain torpedo D1")
        prompt = table.prompt("blue.captain")
        assert prompt.default == Order(prompt.seat, "resume")
        if dropped:
            table.give("blue.captain resume")
        else:
            table.wait(30_000)
        assert table.boat("blue").spent is False
        table.give("blue.captain stop")


@pytest.mark.rule("SON-111", case="refuses")
def test_a_boat_that_may_not_stop_is_not_noted() -> None:
    table = pack()
    table.play("blue.captain torpedo H9", "red.captain stop")
    assert table.refused("blue.captain stop") == "needs-course"


@pytest.mark.rule("SON-112", case="allows")
def test_a_detonation_is_an_activation() -> None:
    table = pack().put("red", mines="E5")
    assert table.give("red.captain detonate E5")[0] == stopped("red")
    assert table.boat("red").spent is True
    table.sailed("red east")
    table.give("red.captain torpedo D1")


@pytest.mark.rule("SON-112", case="refuses")
def test_no_detonation_stands_next_to_another_activation() -> None:
    table = pack().put("red", mines="E5 G7")
    table.give("red.captain torpedo D1")
    assert table.refused("red.captain detonate E5") == "needs-course"
    table.sailed("red east")
    table.give("red.captain detonate E5")
    assert table.refused("red.captain detonate G7") == "needs-course"
    assert table.refused("red.captain torpedo D1") == "needs-course"


@pytest.mark.rule("SON-113", case="allows")
def test_a_torpedo_destroys_the_mines_on_its_point_and_nothing_else() -> None:
    table = pack().put("red", mines="D1 C2").put("blue", mines="D1 E2")
    assert table.give("red.captain torpedo D1") == [
        stopped("red"),
        everyone("torpedo", boat="red", at="D1"),
        everyone("blast", at="D1", by="red", weapon="torpedo", results={"red": "miss", "blue": "miss"}),
        crew("red", "mine-lost", at="D1"),
        crew("blue", "mine-lost", at="D1"),
    ]
    assert (table.mines("red"), table.mines("blue")) == (("C2",), ("E2",))


@pytest.mark.rule("SON-113", case="refuses")
def test_a_mine_destroys_no_mine() -> None:
    table = pack().put("red", mines="E5 E6").put("blue", mines="E5 F6")
    table.give("red.captain detonate E5")
    assert (table.mines("red"), table.mines("blue")) == (("E6",), ("E5", "F6"))
    assert [event.type for event in table.events].count("blast") == 1


@pytest.mark.rule("SON-115", case="allows")
def test_a_blunder_empties_the_gauge_and_asks_for_no_radiation() -> None:
    table = pack(blunder="yes").put("red", crossed="w1")
    happened = table.give("red.captain torpedo D1")
    assert [event.type for event in happened] == ["stopped", "failed", "failed"]
    assert table.gauges("red")["torpedo"] == 0
    assert not table.boat("red").penalty_due
    assert table.refused("red.captain mine B2") == "needs-course"
    table.give("red.captain course east")


@pytest.mark.rule("SON-115", case="refuses")
def test_without_blunders_a_broken_order_is_refused_and_costs_nothing() -> None:
    table = pack().put("red", crossed="w1 w3", mines="E5")
    assert table.refused("red.captain torpedo D1") == "broken"
    assert table.refused("red.captain detonate E5") == "broken"
    table.give("red.captain stop")
    assert table.refused("red.xo drone 1") == "broken"
    assert table.gauges("red")["torpedo"] == 3


@pytest.mark.rule("SON-116", case="allows")
def test_the_xo_commands_all_but_course_surfacing_dive_and_silence() -> None:
    table = pack(xo_commands="yes")
    assert table.give("red.xo drone 4")[0] == stopped("red")
    table.sailed("red east").give("red.xo stop")
    table.give("red.xo torpedo D1")
    table.sailed("red east").charged("red")
    table.give("red.captain silence stay")


@pytest.mark.rule("SON-116", case="refuses")
def test_where_the_xo_commands_the_captain_does_not() -> None:
    table = pack(xo_commands="yes")
    for line in ("torpedo D1", "mine B2", "detonate E5"):
        assert table.refused(f"red.captain {line}") == "not-your-role"
    refusal = table.refusal("red.captain stop")
    assert (refusal.code, refusal.facts["roles"]) == ("not-your-role", ("xo",))
    assert table.refused("red.captain drone 4") == "not-your-role"
    assert table.refused("red.xo silence stay") == "not-your-role"


@pytest.mark.rule("SON-117", case="refuses")
@pytest.mark.parametrize("mode", ["turns", "realtime"])
def test_orders_are_binding(mode: str) -> None:
    table = Table(rules="wolfpack", undo="yes", mode=mode)
    table.give("red.captain course east")
    assert table.refused("red.captain undo") == "not-now"


@pytest.mark.rule("SON-117", case="refuses")
def test_a_stop_of_the_wolfpack_is_not_withdrawn() -> None:
    table = pack()
    table.give("red.captain stop")
    assert table.refused("red.captain resume") == "binding"
    prompt = table.prompt("red.captain")
    assert (prompt.default, prompt.due) == (None, 30_000)


@pytest.mark.rule("SON-117", case="allows")
def test_a_stop_that_nobody_uses_lapses() -> None:
    table = pack()
    table.give("red.captain stop")
    assert table.refused("blue.captain course north") == "frozen"
    assert GAME.due(table.state) == 30_000
    table.wait(30_000)
    assert table.boat("red").spent is True


@pytest.mark.rule("SON-111", case="refuses")
def test_a_stop_needs_something_to_use() -> None:
    table = pack().put("red", charged=(), mines="")
    assert table.refused("red.captain stop") == "nothing-to-use"
    broken = pack().put("red", charged=["torpedo"], crossed="w1", mines="")
    assert broken.refused("red.captain stop") == "nothing-to-use"
    scouts = pack().put("red", charged=["drone"], mines="")
    scouts.play("red.captain stop", "red.xo drone 1")
    mined = pack().put("red", charged=(), mines="B2")
    mined.play("red.captain stop", "red.captain detonate B2")
    noted = pack().put("red", charged=(), mines="")
    noted.give("blue.captain stop")
    assert noted.refused("red.captain stop") == "nothing-to-use"
    kinder = Live().charged("red", "none")
    kinder.play("red.captain stop", "red.captain resume")


@pytest.mark.rule("SON-115", case="allows")
def test_a_blunder_of_all_kinds_empties_the_gauge_of_the_mines_too() -> None:
    for blunder, left in (("yes", 3), ("all", 0)):
        table = pack(blunder=blunder).put("red", charged=["mine"], crossed="w1", mines="B2")
        table.give("red.captain detonate B2")
        assert table.gauges("red")["mine"] == left
        assert table.mines("red") == ("B2",)


@pytest.mark.rule("SON-61", case="allows")
def test_the_wolfpack_tells_its_own_hits() -> None:
    table = pack(red="A1").put("red", mines="B2")
    table.give("red.captain detonate B2")
    assert everyone("damage", boat="red", amount=1, cause="mine") in table.events
    assert blasts("red", "B2", "mine", own="indirect", other="miss")[0] not in table.events
