"""SON-85 and SON-86: what the radio operator hears, and how much the station helps."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import FULL, OPEN, Table

ISLES = """\
..........
.#........
..........
...#......
..........
..........
..........
..........
..........
.........."""


def sailed(chart: str = OPEN, **options: str) -> Table:
    """Return a table where blue's operator has heard red sail north, east, east."""
    return Table(chart, red="E5", **options).put("red", route="E5 E4 F4 G4", calls="NEE")


@pytest.mark.rule("SON-85", case="allows")
def test_every_announcement_of_the_enemy_is_heard() -> None:
    table = Table(OPEN, red="E5").put("red", charged=FULL)
    calls = []
    for line in ("course north", "silence east 2", "surface"):
        table.let("red").marked("red").put("red", moved=line.startswith("silence"), spent=False)
        table.give(f"red.captain {line}")
        calls.append(table.view("blue.radio")["calls"])
    assert calls == ["N", "N~", "N~2"]
    assert table.view("red.radio")["calls"] == ""
    assert table.view("spectator")["boats"]["red"]["calls"] == "N~2"


@pytest.mark.rule("SON-85", case="allows")
def test_weapons_and_detection_are_heard_as_events() -> None:
    for line in ("captain torpedo E9", "captain mine E4", "xo drone 1", "xo sonar", "captain silence stay"):
        table = Table(OPEN, red="E5").acting("red")
        table.give(f"red.{line}")
        assert table.heard("blue.radio")


@pytest.mark.rule("SON-85", case="allows")
def test_the_track_is_drawn_from_the_last_point_back() -> None:
    view = sailed().view("blue.radio")
    assert view["track"] == [[-2, 1], [-2, 0], [-1, 0], [0, 0]]


@pytest.mark.rule("SON-85", case="allows")
@pytest.mark.parametrize(("call", "step"), [("N", [0, 1]), ("E", [-1, 0]), ("S", [0, -1]), ("W", [1, 0])])
def test_each_course_is_drawn_its_way(call: str, step: list[int]) -> None:
    assert sailed().put("red", calls=call).view("blue.radio")["track"] == [step, [0, 0]]


@pytest.mark.rule("SON-85", case="refuses")
@pytest.mark.parametrize("cut", ["~", "3"])
def test_silence_and_surfacing_break_the_track(cut: str) -> None:
    table = sailed().put("red", calls=f"NEE{cut}SW")
    assert table.view("blue.radio")["track"] == [[1, -1], [1, 0], [0, 0]]
    assert sailed().put("red", calls=f"NEE{cut}").view("blue.radio")["track"] == [[0, 0]]


@pytest.mark.rule("SON-85", case="refuses")
def test_nobody_else_is_shown_the_calls() -> None:
    table = sailed()
    for seat in ("blue.captain", "blue.xo", "blue.engineer", "red.captain"):
        assert not {"calls", "track", "clash", "solve"} & set(table.view(seat))
    assert "NEE" not in str(table.view("blue.captain"))


@pytest.mark.rule("SON-85", case="refuses")
def test_the_operator_learns_nothing_that_was_not_called() -> None:
    views = []
    for route in ("E5 E4 F4 G4", "B7 B6 C6 D6"):
        table = sailed().put("red", route=route)
        views.append(table.view("blue.radio", at="C3"))
    assert views[0] == views[1]


@pytest.mark.rule("SON-86", case="allows")
@pytest.mark.parametrize(
    ("level", "shown"),
    [
        ("off", {"calls"}),
        ("log", {"calls"}),
        ("track", {"calls", "track"}),
        ("clash", {"calls", "track", "clash"}),
    ],
)
def test_the_station_helps_as_much_as_the_table_chose(level: str, shown: set[str]) -> None:
    view = sailed(help=level).view("blue.radio", at="C3")
    assert set(view) & {"calls", "track", "clash", "solve"} == shown
    assert view["calls"] == ("E" if level == "off" else "NEE")


@pytest.mark.rule("SON-86", case="refuses")
def test_without_help_only_the_last_call_is_shown() -> None:
    table = Table(OPEN, help="off")
    assert table.view("blue.radio")["calls"] == ""
    assert table.put("red", calls="NEE~").view("blue.radio")["calls"] == "~"


@pytest.mark.rule("SON-86", case="refuses")
@pytest.mark.parametrize("level", ["off", "log", "track"])
def test_no_lens_brings_more_than_the_table_chose(level: str) -> None:
    table = sailed(ISLES, help=level)
    assert table.view("blue.radio", at="D5") == table.view("blue.radio")


@pytest.mark.rule("SON-86", case="allows")
@pytest.mark.parametrize("level", ["clash", "solve"])
def test_clashes_of_the_slid_track_are_marked(level: str) -> None:
    table = sailed(ISLES, help=level)
    clashes = {at: table.view("blue.radio", at=at)["clash"] for at in ("F4", "D4", "D2", "A1", "J10", "E4", "D1")}
    assert clashes == {
        "F4": ["D4"],
        "D4": ["D4"],
        "D2": ["B2"],
        "A1": ["off", "off", "off"],
        "J10": ["off"],
        "E4": ["D4"],
        "D1": ["B2"],
    }
    assert table.view("blue.radio", at="J5")["clash"] == []


@pytest.mark.rule("SON-86", case="allows")
@pytest.mark.parametrize(
    ("call", "at", "clash"),
    [
        ("W", "J5", ["off"]),
        ("W", "I5", []),
        ("E", "A5", ["off"]),
        ("E", "B5", []),
        ("N", "E10", ["off"]),
        ("N", "E9", []),
        ("S", "E1", ["off"]),
        ("S", "E2", []),
    ],
)
def test_the_edge_of_the_chart_clashes(call: str, at: str, clash: list[str]) -> None:
    table = Table(OPEN, help="clash").put("red", calls=call)
    assert table.view("blue.radio", at=at)["clash"] == clash


@pytest.mark.rule("SON-86", case="refuses")
@pytest.mark.parametrize("level", ["clash", "solve"])
def test_without_a_lens_on_the_chart_no_clash_is_shown(level: str) -> None:
    table = sailed(ISLES, help=level)
    assert "clash" not in table.view("blue.radio")
    assert "clash" not in table.view("blue.radio", at="K1")
    assert "clash" not in table.view("blue.radio", zoom="2")


BIG = "\n".join(["." * 20] * 20)


@pytest.mark.rule("SON-86", case="allows")
@pytest.mark.parametrize(("at", "call"), [("A1", "1"), ("A11", "9"), ("F11", "(10)"), ("T20", "(16)")])
def test_the_sector_of_a_surfacing_is_one_call_on_a_large_chart_too(at: str, call: str) -> None:
    table = Table(BIG, red=at, help="off")
    table.give("red.captain surface")
    assert table.view("blue.radio")["calls"] == call
    log = Table(BIG, red=at, help="track").put("red", calls="(12)N3")
    log.give("red.captain surface")
    assert log.view("blue.radio")["calls"] == f"(12)N3{call}"
    assert log.view("blue.radio")["track"] == [[0, 0]]


@pytest.mark.rule("SON-86", case="refuses")
@pytest.mark.parametrize(
    ("calls", "last"), [("(12)N", "N"), ("(12)N~", "~"), ("(10)N(12)", "(12)"), ("3N(11)4", "4"), ("", "")]
)
def test_without_help_no_earlier_sector_is_shown(calls: str, last: str) -> None:
    assert Table(OPEN, help="off").put("red", calls=calls).view("blue.radio")["calls"] == last
