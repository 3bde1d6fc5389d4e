"""SON-100, SON-107, SON-108 and the chart format: what is shipped, what is read, what is refused and where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from klaxon import data
from klaxon.rules.contract import Refusal
from klaxon.rules.sonar.chart import Chart, Sea, half_scenarios, points_in, read_chart
from klaxon.rules.sonar.state import State
from klaxon.table.setup import make_header
from tests.rules.sonar.kit.boats import GAME, SMALL, Table, set_up

# SON-108, typed once more.
CLASSIC = {
    "classic-alpha.realtime": """C2 G2 M2 N2 C3 I3 M3 I4 B7 D7 G7 I7 B8 D8 G8 D9 H9 L9 M9 N9 D11 C12 H12 L12 A13 M13
        C14 G14 I14 N14 D15""",
    "classic-bravo.realtime": "C2 M2 N2 C3 I3 I4 D8 D9 L9 M9 N9 D11 C12 H12 L12 I14",
    "classic-charlie.realtime": "F3 M3 F4 L4 D8 I8 I9 H10 I10 D13 E14",
    "classic-alpha.turns": "D1 H2 C4 H4 E6 G7 D9 H9",
}
SHIPPED = sorted(path.name.removesuffix(".txt") for path in (data.ROOT / "charts").glob("*.txt"))
EXERCISE = "first-mission.turns"
"""Made for a guide: small, and with small sectors."""
SIZE = {"turns": 10, "realtime": 15}


def shipped(name: str) -> Chart:
    chart = read_chart(data.read("charts", *name.split(".")))
    assert isinstance(chart, Chart), chart
    return chart


def islands(chart: Chart) -> set[str]:
    return {f"{chr(65 + x)}{y}" for y, row in enumerate(chart.rows, 1) for x, cell in enumerate(row) if cell == "#"}


def faults(text: str) -> list[tuple[int, str]]:
    found = read_chart(text)
    assert isinstance(found, list), found
    return [(fault.line, fault.code) for fault in found]


def facts(text: str) -> dict[str, object]:
    found = read_chart(text)
    assert isinstance(found, list), found
    (fault,) = found
    return dict(fault.facts)


@pytest.mark.rule("SON-100", case="allows")
@pytest.mark.parametrize("mode", SIZE)
def test_alpha_has_many_islands_and_bravo_open_water(mode: str) -> None:
    alpha, bravo = islands(shipped(f"alpha-2.{mode}")), islands(shipped(f"bravo-2.{mode}"))
    assert len(alpha) > 2 * len(bravo) > 0


@pytest.mark.rule("SON-100", case="refuses")
@pytest.mark.parametrize("name", ["alpha-2", "bravo-2"])
def test_they_bring_no_extra_rule(name: str) -> None:
    table = Table(name, red="A1", blue="J10", first="red")
    table.give("red.captain course east")
    assert table.refused("red.xo charge scenario") == "no-such-system"
    assert set(table.view("red.xo")["gauges"]) == {"mine", "torpedo", "drone", "sonar", "silence"}


@pytest.mark.rule("SON-107", case="allows")
@pytest.mark.parametrize("name", [name for name in SHIPPED if name != EXERCISE])
def test_every_shipped_chart_loads_in_the_size_of_its_mode(name: str) -> None:
    chart = shipped(name)
    mode = name.rpartition(".")[2]
    assert chart.edge == 5
    assert chart.name
    assert [len(row) for row in chart.rows] == [SIZE[mode]] * SIZE[mode]
    state = set_up(data.read("charts", *name.split(".")))
    assert state.sea.data == {"name": chart.name, "edge": 5, "grid": "\n".join(chart.rows)}


@pytest.mark.rule("SON-107", case="allows")
@pytest.mark.parametrize("mode", SIZE)
def test_the_original_charts_are_shipped_in_both_sizes(mode: str) -> None:
    assert {f"{name}-2" for name in ("alpha", "bravo", "charlie", "delta", "echo")} <= set(data.names("charts", mode))


@pytest.mark.rule("SON-107", case="allows")
def test_owners_write_their_own_chart(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("name: Our pond\nsectors: 3\ngrid:\n......\n.#....\n......\n......\n....#.\n......\n", "utf-8")
    header = make_header(GAME, {"chart": str(own)}, data.read, "0")
    assert not isinstance(header, list)
    state = GAME.setup(header)
    assert isinstance(state, State)
    assert state.sea.data["name"] == "Our pond"
    assert state.sea.sectors == ("1", "2", "3", "4")


@pytest.mark.rule("SON-107", case="refuses")
def test_a_faulty_chart_is_refused_with_every_fault() -> None:
    text = "name: Bad\ndepth: 3\ngrid:\n.....\n....\n..?..\n.....\n.....\n"
    header = make_header(GAME, {"chart": "bad.txt"}, lambda *_: text, "0")
    assert not isinstance(header, list)
    refusal = GAME.setup(header)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.facts["option"], refusal.facts["name"]) == ("bad-content", "chart", "bad.txt")
    found = refusal.facts["faults"]
    assert isinstance(found, list)
    assert [(fault["line"], fault["code"]) for fault in found] == [
        (2, "chart-key"),
        (5, "chart-row-length"),
        (6, "chart-symbol"),
    ]
    assert found[1]["facts"] == {"has": 4, "first": 5}


@pytest.mark.rule("SON-107", case="allows")
@pytest.mark.parametrize("mark", list("~o12abMTDSZ"))
def test_the_marks_of_a_chart_are_its_scenario_whatever_its_name(mark: str) -> None:
    sea = set_up(f"....{mark}\n.....\n.....\n.....\n.....").sea
    assert (mark == "~") == bool(sea.ice)
    assert (mark in "12") == bool(sea.volcanoes)
    assert (mark in "MTDSZ") == bool(sea.bases)


ORIGINAL = [name for name in SHIPPED if name.split(".")[0] in ("charlie-2", "delta-2", "echo-2", "grimsvotn")]


@pytest.mark.rule("SON-107", case="allows")
@pytest.mark.parametrize("name", ORIGINAL)
def test_the_charts_of_the_scenarios_are_whole_and_their_sea_stays_one(name: str) -> None:
    assert half_scenarios(data.read("charts", *name.split("."))) == []
    sea = Sea(shipped(name))
    for volcano in sea.volcanoes:
        after = sea.after_lava(volcano)
        assert after.is_connected
        assert 0 < after.water.bit_count() == sea.water.bit_count() - sea.lava(volcano).bit_count()
        assert [i for i in points_in(after.water) if (after.cross[i] & after.water).bit_count() < 2] == []
    for islands in sea.bases.values():
        assert all(sea.around[island] & sea.water for island in points_in(islands))


@pytest.mark.parametrize("name", [name for name in ORIGINAL if name.startswith(("delta", "grimsvotn"))])
def test_the_volcanoes_treat_both_halves_of_the_sea_alike(name: str) -> None:
    rows = shipped(name).rows
    exchanged = str.maketrans("12ab", "21ba")
    assert rows == tuple(row[::-1].translate(exchanged) for row in reversed(rows))


def test_the_scenarios_are_of_the_character_described() -> None:
    charlie, delta, echo = (Sea(shipped(f"{name}-2.realtime")) for name in ("charlie", "delta", "echo"))
    assert charlie.ice.bit_count() > charlie.size // 3
    assert not charlie.volcanoes
    assert not charlie.bases
    assert set(delta.volcanoes) == {"1", "2"}
    assert not delta.ice
    assert not delta.bases
    assert list(echo.bases) == ["mine", "torpedo", "drone", "sonar", "silence"]
    assert not echo.ice
    assert not echo.volcanoes


HALF = [
    (".....", []),
    ("~o...", []),
    ("1a.2b", []),
    ("MTDSZ", []),
    ("1a...", [(3, "chart-no-volcano", {"volcano": "2", "lava": "b"})]),
    ("1a.2.", [(8, "chart-no-lava", {"volcano": "2", "lava": "b"})]),
    ("1..2b", [(8, "chart-no-lava", {"volcano": "1", "lava": "a"})]),
    (
        "..b..",
        [
            (3, "chart-no-volcano", {"volcano": "1", "lava": "a"}),
            (8, "chart-no-volcano", {"volcano": "2", "lava": "b"}),
        ],
    ),
    ("M.D.Z", [(3, "chart-no-base", {"marks": "T, S"})]),
]


@pytest.mark.parametrize(("cells", "expected"), HALF)
def test_what_a_scenario_lacks_is_named(cells: str, expected: list[tuple[int, str, dict[str, object]]]) -> None:
    found = half_scenarios(f"name: P\ngrid:\n{GRID}{cells}\n")
    assert [(fault.line, fault.code, fault.facts) for fault in found] == expected


@pytest.mark.rule("SON-108", case="allows")
@pytest.mark.parametrize("name", CLASSIC)
def test_the_classic_charts_have_the_listed_islands(name: str) -> None:
    assert islands(shipped(name)) == set(CLASSIC[name].split())
    assert set("".join(shipped(name).rows)) == {".", "#"}


@pytest.mark.rule("SON-108", case="refuses")
@pytest.mark.parametrize("name", ["classic-bravo", "classic-charlie"])
def test_a_chart_without_a_layout_for_the_mode_is_refused(name: str) -> None:
    with pytest.raises(data.ContentError) as caught:
        make_header(GAME, {"chart": name, "mode": "turns"}, data.read, "0")
    assert caught.value.code == "no-layout"
    assert caught.value.facts == {"kind": "charts", "name": name, "variant": "turns"}


@pytest.mark.rule("SON-108", case="refuses")
def test_a_chart_that_nobody_ships_is_refused_with_those_there_are() -> None:
    with pytest.raises(data.ContentError) as caught:
        make_header(GAME, {"chart": "zulu"}, data.read, "0")
    assert caught.value.code == "no-content"
    assert re.search(r"\balpha-2, bravo-2, charlie-2, classic-alpha\b", str(caught.value.facts["names"]))


GRID = SMALL + "\n"


def test_a_chart_is_read_as_written() -> None:
    text = "\ufeffname:  Pond \r\n\nsectors: 4\r\ngrid:\r\n.....\r\n.#...\n.....  \n.....\n.....\n\n\n"
    assert read_chart(text) == Chart("Pond", 4, (".....", ".#...", ".....", ".....", "....."))


def test_a_value_may_hold_a_colon_or_nothing() -> None:
    assert read_chart(f"name: A: B\ngrid:\n{GRID}") == Chart("A: B", 5, tuple(SMALL.split("\n")))
    assert read_chart(f"name:\ngrid:\n{GRID}") == Chart("", 5, tuple(SMALL.split("\n")))
    assert read_chart(f"name: P\nsectors: 0004\ngrid:\n{GRID}") == Chart("P", 4, tuple(SMALL.split("\n")))


def test_the_sectors_are_five_where_nothing_is_said() -> None:
    assert read_chart(f"name: P\ngrid:\n{GRID}") == Chart("P", 5, tuple(SMALL.split("\n")))


@pytest.mark.parametrize("cells", [".~oab", "#12..", "MTDSZ", "....."])
def test_every_symbol_of_the_format_is_known(cells: str) -> None:
    assert isinstance(read_chart(f"name: P\ngrid:\n{GRID}{cells}\n"), Chart)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(1, "chart-key-missing"), (1, "chart-no-grid")]),
        ("name: P", [(1, "chart-no-grid")]),
        ("name: P\nsectors: 5\n\n", [(3, "chart-no-grid")]),
        ("name: P\ngrid:\n\n", [(3, "chart-no-grid")]),
        (f"grid:\n{GRID}", [(1, "chart-key-missing")]),
        (f"sectors: 5\ngrid:\n{GRID}", [(1, "chart-key-missing")]),
        (f"name: P\nname: Q\ngrid:\n{GRID}", [(2, "chart-key-twice")]),
        (f"name: P\nhello\ngrid:\n{GRID}", [(2, "chart-no-key")]),
        (f"name: P\n\nsektors: 5\ngrid:\n{GRID}", [(3, "chart-key")]),
        (f"name: P\nsectors: 0\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\nsectors: 27\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\nsectors: five\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\nsectors: -5\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\nsectors:\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\nsectors: ٣\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\nsectors: 00004\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\nsectors: 00012345\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\nsectors: 0001{'9' * 5000}\ngrid:\n{GRID}", [(2, "chart-sectors")]),
        (f"name: P\ngrid:\n{GRID}....\n", [(8, "chart-row-length")]),
        (f"name: P\ngrid:\n{GRID}......\n", [(8, "chart-row-length")]),
        (f"name: P\ngrid:\n{GRID}\n.....\n", [(8, "chart-row-length")]),
        (f"name: P\ngrid:\n{GRID}..x..\n", [(8, "chart-symbol")]),
        (f"name: P\ngrid:\n{GRID}x...O\n", [(8, "chart-symbol"), (8, "chart-symbol")]),
        ("name: P\ngrid:\n.....\n.....\n.....\n.....\n", [(3, "chart-size")]),
        ("name: P\ngrid:\n....\n....\n....\n....\n....\n", [(3, "chart-size")]),
        ("name: P\ngrid:\n" + ("." * 27 + "\n") * 5, [(3, "chart-size")]),
        ("name: P\ngrid:\n" + ".....\n" * 27, [(3, "chart-size")]),
        ("name: P\ngrid:\n" + "#####\n" * 5, [(3, "chart-no-sea")]),
        (f"name: P\ngrid:\n1.1..\n{GRID}1....\n", [(3, "chart-volcano-twice"), (9, "chart-volcano-twice")]),
        (f"name: P\ngrid:\n{GRID}2...M\n", [(3, "chart-two-gauges")]),
        ("name: P\ngrid:\n..#..\n" + "..#..\n" * 4, [(3, "chart-split")]),
        ("name: P\ngrid:\n.#...\n#....\n.....\n.....\n.....\n", [(3, "chart-split")]),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, expected: list[tuple[int, str]]) -> None:
    assert faults(text) == expected


@pytest.mark.parametrize("size", [5, 26])
def test_the_smallest_and_the_largest_chart_are_read(size: int) -> None:
    assert isinstance(read_chart("name: P\nsectors: 26\ngrid:\n" + ("." * size + "\n") * size), Chart)
    assert isinstance(read_chart("name: P\nsectors: 1\ngrid:\n" + ("." * size + "\n") * 5), Chart)


def test_a_fault_says_what_would_be_right() -> None:
    grid = f"grid:\n{GRID}"
    assert facts(f"name: P\nsektors: 5\n{grid}") == {"key": "sektors", "nearest": "sectors"}
    assert facts(f"name: P\n{'k' * 50}: 5\n{grid}") == {"key": "k" * 40, "nearest": ""}
    assert facts(f"name: P\nGrid: 5\n{grid}") == {"key": "Grid", "nearest": "grid"}
    assert facts(f"name: P\n{'k' * 50}\n{grid}") == {"line": "k" * 40}
    assert facts(f"name: P\nname: Q\n{grid}") == {"key": "name"}
    assert facts(f"sectors: 5\n{grid}") == {"key": "name"}
    assert facts(f"name: P\nsectors: 99\n{grid}") == {"value": "99", "high": 26}
    assert facts(f"name: P\n{grid}...\n") == {"has": 3, "first": 5}
    assert facts(f"name: P\n{grid}..x..\n") == {"symbol": "x", "column": 3, "symbols": ".~oab#12MTDSZ"}
    assert facts("name: P\ngrid:\n" + "....\n" * 5) == {"width": 4, "height": 5, "low": 5, "high": 26}
    assert facts(f"name: P\n{grid}2.2..\n") == {"volcano": "2"}
    assert facts(f"name: P\n{grid}2..Z.\n") == {}
    assert facts("name: P\n") == facts("name: P\ngrid:\n" + "#####\n" * 5) == {}
    assert facts("name: P\ngrid:\n..#..\n" + "..#..\n" * 4) == {"points": "D1, E1, D2, E2, D3"}
    assert facts("name: P\ngrid:\n.#...\n##...\n.....\n.....\n.....\n") == {"points": "C1, D1, E1, C2, D2"}


def test_diagonal_water_is_not_connected() -> None:
    assert faults("name: P\ngrid:\n.####\n#.###\n##.##\n###.#\n####.\n") == [(3, "chart-split")]
    assert isinstance(read_chart("name: P\ngrid:\n..###\n#..##\n##..#\n###..\n####.\n"), Chart)


def test_seas_of_one_chart_are_equal() -> None:
    chart = shipped("alpha-2.turns")
    assert Sea(chart) == Sea(shipped("alpha-2.turns"))
    assert Sea(chart) != Sea(shipped("bravo-2.turns"))
    assert Sea(chart) != chart
    assert hash(Sea(chart)) == hash(chart)


def test_faults_come_in_the_order_of_their_lines() -> None:
    text = "sectors: x\ngrid:\n....\n..?.\n.....\n....\n....\n"
    lines = [line for line, _ in faults(text)]
    assert lines == sorted(lines)
    assert {code for _, code in faults(text)} == {
        "chart-key-missing",
        "chart-sectors",
        "chart-size",
        "chart-symbol",
        "chart-row-length",
    }
