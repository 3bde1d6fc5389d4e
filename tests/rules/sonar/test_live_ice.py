"""SON-101 in real time: ice breaks under a boat that surfaces, and the repair goes on where it is thin."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import GAME, everyone
from tests.rules.sonar.kit.ice import FROZEN
from tests.rules.sonar.kit.live import Live


def under(at: str, **options: str) -> Live:
    """Return a table where red is about to surface on a point."""
    return Live(FROZEN, red=at, blue="A5", **options)


@pytest.mark.rule("SON-101", case="refuses")
def test_ice_sinks_a_boat_that_surfaces_in_real_time() -> None:
    table = under("B2")
    assert table.give("red.captain surface") == [
        everyone("surfaced", boat="red", sector=1),
        everyone("damage", boat="red", amount=4, cause="ice"),
        everyone("sunk", boat="red"),
        everyone("over", winner="blue", reason="sunk"),
    ]
    assert table.boat("red").watch.repair is None
    assert GAME.due(table.state) is None
    assert table.refused("red.engineer trace 1") == "game-over"


@pytest.mark.rule("SON-101", case="allows")
@pytest.mark.parametrize("at", ["C2", "E3"])
def test_a_hole_and_open_water_are_safe_in_real_time(at: str) -> None:
    table = under(at)
    assert table.give("red.captain surface") == [everyone("surfaced", boat="red", sector=1)]
    assert table.boat("red").damage == 0
    table.repaired("red")


@pytest.mark.rule("SON-101", case="allows")
def test_under_thin_ice_the_repair_goes_on() -> None:
    table = under("B2", thin_ice="yes").put("red", route="B1 B2", crossed="w1 w2")
    assert table.give("red.captain surface") == [
        everyone("surfaced", boat="red", sector=1),
        everyone("damage", boat="red", amount=1, cause="ice"),
    ]
    assert table.boat("red").panel, "the hull is mended first"
    assert table.open("red.engineer") == ["trace"]
    table.repaired("red")
    boat = table.boat("red")
    assert (boat.damage, boat.shown_damage, boat.panel, boat.surfaced) == (1, 1, 0, False)
    assert table.view("red.captain")["route"] == ["B2"]
    table.give("red.captain course west")


@pytest.mark.rule("SON-101", case="refuses")
@pytest.mark.parametrize("thin", ["no", "yes"])
def test_a_blackout_is_no_excuse_in_real_time(thin: str) -> None:
    table = Live(FROZEN, red="C1", blue="A5", thin_ice=thin).charged("red", "torpedo", route="B1 B2 C2 D2 D1")
    table.play("red.captain course west", "red.xo charge mine", "red.engineer break w5")
    assert table.open("red.captain") == ["surface"]
    told = table.give("red.captain surface")
    assert told[1] == everyone("damage", boat="red", amount=1 if thin == "yes" else 4, cause="ice")
    assert (table.state.outcome is None) == (thin == "yes")


@pytest.mark.rule("SON-101", case="refuses")
def test_thin_ice_sinks_a_boat_that_bears_no_more_in_real_time() -> None:
    table = under("B2", thin_ice="yes").put("red", damage=3)
    assert [event.type for event in table.give("red.captain surface")] == ["surfaced", "damage", "sunk", "over"]
    sudden = under("B2", thin_ice="yes", victory="sudden-death")
    assert sudden.give("red.captain surface")[-1] == everyone("over", winner="blue", reason="sunk")


@pytest.mark.rule("SON-83", case="refuses")
def test_a_deaf_radio_operator_hears_no_ice_break() -> None:
    table = under("B2", thin_ice="yes").put("blue", route="E3").surfaced("blue")
    table.give("red.captain surface")
    assert table.heard("blue.radio") == []
    assert [kind for kind, _ in table.heard("blue.captain")] == ["surfaced", "damage"]
    assert table.view("blue.radio")["enemy_damage"] == 0
    assert table.view("blue.captain")["enemy_damage"] == 1
    table.repaired("blue")
    assert table.view("blue.radio")["enemy_damage"] == 1
