"""SON-10 to SON-14: courses, and the marks that acknowledge them."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import GAME, OPEN, SMALL, Table, everyone

ISLES = """\
.....
..#..
.#...
.....
....."""


@pytest.mark.rule("SON-10", case="allows")
@pytest.mark.parametrize(("direction", "point"), [("north", "C2"), ("east", "D3"), ("south", "C4"), ("west", "B3")])
def test_a_course_moves_one_point_and_everyone_hears_it(direction: str, point: str) -> None:
    table = Table(SMALL, red="C3")
    assert table.give(f"red.captain course {direction}") == [everyone("course", boat="red", dir=direction)]
    assert table.at("red") == point
    assert table.view("red.captain")["route"] == ["C3", point]
    assert table.boat("red").calls == direction[0].upper()
    assert table.at("blue") == "E5"


@pytest.mark.rule("SON-10", case="allows")
@pytest.mark.parametrize(
    ("start", "direction", "corner"),
    [("B1", "west", "A1"), ("A2", "north", "A1"), ("D5", "east", "E5"), ("E4", "south", "E5"), ("D1", "east", "E1")],
)
def test_the_corners_of_the_chart_are_sailed_to(start: str, direction: str, corner: str) -> None:
    table = Table(SMALL, red=start, blue="C3")
    assert f"course {direction}" in table.orders("red.captain")
    table.give(f"red.captain course {direction}")
    assert table.at("red") == corner


@pytest.mark.rule("SON-11", case="refuses")
@pytest.mark.parametrize("corner", ["A1", "E5"])
def test_a_corner_on_the_route_is_no_edge_of_the_chart(corner: str) -> None:
    away, back = ("east", "west") if corner == "A1" else ("west", "east")
    table = Table(SMALL, red=corner, blue="C3").sail("red", away)
    assert table.refused(f"red.captain course {back}") == "route"


@pytest.mark.rule("SON-10", case="refuses")
@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", "missing-argument"),
        ("up", "bad-argument"),
        ("north-east", "bad-argument"),
        ("North", "bad-argument"),
        ("dir=north", "bad-argument"),
        ("north north", "extra-argument"),
        ("north 2", "extra-argument"),
    ],
)
def test_a_course_is_one_of_four_words(rest: str, code: str) -> None:
    assert Table(SMALL, red="C3").refused(f"red.captain course {rest}") == code


def test_a_wrong_course_is_told_the_right_ones() -> None:
    refusal = Table(ISLES, red="A1").refusal("red.captain course up")
    assert refusal.facts == {"verb": "course", "field": "direction", "token": "up", "values": "east|south"}


@pytest.mark.rule("SON-11", case="allows")
def test_all_free_neighbours_are_open() -> None:
    assert Table(SMALL, red="C3").orders("red.captain") == [
        "course north",
        "course east",
        "course south",
        "course west",
        "surface",
    ]


@pytest.mark.rule("SON-11", case="refuses")
@pytest.mark.parametrize(
    ("start", "direction", "code"),
    [
        ("A1", "north", "off-chart"),
        ("A1", "west", "off-chart"),
        ("E5", "south", "off-chart"),
        ("E5", "east", "off-chart"),
        ("E1", "east", "off-chart"),
        ("A2", "west", "off-chart"),
        ("C1", "south", "island"),
        ("B2", "east", "island"),
        ("B2", "south", "island"),
        ("D2", "west", "island"),
        ("B4", "north", "island"),
    ],
)
def test_no_course_leaves_the_sea(start: str, direction: str, code: str) -> None:
    table = Table(ISLES, red=start, blue="A5")
    refusal = table.refusal(f"red.captain course {direction}")
    assert (refusal.code, refusal.facts) == (code, {"verb": "course", "token": direction})
    assert f"course {direction}" not in table.orders("red.captain")


@pytest.mark.rule("SON-11", case="refuses")
def test_no_course_crosses_the_own_route_start_included() -> None:
    table = Table(SMALL, red="C3").sail("red", "north", "west", "south")
    assert table.at("red") == "B3"
    assert table.refused("red.captain course east") == "route"
    assert table.refused("red.captain course north") == "route"
    assert table.orders("red.captain") == ["course south", "course west", "surface"]


@pytest.mark.rule("SON-11", case="allows")
def test_the_route_before_the_last_surfacing_is_open_again() -> None:
    table = Table(SMALL, red="C3").sail("red", "north")
    table.play("red.captain surface", "red.captain end")
    table.turn("blue north").turn("blue north").turn("blue north")
    assert table.view("red.captain")["route"] == ["C2"]
    table.give("red.captain course south")
    assert table.at("red") == "C3"


@pytest.mark.rule("SON-11", case="refuses")
@pytest.mark.parametrize(("direction", "mine"), [("north", "C2"), ("east", "D3"), ("south", "C4"), ("west", "B3")])
def test_no_course_onto_an_own_mine(direction: str, mine: str) -> None:
    table = Table(SMALL, red="C3").put("red", mines=mine)
    assert table.refused(f"red.captain course {direction}") == "own-mine"
    assert len(table.orders("red.captain")) == 3 + len(["surface", "detonate"])


@pytest.mark.rule("SON-12", case="allows")
def test_enemy_mines_and_the_enemy_boat_do_not_block() -> None:
    table = Table(SMALL, red="C3", blue="D3").put("blue", mines="D3 E3")
    assert table.give("red.captain course east") == [everyone("course", boat="red", dir="east")]
    assert table.at("red") == table.at("blue") == "D3"
    table.marked("red").give("red.captain end")
    table.turn("blue south")
    assert table.give("red.captain course east") == [everyone("course", boat="red", dir="east")]
    assert table.mines("blue") == ("D3", "E3")
    assert (table.boat("red").damage, table.boat("blue").damage) == (0, 0)


@pytest.mark.rule("SON-12", case="refuses")
def test_only_what_is_ones_own_blocks() -> None:
    table = Table(SMALL, red="C3", blue="D3").put("red", mines="D3").put("blue", mines="C4")
    assert table.refused("red.captain course east") == "own-mine"
    table.give("red.captain course south")


@pytest.mark.rule("SON-13", case="allows")
@pytest.mark.parametrize("order", [("xo charge mine", "engineer break n1"), ("engineer break n1", "xo charge mine")])
def test_both_officers_acknowledge_in_either_order(order: tuple[str, str]) -> None:
    table = Table(SMALL, red="C3")
    table.give("red.captain course north")
    table.play(*(f"red.{line}" for line in order))
    table.give("red.captain end")
    assert table.crossed("red") == ("n1",)
    assert table.gauges("red")["mine"] == 1


@pytest.mark.rule("SON-13", case="refuses")
@pytest.mark.parametrize("line", ["course north", "surface", "end", "torpedo C1", "mine C1", "silence stay"])
def test_the_captain_waits_for_both_marks(line: str) -> None:
    table = Table(SMALL, red="C3").put("red", charged=["torpedo", "mine"])
    table.give("red.captain course north")
    assert table.refused(f"red.captain {line}") == "waiting-for-xo"
    marks_first = Table(SMALL, red="C3")
    marks_first.play("red.captain course north", "red.xo charge mine")
    assert marks_first.refused(f"red.captain {line}") == "waiting-for-engineer"
    table.give("red.engineer break n1")
    assert table.refused(f"red.captain {line}") == "waiting-for-xo"


@pytest.mark.rule("SON-13", case="refuses")
def test_a_mark_is_made_once() -> None:
    table = Table(SMALL, red="C3")
    assert table.refused("red.xo charge mine") == "not-due"
    assert table.refused("red.engineer break n1") == "not-due"
    table.play("red.captain course north", "red.xo charge mine")
    assert table.refused("red.xo charge mine") == "not-due"
    table.give("red.engineer break n1")
    assert table.refused("red.engineer break n2") == "not-due"


@pytest.mark.rule("SON-13", case="allows")
def test_each_mark_answers_a_prompt_of_its_own() -> None:
    table = Table(SMALL, red="C3")
    table.give("red.captain course north")
    prompts = GAME.prompts(table.state)
    assert [(p.seat, p.verbs) for p in prompts] == [("red.xo", ("charge",)), ("red.engineer", ("break",))]
    assert all("red.captain" in p.freezes and p.seat not in p.freezes for p in prompts)
    charge, mark = (p.key for p in prompts)
    assert table.refused("red.xo charge mine @charge-99") == "late"
    assert table.refused(f"red.xo charge mine @{mark}") == "late"
    table.play(f"red.xo charge mine @{charge}", f"red.engineer break n1 @{mark}", "red.captain end")
    assert GAME.prompts(table.state) == ()


@pytest.mark.rule("SON-13", case="refuses")
def test_the_key_of_a_prompt_never_comes_twice() -> None:
    table, seen = Table(SMALL, red="C3", undo="yes"), set[str]()
    for line in ("red north", "blue north", "red west", "blue north"):
        boat, direction = line.split()
        for _ in range(2):
            table.give(f"{boat}.captain course {direction}")
            keys = {p.key for p in GAME.prompts(table.state)}
            assert len(keys - seen) == 2
            seen |= keys
            table.give(f"{boat}.captain undo")
        table.turn(line)


@pytest.mark.rule("SON-14", case="allows")
def test_boats_take_turns() -> None:
    table = Table(OPEN, red="E5", blue="F6", first="blue")
    table.give("blue.captain course east")
    assert table.marked("blue").give("blue.captain end") == [everyone("turn", boat="red")]
    table.give("red.captain course west")
    assert table.marked("red").give("red.captain end") == [everyone("turn", boat="blue")]


@pytest.mark.rule("SON-14", case="refuses")
def test_no_boat_orders_in_the_turn_of_the_other() -> None:
    table = Table(OPEN, first="blue").put("red", charged=["mine", "torpedo", "silence", "drone", "sonar"])
    for line in (
        "captain course east",
        "captain surface",
        "captain end",
        "captain torpedo B1",
        "captain silence stay",
    ):
        assert table.refused(f"red.{line}") == "not-your-turn"
    for line in ("xo charge mine", "xo drone 1", "xo sonar", "engineer break e1"):
        assert table.refused(f"red.{line}") == "not-your-turn"
