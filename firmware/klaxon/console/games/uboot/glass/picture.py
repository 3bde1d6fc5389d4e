"""What a glass shows, as the view brings it (UBT-12.17d), and where in it things are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from klaxon.console.games.uboot.glass.silhouette import Box, Mast

COLUMNS = 128
"""Columns of the field."""
CIRCLE = 3600
"""Tenths of a degree."""
FIELDS = {1: 360, 2: 90, 3: 45}
"""Power -> the field, in tenths of a degree (UBT-8.6a)."""
NIGHT = ("moon", "dark")


class SeenShip(NamedTuple):
    """A ship in the field."""

    contact: str
    shape: tuple[Box, ...]
    masts: tuple[Mast, ...]
    wave: str
    """bow, wake or none."""
    bow_right: bool
    """Whether the bow is right, as far as a wave or a wake shows it."""
    has_smoke: bool
    is_burning: bool
    settled: int
    """How far it has sunk, in eighths of its freeboard."""

    @property
    def first(self) -> int:
        """Its first column."""
        return min(box[0] for box in self.shape)

    @property
    def end(self) -> int:
        """The column after its last."""
        return max(box[1] for box in self.shape)

    @property
    def highest(self) -> int:
        """The rows of its mast, or of whatever is highest."""
        return max([box[2] for box in self.shape] + [rows for _, rows in self.masts])


class SeenAircraft(NamedTuple):
    """An aircraft in the field."""

    contact: str
    column: int
    rows: int
    """Above the horizon."""


class GlassPicture(NamedTuple):
    """What one glass shows at one bearing and power."""

    field: int
    """Tenths of a degree."""
    light: str
    sea: int
    is_shaking: bool
    ships: tuple[SeenShip, ...]
    """From far to near."""
    wakes: tuple[tuple[int, int], ...] = ()
    """Tracks of torpedoes: first column, and the column after the last."""
    flashes: tuple[tuple[int, str], ...] = ()
    """Column, and what flashes there."""
    aircraft: tuple[SeenAircraft, ...] = ()

    @property
    def is_night(self) -> bool:
        """Whether it is dark."""
        return self.light in NIGHT

    def ship_at(self, column: int) -> SeenShip | None:
        """Return the nearest ship that covers a column."""
        return next((ship for ship in reversed(self.ships) if ship.first <= column < ship.end), None)


def read_picture(data: Mapping[str, Any]) -> GlassPicture:
    """Return the picture of a view's `optics`."""
    return GlassPicture(
        data["field"],
        data["light"],
        data["sea"],
        bool(data["shake"]),
        tuple(_read_ship(ship) for ship in data["ships"]),
        tuple((wake[0], wake[1]) for wake in data["wakes"]),
        tuple((flash[0], str(flash[1])) for flash in data["flashes"]),
        tuple(SeenAircraft(plane["contact"], plane["at"], plane["up"]) for plane in data["aircraft"]),
    )


def _read_ship(data: Mapping[str, Any]) -> SeenShip:
    return SeenShip(
        data["contact"],
        tuple((box[0], box[1], box[2]) for box in data["shape"]),
        tuple((mast[0], mast[1]) for mast in data["masts"]),
        data["wave"],
        data.get("bow", "right") == "right",
        bool(data["smoke"]),
        bool(data["fire"]),
        data["settled"],
    )


def tenths_of(columns: int, field: int) -> int:
    """Return so many columns of a field as tenths of a degree, to the nearest."""
    return (2 * columns * field + COLUMNS) // (2 * COLUMNS)


def column_of(bearing: int, middle: int, field: int) -> int:
    """Return the column of a bearing in tenths of a degree; less than 0 or 128 and more outside the field."""
    off = (bearing - middle + CIRCLE // 2) % CIRCLE - CIRCLE // 2
    return COLUMNS // 2 + off * COLUMNS // field


def bearing_of(column: int, middle: int, field: int) -> int:
    """Return the bearing of a column, in tenths of a degree, where the glass points to `middle`."""
    return (middle + tenths_of(2 * column - COLUMNS, field) // 2) % CIRCLE
