"""SON-63: blasts that set off mines, level by level."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Outcome
from tests.rules.sonar.kit.boats import GAME, OPEN, Table, blasts, crew, everyone

AROUND_E5 = ["D4", "E4", "F4", "D5", "F5", "D6", "E6", "F6"]


def firing(
    red: str = "", blue: str = "", *, chain: str = "torpedo", at: str = "A5", other: str = "J10", **options: str
) -> Table:
    """Return a table where red may fire and both have mines."""
    table = Table(OPEN, red=at, blue=other, mine_chain=chain, **options).acting("red", "torpedo")
    return table.put("red", mines=red).put("blue", mines=blue)


@pytest.mark.rule("SON-63", case="allows")
@pytest.mark.parametrize("site", AROUND_E5)
@pytest.mark.parametrize("owner", ["red", "blue"])
def test_a_torpedo_sets_off_the_mines_next_to_it(site: str, owner: str) -> None:
    table = firing(**{owner: f"{site} J1"})
    assert table.give("red.captain torpedo E5") == [
        everyone("torpedo", boat="red", at="E5"),
        *blasts("red", "E5", "torpedo", own="miss", other="miss"),
        crew(owner, "mine-lost", at=site),
        *blasts("red", site, "mine", own="miss", other="miss"),
    ]
    assert table.mines(owner) == ("J1",)


@pytest.mark.rule("SON-63", case="refuses")
@pytest.mark.parametrize("site", ["C5", "G5", "E3", "E7", "C3", "G7", "C4", "G6"])
def test_a_mine_two_points_away_stays(site: str) -> None:
    for chain in ("torpedo", "full"):
        table = firing(blue=site, chain=chain)
        assert len(table.give("red.captain torpedo E5")) == 3
        assert table.mines("blue") == (site,)


@pytest.mark.rule("SON-63", case="refuses")
def test_with_the_switch_off_no_mine_goes_off() -> None:
    table = firing(red="D4", blue="F6", chain="off")
    assert len(table.give("red.captain torpedo E5")) == 3
    assert (table.mines("red"), table.mines("blue")) == (("D4",), ("F6",))


@pytest.mark.rule("SON-63", case="allows")
def test_damages_add_up() -> None:
    table = firing(blue="D4 F6", other="E6")
    assert table.give("red.captain torpedo E5") == [
        everyone("torpedo", boat="red", at="E5"),
        *blasts("red", "E5", "torpedo", own="miss", other="indirect"),
        everyone("damage", boat="blue", amount=1, cause="torpedo"),
        crew("blue", "mine-lost", at="D4"),
        *blasts("red", "D4", "mine", own="miss", other="miss"),
        crew("blue", "mine-lost", at="F6"),
        *blasts("red", "F6", "mine", own="miss", other="indirect"),
        everyone("damage", boat="blue", amount=1, cause="mine"),
    ]
    assert table.boat("blue").damage == 2


@pytest.mark.rule("SON-63", case="refuses")
def test_torpedo_means_one_level() -> None:
    table = firing(blue="F5 G5 H5")
    assert len(table.give("red.captain torpedo E5")) == 6
    assert table.mines("blue") == ("G5", "H5")


@pytest.mark.rule("SON-63", case="allows")
def test_full_means_that_mines_set_off_mines() -> None:
    table = firing(red="G5", blue="F5 H5 J5", chain="full")
    events = table.give("red.captain torpedo E5")
    assert [event.facts["at"] for event in events if event.type == "mine-lost"] == ["F5", "G5", "H5"]
    assert (table.mines("red"), table.mines("blue")) == ((), ("J5",))


@pytest.mark.rule("SON-63", case="allows")
def test_under_full_a_mine_sets_off_the_enemys_mine_on_its_point() -> None:
    table = firing(red="J5", blue="J5", chain="full")
    assert table.give("red.captain detonate J5") == [
        everyone("detonated", boat="red", at="J5"),
        *blasts("red", "J5", "mine", own="miss", other="miss"),
        crew("blue", "mine-lost", at="J5"),
        *blasts("red", "J5", "mine", own="miss", other="miss"),
    ]
    assert table.mines("red") == table.mines("blue") == ()


@pytest.mark.rule("SON-63", case="refuses")
@pytest.mark.parametrize("chain", ["off", "torpedo"])
def test_only_under_full_a_detonated_mine_sets_off_others(chain: str) -> None:
    table = firing(red="J5 J4", blue="J5 J6", chain=chain)
    assert len(table.give("red.captain detonate J5")) == 3
    assert (table.mines("red"), table.mines("blue")) == (("J4",), ("J5", "J6"))


@pytest.mark.rule("SON-63", case="allows")
def test_a_detonated_mine_starts_a_chain_under_full() -> None:
    table = firing(red="J5 J6 A10", blue="I8 H7", chain="full")
    events = table.give("red.captain detonate J5")
    # J6 is next to J5; H7 is not next to J6, nor is I8 (two rows away).
    assert [event.facts["at"] for event in events if event.type == "mine-lost"] == ["J6"]
    assert (table.mines("red"), table.mines("blue")) == (("A10",), ("H7", "I8"))


@pytest.mark.rule("SON-63", case="allows")
def test_the_chain_of_a_detonated_mine_goes_on_level_by_level() -> None:
    table = firing(red="J5 J6 J8", blue="J7 I9 G9", chain="full")
    events = table.give("red.captain detonate J5")
    assert [event.facts["at"] for event in events if event.type == "mine-lost"] == ["J6", "J7", "J8", "I9"]
    assert (table.mines("red"), table.mines("blue")) == ((), ("G9",))


@pytest.mark.rule("SON-63", case="allows")
def test_within_a_level_mines_go_off_from_the_north_west() -> None:
    table = firing(red="D6 F4", blue="F6 D4 F4", chain="full")
    events = table.give("red.captain torpedo E5")
    lost = [(event.facts["boat"], event.facts["at"]) for event in events if event.type == "mine-lost"]
    assert lost == [("blue", "D4"), ("red", "F4"), ("blue", "F4"), ("red", "D6"), ("blue", "F6")]


@pytest.mark.rule("SON-63", case="allows")
def test_who_began_the_chain_is_the_firing_boat_of_it_all() -> None:
    table = firing(blue="B5", at="A5", chain="full")
    events = table.give("red.captain torpedo C5")
    assert events[-3:] == [
        *blasts("red", "B5", "mine", own="indirect", other="miss"),
        crew("red", "damage", amount=1, cause="mine"),
    ]
    assert table.boat("red").shown_damage == 0


@pytest.mark.rule("SON-63", case="refuses")
def test_no_level_follows_the_one_that_ends_the_game() -> None:
    table = firing(blue="D5", other="F5", victory="sudden-death", chain="full")
    events = table.give("red.captain torpedo E5")
    assert [event.type for event in events] == ["torpedo", "blast", "blast", "damage", "sunk", "over"]
    assert table.mines("blue") == ("D5",)
    assert GAME.outcome(table.state) == Outcome("red", "sunk")


@pytest.mark.rule("SON-63", case="refuses")
def test_a_second_level_does_not_follow_the_end() -> None:
    table = firing(blue="F5 G5 H5", other="G4", victory="sudden-death", chain="full")
    table.give("red.captain torpedo E5")
    assert table.mines("blue") == ("G5", "H5")
    assert GAME.outcome(table.state) == Outcome("red", "sunk")


@pytest.mark.rule("SON-63", case="refuses")
def test_no_chain_follows_a_detonation_that_ends_the_game() -> None:
    table = firing(red="I9 H9", victory="sudden-death", chain="full")
    table.give("red.captain detonate I9")
    assert table.mines("red") == ("H9",)


@pytest.mark.rule("SON-63", case="allows")
def test_the_mines_of_one_level_go_off_together_before_the_outcome() -> None:
    table = firing(blue="D5 F5", at="C6", other="G5", victory="sudden-death")
    events = table.give("red.captain torpedo E5")
    assert [event.facts["boat"] for event in events if event.type == "sunk"] == ["red", "blue"]
    assert GAME.outcome(table.state) == Outcome("draw", "sunk")


@pytest.mark.rule("SON-63", case="refuses")
def test_a_mine_on_the_target_is_destroyed_and_starts_nothing() -> None:
    table = firing(blue="E5 G5", chain="full")
    events = table.give("red.captain torpedo E5")
    assert [event.type for event in events] == ["torpedo", "blast", "blast", "mine-lost"]
    assert table.mines("blue") == ("G5",)
