"""The map of a mission: where the boat begins and belongs, the cells of its objectives, and where traffic passes."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

from klaxon.cli.help.plain import plain
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.sea.chart import CELL_NM, place_in_grid
from klaxon.rules.uboot.sea.ships.templates import TEMPLATES

AROUND = 2
"""Cells that are shown beyond those that are marked."""
SIGNS = {"land": "#", "coast": ":", "shelf": "-", "deep": "."}
COLOURS = {"land": "#b9a77c", "coast": "#cfe3e8", "shelf": "#a9cdd8", "deep": "#7fb0c4"}
SIDE, LEGEND, LEAST_WIDTH = 44, 22, 480
Grid = tuple[int, int]


def marks_of(mission: Mission) -> dict[str, tuple[str, str]]:
    """Return the marked cells: a letter, and what it stands for. A later one lies over an earlier one."""
    found = {mission.area: ("T", "traffic"), mission.base: ("B", "base"), mission.start: ("S", "start")}
    for number, objective in enumerate(mission.secondary, 1):
        if "cell" in objective:
            found[objective["cell"]] = (str(number), f"second-{number}: {objective['kind']}")
    if "cell" in mission.primary:
        found[mission.primary["cell"]] = ("P", f"primary: {mission.primary['kind']}")
    return found


def _shown(mission: Mission, box: Box) -> tuple[dict[Grid, tuple[str, str]], dict[Grid, tuple[str, str]]]:
    """Return the cells that are shown, and those of them that are marked, by column and row."""
    chart = box.charts[mission.map]
    marks = {place: mark for cell, mark in marks_of(mission).items() if (place := place_in_grid(chart, cell))}
    columns, rows = ([place[axis] for place in marks] for axis in (0, 1))
    cells = {
        (column, row): told
        for (column, row), told in chart.cells.items()
        if min(columns) - AROUND <= column <= max(columns) + AROUND and min(rows) - AROUND <= row <= max(rows) + AROUND
    }
    return cells, marks


def map_text(mission: Mission, box: Box) -> str:
    """Return the map in letters, a cell each, with what they stand for."""
    cells, marks = _shown(mission, box)
    columns = range(min(column for column, _ in cells), max(column for column, _ in cells) + 1)
    rows = range(min(row for _, row in cells), max(row for _, row in cells) + 1)
    lines = [plain(f"{mission.id}: {mission.title}, {mission.date.replace('T', ' ')}, {mission.hours} h")]
    for row in rows:
        name = next((cells[column, row][0] for column in columns if (column, row) in cells), "")
        line = " ".join(_sign(cells, marks, (column, row)) for column in columns)
        lines.append(f"{name:>5}  {line}".rstrip())
    return "\n".join([*lines, *_legend(mission)]) + "\n"


def _sign(cells: Mapping[Grid, tuple[str, str]], marks: Mapping[Grid, tuple[str, str]], place: Grid) -> str:
    if place in marks:
        return marks[place][0]
    return SIGNS[cells[place][1]] if place in cells else " "


def _legend(mission: Mission) -> list[str]:
    waters = "  ".join(f"{sign} {water}" for water, sign in SIGNS.items())
    marks = [f"{letter} {cell} {what}" for cell, (letter, what) in marks_of(mission).items()]
    traffic = [
        f"{count} x {kind}, within {TEMPLATES[kind].within_nm} nm of the middle of {mission.area}, "
        f"between {TEMPLATES[kind].hours[0]} and {TEMPLATES[kind].hours[1]} % of the time"
        for kind, count in mission.traffic
    ]
    placed = [f"{len(mission.ships)} ships are placed about the boat"] if mission.ships else []
    return [f"{waters}; a cell is {CELL_NM} nm", *marks, *traffic, *placed]


def map_drawing(mission: Mission, box: Box) -> str:
    """Return the map as an SVG document."""
    cells, marks = _shown(mission, box)
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    width = (max(column for column, _ in cells) - left + 1) * SIDE
    below = (max(row for _, row in cells) - top + 1) * SIDE + LEGEND
    drawn = [f'<text x="4" y="16" font-size="13">{escape(mission.title)}</text>']
    for (column, row), (name, water) in sorted(cells.items()):
        x, y = (column - left) * SIDE, (row - top) * SIDE + LEGEND
        drawn.append(
            f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{COLOURS[water]}" stroke="#ffffff"/>'
            f'<text x="{x + 3}" y="{y + 11}" font-size="8" fill="#33525e">{name}</text>'
        )
    drawn.append(_circle(mission, place_in_grid(box.charts[mission.map], mission.area), left, top))
    for (column, row), (letter, _) in marks.items():
        x, y = (column - left) * SIDE + SIDE // 2, (row - top) * SIDE + LEGEND + SIDE // 2 + 7
        drawn.append(f'<text x="{x}" y="{y}" font-size="20" text-anchor="middle" font-weight="bold">{letter}</text>')
    legend = _legend(mission)[1:]
    drawn += [
        f'<text x="4" y="{below + 16 * place}" font-size="11">{escape(line)}</text>'
        for place, line in enumerate(legend, 1)
    ]
    height = below + 16 * (len(legend) + 1)
    size = f'width="{max(width, LEAST_WIDTH)}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    ground = f'<rect {size} fill="white"/>'
    return "\n".join([head, ground, *drawn, "</svg>"]) + "\n"


def _circle(mission: Mission, area: Grid | None, left: int, top: int) -> str:
    """Return how far from the middle of its area traffic passes at most."""
    within = max((TEMPLATES[kind].within_nm for kind, _ in mission.traffic), default=0)
    if area is None or not within:
        return ""
    x, y = (area[0] - left) * SIDE + SIDE // 2, (area[1] - top) * SIDE + LEGEND + SIDE // 2
    radius = within * SIDE // CELL_NM
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="#c0392b" stroke-dasharray="4 3"/>'
