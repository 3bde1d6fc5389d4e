"""What the crew looks up at sea: the recognition book with all ship classes, and the chart of the mission.

Both are content of the box and printed for everybody: views show them with the handbook.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.charts import ChartBlock, SeaChart, chart_of

ProfileBox = tuple[int, int, int]
"""From and to in thousandths of the length from the stern, and the height above the water in decimetres."""
ProfileMast = tuple[int, int]
"""Where it stands, and its height, in the same units."""


class BookShip(NamedTuple):
    """A class of ships in the recognition book. Lengths in metres."""

    id: str
    name: str
    klass: str
    """merchant, escort or small."""
    type: str
    grt: int
    length: int
    beam: int
    mast: int
    smoke: bool
    sound: str
    beat: int
    """Turns of its screws a minute for each knot."""
    boxes: tuple[ProfileBox, ...]
    """The first one is the hull."""
    funnels: tuple[ProfileBox, ...]
    masts: tuple[ProfileMast, ...]


class Library(NamedTuple):
    """The recognition book and the chart."""

    ships: tuple[BookShip, ...]
    chart: SeaChart

    def ship(self, name: str) -> BookShip | None:
        """Return a class by its id."""
        return next((ship for ship in self.ships if ship.id == name), None)


@lru_cache(maxsize=16)
def library_of(box: Box, chart: str) -> Library:
    """Return the book of a box and one of its charts."""
    return Library(tuple(_ship_of(row) for row in box.ships.values()), box.charts[chart])


def _ship_of(row: Mapping[str, Any]) -> BookShip:
    profile = row["profile"]
    return BookShip(
        *(row[key] for key in ("id", "name", "klass", "type", "grt", "length_m", "beam_m", "mast_m")),
        *(row[key] for key in ("smoke", "sound", "rpm_per_kn")),
        *(tuple(tuple(part) for part in profile[kind]) for kind in ("boxes", "funnels", "masts")),
    )


def show_library(library: Library) -> dict[str, Any]:
    """Return the library as views show it."""
    chart = library.chart
    blocks = {
        block.id: {"origin": [block.column, block.row], "rows": list(block.rows)} for block in chart.blocks.values()
    }
    ships = [
        {
            **ship._asdict(),
            **{part: [list(each) for each in getattr(ship, part)] for part in ("boxes", "funnels", "masts")},
        }
        for ship in library.ships
    ]
    return {"ships": ships, "chart": {"name": chart.name, "blocks": blocks}}


def read_library(data: Mapping[str, Any]) -> Library:
    """Return the library that was shown."""
    chart = data["chart"]
    blocks = tuple(
        ChartBlock(name, block["origin"][0], block["origin"][1], tuple(block["rows"]))
        for name, block in chart["blocks"].items()
    )
    ships = tuple(
        BookShip(**{**row, **{part: tuple(map(tuple, row[part])) for part in ("boxes", "funnels", "masts")}})
        for row in data["ships"]
    )
    return Library(ships, chart_of(chart["name"], blocks))
