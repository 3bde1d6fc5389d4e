"""SON-106 in real time: a repair implies STOP, what is wrecked stays barred, and marks are made of what is left."""

from __future__ import annotations

import pytest

from klaxon.rules.sonar.state import Rig
from tests.rules.sonar.kit.boats import crew, everyone, others
from tests.rules.sonar.kit.live import Live, released, stopped
from tests.rules.sonar.kit.wrecks import BAY, SYSTEMS


def wreck(at: str = "A1", *, box: int = 3, wrecked: tuple[str, ...] = SYSTEMS, **options: str) -> Live:
    """Return a table where red has sailed, with this gauge and these wrecks."""
    table = Live(BAY, red=at, blue="J10", **options).charged("red", "none").charged("blue", "none")
    return table.put("red", rig=Rig(box, wrecked))


@pytest.mark.rule("SON-106", case="allows")
@pytest.mark.rule("SON-51", case="allows")
def test_a_repair_implies_stop() -> None:
    table = wreck()
    assert table.give("red.captain repair mine") == [stopped("red"), everyone("repair", boat="red", system="mine")]
    assert table.boat("red").rig == Rig(0, SYSTEMS[1:])
    assert table.view("blue.captain")["held"] == ""
    assert table.refused("red.captain repair mine") == "needs-course"


@pytest.mark.rule("SON-106", case="allows")
@pytest.mark.rule("SON-51", case="allows")
@pytest.mark.parametrize("by", ["captain", "xo"])
def test_a_stop_is_used_for_a_repair(by: str) -> None:
    table = wreck()
    table.give(f"red.{by} stop")
    assert ("repair" in table.prompt(f"red.{by}").verbs) == (by == "captain")
    assert table.refused("red.xo repair mine") == "not-your-role"
    assert table.give("red.captain repair mine") == [everyone("repair", boat="red", system="mine"), released("red")]


@pytest.mark.rule("SON-106", case="allows")
@pytest.mark.parametrize("owed", [(7, 0), (0, 8), (7, 8)])
def test_a_repair_may_come_before_the_marks(owed: tuple[int, int]) -> None:
    table = wreck().put("red", charge_due=owed[0], break_due=owed[1], section="north")
    table.give("red.captain repair mine")
    assert (table.boat("red").charge_due, table.boat("red").break_due) == owed
    if owed[0]:
        assert table.orders("red.xo")[:2] == ["charge mine", "charge scenario"]


@pytest.mark.rule("SON-106", case="refuses")
def test_what_is_wrecked_is_barred_in_real_time() -> None:
    table = wreck(wrecked=("mine", "sonar", "silence")).charged("red")
    for line in ("captain mine A2", "captain silence stay", "xo sonar"):
        assert table.refused(f"red.{line}") == "wrecked"
    table.give("red.captain stop")
    assert table.refused("red.xo sonar") == "wrecked"
    table.give("red.captain torpedo A4")
    assert table.refused("red.captain mine A2") == "needs-course"


@pytest.mark.rule("SON-106", case="refuses")
def test_a_repair_needs_what_it_needs_in_turns() -> None:
    assert wreck(box=2).refused("red.captain repair mine") == "not-charged"
    assert wreck("A4").refused("red.captain repair mine") == "no-base"
    assert wreck().refused("red.captain repair torpedo") == "other-base"
    assert wreck(wrecked=SYSTEMS[1:]).refused("red.captain repair mine") == "no-base"
    table = wreck()
    table.give("blue.captain stop")
    assert table.refused("red.captain repair mine") == "frozen"
    table.give("blue.captain resume")
    table.surfaced("red")
    assert table.refused("red.captain repair mine") == "surfaced"
    assert Live(red="A1").refused("red.captain repair mine") == "not-now"


@pytest.mark.rule("SON-106", case="refuses")
def test_a_repair_fails_in_real_time_where_special_systems_are_broken() -> None:
    table = wreck().put("red", crossed="n1")
    assert table.give("red.captain repair mine") == [
        stopped("red"),
        crew("red", "failed", system="scenario"),
        others("red", "failed"),
    ]
    assert table.boat("red").rig == Rig(3, SYSTEMS)
    assert table.prompt("red.engineer").due == 60_000
    wolfpack = wreck(rules="wolfpack").put("red", crossed="n1")
    assert wolfpack.refused("red.captain repair mine") == "broken"
    blunder = wreck(rules="wolfpack", blunder="yes").put("red", crossed="n1")
    blunder.give("red.captain repair mine")
    assert blunder.boat("red").rig == Rig(0, SYSTEMS)


@pytest.mark.rule("SON-106", case="allows")
def test_a_first_officer_who_commands_repairs_in_real_time() -> None:
    table = wreck(xo_commands="yes")
    assert list(table.barred("red.xo"))[-5:] == ["detonate", "repair", "stop", "resume", "trace"]
    assert table.refused("red.captain repair mine") == "not-now"
    table.give("red.xo stop")
    assert "repair" in table.prompt("red.xo").verbs
    table.give("red.xo repair mine")


@pytest.mark.rule("SON-83", case="refuses")
def test_a_deaf_radio_operator_hears_no_repair() -> None:
    table = wreck().surfaced("blue")
    table.give("red.captain repair mine")
    assert table.heard("blue.radio") == [("stopped", {"boat": "red"})]
    assert ("repair", {"boat": "red", "system": "mine"}) in table.heard("blue.captain")


# -- the gauge -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-106", case="allows")
@pytest.mark.rule("SON-20", case="allows")
def test_marks_of_a_silence_are_asked_for_only_where_something_can_be_charged() -> None:
    rest = ("mine", "torpedo", "drone", "sonar")
    table = wreck("J1", wrecked=rest).charged("red", "silence").put("red", charge_due=7)
    table.give("red.captain silence south 1")
    assert table.boat("red").watch.charges == 1
    table.give("red.xo charge silence")
    assert table.orders("red.xo")[0] == "charge silence"
    table = wreck("J1", wrecked=rest).put("red", gauges=(0, 0, 0, 0, 5), charge_due=7)
    table.put("red", watch=table.boat("red").watch._replace(charges=1))
    table.give("red.xo charge silence")
    assert table.boat("red").charge_due == 0, "every usable gauge is full"
    assert table.refused("red.xo charge scenario") == "not-due"


@pytest.mark.rule("SON-106", case="allows")
def test_the_automatic_gauge_fills_with_courses_but_not_with_silence() -> None:
    table = wreck("J1", box=0, wrecked=("mine",), echo_gauge="auto").charged("red", "silence")
    table.give("red.captain silence south 1")
    assert table.boat("red").rig.filled == 0
    table.marked("red").put("red", watch=table.boat("red").watch._replace(charges=0, sections=()))
    told = table.give("red.captain course south")
    box = crew("red", "charged", system="scenario", filled=1, boxes=3, full=False)
    assert told == [everyone("course", boat="red", dir="south"), box]
    assert table.refused("red.xo charge scenario") == "not-by-hand"


@pytest.mark.rule("SON-106", case="allows")
@pytest.mark.rule("SON-16", case="allows")
@pytest.mark.parametrize(("before", "wrecked"), [(1, SYSTEMS), (2, SYSTEMS), (3, SYSTEMS), (0, ("mine",))])
def test_a_course_taken_back_in_real_time_takes_its_box_along(before: int, wrecked: tuple[str, ...]) -> None:
    table = wreck("A4", box=before, wrecked=wrecked, echo_gauge="auto", undo="yes", interval="3")
    table.give("red.captain course south")
    assert table.boat("red").rig.filled == min(3, before + 1)
    table.give("red.captain undo")
    assert table.boat("red").rig == Rig(before, wrecked)
    table.give("red.captain course south")


@pytest.mark.rule("SON-16", case="refuses")
@pytest.mark.parametrize("crossed", ["", "n1"])
def test_after_a_repair_no_course_is_taken_back(crossed: str) -> None:
    table = wreck("A2", box=2, echo_gauge="auto", undo="yes").put("red", crossed=crossed)
    table.give("red.captain course north")
    table.give("red.captain repair mine")
    if crossed:
        table.give("red.engineer break w5")
    assert table.refused("red.captain undo") == "too-late"
    assert table.boat("red").rig.filled == (3 if crossed else 0)


@pytest.mark.rule("SON-16", case="refuses")
def test_a_detonation_that_is_an_activation_ends_it_too() -> None:
    table = Live(undo="yes", detonate_is_activation="yes").put("red", mines="E5")
    table.play("red.captain course east", "red.captain detonate E5")
    assert table.refused("red.captain undo") == "too-late"
    free = Live(undo="yes").put("red", mines="E5")
    free.play("red.captain course east", "red.captain detonate E5", "red.captain undo")
