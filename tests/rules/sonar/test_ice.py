"""SON-101: ice is sea for all but surfacing."""

from __future__ import annotations

import pytest

from klaxon import data
from tests.rules.sonar.kit.boats import Table, everyone
from tests.rules.sonar.kit.ice import FROZEN


def surfacing(at: str, **options: str) -> Table:
    """Return a game in which red is about to surface on a point."""
    return Table(FROZEN, red=at, blue="A5", **options)


@pytest.mark.rule("SON-101", case="refuses")
def test_surfacing_on_ice_sinks_the_boat() -> None:
    table = surfacing("B2")
    assert table.give("red.captain surface") == [
        everyone("surfaced", boat="red", sector=1),
        everyone("damage", boat="red", amount=4, cause="ice"),
        everyone("sunk", boat="red"),
        everyone("over", winner="blue", reason="sunk"),
    ]
    assert table.refused("red.captain end") == "game-over"


@pytest.mark.rule("SON-101", case="allows")
@pytest.mark.parametrize("at", ["C2", "E3"])
def test_a_hole_and_open_water_are_safe(at: str) -> None:
    table = surfacing(at)
    assert table.give("red.captain surface") == [everyone("surfaced", boat="red", sector=1)]
    assert (table.boat("red").damage, table.boat("red").surfaced) == (0, True)
    table.give("red.captain end")
    assert table.state.turn == 1


@pytest.mark.rule("SON-101", case="allows")
def test_through_thin_ice_the_surfacing_goes_on() -> None:
    table = surfacing("B2", thin_ice="yes")
    table.put("red", route="B1 B2", crossed="w1 w2")
    assert table.give("red.captain surface") == [
        everyone("surfaced", boat="red", sector=1),
        everyone("damage", boat="red", amount=1, cause="ice"),
    ]
    boat = table.boat("red")
    assert (boat.damage, boat.shown_damage, boat.surfaced, boat.panel) == (1, 1, True, 0)
    assert table.view("red.captain")["route"] == ["B2"]
    table.give("red.captain end")
    assert (table.state.turn, table.state.left) == (1, 3)


@pytest.mark.rule("SON-101", case="refuses")
def test_thin_ice_sinks_a_boat_that_bears_no_more() -> None:
    table = surfacing("B2", thin_ice="yes").put("red", damage=3)
    assert [event.type for event in table.give("red.captain surface")] == ["surfaced", "damage", "sunk", "over"]
    sudden = surfacing("B2", thin_ice="yes", victory="sudden-death")
    assert sudden.give("red.captain surface")[-1] == everyone("over", winner="blue", reason="sunk")


@pytest.mark.rule("SON-101", case="refuses")
def test_a_blackout_drives_a_boat_through_the_ice_too() -> None:
    table = Table(FROZEN, red="C1", blue="A5", first="blue")
    table.put("red", route="B1 B2 C2 D2 D1 C1")
    table.turn("blue east")
    assert table.view("red.captain")["blackout"] is True
    assert table.refused("red.captain course south") == "blackout"
    assert table.give("red.captain surface")[1:3] == [
        everyone("damage", boat="red", amount=4, cause="ice"),
        everyone("sunk", boat="red"),
    ]


@pytest.mark.rule("SON-101", case="allows")
def test_ice_is_sea_for_everything_else() -> None:
    table = surfacing("B2")
    assert len([order for order in table.orders("red.captain") if order.startswith("course")]) == 4
    table.acting("red", "torpedo", "mine", "silence")
    assert "torpedo B5" in table.orders("red.captain")
    assert "mine A1" in table.orders("red.captain")
    assert "silence south 3" in table.orders("red.captain")
    table.give("red.captain mine A1")
    assert table.mines("red") == ("A1",)


@pytest.mark.rule("SON-101", case="allows")
def test_the_holes_of_charlie_are_where_they_are_printed() -> None:
    rows = data.read("charts", "charlie-2", "realtime").partition("grid:\n")[2].split()
    holes = [f"{chr(65 + x)}{y}" for y, row in enumerate(rows, 1) for x, cell in enumerate(row) if cell == "o"]
    assert holes == ["M3", "L8", "G12", "N14"]
    table = Table(data.read("charts", "charlie-2", "realtime"), red="G12", blue="A1")
    assert [event.type for event in table.give("red.captain surface")] == ["surfaced"]
