"""The logbook of a finished game: what people keep of it. A game gathers it in words, a page or a file lays it out.

Everything in it is plain text and numbers; whoever writes it into a page escapes the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from klaxon.table.debrief import FinishedGame

CELL_PARTS = 100
"""Places on a chart are in hundredths of a cell, from its upper left corner."""


class ChartCell(NamedTuple):
    """A cell of a chart: its column and row, its name, and what it is."""

    column: int
    row: int
    name: str
    water: str
    """land, coast, shelf or deep."""


class ChartMark(NamedTuple):
    """A place on a chart with a sign beside it."""

    x: int
    y: int
    text: str


class TrackChart(NamedTuple):
    """A part of a chart with the track of a boat on it."""

    columns: int
    rows: int
    cells: tuple[ChartCell, ...]
    track: tuple[tuple[int, int], ...]
    marks: tuple[ChartMark, ...]


class ShipPlate(NamedTuple):
    """A ship in outline, beam on, with what is said of it. Boxes and masts are in pixels above the water."""

    boxes: tuple[tuple[int, int, int], ...]
    """First column, the column after the last, rows."""
    masts: tuple[tuple[int, int], ...]
    """Column, rows."""
    width: int
    height: int
    mark: str
    """Its sign on the chart."""
    lines: tuple[str, ...]


class LogBadge(NamedTuple):
    """A badge: the name of its drawing, what it is called, and what it is for."""

    drawing: str
    title: str
    reason: str


class DiaryDay(NamedTuple):
    """A day of the diary."""

    date: str
    lines: tuple[tuple[str, str], ...]
    """Time of day and text."""


class LogTable(NamedTuple):
    """A table: its heads, its rows, and a last row of totals."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]


class Logbook(NamedTuple):
    """What is kept of a finished game."""

    language: str
    title: str
    subtitle: str
    grade: str
    outcome: str
    facts: tuple[tuple[str, str], ...]
    """Label and value."""
    chart: TrackChart
    ships: tuple[ShipPlate, ...]
    badges: tuple[LogBadge, ...]
    missions: LogTable
    diary: tuple[DiaryDay, ...]
    heads: Mapping[str, str]
    """Part -> its heading: `chart`, `ships`, `badges`, `missions`, `diary`; and what is said where one is empty."""


LogbookMaker = Callable[[FinishedGame, str, Mapping[str, str]], Logbook]
"""(game that is over, language, names of its boats) -> its logbook."""
