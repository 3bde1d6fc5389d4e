"""The chart of a patrol log: the cells round the track, the track itself, and where ships went down."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.console.games.uboot.logbook.gathering import PatrolRecord, TrackPoint
from klaxon.console.onlook.logbook import CELL_PARTS, ChartCell, ChartMark, TrackChart
from klaxon.rules.uboot.sea.chart import CELL, grid_at

MARGIN = 1
"""Cells round the track."""
LEAST = 4
"""Cells that a chart shows at least, across and down."""


def chart_of(record: PatrolRecord, marks: Sequence[tuple[str, TrackPoint]]) -> TrackChart:
    """Return the part of the chart on which a patrol went, with a sign where the boat was for each mark."""
    state = record.state
    cells = state.box.charts[state.mission.map].cells
    places = [grid_at(point.x, point.y) for point in record.track]
    left, right = _span([column for column, _ in places])
    top, bottom = _span([row for _, row in places])

    def place(point: TrackPoint) -> tuple[int, int]:
        return point.x * CELL_PARTS // CELL - left * CELL_PARTS, -point.y * CELL_PARTS // CELL - top * CELL_PARTS

    shown = tuple(
        ChartCell(column - left, row - top, *cells.get((column, row), ("", "")))
        for row in range(top, bottom)
        for column in range(left, right)
    )
    track = tuple(map(place, record.track))
    return TrackChart(
        right - left, bottom - top, shown, track, tuple(ChartMark(*place(point), text) for text, point in marks)
    )


def _span(numbers: Sequence[int]) -> tuple[int, int]:
    """Return the first number shown and the one after the last: those of the track with a margin."""
    low, high = min(numbers) - MARGIN, max(numbers) + MARGIN + 1
    short = max(0, LEAST - (high - low))
    return low - short // 2, high + short - short // 2
