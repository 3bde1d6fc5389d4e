"""`klaxon chart`: check charts and draw them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from klaxon import data
from klaxon.cli.help.checked import tell_faults, tell_missing
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.plain import plain
from klaxon.console.language.catalogue import say
from klaxon.rules.sonar.chart import HOLE, LAND, Chart, Sea, half_scenarios, read_chart


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon chart", description=__doc__)
    parser.add_argument("file", nargs="*", help="chart files; without one, the shipped charts are listed")
    parser.add_argument("--json", action="store_true", help="one JSON object a chart instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Check every chart named; exit status 1 when one is faulty."""
    asked = build_parser().parse_args(arguments)
    if not asked.file:
        sys.stdout.write("".join(f"{name.replace('.', ' ')}\n" for name in data.names("charts")))
        return 0
    named = [layout for name in asked.file for layout in _layouts(name)]
    return max([_check(name, as_json=asked.json) for name in named])


def _layouts(name: str) -> list[str]:
    """Return the shipped layouts of a name (`alpha-2`, `alpha-2.turns`), or the name itself for a file."""
    shipped = [found for found in data.names("charts") if name in (found, found.partition(".")[0])]
    return [name] if Path(name).exists() else shipped or [name]


def _check(name: str, *, as_json: bool) -> int:
    try:
        text = _text(name)
        read = read_chart(text)
    except data.ContentError as error:
        return tell_missing(name, error, as_json=as_json)
    faults = read if isinstance(read, list) else half_scenarios(text)
    if faults or isinstance(read, list):
        return tell_faults(name, faults, as_json=as_json)
    sea = Sea(read)
    if as_json:
        told = {"file": name, "ok": True, "name": read.name, "width": sea.width, "height": sea.height}
        told |= {"sectors": len(sea.sectors), "sea": sea.water.bit_count(), "scenario": list(_scenario(sea))}
        sys.stdout.write(json.dumps(told) + "\n")
    else:
        sys.stdout.write(chart_text(read))
    return 0


def _text(name: str) -> str:
    if name in data.names("charts") and not Path(name).exists():
        return data.read("charts", *name.split("."))
    return data.read_file(Path(name))


def chart_text(chart: Chart) -> str:
    """Return a chart as a picture in text, with its columns, rows and the edges of its sectors."""
    sea, edge = Sea(chart), chart.edge
    columns = [sea.column(index) for index in range(sea.width)]
    rule = "    " + _ruled(["-"] * sea.width, edge, "-+-", "-")
    lines = [f"{plain(chart.name)}: {sea.width} x {sea.height}, {len(sea.sectors)} sectors"]
    lines.append("    " + _ruled(columns, edge, "   ", " "))
    for number, row in enumerate(chart.rows, start=1):
        if number > 1 and (number - 1) % edge == 0:
            lines.append(rule.rstrip())
        lines.append(f"{number:>2}  " + _ruled(list(row), edge, " | ", " ").rstrip())
    land = sum(cell in LAND for row in chart.rows for cell in row)
    lines.append(f"{sea.water.bit_count()} points of sea, {land} of land; all sea is connected")
    lines += [say(f"chart.{kind}", facts) for kind, facts in _scenario(sea).items()]
    return "\n".join(lines) + "\n"


def _scenario(sea: Sea) -> dict[str, dict[str, object]]:
    """Return what the marks of a chart add to the game, by kind, with the facts of the message."""
    found: dict[str, dict[str, object]] = {}
    holes = [name for name, cell in zip(sea.names, "".join(sea.chart.rows), strict=True) if cell == HOLE]
    if sea.ice:
        found["ice"] = {"points": sea.ice.bit_count(), "holes": ", ".join(holes) or "-"}
    if sea.volcanoes:
        listed = [f"{sea.names[at]} ({sea.lava(number).bit_count()})" for number, at in sea.volcanoes.items()]
        found["volcanoes"] = {"volcanoes": ", ".join(listed)}
    if sea.bases:
        listed = [f"{system} {' '.join(sea.name_all(islands))}" for system, islands in sea.bases.items()]
        found["wrecks"] = {"bases": ", ".join(listed)}
    return found


def _ruled(cells: list[str], edge: int, between: str, within: str) -> str:
    parts = [within.join(cells[start : start + edge]) for start in range(0, len(cells), edge)]
    return between.join(parts)
