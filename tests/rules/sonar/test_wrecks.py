"""SON-106: all systems begin as wrecks; the scenario gauge repairs them beside the islands that bear their symbols."""

from __future__ import annotations

import pytest

from klaxon.rules.sonar.state import Rig
from tests.rules.sonar.kit.boats import GAME, Table, crew, everyone, others
from tests.rules.sonar.kit.wrecks import BAY, SYSTEMS


def wreck(red: str = "A1", **options: str) -> Table:
    """Return a game on the bay."""
    return Table(BAY, red=red, blue="J10", **options)


def repairing(
    at: str, *, filled: int = 3, wrecked: tuple[str, ...] = SYSTEMS, crossed: str = "", **options: str
) -> Table:
    """Return a game in which red may act at a point, with this gauge and these wrecks."""
    table = wreck(at, **options).acting("red", "none", crossed=crossed)
    return table.put("red", rig=Rig(filled, wrecked))


@pytest.mark.rule("SON-106", case="refuses")
def test_what_is_wrecked_can_be_neither_charged_nor_used() -> None:
    table = wreck()
    assert table.view("red.captain")["wrecked"] == table.view("blue.xo")["wrecked"] == list(SYSTEMS)
    table.give("red.captain course south")
    assert table.orders("red.xo") == ["charge scenario"]
    for system in SYSTEMS:
        assert table.refused(f"red.xo charge {system}") == "wrecked"
    table.acting("red")  # full or not
    for line in ("captain torpedo A4", "captain mine B1", "captain silence stay", "xo drone 1", "xo sonar"):
        assert table.refused(f"red.{line}") == "wrecked"


@pytest.mark.rule("SON-106", case="allows")
def test_the_first_officer_charges_the_scenario_gauge_as_any_other() -> None:
    table = wreck()
    for number, direction in enumerate(("east", "east", "east"), start=1):
        table.give(f"red.captain course {direction}")
        assert table.give("red.xo charge scenario") == [
            crew("red", "charged", system="scenario", filled=number, boxes=3, full=number == 3),
        ]
        assert table.view("red.xo")["gauges"]["scenario"] == [number, 3]
        table.marked("red").let("red").put("red", moved=False)
    assert table.view("red.captain")["ready"] == ["scenario"]
    assert table.view("red.xo")["ready"] == ["scenario"]
    table.put("red", moved=False).give("red.captain course east")
    assert table.boat("red").charge_due == 0, "nothing is left that could be charged"
    table.put("red", charge_due=9)
    assert table.refused("red.xo charge scenario") == "full"


@pytest.mark.rule("SON-106", case="allows")
@pytest.mark.parametrize(
    ("at", "system"),
    [("A1", "mine"), ("C3", "mine"), ("E2", "drone"), ("G6", "torpedo"), ("B8", "sonar"), ("I7", "silence")],
)
def test_next_to_its_island_a_system_is_repaired(at: str, system: str) -> None:
    table = repairing(at)
    assert table.orders("red.captain") == [f"repair {system}", "end"]
    assert table.give(f"red.captain repair {system}") == [everyone("repair", boat="red", system=system)]
    rig = table.boat("red").rig
    assert rig == Rig(0, tuple(each for each in SYSTEMS if each != system))
    assert table.boat("red").spent is True
    assert table.boat("blue").rig.wrecked == SYSTEMS
    assert table.gauges("red")[system] == 0
    assert table.view("red.xo")["wrecked"] == list(rig.wrecked)
    table.give("red.captain end")
    table.turn("blue west")
    table.give(f"red.captain course {'south' if at == 'A1' else 'west' if at == 'E2' else 'north'}")
    assert table.orders("red.xo") == [f"charge {system}", "charge scenario"]
    table.give(f"red.xo charge {system}")
    assert table.gauges("red")[system] == 1


@pytest.mark.rule("SON-106", case="allows")
def test_a_repaired_system_is_used_as_ever() -> None:
    table = repairing("A1", filled=0, wrecked=("mine", "sonar"))
    table.put("red", charged=("torpedo", "drone"))
    assert table.refused("red.xo sonar") == "wrecked"
    assert "drone 1" in table.orders("red.xo")
    table.give("red.captain torpedo A5")
    assert table.gauges("red")["torpedo"] == 0


@pytest.mark.rule("SON-106", case="refuses")
def test_a_repair_needs_its_gauge_its_island_and_a_wreck() -> None:
    assert repairing("A1", filled=2).refused("red.captain repair mine") == "not-charged"
    assert repairing("A4").refused("red.captain repair mine") == "no-base"
    near = repairing("E4")
    assert near.refused("red.captain repair mine") == "other-base"
    assert near.refused("red.captain repair periscope") == "bad-argument"
    assert near.refused("red.captain repair scenario") == "bad-argument"
    mended = repairing("F4", wrecked=("drone", "mine"))
    assert mended.refused("red.captain repair torpedo") == "not-wrecked"
    assert mended.refused("red.xo repair drone") == "not-your-role"
    assert repairing("A1", wrecked=("torpedo",)).refused("red.captain repair mine") == "no-base"


@pytest.mark.rule("SON-106", case="refuses")
def test_a_repair_is_an_activation() -> None:
    table = wreck("A1").put("red", rig=Rig(3, SYSTEMS))
    assert table.refused("red.captain repair mine") == "needs-course"
    table.give("red.captain course east")
    assert table.refused("red.captain repair mine") == "waiting-for-engineer"
    table.marked("red").put("red", spent=True)
    assert table.refused("red.captain repair mine") == "turn-done"
    table.put("red", spent=False).give("red.captain repair mine")
    table.put("red", rig=Rig(3, SYSTEMS))
    assert table.refused("red.captain repair mine") == "turn-done"


@pytest.mark.rule("SON-21", case="allows")
@pytest.mark.parametrize("boxes", ["4", "6"])
def test_a_scenario_gauge_may_have_more_boxes(boxes: str) -> None:
    table = wreck("A1", scenario_boxes=boxes).acting("red").put("red", rig=Rig(int(boxes) - 1, SYSTEMS))
    assert table.view("red.xo")["gauges"]["scenario"] == [int(boxes) - 1, int(boxes)]
    assert table.refused("red.captain repair mine") == "not-charged"
    table.put("red", rig=Rig(int(boxes), SYSTEMS))
    assert "scenario" in table.view("red.captain")["ready"]
    table.give("red.captain repair mine")
    assert table.boat("red").rig.filled == 0


@pytest.mark.rule("SON-106", case="refuses")
def test_a_repair_fails_where_special_systems_are_broken() -> None:
    table = repairing("A1", crossed="n1")
    assert table.give("red.captain repair mine") == [
        crew("red", "failed", system="scenario"),
        others("red", "failed"),
    ]
    assert table.boat("red").rig == Rig(3, SYSTEMS)
    assert table.orders("red.engineer")[0] == "break w5"
    wolfpack = repairing("A1", crossed="n1", rules="wolfpack")
    assert wolfpack.refused("red.captain repair mine") == "broken"
    blunder = repairing("A1", crossed="n1", rules="wolfpack", blunder="yes")
    blunder.give("red.captain repair mine")
    assert blunder.boat("red").rig == Rig(0, SYSTEMS)


@pytest.mark.rule("SON-106", case="allows")
def test_the_automatic_gauge_fills_a_box_with_every_course() -> None:
    table = wreck(echo_gauge="auto")
    for number, direction in enumerate(("east", "east", "east", "east"), start=1):
        told = table.give(f"red.captain course {direction}")
        filled = (
            [crew("red", "charged", system="scenario", filled=number, boxes=3, full=number == 3)] if number < 4 else []
        )
        assert told == [everyone("course", boat="red", dir=direction), *filled]
        assert table.boat("red").charge_due == 0, "the first officer has nothing to charge yet"
        table.marked("red").let("red").put("red", moved=False)
    assert table.boat("red").rig.filled == 3


@pytest.mark.rule("SON-106", case="refuses")
def test_the_automatic_gauge_is_not_charged_by_hand() -> None:
    table = wreck(echo_gauge="auto").put("red", rig=Rig(0, ("mine", "sonar")))
    table.give("red.captain course east")
    assert table.orders("red.xo") == ["charge torpedo", "charge drone", "charge silence"]
    assert table.refused("red.xo charge scenario") == "not-by-hand"
    assert table.refused("red.xo charge mine") == "wrecked"


@pytest.mark.rule("SON-106", case="refuses")
@pytest.mark.parametrize(("before", "filled"), [(1, 2), (3, 3)])
def test_a_course_that_is_taken_back_takes_its_box_along(before: int, filled: int) -> None:
    table = wreck(echo_gauge="auto", undo="yes").put("red", rig=Rig(before, SYSTEMS))
    table.give("red.captain course east")
    assert table.boat("red").rig == Rig(filled, SYSTEMS, lit=before < 3)
    table.give("red.captain undo")
    assert table.boat("red").rig == Rig(before, SYSTEMS)
    by_hand = wreck(undo="yes").put("red", rig=Rig(1, SYSTEMS))
    by_hand.give("red.captain course east")
    by_hand.give("red.captain undo")
    assert by_hand.boat("red").rig == Rig(1, SYSTEMS)


@pytest.mark.rule("SON-106", case="allows")
def test_silence_is_no_course_for_the_gauge() -> None:
    table = repairing("J1", filled=1, wrecked=(), echo_gauge="auto").put("red", charged=("silence",))
    table.give("red.captain silence south 2")
    assert table.boat("red").rig.filled == 1


@pytest.mark.rule("SON-106", case="allows")
def test_a_first_officer_who_commands_repairs() -> None:
    table = repairing("A1", xo_commands="yes")
    assert table.refused("red.captain repair mine") == "not-now"
    assert GAME.actors(table.state) == ("red.captain", "red.xo")
    assert table.give("red.xo repair mine") == [everyone("repair", boat="red", system="mine")]


@pytest.mark.rule("SON-20", case="allows")
def test_a_mark_is_skipped_when_every_usable_gauge_is_full() -> None:
    table = wreck().put("red", charged=("torpedo",), rig=Rig(3, ("mine", "drone", "sonar", "silence")))
    table.give("red.captain course east")
    assert (table.boat("red").charge_due, table.boat("red").break_due) == (0, 1)
    other = wreck().put("red", charged=("torpedo",), rig=Rig(2, ("mine", "drone", "sonar", "silence")))
    other.give("red.captain course east")
    assert other.boat("red").charge_due == 1


def test_islands_of_one_symbol_may_be_many_and_the_umpire_sees_what_is_wrecked() -> None:
    table = Table(BAY.replace("Z", "M"), red="G9", blue="J10").acting("red", "none").put("red", rig=Rig(3, SYSTEMS))
    assert table.orders("red.captain") == ["repair mine", "end"]
    truth = table.view("umpire")["boats"]["red"]
    assert (truth["wrecked"], truth["gauges"]["scenario"]) == (list(SYSTEMS), [3, 3])
    assert "wrecked" not in table.view("red.radio")
    assert "wrecked" not in table.view("blue.captain") or table.view("blue.captain")["wrecked"] == list(SYSTEMS)
