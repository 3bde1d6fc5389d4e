"""SON-80 and SON-81: surfacing in turns."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import FULL, GAME, OPEN, SMALL, WIDE, Table, crew, everyone


@pytest.mark.rule("SON-80", case="allows")
@pytest.mark.parametrize(("at", "sector"), [("A1", 1), ("J1", 2), ("E10", 3), ("F6", 4)])
def test_surfacing_announces_the_sector(at: str, sector: int) -> None:
    table = Table(OPEN, red=at)
    assert table.give("red.captain surface") == [everyone("surfaced", boat="red", sector=sector)]
    assert table.boat("red").calls == str(sector)


@pytest.mark.rule("SON-80", case="allows")
def test_the_route_is_erased_and_the_point_and_the_mines_stay() -> None:
    table = Table(OPEN).put("red", route="C5 C4 D4", mines="H8", damage=2, gauges=(1, 2, 3, 1, 5))
    table.give("red.captain surface")
    view = table.view("red.captain")
    assert (view["at"], view["route"], view["mines"]) == ("D4", ["D4"], ("H8",))
    assert table.boat("red").damage == 2
    assert table.boat("red").gauges == (1, 2, 3, 1, 5)
    assert table.boat("red").route.bit_count() == 1


@pytest.mark.rule("SON-80", case="refuses")
def test_the_point_of_surfacing_is_route_again() -> None:
    table = Table(SMALL, red="C3", blue="E5")
    table.play("red.captain surface", "red.captain end")
    table.turn("blue north").turn("blue north").turn("blue north").turn("red north").turn("blue north")
    assert table.refused("red.captain course south") == "route"


@pytest.mark.rule("SON-80", case="refuses")
@pytest.mark.parametrize("line", ["red.xo surface", "red.engineer surface", "red.radio surface"])
def test_only_the_captain_surfaces(line: str) -> None:
    assert Table().refused(line) == "not-your-role"


@pytest.mark.rule("SON-80", case="refuses")
def test_the_exact_point_is_not_told() -> None:
    table = Table(WIDE, red="N12")
    table.give("red.captain surface")
    assert table.heard("blue.radio") == [("surfaced", {"boat": "red", "sector": 9})]


@pytest.mark.rule("SON-81", case="allows")
def test_surfacing_erases_the_panel_and_takes_the_place_of_the_course() -> None:
    table = Table(SMALL, red="C3").put("red", crossed="w1 w2 e6")
    table.give("red.captain surface")
    assert table.crossed("red") == ()
    assert GAME.prompts(table.state) == ()
    assert table.view("blue.captain")["enemy_surfaced"] is True
    assert table.view("red.captain")["surfaced"] is True
    assert table.orders("red.captain") == ["end"]


@pytest.mark.rule("SON-81", case="refuses")
def test_no_course_beside_a_surfacing() -> None:
    table = Table(SMALL, red="C3")
    table.give("red.captain surface")
    assert table.refused("red.captain course north") == "surfaced"
    assert table.refused("red.captain surface") == "surfaced"
    late = Table(SMALL, red="C3")
    late.give("red.captain course north")
    assert late.marked("red").refused("red.captain surface") == "already-moved"


@pytest.mark.rule("SON-81", case="allows")
def test_the_enemy_plays_three_turns_in_a_row() -> None:
    table = Table(OPEN, red="A1", blue="J10")
    table.give("red.captain surface")
    assert table.give("red.captain end") == [everyone("turn", boat="blue")]
    for left in (3, 2, 1):
        assert table.view("red.radio")["left"] == table.view("spectator")["left"] == left
        table.give("blue.captain course west")
        table.marked("blue").put("blue", charged=["drone"]).give("blue.xo drone 1")
        assert table.view("red.captain")["surfaced"] is True
        events = table.give("blue.captain end")
        if left > 1:
            assert events == [everyone("turn", boat="blue")]
    assert events == [everyone("dived", boat="red"), everyone("turn", boat="red")]
    assert table.view("red.captain")["surfaced"] is False
    assert table.view("red.captain")["left"] == 1
    assert table.turn("red east").events == [everyone("turn", boat="blue")]
    assert table.turn("blue west").events == [everyone("turn", boat="red")]


@pytest.mark.rule("SON-81", case="refuses")
@pytest.mark.parametrize("played", [0, 1, 2])
def test_if_the_enemy_surfaces_it_loses_the_rest_and_the_first_boat_plays_three(played: int) -> None:
    table = Table(OPEN, red="A1", blue="J10")
    table.play("red.captain surface", "red.captain end")
    for _ in range(played):
        table.turn("blue west")
    table.give("blue.captain surface")
    assert table.give("blue.captain end") == [everyone("dived", boat="red"), everyone("turn", boat="red")]
    assert table.view("red.captain")["left"] == 3
    table.turn("red east").turn("red east")
    assert table.view("blue.captain")["surfaced"] is True
    assert table.turn("red east").events == [everyone("dived", boat="blue"), everyone("turn", boat="blue")]
    assert table.view("blue.captain")["left"] == 1


@pytest.mark.rule("SON-81", case="refuses")
def test_the_surfaced_boat_orders_nothing_until_its_turn() -> None:
    table = Table(OPEN, red="A1", blue="J10").put("red", charged=FULL, mines="E5")
    table.play("red.captain surface", "red.captain end")
    for line in ("captain course east", "captain dive", "captain detonate E5", "captain end", "xo drone 1"):
        assert table.refused(f"red.{line}") in {"not-your-turn", "already-started"}


@pytest.mark.rule("SON-81", case="allows")
def test_the_radio_of_a_surfaced_boat_works() -> None:
    table = Table(OPEN, red="A1", blue="J10")
    table.play("red.captain surface", "red.captain end")
    table.turn("blue west")
    assert table.view("red.radio")["calls"] == "W"


@pytest.mark.rule("SON-81", case="allows")
def test_a_surfaced_boat_is_hit_like_any_other() -> None:
    table = Table(OPEN, red="A1", blue="E1").put("blue", charged=["torpedo"])
    table.play("red.captain surface", "red.captain end", "blue.captain course west")
    table.marked("blue").give("blue.captain torpedo A1")
    assert table.boat("red").damage == 2


@pytest.mark.rule("SON-81", case="allows")
def test_after_surfacing_an_honest_game_goes_on_by_orders_alone() -> None:
    table = Table(SMALL, red="C3", blue="E5")
    table.play(
        "red.captain course north",
        "red.xo charge torpedo",
        "red.engineer break n5",
        "red.captain end",
        "blue.captain course north",
        "blue.engineer break n1",
        "blue.xo charge mine",
        "blue.captain end",
        "red.captain surface",
        "red.captain end",
    )
    for charge, symbol in (("mine", "n2"), ("mine", "n3"), ("drone", "n4")):
        table.play("blue.captain course north", f"blue.xo charge {charge}")
        assert table.give(f"blue.engineer break {symbol}") == [crew("blue", "broke", symbol=symbol)]
        table.give("blue.captain end")
    assert table.view("umpire")["boats"]["blue"]["panel"] == ["n1", "n2", "n3", "n4"]
    assert table.view("umpire")["turn"] == "red"
    table.give("red.captain course south")
    assert table.orders("red.engineer") == [f"break s{place}" for place in range(1, 7)]
