"""Charts: the text of a chart read and checked, and the sea as tables of integers.

A point is an index, row by row from the north-west; a set of points is an integer with one bit a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from klaxon.rules.content.faults import Fault, nearest

DIRECTIONS = ("north", "east", "south", "west")
STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}

SEA = ".~oab"
LAND = "#12MTDSZ"
SMALLEST, LARGEST = 5, 26
KEYS = ("name", "sectors")
ICE, HOLE = "~", "o"
VOLCANOES = {"1": "a", "2": "b"}
"""Volcano -> the mark of its lava points."""
BASES = {"M": "mine", "T": "torpedo", "D": "drone", "S": "sonar", "Z": "silence"}
"""Mark of an island -> the system that is repaired beside it."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as written: a name, the edge of a sector, and the rows of the sea, north first."""

    name: str
    edge: int
    rows: tuple[str, ...]


def read_chart(text: str) -> Chart | list[Fault]:
    """Return the chart in a text, or everything that is wrong with it."""
    keys, rows, faults = _split(text)
    name, edge = keys.get("name", (0, ""))[1], 5
    if not name and "name" not in keys:
        faults.append(Fault(1, "chart-key-missing", {"key": "name"}))
    if "sectors" in keys:
        line, value = keys["sectors"]
        if value.isascii() and value.isdigit() and len(value) <= 4 and 1 <= int(value) <= LARGEST:
            edge = int(value)
        else:
            faults.append(Fault(line, "chart-sectors", {"value": value, "high": LARGEST}))
    if not rows:
        faults.append(Fault(len(text.splitlines()) or 1, "chart-no-grid", {}))
        return faults
    faults.extend(_grid_faults(rows))
    chart = Chart(name, edge, tuple(row for _, row in rows))
    if not faults and not (sea := sea_of(name, edge, "\n".join(chart.rows))).is_connected:
        faults.append(Fault(rows[0][0], "chart-split", {"points": ", ".join(sea.cut_off[:5])}))
    return sorted(faults, key=lambda fault: fault.line) or chart


def half_scenarios(text: str) -> list[Fault]:
    """Return warnings about a valid chart: it can be played, but its scenario lacks something."""
    rows = _split(text)[1]
    line = {symbol: number for number, row in reversed(rows) for symbol in row}
    faults = []
    if line.keys() & {*VOLCANOES, *VOLCANOES.values()}:
        for volcano, lava in VOLCANOES.items():
            facts = {"volcano": volcano, "lava": lava}
            if volcano not in line:
                faults.append(Fault(line.get(lava, rows[0][0]), "chart-no-volcano", facts))
            elif lava not in line:
                faults.append(Fault(line[volcano], "chart-no-lava", facts))
    missing = [mark for mark in BASES if mark not in line]
    if missing and len(missing) < len(BASES):
        faults.append(Fault(rows[0][0], "chart-no-base", {"marks": ", ".join(missing)}))
    return sorted(faults, key=lambda fault: fault.line)


def _split(text: str) -> tuple[dict[str, tuple[int, str]], list[tuple[int, str]], list[Fault]]:
    """Return the keys and the rows with their line numbers."""
    keys: dict[str, tuple[int, str]] = {}
    rows: list[tuple[int, str]] = []
    faults: list[Fault] = []
    in_grid = False
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.rstrip()
        if in_grid:
            rows.append((number, line))
        elif line == "grid:":
            in_grid = True
        elif line:
            key, colon, value = line.partition(":")
            if not colon:
                faults.append(Fault(number, "chart-no-key", {"line": line[:40]}))
            elif key not in KEYS:
                faults.append(Fault(number, "chart-key", {"key": key[:40], "nearest": nearest(key, (*KEYS, "grid"))}))
            elif key in keys:
                faults.append(Fault(number, "chart-key-twice", {"key": key}))
            else:
                keys[key] = (number, value.strip())
    while rows and not rows[-1][1]:
        rows.pop()
    return keys, rows, faults


def _grid_faults(rows: list[tuple[int, str]]) -> Iterator[Fault]:
    width, height = len(rows[0][1]), len(rows)
    for number, row in rows:
        if len(row) != width:
            yield Fault(number, "chart-row-length", {"has": len(row), "first": width})
        for column, symbol in enumerate(row, start=1):
            if symbol not in SEA and symbol not in LAND:
                yield Fault(number, "chart-symbol", {"symbol": symbol, "column": column, "symbols": SEA + LAND})
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        size = {"width": width, "height": height, "low": SMALLEST, "high": LARGEST}
        yield Fault(rows[0][0], "chart-size", size)
    for volcano in VOLCANOES:
        lines = [number for number, row in rows for symbol in row if symbol == volcano]
        yield from (Fault(number, "chart-volcano-twice", {"volcano": volcano}) for number in lines[1:])
    marks = {symbol for _, row in rows for symbol in row}
    if marks & VOLCANOES.keys() and marks & BASES.keys():
        yield Fault(rows[0][0], "chart-two-gauges", {})
    if not marks & set(SEA):
        yield Fault(rows[0][0], "chart-no-sea", {})


class Sea:
    """Precomputed tables of a chart: what is at each point, and which points are neighbours."""

    def __init__(self, chart: Chart) -> None:
        """Read the rows into tables."""
        self.chart = chart
        self.width, self.height = len(chart.rows[0]), len(chart.rows)
        self.size = self.width * self.height
        cells = "".join(chart.rows)
        self.grid = "\n".join(chart.rows)
        self.data = {"name": chart.name, "edge": chart.edge, "grid": self.grid}
        """The chart as views show it."""
        self.water = _bits(index for index, cell in enumerate(cells) if cell in SEA)
        """All points that are sea when the game begins."""
        self.names = tuple(f"{chr(65 + i % self.width)}{i // self.width + 1}" for i in range(self.size))
        self.index: Mapping[str, int] = {name: index for index, name in enumerate(self.names)}
        across = -(-self.width // chart.edge)
        self.sector = tuple(
            i // self.width // chart.edge * across + i % self.width // chart.edge + 1 for i in range(self.size)
        )
        self.sectors = tuple(str(number) for number in range(1, self.sector[-1] + 1))
        self.next = {d: tuple(self._offset(i, *STEPS[d]) for i in range(self.size)) for d in DIRECTIONS}
        """Direction -> point -> the next point that way, -1 off the chart."""
        self.ways = tuple(
            tuple((d, 1 << self.next[d][i]) for d in DIRECTIONS if self.next[d][i] >= 0) for i in range(self.size)
        )
        """Point -> the directions that stay on the chart, each with the bit of the point there."""
        around = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
        self.around = tuple(
            _bits(j for j in (self._offset(i, *step) for step in around) if j >= 0) for i in range(self.size)
        )
        """Point -> its 8 neighbours."""
        self.cross = tuple(_bits(self.next[d][i] for d in DIRECTIONS if self.next[d][i] >= 0) for i in range(self.size))
        """Point -> its 4 orthogonal neighbours."""
        self.ice = _bits(index for index, cell in enumerate(cells) if cell == ICE)
        """The points where a boat cannot surface unharmed (SON-101)."""
        self.volcanoes: Mapping[str, int] = {number: cells.index(number) for number in VOLCANOES if number in cells}
        """Volcano -> its point (SON-102)."""
        self.bases: Mapping[str, int] = {
            system: _bits(index for index, cell in enumerate(cells) if cell == mark)
            for mark, system in BASES.items()
            if mark in cells
        }
        """System -> the islands that bear its symbol; if there are any, the boats begin as wrecks (SON-106)."""
        self._reach: dict[tuple[int, int, bool], int] = {}

    def __eq__(self, other: object) -> bool:
        """Compare the charts: `sea_of` caches few, so one chart may have several seas."""
        return isinstance(other, Sea) and self.chart == other.chart

    def __hash__(self) -> int:
        return hash(self.chart)

    def _offset(self, index: int, down: int, right: int) -> int:
        row, column = divmod(index, self.width)
        row, column = row + down, column + right
        inside = 0 <= row < self.height and 0 <= column < self.width
        return row * self.width + column if inside else -1

    def row(self, index: int) -> int:
        """Return the row of a point, 1 in the north."""
        return index // self.width + 1

    def column(self, index: int) -> str:
        """Return the column of a point, A in the west."""
        return chr(65 + index % self.width)

    def reach(self, index: int, water: int, *, over_land: bool) -> int:
        """Return the points a torpedo can hit: 1 to 4 steps along the axes, over water only unless `over_land`."""
        key = (index, water, over_land)
        found = self._reach.get(key)
        if found is None:
            medium = -1 if over_land else water
            found = self._reach[key] = self._spread(index, medium, 4) & water & ~(1 << index)
        return found

    def _spread(self, index: int, medium: int, steps: int) -> int:
        reached = edge = 1 << index
        for _ in range(steps):
            grown = 0
            for point in points_in(edge):
                grown |= self.cross[point]
            edge = grown & medium & ~reached
            if not edge:
                break
            reached |= edge
        return reached

    def lava(self, volcano: str) -> int:
        """Return the lava points of a volcano that are still sea (SON-105)."""
        mark = VOLCANOES[volcano]
        return _bits(index for index, cell in enumerate("".join(self.chart.rows)) if cell == mark)

    def after_lava(self, volcano: str) -> Sea:
        """Return the sea after the lava of a volcano has become land: an ordinary chart."""
        return sea_of(self.chart.name, self.chart.edge, self.grid.replace(VOLCANOES[volcano], "#"))

    @cached_property
    def cut_off(self) -> tuple[str, ...]:
        """The sea points that cannot be sailed to from the first one."""
        first = (self.water & -self.water).bit_length() - 1
        reached = self._spread(first, self.water, self.size)
        return tuple(self.names[point] for point in points_in(self.water & ~reached))

    @property
    def is_connected(self) -> bool:
        """Whether every sea point can be reached from every other."""
        return not self.cut_off

    def name_all(self, bits: int) -> tuple[str, ...]:
        """Return the names of a set of points, starting in the north-west."""
        return tuple([self.names[point] for point in points_in(bits)]) if bits else ()

    def gather(self, names: Sequence[str]) -> int:
        """Return a set of points from their names."""
        index = self.index
        bits = 0
        for name in names:
            bits |= 1 << index[name]
        return bits


def points_in(bits: int) -> Iterator[int]:
    """Yield the points of a set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


@lru_cache(maxsize=32)
def sea_of(name: str, edge: int, grid: str) -> Sea:
    """Return the tables of a chart, one copy for all games on it. The grid is the rows, a line each."""
    return Sea(Chart(name, edge, tuple(grid.split("\n"))))


def _bits(points: Iterator[int]) -> int:
    bits = 0
    for point in points:
        bits |= 1 << point
    return bits
