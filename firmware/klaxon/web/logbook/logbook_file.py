"""A logbook as one HTML file to keep and to print: no script, no network, no font, no second file.

Every text is escaped on its way in; the drawings are made of numbers, and the badges are shipped files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from klaxon import data
from klaxon.console.onlook.logbook import (
    CELL_PARTS,
    ChartCell,
    ChartMark,
    DiaryDay,
    LogBadge,
    Logbook,
    LogTable,
    ShipPlate,
    TrackChart,
)
from klaxon.web.debrief.debrief_file import NOWHERE, DebriefFile, source_hash
from klaxon.web.logbook.markup import Markup, element, join_markup
from klaxon.web.server.policy import policy_header

FOLDER = Path(__file__).parent
NAMES_UP_TO = 14
"""So many columns a chart may have before it leaves the names of its cells out."""
_GAP = re.compile(r"\{\{([a-z.-]+)\}\}")
_START, _END, _MARK = 9, 18, 15
"""Sizes of signs on the chart, in hundredths of a cell."""


def make_logbook_file(book: Logbook) -> DebriefFile:
    """Return a logbook as a file, with what a browser may do with it: nothing but show it."""
    style = (FOLDER / "logbook.css").read_text("utf-8")
    policy = {"default-src": NOWHERE, "style-src": source_hash(style), "base-uri": NOWHERE}
    filled = {
        **{name: getattr(book, name) for name in ("language", "title", "subtitle", "grade", "outcome")},
        **{f"head.{part}": text for part, text in book.heads.items()},
        "policy": policy_header(policy),
        "style": Markup(style),
        "facts": join_markup([element("div", element("dt", label), element("dd", text)) for label, text in book.facts]),
        "chart": _chart(book.chart, book.heads["track"]),
        "ships": _all(map(_plate, book.ships), "ships-list", book.heads["no-ships"]),
        "badges": _all(map(_badge, book.badges), "badges-list", book.heads["no-badges"]),
        "missions": _table(book.missions),
        "diary": join_markup(list(map(_day, book.diary))),
    }
    page = (FOLDER / "logbook.html").read_text("utf-8")
    return DebriefFile(_GAP.sub(lambda gap: join_markup((filled[gap[1]],)), page), policy)


def _all(items: Iterable[Markup], kind: str, otherwise: str) -> Markup:
    found = list(items)
    return element("ul", *found, class_=kind) if found else element("p", otherwise)


# -- drawings --------------------------------------------------------------------------------------------------------


def _chart(chart: TrackChart, said: str) -> Markup:
    """Return the chart as a drawing: cells by what they are, the track, a number where a ship went down."""
    (first_x, first_y), (last_x, last_y) = chart.track[0], chart.track[-1]
    points = " ".join(f"{x},{y}" for x, y in chart.track)
    half = _END // 2
    return element(
        "svg",
        *map(_cell, chart.cells),
        *(map(_cell_name, chart.cells) if chart.columns <= NAMES_UP_TO else ()),
        element("polyline", points=points, class_="track"),
        element("circle", cx=first_x, cy=first_y, r=_START, class_="start"),
        element("rect", x=last_x - half, y=last_y - half, width=_END, height=_END, class_="end"),
        *map(_mark, chart.marks),
        class_="map",
        viewBox=f"0 0 {chart.columns * CELL_PARTS} {chart.rows * CELL_PARTS}",
        role="img",
        aria_label=said,
    )


def _cell(cell: ChartCell) -> Markup:
    x, y = cell.column * CELL_PARTS, cell.row * CELL_PARTS
    return element("rect", x=x, y=y, width=CELL_PARTS, height=CELL_PARTS, class_=cell.water or "beyond")


def _cell_name(cell: ChartCell) -> Markup:
    return element("text", cell.name, x=cell.column * CELL_PARTS + 6, y=cell.row * CELL_PARTS + 20, class_="cell")


def _mark(mark: ChartMark) -> Markup:
    circle = element("circle", cx=mark.x, cy=mark.y, r=_MARK)
    return element("g", circle, element("text", mark.text, x=mark.x, y=mark.y + 6), class_="sunk")


def _plate(ship: ShipPlate) -> Markup:
    water = ship.height - 1
    left = min(first for first, _, _ in ship.boxes)
    parts = [(first, end - first, rows) for first, end, rows in ship.boxes]
    parts += [(at, 1, rows) for at, rows in ship.masts]
    drawn = [element("rect", x=x, y=water - rows, width=width, height=rows) for x, width, rows in parts]
    drawn.append(element("rect", x=left, y=water, width=ship.width, height=1))
    drawing = element("svg", *drawn, viewBox=f"{left} 0 {ship.width} {ship.height}", aria_hidden="true")
    name, *rest = ship.lines
    return element("li", drawing, element("b", f"{ship.mark}. {name}"), *(element("span", line) for line in rest))


def _badge(badge: LogBadge) -> Markup:
    drawing = Markup(data.badge(badge.drawing))
    return element("li", drawing, element("b", badge.title), element("span", badge.reason))


# -- words -----------------------------------------------------------------------------------------------------------


def _table(table: LogTable) -> Markup:
    heads = element("tr", *(element("th", head, scope="col") for head in table.heads))
    body = element("tbody", *map(_row, table.rows))
    return element(
        "div", element("table", element("thead", heads), body, element("tfoot", _row(table.totals))), class_="wide"
    )


def _row(cells: Sequence[str]) -> Markup:
    first, *rest = cells
    return element("tr", element("th", first, scope="row"), *(element("td", cell) for cell in rest))


def _day(day: DiaryDay) -> Markup:
    lines = [part for time, text in day.lines for part in (element("dt", time), element("dd", text))]
    return join_markup([element("h3", day.date), element("dl", *lines, class_="day")])
