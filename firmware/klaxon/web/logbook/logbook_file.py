"""A logbook as one HTML file to keep and to print: no script, no network, no font, no second file.

Every text is escaped on its way in; the drawings are made of numbers, and the badges are shipped files.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import Path

from klaxon import data
from klaxon.console.onlook.logbook import (
    CELL_PARTS,
    DiaryDay,
    LogBadge,
    Logbook,
    LogTable,
    ShipPlate,
    TrackChart,
)
from klaxon.web.debrief.debrief_file import NOWHERE, DebriefFile, source_hash
from klaxon.web.server.policy import policy_header

FOLDER = Path(__file__).parent
NAMES_UP_TO = 14
"""So many columns a chart may have before it leaves the names of its cells out."""


def make_logbook_file(book: Logbook) -> DebriefFile:
    """Return a logbook as a file, with what a browser may do with it: nothing but show it."""
    style = (FOLDER / "logbook.css").read_text("utf-8")
    policy = {"default-src": NOWHERE, "style-src": source_hash(style), "base-uri": NOWHERE}
    text = f"""<!doctype html>
<html lang="{_text(book.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Klaxon">
<meta http-equiv="Content-Security-Policy" content="{_text(policy_header(policy))}">
<title>{_text(book.title)}: {_text(book.subtitle)}</title>
<style>{style}</style>
</head>
<body>
{_head(book)}
<main>
{_part(book, "chart", _chart(book.chart, book.heads["track"]))}
{_part(book, "ships", _all(map(_plate, book.ships), "ships", book.heads["no-ships"]))}
{_part(book, "badges", _all(map(_badge, book.badges), "badges", book.heads["no-badges"]))}
{_part(book, "missions", _table(book.missions))}
{_part(book, "diary", "".join(map(_day, book.diary)))}
</main>
<footer>{_text(book.heads["print"])}</footer>
</body>
</html>
"""
    return DebriefFile(text, policy)


def _text(text: str) -> str:
    return html.escape(text)


def _head(book: Logbook) -> str:
    facts = "".join(f"<div><dt>{_text(label)}</dt><dd>{_text(value)}</dd></div>" for label, value in book.facts)
    return (
        f'<header><div class="name"><h1>{_text(book.title)}</h1><p class="mission">{_text(book.subtitle)}</p>'
        f'<p>{_text(book.outcome)}</p></div><p class="grade">{_text(book.grade)}</p><dl>{facts}</dl></header>'
    )


def _part(book: Logbook, name: str, body: str) -> str:
    return f'<section class="{name}"><h2>{_text(book.heads[name])}</h2>{body}</section>'


def _all(items: Iterable[str], name: str, otherwise: str) -> str:
    found = "".join(items)
    return f'<ul class="{name}-list">{found}</ul>' if found else f"<p>{_text(otherwise)}</p>"


# -- drawings --------------------------------------------------------------------------------------------------------


def _chart(chart: TrackChart, said: str) -> str:
    """Return the chart as a drawing: cells by what they are, the track, a number where a ship went down."""
    side = CELL_PARTS
    box = f"0 0 {chart.columns * side} {chart.rows * side}"
    cells = "".join(
        f'<rect class="{_text(cell.water or "beyond")}" x="{cell.column * side}" y="{cell.row * side}"'
        f' width="{side}" height="{side}"/>'
        for cell in chart.cells
    )
    names = "".join(
        f'<text class="cell" x="{cell.column * side + 6}" y="{cell.row * side + 20}">{_text(cell.name)}</text>'
        for cell in chart.cells
        if chart.columns <= NAMES_UP_TO
    )
    points = " ".join(f"{x},{y}" for x, y in chart.track)
    (first_x, first_y), (last_x, last_y) = chart.track[0], chart.track[-1]
    ends = f'<circle class="start" cx="{first_x}" cy="{first_y}" r="9"/>'
    ends += f'<path class="end" d="M{last_x - 9} {last_y - 9}h18v18h-18z"/>'
    marks = "".join(
        f'<g class="sunk"><circle cx="{mark.x}" cy="{mark.y}" r="15"/>'
        f'<text x="{mark.x}" y="{mark.y + 6}">{_text(mark.text)}</text></g>'
        for mark in chart.marks
    )
    drawing = f'{cells}{names}<polyline class="track" points="{points}"/>{ends}{marks}'
    return f'<svg class="map" viewBox="{box}" role="img" aria-label="{_text(said)}">{drawing}</svg>'


def _plate(ship: ShipPlate) -> str:
    boxes = "".join(
        f'<rect x="{first}" y="{ship.height - 1 - rows}" width="{end - first}" height="{rows}"/>'
        for first, end, rows in ship.boxes
    )
    masts = "".join(
        f'<rect x="{at}" y="{ship.height - 1 - rows}" width="1" height="{rows}"/>' for at, rows in ship.masts
    )
    low = min(first for first, _, _ in ship.boxes)
    water = f'<path d="M{low} {ship.height - 1}h{ship.width}v1h-{ship.width}z"/>'
    drawing = f'<svg viewBox="{low} 0 {ship.width} {ship.height}" aria-hidden="true">{boxes}{masts}{water}</svg>'
    name, *rest = ship.lines
    said = f"<b>{_text(ship.mark)}. {_text(name)}</b>" + "".join(f"<span>{_text(line)}</span>" for line in rest)
    return f"<li>{drawing}{said}</li>"


def _badge(badge: LogBadge) -> str:
    drawing = data.badge(badge.drawing)
    return f"<li>{drawing}<b>{_text(badge.title)}</b><span>{_text(badge.reason)}</span></li>"


def _table(table: LogTable) -> str:
    heads = "".join(f'<th scope="col">{_text(head)}</th>' for head in table.heads)
    rows = "".join(_row(row) for row in table.rows)
    return (
        f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>'
        f"<tfoot>{_row(table.totals)}</tfoot></table></div>"
    )


def _row(cells: Sequence[str]) -> str:
    first, *rest = cells
    return f'<tr><th scope="row">{_text(first)}</th>{"".join(f"<td>{_text(cell)}</td>" for cell in rest)}</tr>'


def _day(day: DiaryDay) -> str:
    lines = "".join(f"<dt>{_text(time)}</dt><dd>{_text(text)}</dd>" for time, text in day.lines)
    return f'<h3>{_text(day.date)}</h3><dl class="day">{lines}</dl>'
