"""SON-60 to SON-62: torpedoes, blasts, mines destroyed."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import OPEN, SMALL, Table, blasts, crew, everyone

WALL = """\
.....
.###.
...#.
.....
....."""


def fired(chart: str = OPEN, at: str = "E5", **options: str) -> set[str]:
    """Return the points a torpedo may be fired at."""
    table = Table(chart, red=at, **options).acting("red", "torpedo", "silence")
    return {order.split()[1] for order in table.orders("red.captain") if order.startswith("torpedo")}


@pytest.mark.rule("SON-60", case="allows")
def test_a_torpedo_runs_one_to_four_steps_and_may_turn() -> None:
    near = {
        f"{chr(ord('E') + east)}{5 + south}"
        for east in range(-4, 5)
        for south in range(-4, 5)
        if 1 <= abs(east) + abs(south) <= 4
    }
    assert fired() == near
    assert {"A5", "I5", "E1", "E9", "G7", "B4"} <= near


@pytest.mark.rule("SON-60", case="refuses")
@pytest.mark.parametrize(
    ("point", "code"),
    [
        ("E5", "out-of-range"),
        ("J5", "out-of-range"),
        ("E10", "out-of-range"),
        ("H7", "out-of-range"),
        ("A1", "out-of-range"),
        ("K5", "off-chart"),
        ("E11", "off-chart"),
        ("e4", "no-point"),
        ("", "missing-argument"),
        ("E4 E4", "extra-argument"),
    ],
)
def test_no_target_out_of_reach(point: str, code: str) -> None:
    assert Table(red="E5").acting("red", "torpedo").refused(f"red.captain torpedo {point}") == code


@pytest.mark.rule("SON-60", case="refuses")
def test_a_torpedo_does_not_cross_an_island_nor_end_on_one() -> None:
    table = Table(WALL, red="C1").acting("red", "torpedo")
    assert table.refused("red.captain torpedo C2") == "island"
    assert table.refused("red.captain torpedo C3") == "out-of-range"
    assert fired(WALL, "C1") == {"A1", "B1", "D1", "E1", "A2", "E2", "A3", "E3"}


@pytest.mark.rule("SON-60", case="allows")
def test_with_a_plain_path_it_crosses_islands_but_ends_on_none() -> None:
    reached = fired(WALL, "C1", torpedo_path="plain")
    assert {"C3", "C4", "C5", "B3", "E3", "A3", "B4", "D4"} <= reached
    assert not reached & {"B2", "C2", "D2", "D3", "C1"}
    assert "A5" not in reached
    assert reached == {
        name
        for name in (f"{column}{row}" for column in "ABCDE" for row in range(1, 6))
        if 1 <= abs(ord(name[0]) - ord("C")) + int(name[1]) - 1 <= 4
    } - {"B2", "C2", "D2", "D3"}


@pytest.mark.rule("SON-60", case="refuses")
def test_without_any_target_there_is_no_torpedo() -> None:
    lonely = "\n".join(["#####"] * 2 + ["##.##"] + ["#####"] * 2)
    table = Table(lonely, red="C3", blue="C3").acting("red", "torpedo")
    assert table.refused("red.captain torpedo C3") == "no-target"


@pytest.mark.rule("SON-60", case="allows")
def test_no_mine_and_no_boat_stops_a_torpedo() -> None:
    table = Table(red="E5", blue="E6").acting("red", "torpedo").put("blue", mines="E7").put("red", mines="E8")
    assert table.give("red.captain torpedo E9")[0] == everyone("torpedo", boat="red", at="E9")


@pytest.mark.rule("SON-61", case="allows")
@pytest.mark.parametrize("target", ["B2", "B3", "B4", "C2", "C4", "D2", "D3", "D4"])
def test_next_to_a_boat_a_blast_is_indirect(target: str) -> None:
    table = Table(red="E3", blue="C3").acting("red", "torpedo")
    own = "indirect" if target in {"D2", "D3", "D4"} else "miss"
    events = table.give(f"red.captain torpedo {target}")
    assert events[:3] == [
        everyone("torpedo", boat="red", at=target),
        *blasts("red", target, "torpedo", own=own, other="indirect"),
    ]
    assert events[-1] == everyone("damage", boat="blue", amount=1, cause="torpedo")
    assert table.boat("blue").damage == table.boat("blue").shown_damage == 1


@pytest.mark.rule("SON-61", case="allows")
def test_on_a_boat_a_blast_is_direct() -> None:
    table = Table(red="E5", blue="E8").acting("red", "torpedo")
    assert table.give("red.captain torpedo E8") == [
        everyone("torpedo", boat="red", at="E8"),
        *blasts("red", "E8", "torpedo", own="miss", other="direct"),
        everyone("damage", boat="blue", amount=2, cause="torpedo"),
    ]
    assert table.view("red.captain")["enemy_damage"] == 2


@pytest.mark.rule("SON-61", case="refuses")
@pytest.mark.parametrize(("target", "blue"), [("E7", "E9"), ("G5", "I5"), ("G7", "I9"), ("C6", "A7"), ("E8", "F10")])
def test_two_points_away_a_blast_is_a_miss(target: str, blue: str) -> None:
    table = Table(red="E5", blue=blue).acting("red", "torpedo")
    events = table.give(f"red.captain torpedo {target}")
    assert events[1:] == blasts("red", target, "torpedo", own="miss", other="miss")
    assert (table.boat("red").damage, table.boat("blue").damage) == (0, 0)


@pytest.mark.rule("SON-61", case="refuses")
@pytest.mark.parametrize(("red", "blue", "target"), [("A3", "J2", "A5"), ("J3", "A4", "J5"), ("J5", "A5", "I3")])
def test_a_blast_does_not_reach_round_the_edge_of_the_chart(red: str, blue: str, target: str) -> None:
    table = Table(red=red, blue=blue).acting("red", "torpedo")
    assert [event.type for event in table.give(f"red.captain torpedo {target}")] == [
        "torpedo",
        "blast",
        "blast",
    ]


@pytest.mark.rule("SON-61", case="allows")
def test_the_firing_boat_is_hit_like_the_other_and_only_its_crew_learns_it() -> None:
    table = Table(red="E5", blue="J10").acting("red", "torpedo")
    assert table.give("red.captain torpedo E6") == [
        everyone("torpedo", boat="red", at="E6"),
        *blasts("red", "E6", "torpedo", own="indirect", other="miss"),
        crew("red", "damage", amount=1, cause="torpedo"),
    ]
    assert (table.boat("red").damage, table.boat("red").shown_damage) == (1, 0)
    for seat in ("blue.captain", "spectator"):
        assert table.heard(seat)[1:] == [
            ("blast", {"at": "E6", "by": "red", "weapon": "torpedo", "results": {"blue": "miss"}})
        ]
    assert table.view("blue.captain")["enemy_damage"] == 0
    assert table.view("red.xo")["damage"] == 1


@pytest.mark.rule("SON-61", case="refuses")
def test_with_own_hit_announced_nothing_of_it_is_secret() -> None:
    table = Table(red="E5", blue="J10", own_hit_announced="yes").acting("red", "torpedo")
    results = {"red": "indirect", "blue": "miss"}
    assert table.give("red.captain torpedo E6") == [
        everyone("torpedo", boat="red", at="E6"),
        everyone("blast", at="E6", by="red", weapon="torpedo", results=results),
        everyone("damage", boat="red", amount=1, cause="torpedo"),
    ]
    assert table.view("blue.captain")["enemy_damage"] == 1


@pytest.mark.rule("SON-61", case="allows")
def test_blue_fires_as_red_does() -> None:
    table = Table(red="A1", blue="E5").acting("blue", "torpedo").put("red", route="E8")
    assert table.give("blue.captain torpedo E8") == [
        everyone("torpedo", boat="blue", at="E8"),
        *blasts("blue", "E8", "torpedo", own="miss", other="direct"),
        everyone("damage", boat="red", amount=2, cause="torpedo"),
    ]


@pytest.mark.rule("SON-62", case="allows")
@pytest.mark.parametrize("owner", ["red", "blue"])
@pytest.mark.parametrize("chain", ["off", "torpedo", "full"])
def test_a_torpedo_on_a_mine_destroys_it_without_its_blast(owner: str, chain: str) -> None:
    table = Table(red="E5", blue="J10", mine_chain=chain).acting("red", "torpedo").put(owner, mines="E8 A1")
    assert table.give("red.captain torpedo E8") == [
        everyone("torpedo", boat="red", at="E8"),
        *blasts("red", "E8", "torpedo", own="miss", other="miss"),
        crew(owner, "mine-lost", at="E8"),
    ]
    assert table.mines(owner) == ("A1",)


@pytest.mark.rule("SON-62", case="allows")
def test_mines_of_both_on_one_point_are_destroyed_and_a_fresh_one_is_forgotten() -> None:
    table = Table(red="E5", blue="J10").acting("red", "torpedo").put("red", mines="E8").put("blue", mines="E8")
    table.put("red", fresh=table.boat("red").mines)
    assert table.give("red.captain torpedo E8")[3:] == [
        crew("red", "mine-lost", at="E8"),
        crew("blue", "mine-lost", at="E8"),
    ]
    assert (table.mines("red"), table.mines("blue"), table.boat("red").fresh) == ((), (), 0)


@pytest.mark.rule("SON-62", case="refuses")
def test_a_mine_that_is_not_on_the_point_is_not_destroyed() -> None:
    table = Table(red="E5", blue="J10", mine_chain="off").acting("red", "torpedo").put("blue", mines="E7 G8")
    table.give("red.captain torpedo E8")
    assert table.mines("blue") == ("E7", "G8")
    assert table.heard("blue.captain")[-1][0] == "blast"


@pytest.mark.rule("SON-62", case="refuses")
def test_nobody_else_is_told_of_a_destroyed_mine() -> None:
    table = Table(SMALL, red="A1", blue="E5").acting("red", "torpedo").put("blue", mines="A4")
    table.give("red.captain torpedo A4")
    for seat in ("red.captain", "red.radio", "spectator"):
        assert "mine-lost" not in [kind for kind, _ in table.heard(seat)]
    assert table.heard("blue.radio")[-1] == ("mine-lost", {"boat": "blue", "at": "A4"})
    assert table.view("blue.captain")["mines"] == ()
