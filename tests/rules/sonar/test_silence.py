"""SON-72 and SON-73: silence, and the marks after it."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import COMPASS, FULL, GAME, OPEN, SMALL, Table, crew, others

ISLES = """\
.....
.....
.....
..#..
....."""


def silent(at: str = "E5", chart: str = OPEN, **options: str) -> Table:
    """Return a table where red may fall silent."""
    return Table(chart, red=at, **options).acting("red", "silence")


def runs(table: Table) -> set[str]:
    return {order for order in table.orders("red.captain") if order.startswith("silence")}


@pytest.mark.rule("SON-72", case="allows")
@pytest.mark.parametrize(
    ("direction", "points"),
    [
        ("north", ["E5", "E4", "E3", "E2", "E1"]),
        ("east", ["E5", "F5", "G5", "H5", "I5"]),
        ("south", ["E5", "E6", "E7", "E8", "E9"]),
        ("west", ["E5", "D5", "C5", "B5", "A5"]),
    ],
)
def test_silence_runs_up_to_four_points_in_a_line(direction: str, points: list[str]) -> None:
    for length in range(5):
        table = silent()
        events = table.give(f"red.captain silence {direction} {length}")
        assert events[0].to == crew("red", "").to
        assert (events[0].type, events[0].facts["length"]) == ("silence", length)
        assert events[1:] == [others("red", "silence")]
        assert table.at("red") == points[length]
        assert table.view("red.captain")["route"] == points[: length + 1]
        assert table.boat("red").calls == "~"
        if length:
            assert events[0] == crew("red", "silence", dir=direction, length=length)


@pytest.mark.rule("SON-72", case="allows")
def test_every_direction_and_length_is_offered() -> None:
    assert runs(silent()) == {"silence stay"} | {f"silence {d} {n}" for d in COMPASS for n in range(5)}


@pytest.mark.rule("SON-72", case="refuses")
@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("north 1", "own-mine"),
        ("north 3", "own-mine"),
        ("south 1", "island"),
        ("west 1", "route"),
        ("east 3", "off-chart"),
        ("east 4", "off-chart"),
        ("east 5", "too-long"),
        ("east 10", "too-long"),
        ("east 01", "too-long"),
        ("east -1", "bad-argument"),
        ("east far", "bad-argument"),
        ("east", "missing-argument"),
        ("", "missing-argument"),
        ("up 1", "bad-argument"),
        ("2", "bad-argument"),
        ("stay 0", "extra-argument"),
        ("east 1 1", "extra-argument"),
    ],
)
def test_silence_runs_over_free_water_only(rest: str, code: str) -> None:
    table = Table(ISLES).acting("red", "silence", route="B3 C3").put("red", mines="C2")
    assert table.refused(f"red.captain silence {rest}") == code
    free = {"silence east 1", "silence east 2"}
    assert runs(table) == {"silence stay"} | {f"silence {d} 0" for d in COMPASS} | free


@pytest.mark.rule("SON-72", case="refuses")
def test_nothing_is_jumped_over() -> None:
    table = Table(OPEN).acting("red", "silence", route="F8 F7 E7 D7 C7 C6 C5").put("red", mines="G5")
    # G5 is mined: the run east ends on F5. The route lies across the way south.
    assert {run for run in runs(table) if "east" in run} == {f"silence east {n}" for n in range(4)}
    assert {run for run in runs(table) if "south" in run} == {"silence south 0"}
    assert table.refused("red.captain silence east 4") == "own-mine"
    table.put("red", route="F8 F7 E7 D7 C7 C6 C5", mines="")
    assert "silence east 4" in runs(table)


@pytest.mark.rule("SON-72", case="allows")
def test_enemy_mines_and_boats_are_passed() -> None:
    table = silent("A1").put("blue", mines="B1 C1", route="D1")
    table.give("red.captain silence east 4")
    assert (table.at("red"), table.boat("red").damage, table.mines("blue")) == ("E1", 0, ("B1", "C1"))


@pytest.mark.rule("SON-72", case="refuses")
def test_the_enemy_hears_neither_direction_nor_length() -> None:
    heard = []
    for run in ("north 1", "south 4"):
        table = silent()
        table.give(f"red.captain silence {run}")
        seats = ("blue.captain", "blue.xo", "blue.engineer", "blue.radio", "spectator")
        heard.append([(table.heard(seat), table.view(seat)) for seat in seats])
    assert heard[0] == heard[1]
    assert heard[0][0][0] == [("silence", {"boat": "red"})]


@pytest.mark.rule("SON-72", case="refuses")
def test_points_passed_in_silence_are_route() -> None:
    table = silent()
    table.give("red.captain silence east 2")
    table.marked("red").give("red.captain end")
    table.turn("blue west")
    assert table.refused("red.captain course west") == "route"
    table.turn("red south").turn("blue west").turn("red west").turn("blue west")
    assert table.refused("red.captain course north") == "route"


@pytest.mark.rule("SON-73", case="allows")
@pytest.mark.parametrize(("direction", "letter"), [("north", "n"), ("east", "e"), ("south", "s"), ("west", "w")])
@pytest.mark.parametrize("length", [1, 4])
def test_after_silence_both_officers_mark(direction: str, letter: str, length: int) -> None:
    table = silent()
    table.give(f"red.captain silence {direction} {length}")
    assert [p.seat for p in GAME.prompts(table.state)] == ["red.xo", "red.engineer"]
    assert table.orders("red.xo") == [f"charge {system}" for system in FULL]
    assert table.orders("red.engineer") == [f"break {letter}{place}" for place in range(1, 7)]
    assert table.refused("red.captain end") == "waiting-for-xo"
    table.give("red.xo charge silence")
    assert table.gauges("red")["silence"] == 1
    table.play(f"red.engineer break {letter}1", "red.captain end")


@pytest.mark.rule("SON-73", case="allows")
@pytest.mark.parametrize("rest", ["stay", "north 0", "east 0", "south 0", "west 0"])
def test_of_length_nought_only_the_first_officer_marks(rest: str) -> None:
    table = silent()
    table.give(f"red.captain silence {rest}")
    assert [p.seat for p in GAME.prompts(table.state)] == ["red.xo"]
    assert table.refused("red.engineer break n1") == "not-due"
    assert table.refused("red.captain end") == "waiting-for-xo"
    table.play("red.xo charge silence", "red.captain end")


@pytest.mark.rule("SON-73", case="refuses")
@pytest.mark.parametrize("rest", ["stay", "north 0"])
def test_of_length_nought_nobody_marks_where_the_switch_says_so(rest: str) -> None:
    table = silent(silence_zero="nobody")
    table.give(f"red.captain silence {rest}")
    assert GAME.prompts(table.state) == ()
    table.give("red.captain end")


@pytest.mark.rule("SON-73", case="refuses")
def test_the_switch_does_not_touch_a_real_run() -> None:
    table = silent(silence_zero="nobody")
    table.give("red.captain silence north 1")
    assert [p.seat for p in GAME.prompts(table.state)] == ["red.xo", "red.engineer"]


@pytest.mark.rule("SON-73", case="allows")
def test_staying_and_going_nowhere_are_the_same_order() -> None:
    told = []
    for rest in ("stay", "north 0", "west 0"):
        table = silent()
        told.append((table.give(f"red.captain silence {rest}"), GAME.encode(table.state)))
    assert told[0] == told[1] == told[2]
    assert told[0][0][0] == crew("red", "silence", dir="stay", length=0)


@pytest.mark.rule("SON-73", case="refuses")
def test_the_marks_of_silence_are_no_course_to_withdraw() -> None:
    table = Table(SMALL, red="C3", undo="yes").put("red", charged=FULL)
    table.play("red.captain course north", "red.engineer break n6", "red.captain silence east 1")
    assert table.refused("red.captain undo") == "too-late"


@pytest.mark.rule("SON-72", case="allows")
def test_silence_may_end_in_the_corner_of_the_chart() -> None:
    table = silent("C1")
    assert {run for run in runs(table) if "west" in run} == {"silence west 0", "silence west 1", "silence west 2"}
    table.give("red.captain silence west 2")
    assert table.at("red") == "A1"
