"""Parts: each as a golden frame, and the laws that all of them keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon import data
from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL, LARGE
from klaxon.console.drawing.parts import (
    Banner,
    BottomLine,
    Countdown,
    Doing,
    HorizontalRule,
    List,
    ListItem,
    Number,
    Text,
    Title,
)
from klaxon.console.drawing.parts.chart import ChartPicture
from klaxon.console.drawing.parts.gauges import DamageGauge, Gauge, Gauges
from klaxon.console.drawing.parts.numbers import share
from klaxon.console.drawing.parts.scale import fit
from klaxon.console.drawing.parts.symbols import Group, SymbolPicture, Symbols
from klaxon.console.drawing.screen import Area, Part, Place, Screen
from klaxon.rules.sonar.circuits import SECTIONS, SYMBOLS
from tests.console.kit.frames import FRAMES, check


def grid(variant: str) -> tuple[str, ...]:
    return tuple(data.read("charts", "alpha-2", variant).partition("grid:\n")[2].split())


def engineer(crossed: str = "", lit: str = "", cursor: str = "") -> Symbols:
    names = {"west": "← W", "north": "↑ N", "south": "↓ S", "east": "E →"}
    sections = {
        section: tuple(
            SymbolPicture(symbol.name, symbol.kind, symbol.circuit, crossed=symbol.name in crossed.split())
            for symbol in SYMBOLS
            if symbol.section == section
        )
        for section in SECTIONS
    }
    return Symbols(tuple(Group(names[s], sections[s], lit=s == lit) for s in SECTIONS), cursor)


SMALL, LARGER = grid("turns"), grid("realtime")
HUGE = tuple("".join("#" if (7 * x + 13 * y + x * y) % 11 == 0 else "." for x in range(26)) for y in range(26))
ROUTE = ((3, 8), (3, 7), (4, 7), (4, 6), (4, 5), (4, 4), (3, 4), (3, 3), (2, 3))
REACH = frozenset(
    (x, y) for x in range(10) for y in range(10) if 0 < abs(x - 2) + abs(y - 3) <= 4 and SMALL[y][x] == "."
)
TRACK = ((6, 8), (5, 8), (5, 7), (4, 7), (4, 6), (5, 6), (6, 6), (7, 6), (7, 5), (8, 5))
SYSTEMS = (
    Gauge("Mine", 1, 3),
    Gauge("Torpedo", 3, 3),
    Gauge("Drone", 0, 4, barred=True),
    Gauge("Sonar", 3, 3, barred=True),
    Gauge("Silence", 4, 6),
    Gauge("Scenario", 0, 4),
)
ORDERS = (
    ListItem("Course north"),
    ListItem("Torpedo", "3/3"),
    ListItem("Mine", "1/3", barred=True),
    ListItem("Silence", "6/6"),
    ListItem("Surface"),
    ListItem("Detonate a mine", "2"),
    ListItem("Concede"),
)

WHOLE, BODY_AREA = Area(0, 0, 128, 64), Area(0, 0, 128, 54)
LINE = Area(0, 54, 128, 10)
PARTS: dict[str, tuple[Part, Area]] = {
    "text": (Text(("Torpedo", "loaded and ready to be fired", "Größe: 42°", "Є Ї Ґ є ї ґ Ё ё")), BODY_AREA),
    "text-centre": (Text(("Red boat", "waits for blue"), align="centre", middle=True), BODY_AREA),
    "text-wrap": (
        Text(("The enemy heard a drone in sector four and says that nobody is there.",), wrap=True),
        BODY_AREA,
    ),
    "text-cut": (Text(("One line too many for so little room, and so it ends early",), wrap=True), Area(0, 0, 90, 20)),
    "text-large": (Text(("D3", "Ёж Їжак"), LARGE, align="right"), BODY_AREA),
    "text-label": (Text(("small print 0123456789", "Щука їсть йод"), LABEL), BODY_AREA),
    "title": (Title("Captain", "red 2/4"), Area(0, 0, 128, 10)),
    "title-low": (Title("Erster Offizier der roten Seite", "7:05"), Area(0, 0, 128, 8)),
    "rule": (HorizontalRule(dotted=True), Area(0, 8, 128, 3)),
    "list": (List(ORDERS, 1), BODY_AREA),
    "list-barred": (List(ORDERS, 2), BODY_AREA),
    "list-end": (List(ORDERS, 6), BODY_AREA),
    "list-short": (List(ORDERS[:3], None), BODY_AREA),
    "number": (Number("Depth", 120, 0, 250, "m"), BODY_AREA),
    "number-ring": (Number("Bearing", 45, 0, 359, "°", wraps=True, text="045"), BODY_AREA),
    "number-ring-few": (Number("Course", 3, 0, 7, wraps=True, text="SE"), BODY_AREA),
    "number-low": (Number("Speed", 7, 0, 9, "kn"), Area(0, 0, 64, 10)),
    "countdown": (Countdown(83_200, 120_000, "Surfaced"), Area(0, 0, 128, 32)),
    "countdown-end": (Countdown(4_100, 120_000, "Surfaced"), Area(0, 0, 128, 16)),
    "countdown-over": (Countdown(-5), Area(90, 0, 38, 10)),
    "gauges": (Gauges(SYSTEMS, 4), BODY_AREA),
    "gauges-few": (Gauges(SYSTEMS[1:4]), BODY_AREA),
    "damage": (DamageGauge("Red", 3, 4, "Red: damage"), Area(0, 0, 128, 10)),
    "damage-stacked": (DamageGauge("damage", 1, 4, "damage"), Area(0, 0, 32, 16)),
    "symbols": (engineer(lit="north", cursor="n2"), BODY_AREA),
    "symbols-crossed": (engineer("w1 w4 w5 n1 n6 s2 s3 e1 e4 e5", lit="east", cursor="e2"), BODY_AREA),
    "symbols-low": (engineer("e4", lit="east", cursor="e2"), Area(0, 0, 128, 22)),
    "gauges-low": (Gauges(SYSTEMS, 4), Area(0, 0, 128, 22)),
    "chart": (ChartPicture(SMALL, 5, ROUTE, (2, 3), mines=((5, 6), (1, 4)), spoken=("boat C4",)), BODY_AREA),
    "chart-torpedo": (ChartPicture(SMALL, 5, ROUTE, (2, 3), marked=REACH, cursor=(3, 1)), BODY_AREA),
    "chart-sector": (ChartPicture(SMALL, 5, boat=(2, 3), sector=2), BODY_AREA),
    "chart-labels": (ChartPicture(SMALL, 5, ROUTE, (2, 3), cursor=(6, 8), labels=True), WHOLE),
    "chart-track": (ChartPicture(SMALL, 5, track=TRACK), BODY_AREA),
    "chart-15": (ChartPicture(LARGER, 5, ROUTE, (2, 3), mines=((12, 4), (1, 5)), cursor=(11, 3)), BODY_AREA),
    "chart-15-track": (ChartPicture(LARGER, 5, track=tuple((x + 4, y) for x, y in TRACK), marked=REACH), BODY_AREA),
    "chart-15-whole": (ChartPicture(LARGER, 5, ROUTE, (2, 3), mines=((12, 4), (1, 5)), marked=REACH), WHOLE),
    "chart-26": (ChartPicture(HUGE, 5, boat=(13, 20), cursor=(14, 18)), BODY_AREA),
    "chart-ice": (ChartPicture(("~~~..", "~o~#.", "~~...", ".....", "..#.."), 5, boat=(1, 1)), BODY_AREA),
    "banner": (Banner("TORPEDO!", "to D3"), Area(0, 0, 128, 8)),
    "banner-two": (Banner("ENEMY SURFACED", "sector 4"), Area(0, 0, 128, 16)),
    "banner-long": (Banner("ВСПЛЫТИЕ ПРОТИВНИКА", "сектор 4: есть время уйти"), Area(0, 0, 128, 16)),
    "bottom-ready": (BottomLine("course north"), LINE),
    "bottom-grave": (BottomLine("fire at D3", "grave"), LINE),
    "bottom-filling": (BottomLine("fire at D3", "grave", 430), LINE),
    "bottom-idle": (BottomLine("nothing to do", "idle"), LINE),
    "bottom-sent": (BottomLine("course north", "sent"), LINE),
    "bottom-waiting": (BottomLine("engineer's turn", "waiting"), LINE),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_part_looks_as_it_did(name: str) -> None:
    part, area = PARTS[name]
    check(f"parts/{name}", Screen((Place(area, part),)).picture(128, 64))


def test_every_frame_has_its_part() -> None:
    assert sorted(path.stem for path in (FRAMES / "parts").iterdir()) == sorted(PARTS)


near = st.integers(-20, 150)
length = st.integers(0, 150)
areas = st.builds(Area, near, near, length, length)


@given(st.sampled_from(sorted(PARTS)), areas, st.sampled_from([(128, 64), (256, 64), (128, 32)]), st.booleans())
def test_a_part_changes_nothing_outside_its_area(name: str, area: Area, size: tuple[int, int], lit: bool) -> None:
    canvas, mask = Canvas(*size), Canvas(*size)
    canvas.fill(0, 0, canvas.width if lit else 0, canvas.height)
    before = bytes(canvas.bits)
    PARTS[name][0].draw(canvas, area)
    mask.fill(*area)
    changed = (a ^ b for a, b in zip(before, canvas.bits, strict=True))
    assert not any(byte & ~inside & 0xFF for byte, inside in zip(changed, mask.bits, strict=True))


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_a_value(name: str) -> None:
    part, area = PARTS[name]
    hash(part)
    assert part == part  # noqa: PLR0124  # a value is like itself, which a fresh object would not be
    screen = Screen((Place(area, part),))
    assert screen.picture(128, 64) == screen.picture(128, 64)


def shown(part: Part, area: Area = BODY_AREA) -> bytes:
    return Screen((Place(area, part),)).picture(128, 64).bits


@pytest.mark.parametrize("count", [1, 5, 6, 20])
def test_the_cursor_of_a_list_is_always_in_sight(count: int) -> None:
    items = tuple(ListItem(f"item {n}") for n in range(count))
    assert len({shown(List(items, cursor)) for cursor in range(count)}) == count
    for cursor in range(count):
        assert shown(List(items, cursor)) != shown(List((*items[:cursor], ListItem(""), *items[cursor + 1 :]), cursor))


def test_a_list_says_what_is_chosen_and_what_is_barred() -> None:
    assert list(List(ORDERS[:3], 2).words()) == ["Course north", "Torpedo 3/3", "> ✗ Mine 1/3"]


@pytest.mark.parametrize(
    ("ms", "written"), [(0, "0"), (1, "1"), (59_000, "59"), (59_001, "1:00"), (3_600_000, "60:00")]
)
def test_a_second_that_has_begun_counts(ms: int, written: str) -> None:
    assert Countdown(ms).value_text == written
    assert list(Countdown(ms, label="Air").words()) == [f"Air {written}"]


def test_a_bar_is_full_only_at_the_end() -> None:
    lengths = [share(part, 1000, 60) for part in range(-1, 1002)]
    assert lengths == sorted(lengths)
    assert (lengths[0], lengths[1], lengths[2]) == (0, 0, 1)
    assert (lengths[1000], lengths[1001], lengths[1002]) == (59, 60, 60)
    assert share(5, 0, 60) == 0


def test_every_number_of_a_ring_has_its_place() -> None:
    assert len({shown(Number("", n, 0, 31, wraps=True, text="x")) for n in range(32)}) == 32


def test_every_state_of_the_bottom_line_differs() -> None:
    doings: tuple[Doing, ...] = ("ready", "grave", "idle", "sent", "waiting")
    assert len({shown(BottomLine("dive", doing), LINE) for doing in doings}) == 5
    filling = [shown(BottomLine("dive", "grave", fill), LINE) for fill in range(0, 1001, 100)]
    assert len(set(filling)) == len(filling)


@pytest.mark.parametrize("rows", [SMALL, LARGER])
@pytest.mark.parametrize("height", [54, 64])
def test_a_chart_of_the_printed_games_is_shown_whole(rows: tuple[str, ...], height: int) -> None:
    width, tall = ChartPicture(rows, 5).size(128, height)
    assert width <= 64
    assert tall <= height
    points = [(x, y) for y in range(len(rows)) for x in range(len(rows))]
    area = Area(0, 0, 128, height)
    for layer in ("boat", "cursor"):
        assert len({shown(ChartPicture(rows, 5, **{layer: point}), area) for point in points}) == len(points)  # type: ignore[arg-type]
    assert len({shown(ChartPicture(rows, 5, track=(point,)), area) for point in points}) == len(points)
    sea = [(x, y) for x, y in points if rows[y][x] == "."]
    assert len({shown(ChartPicture(rows, 5, mines=(point,)), area) for point in sea}) == len(sea)
    assert len({shown(ChartPicture(rows, 5, marked=frozenset((point,))), area) for point in sea}) == len(sea)


@pytest.mark.parametrize("cursor", [(0, 0), (25, 25), (0, 25), (12, 13)])
def test_a_chart_that_is_too_large_follows_the_cursor(cursor: tuple[int, int]) -> None:
    scale = fit(26, 26, 5, (54, 54), cursor)
    x, y = scale.centre(cursor)
    assert 0 <= x < scale.across.length <= 52
    assert 0 <= y < scale.down.length <= 52


def test_a_track_may_lie_off_the_chart_and_is_seen_on_an_island() -> None:
    assert shown(ChartPicture(SMALL, 5, track=((-5, -5), (-5, -4)))) == shown(ChartPicture(SMALL, 5))
    assert shown(ChartPicture(SMALL, 5, track=((1, 1),))) != shown(ChartPicture(SMALL, 5))


def test_all_symbols_of_the_engineer_can_be_told_apart() -> None:
    names = [symbol.name for symbol in SYMBOLS]
    assert (
        len({shown(engineer(crossed=name)) for name in names} | {shown(engineer(cursor=name)) for name in names}) == 48
    )
    assert next(iter(engineer("w1", "west", "w2").words())) == "← W: ✗w1 >w2 w3 w4 w5 w6"


def test_a_kind_that_nobody_drew_shows_a_question() -> None:
    assert any(shown(Symbols((Group("?", (SymbolPicture("x", "kraken"),)),))))


def test_a_banner_hides_what_is_under_it() -> None:
    over = Banner("STOP", "red")
    canvas, alone = Canvas(), Canvas()
    canvas.shade(0, 0, 128, 64)
    over.draw(canvas, WHOLE)
    over.draw(alone, WHOLE)
    assert canvas.bits == alone.bits


def test_a_title_says_it_briefly_where_the_whole_does_not_fit() -> None:
    def bits(part: Title) -> bytes:
        return Screen((Place(Area(0, 0, 64, 8), part),)).picture(64, 8).bits

    assert bits(Title("STOP Red", "9 s", "STOP R")) == bits(Title("STOP Red", "9 s"))
    assert bits(Title("STOP Vermilion", "9 s", "STOP V")) == bits(Title("STOP V", "9 s"))
    assert [*Title("STOP Vermilion", "9 s", "STOP V").words()] == ["STOP Vermilion", "9 s"]


def test_the_name_of_a_barred_gauge_is_struck_out_where_its_mark_has_no_room() -> None:
    def lit(name: str, *, barred: bool) -> int:
        gauges = Gauges((Gauge(name, 0, 6, barred),))
        bits = Screen((Place(Area(0, 0, 91, 8), gauges),)).picture(91, 8).bits
        return sum(byte.bit_count() for byte in bits)

    assert lit("mine", barred=True) > lit("mine", barred=False)
    assert lit("молчание", barred=True) > lit("молчание", barred=False) + 10
