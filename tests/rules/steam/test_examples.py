"""The worked examples of the printed rules."""

from __future__ import annotations

import pytest

from tests.rules.steam.kit.boats import Table


def bruno() -> Table:
    """Bruno plays the pact: four of his men are in three different propulsion compartments."""
    return Table().turn("blue").men("blue", c="c2", m1="c1", m2="d1", m3="d1", m4="a2")


@pytest.mark.rule("STM-3.7a", case="allows")
@pytest.mark.rule("STM-3.7b", case="allows")
def test_manoeuvre_1_two_sectors_himself_and_one_for_the_enemy() -> None:
    table = bruno()
    assert table.view("blue.captain")["boats"]["blue"]["speed"] == 3
    table.give("blue.captain manoeuvre blue+1 blue+1 red-1")
    assert table.board.sector == (2, 5)
    assert table.facts("manoeuvre") == {"boat": "blue", "points": 3, "steps": ["blue+1", "blue+1", "red-1"]}
    assert table.facts("position") == {"red": 2, "blue": 5, "side": ""}


@pytest.mark.rule("STM-3.7d", case="allows")
def test_manoeuvre_2_two_points_bring_him_to_the_other_side() -> None:
    table = bruno()
    assert table.view("blue.captain")["side"] == "port", "blue lies on red's port side"
    table.give("blue.captain manoeuvre blue+1 blue-1 side=port")
    assert table.board.sector == (3, 3)
    assert table.facts("position") == {"red": 3, "blue": 3, "side": "starboard"}


@pytest.mark.rule("STM-3.8d", case="allows")
@pytest.mark.rule("STM-3.8e", case="allows")
@pytest.mark.parametrize("cell", ["b1", "b2"])
def test_the_gatling_gun_has_two_cells_to_retreat_to(cell: str) -> None:
    table = Table().men("red", m1="a1")
    assert table.orders("red.captain", "activate 1") == [
        "activate 1 to=b1",
        "activate 1 to=b1 bonus=b1",  # in the Observation Post he serves the attack that brought him there
        "activate 1 to=b2",
    ]
    table.give(f"red.captain activate 1 to={cell}")
    assert table.at("red", "1") == cell
    assert not table.boat("red").ready & 0b10, "then he is exhausted"
    assert table.types()[:4] == ["activated", "crew", "exhausted", "attack"], "then the effect is applied"
    assert table.facts("attack") == {"boat": "red", "section": "starboard", "power": 2, "armour": 0, "damage": 2}


def ludwig_fires() -> Table:
    """Power 3 on the stern; one manned armoured cell is all that is left of it, with 1 point and two sailors."""
    table = Table().lies(2, 4).men("red", m1="e1").men("blue", m1="e2", m2="e2")
    table.destroy("blue", "d1", "e1", "d2").hurt("blue", e2=(1, 0, 0))
    table.give("red.captain activate 1 to=d1")
    assert table.facts("attack") == {"boat": "red", "section": "stern", "power": 3, "armour": 1, "damage": 2}
    assert table.orders("blue.captain") == ["redirect", "damage e2 plain"]
    return table


@pytest.mark.rule("STM-3.11b", case="allows")
@pytest.mark.rule("STM-3.11d", case="allows")
def test_attack_option_1_redirect_all_for_one_marker_on_the_central_post() -> None:
    table = ludwig_fires()
    table.give("blue.captain redirect")
    assert table.points("blue", "c2") == (2, 0, 0)
    assert table.points("blue", "e2") == (1, 0, 0)
    assert [table.at("blue", man) for man in "12"] == ["e2", "e2"]
    assert table.types() == ["redirected", "damage"]


@pytest.mark.rule("STM-3.11h", case="allows")
@pytest.mark.rule("STM-3.3c", case="allows")
def test_attack_option_2_the_last_cell_is_destroyed_and_the_rest_must_be_redirected() -> None:
    table = ludwig_fires()
    table.give("blue.captain damage e2 plain")
    assert [table.at("blue", man) for man in "12"] == ["dead", "dead"]
    assert table.boat("blue").gone >> 9 & 1
    assert table.points("blue", "c2") == (2, 0, 0)
    assert table.types() == ["damage", "destroyed", "died", "died", "redirected", "damage"]
    assert table.facts("redirected") == {"boat": "blue", "forced": True, "damage": 1}
    assert table.orders("red.captain", "end") == ["end"], "the turn goes on"
