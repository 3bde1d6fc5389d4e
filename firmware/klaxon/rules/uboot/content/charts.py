"""Sea charts as a box holds them: blocks of 9 by 9 cells, and of which blocks a chart is made (UBT-3.17b)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from klaxon.rules.content.faults import Fault
from klaxon.rules.content.lined_json import Node
from klaxon.rules.content.shapes import (
    ListShape,
    NumberShape,
    PairShape,
    RecordShape,
    TableShape,
    TextShape,
    at,
    entries,
    members,
    plain,
    unknown_word,
)

SIDE = 9
"""Cells of a block, either way."""
WATERS = {"#": "land", "c": "coast", "s": "shelf", ".": "deep"}
"""Sign of a cell -> what it is."""
CHARTS = ("north_sea", "atlantic")
_ROWS = 3
"""Rows of blocks: each has a latitude of its own (UBT-8.3a)."""
CHARTS_SHAPE = RecordShape(
    {
        "blocks": ListShape(
            RecordShape(
                {
                    "id": TextShape(2, "[A-Z]{2}", "AM"),
                    "origin": PairShape(NumberShape(-99, 99), NumberShape(0, SIDE * (_ROWS - 1))),
                    "rows": ListShape(TextShape(SIDE, r"[#cs.]{9}", "..sscc###"), SIDE, SIDE),
                }
            ),
            1,
            60,
        ),
        "maps": TableShape(CHARTS, ListShape(TextShape(2, "[A-Z]{2}", "AM"), 1, 60), whole=True),
    }
)


class ChartBlock(NamedTuple):
    """A block of 9 by 9 cells; its first cell lies in this column and row of the chart."""

    id: str
    column: int
    row: int
    rows: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class SeaChart:
    """A chart: its blocks by name, and what every cell is, by column (eastward) and row (southward)."""

    name: str
    blocks: Mapping[str, ChartBlock]
    cells: Mapping[tuple[int, int], tuple[str, str]]
    """Column and row -> name of the cell, and its water."""


def charts_of(told: Mapping[str, Any]) -> Mapping[str, SeaChart]:
    """Return the charts of a box by their names."""
    blocks = {
        block["id"]: ChartBlock(block["id"], block["origin"][0], block["origin"][1], tuple(block["rows"]))
        for block in told["blocks"]
    }
    return MappingProxyType(
        {name: chart_of(name, tuple(blocks[each] for each in told["maps"][name])) for name in CHARTS}
    )


@lru_cache(maxsize=16)
def chart_of(name: str, blocks: tuple[ChartBlock, ...]) -> SeaChart:
    """Return the chart that is made of some blocks."""
    cells = {
        (block.column + across, block.row + down): (cell_in(block.id, across, down), WATERS[sign])
        for block in blocks
        for down, row in enumerate(block.rows)
        for across, sign in enumerate(row)
    }
    return SeaChart(name, MappingProxyType({block.id: block for block in blocks}), MappingProxyType(cells))


def cell_in(block: str, across: int, down: int) -> str:
    """Return the name of a cell of a block: parts of 3 by 3 cells and cells in them are read like a book."""
    return f"{block}{down // 3 * 3 + across // 3 + 1}{down % 3 * 3 + across % 3 + 1}"


def faults_of_charts(node: Node) -> Iterator[Fault]:
    """Yield what no shape can tell of the charts of a box: blocks that are not there, or lie over one another."""
    blocks = {str(at(block, "id").value): block for block in entries(at(node, "blocks"))}
    for name, chart in members(at(node, "maps")).items():
        laid: dict[str, tuple[int, int]] = {}
        for block in entries(chart):
            word = str(block.value)
            if word not in blocks:
                yield unknown_word(block, name, tuple(blocks))
                continue
            column, row = plain(at(blocks[word], "origin"))
            for other, (across, down) in laid.items():
                if abs(column - across) < SIDE and abs(row - down) < SIDE:
                    yield Fault(block.line, "box-blocks-overlap", {"map": name, "block": word, "other": other})
            laid[word] = (column, row)
