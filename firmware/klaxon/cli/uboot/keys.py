"""`klaxon keys`: the sheet of keys for the Enigma of U-BOOT, as text or as a page to print.

A sheet has a year: a row for each day, a column for each month. At medium the first officer sets these three letters,
at high each of them moved on by the indicator of the message; at low nobody needs it, and the panel shows the key.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from klaxon.cli import FOUND
from klaxon.cli.help.command_parser import CommandParser
from klaxon.console.games.uboot.radio.key_sheet import DAYS, MONTHS, KeySheet, sheet_of
from klaxon.console.language.catalogue import ENGLISH, languages
from klaxon.web.logbook.markup import Markup, element, join_markup

YEARS = range(1940, 1946)
STYLE = (
    "body{font:10pt/1.15 monospace;margin:1cm}section{break-after:page}h1{font-size:14pt}"
    "table{border-collapse:collapse}td,th{border:1px solid;padding:.1em .6em;text-align:center}"
)


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon keys", description=__doc__)
    parser.add_argument("year", nargs="*", type=_year, help="the years, 1940 to 1945 (1940)", metavar="YEAR")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page to print instead, one sheet a year")
    parser.add_argument("--language", default=ENGLISH, choices=[*languages()], help="what the sheet speaks (en)")
    return parser


def _year(word: str) -> int:
    if word not in map(str, YEARS):
        raise argparse.ArgumentTypeError(f"{word!r} is no year from {YEARS[0]} to {YEARS[-1]}")
    return int(word)


def main(arguments: list[str]) -> int:
    """Print the sheets, or write them into a file; exit status 1 if that cannot be written."""
    asked = build_parser().parse_args(arguments)
    sheets = [sheet_of(year, asked.language) for year in asked.year or YEARS[:1]]
    if asked.html is None:
        sys.stdout.write("\n\n".join("\n".join(_lines(sheet)) for sheet in sheets) + "\n")
        return 0
    try:
        asked.html.write_text(_page(sheets, asked.language), "utf-8")
    except OSError as error:
        sys.stderr.write(f"{asked.html} cannot be written: {error.strerror}. Choose another place.\n")
        return FOUND
    sys.stdout.write(f"{asked.html} is written: {len(sheets)} to print.\n")
    return 0


def _lines(sheet: KeySheet) -> Iterator[str]:
    """Yield a sheet as text."""
    yield sheet.title
    yield from sheet.how
    yield ""
    yield "    " + "".join(f"{month:>5}" for month in MONTHS)
    for day, keys in zip(DAYS, sheet.rows, strict=True):
        yield f"{day:>4}" + "".join(f"{key:>5}" for key in keys)


def _page(sheets: list[KeySheet], language: str) -> str:
    """Return the sheets as a page without script, font or second file."""
    head = join_markup([element("title", sheets[0].title), element("style", Markup(STYLE))])
    return f'<!doctype html><meta charset="utf-8">{element("html", head, *map(_section, sheets), lang=language)}\n'


def _section(sheet: KeySheet) -> Markup:
    months = element("tr", element("td"), *(element("th", str(month)) for month in MONTHS))
    days = (
        element("tr", element("th", str(day)), *(element("td", key) for key in keys))
        for day, keys in zip(DAYS, sheet.rows, strict=True)
    )
    how = (element("p", line) for line in sheet.how)
    return element("section", element("h1", sheet.title), *how, element("table", months, *days))
