"""SON-01 to SON-05: boats, roles, victory, grids."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Outcome
from klaxon.rules.sonar.chart import Chart, Sea
from klaxon.rules.sonar.setting import CREWS
from tests.rules.sonar.kit.boats import GAME, OPEN, WIDE, Table, blasts, crew, everyone, set_up

CAPTAIN = ["start", "dive", "course", "torpedo", "mine", "detonate", "silence", "surface", "answer", "end"]


@pytest.mark.rule("SON-01", case="allows")
def test_two_boats_have_four_roles_each() -> None:
    roles = ("captain", "xo", "engineer", "radio")
    assert GAME.seats == tuple(f"{boat}.{role}" for boat in ("red", "blue") for role in roles)


@pytest.mark.rule("SON-01", case="allows")
@pytest.mark.parametrize("boat", ["red", "blue"])
def test_each_role_has_its_verbs(boat: str) -> None:
    table = Table()
    verbs = {"captain": CAPTAIN, "xo": ["charge", "drone", "sonar"], "engineer": ["break"], "radio": ["guess"]}
    for role, expected in verbs.items():
        view = GAME.sight(table.state, f"{boat}.{role}", {}).view  # type: ignore[arg-type]
        assert [offer.verb for offer in GAME.offers(view)] == expected


@pytest.mark.rule("SON-01", case="refuses")
@pytest.mark.parametrize("seat", ["green.captain", "red.cook", "captain", "red", "red.captain.xo"])
def test_there_is_no_other_boat_or_role(seat: str) -> None:
    refusal = Table().refusal(f"{seat} course east")
    assert (refusal.code, refusal.facts["seat"]) == ("unknown-seat", seat)
    assert refusal.facts["seats"] == GAME.seats


@pytest.mark.rule("SON-02", case="allows")
def test_persons_share_the_roles_as_the_size_of_the_team_asks() -> None:
    assert CREWS == {
        4: (("captain",), ("xo",), ("engineer",), ("radio",)),
        3: (("captain", "xo"), ("engineer",), ("radio",)),
        2: (("captain", "xo", "engineer"), ("radio",)),
        1: (("captain", "xo", "engineer", "radio"),),
    }


@pytest.mark.rule("SON-02", case="refuses")
@pytest.mark.parametrize(
    "line",
    [
        "red.xo course east",
        "red.engineer course east",
        "red.radio course east",
        "red.captain charge mine",
        "red.engineer charge mine",
        "red.captain break e1",
        "red.xo break e1",
        "red.radio break e1",
        "red.captain drone 1",
        "red.captain sonar",
        "red.xo torpedo A2",
        "red.xo end",
        "umpire course east",
        "spectator course east",
    ],
)
def test_a_role_never_gives_the_orders_of_another_whoever_holds_both(line: str) -> None:
    assert Table().refused(line) == "not-your-role"


@pytest.mark.rule("SON-04", case="allows")
def test_hunt_is_won_when_a_boat_has_four_damage() -> None:
    table = Table(red="A1", blue="C1").put("blue", damage=2, shown_damage=2).acting("red", "torpedo")
    assert table.give("red.captain torpedo C1") == [
        everyone("torpedo", boat="red", at="C1"),
        *blasts("red", "C1", "torpedo", own="miss", other="direct"),
        everyone("damage", boat="blue", amount=2, cause="torpedo"),
        everyone("sunk", boat="blue"),
        everyone("over", winner="red", reason="sunk"),
    ]
    assert GAME.outcome(table.state) == Outcome("red", "sunk")


@pytest.mark.rule("SON-04", case="refuses")
def test_hunt_goes_on_at_three_damage() -> None:
    table = Table(red="A1", blue="C1").put("blue", damage=1, shown_damage=1).acting("red", "torpedo")
    assert [event.type for event in table.give("red.captain torpedo C1")][-1] == "damage"
    assert table.boat("blue").damage == 3
    assert GAME.outcome(table.state) is None


@pytest.mark.rule("SON-04", case="allows")
@pytest.mark.parametrize("target", ["C1", "D1"])
def test_sudden_death_is_won_by_any_hit(target: str) -> None:
    table = Table(red="A1", blue="C1", victory="sudden-death").acting("red", "torpedo")
    table.give(f"red.captain torpedo {target}")
    assert GAME.outcome(table.state) == Outcome("red", "sunk")


@pytest.mark.rule("SON-04", case="allows")
@pytest.mark.parametrize(
    ("crossed", "last"), [("e1 e2 e4 e5 e6", "e3"), ("w5 w6 n6 s5 e4", "e6")], ids=["section", "radiation"]
)
def test_sudden_death_is_lost_by_a_breakdown_too(crossed: str, last: str) -> None:
    table = Table(victory="sudden-death").put("red", crossed=crossed)
    table.play("red.captain course east", "red.xo charge mine", f"red.engineer break {last}")
    assert GAME.outcome(table.state) == Outcome("blue", "sunk")
    assert table.refused("red.captain end") == "game-over"


@pytest.mark.rule("SON-04", case="refuses")
def test_a_miss_ends_no_sudden_death() -> None:
    table = Table(red="A1", blue="C3", victory="sudden-death").acting("red", "torpedo")
    table.give("red.captain torpedo E1")
    assert GAME.outcome(table.state) is None


@pytest.mark.rule("SON-04", case="allows")
def test_both_lost_by_one_blast_is_a_draw() -> None:
    table = Table(red="A1", blue="A3", victory="sudden-death").acting("red", "torpedo")
    assert table.give("red.captain torpedo A2")[-5:] == [
        crew("red", "damage", amount=1, cause="torpedo"),
        everyone("damage", boat="blue", amount=1, cause="torpedo"),
        everyone("sunk", boat="red"),
        everyone("sunk", boat="blue"),
        everyone("over", winner="draw", reason="sunk"),
    ]
    assert GAME.outcome(table.state) == Outcome("draw", "sunk")


@pytest.mark.rule("SON-04", case="refuses")
def test_who_sinks_only_itself_loses() -> None:
    table = Table(red="A1", blue="J10", victory="sudden-death").acting("red", "torpedo")
    table.give("red.captain torpedo A2")
    assert GAME.outcome(table.state) == Outcome("blue", "sunk")


@pytest.mark.rule("SON-04", case="allows")
@pytest.mark.parametrize(("red", "blue", "winner"), [(2, 1, "blue"), (0, 1, "red"), (1, 1, "draw"), (0, 0, "draw")])
def test_at_the_limit_most_damage_loses(red: int, blue: int, winner: str) -> None:
    table = Table(limit="2").put("red", damage=red).put("blue", damage=blue)
    table.give("red.captain course east")
    assert table.marked("red").give("red.captain end") == [everyone("turn", boat="blue")]
    table.give("blue.captain course west")
    assert table.marked("blue").give("blue.captain end") == [everyone("over", winner=winner, reason="limit")]
    assert GAME.outcome(table.state) == Outcome(winner, "limit")


@pytest.mark.rule("SON-04", case="refuses")
def test_without_a_limit_nothing_ends_by_the_number_of_turns() -> None:
    table = Table(limit="0").sail("red", *["east"] * 9)
    assert table.state.ended == 9
    assert GAME.outcome(table.state) is None


@pytest.mark.rule("SON-04", case="refuses")
@pytest.mark.parametrize("line", ["red.captain start A1", "red.captain course east", "blue.xo charge mine"])
def test_nothing_is_ordered_after_the_end(line: str) -> None:
    table = Table(limit="1").sail("red", "east")
    assert table.refused(line) == "game-over"
    assert GAME.actors(table.state) == ()
    assert GAME.prompts(table.state) == ()


@pytest.mark.rule("SON-05", case="allows")
def test_the_chart_of_turns_has_four_sectors() -> None:
    sea = set_up(OPEN).sea
    sectors = {sea.names[point]: sea.sector[point] for point in range(sea.size)}
    for row in range(1, 11):
        for place, column in enumerate("ABCDEFGHIJ"):
            assert sectors.pop(f"{column}{row}") == (1 if row <= 5 else 3) + (0 if place < 5 else 1)
    assert not sectors
    assert sea.sectors == ("1", "2", "3", "4")


@pytest.mark.rule("SON-05", case="allows")
def test_the_chart_of_real_time_has_nine_sectors() -> None:
    sea = set_up(WIDE).sea
    corners = {
        "A1": 1,
        "F1": 2,
        "O1": 3,
        "A6": 4,
        "J10": 5,
        "K6": 6,
        "E15": 7,
        "F11": 8,
        "O15": 9,
        "E5": 1,
        "K5": 3,
    }
    assert {name: sea.sector[sea.index[name]] for name in corners} == corners
    assert sea.sectors == tuple("123456789")


@pytest.mark.rule("SON-05", case="allows")
def test_a_sector_at_the_edge_may_be_cut() -> None:
    sea = Sea(Chart("", 5, tuple(["." * 7] * 6)))
    found = {name: sea.sector[sea.index[name]] for name in ("E5", "F5", "G5", "E6", "F6", "G6")}
    assert found == {"E5": 1, "F5": 2, "G5": 2, "E6": 3, "F6": 4, "G6": 4}
    assert sea.sectors == ("1", "2", "3", "4")
    assert Sea(Chart("", 5, tuple(["." * 6] * 6))).sectors == ("1", "2", "3", "4")


@pytest.mark.rule("SON-05", case="refuses")
@pytest.mark.parametrize(
    ("point", "code"),
    [
        ("K1", "off-chart"),
        ("A11", "off-chart"),
        ("A0", "no-point"),
        ("A01", "no-point"),
        ('"А1"', "not-latin"),
        ("a1", "no-point"),
        ("1A", "no-point"),
        ("A", "no-point"),
        ("AA", "no-point"),
        ('"A²"', "no-point"),
        ('""', "no-point"),
        ("column=A", "bad-argument"),
    ],
)
def test_points_are_latin_columns_and_rows_on_the_chart(point: str, code: str) -> None:
    table = Table()
    table.state = set_up(OPEN)
    assert table.refused(f"red.captain start {point}") == code
