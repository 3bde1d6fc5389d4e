"""What a glass shows and no more: ships, aircraft, tracks and flashes in the field, as columns and rows (UBT-12.17d).

Everything here is made of what the crew has found; no class, range or name is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isqrt
from typing import Any, NamedTuple

from klaxon.rules.uboot.sea.glass.outline import (
    COLUMNS,
    EYE,
    FIELDS,
    FINE,
    RADIAN,
    ROUND,
    Outline,
    fine_angle,
    hidden_height,
    outline_of,
    picture_of,
)
from klaxon.rules.uboot.sea.numbers import HALF, METRE, divide, signed_angle

LEAST_WAVE = 16
"""Columns from which on a wave or a wake is seen."""
EIGHTHS = 8
"""Steps in which the freeboard of a sinking ship is told."""
_TENTH = 10 * FINE


class PointedGlass(NamedTuple):
    """A glass, where it points, and in what light and sea."""

    view: str
    bearing: int
    """Relative to the bow, tenths of a degree."""
    zoom: int
    course: int
    """Of the boat, hundredths of a degree."""
    light: str = "day"
    sea: int = 3
    shake: bool = False
    is_periscope: bool = False
    """The eye is at the periscope, not on the bridge."""

    @property
    def field(self) -> int:
        """The field in ten-thousandths of a degree."""
        return FIELDS[self.zoom] * _TENTH

    @property
    def left_edge(self) -> int:
        """The true bearing of the left edge of the field, in ten-thousandths of a degree."""
        return FINE * self.course + _TENTH * self.bearing - self.field // 2

    @property
    def eye(self) -> int:
        """The height of the eye in mm."""
        return EYE["periscope" if self.is_periscope else "bridge"]


class SightedShip(NamedTuple):
    """A ship that somebody has found, relative to the boat; places in mm east and north."""

    contact: str
    x: int
    y: int
    course: int
    """Hundredths of a degree."""
    makes_way: bool
    ship: Mapping[str, Any]
    """Its class in the box."""
    is_burning: bool = False
    settled: int = 0
    """How far it has sunk, in eighths of its freeboard."""

    @property
    def distance(self) -> int:
        """How far off it is, in mm."""
        return isqrt(self.x * self.x + self.y * self.y)


class SightedAircraft(NamedTuple):
    """An aircraft that somebody has found, relative to the boat; mm east, north and above the water."""

    contact: str
    x: int
    y: int
    height: int


class SightedTrack(NamedTuple):
    """The track of a torpedo, from one place to another, relative to the boat."""

    x: int
    y: int
    to_x: int
    to_y: int


class SightedFlash(NamedTuple):
    """An explosion or the flash of a gun, relative to the boat."""

    x: int
    y: int
    kind: str
    """hit or gun."""


def optics_of(
    glass: PointedGlass,
    ships: Iterable[SightedShip],
    tracks: Iterable[SightedTrack] = (),
    flashes: Iterable[SightedFlash] = (),
    aircraft: Iterable[SightedAircraft] = (),
) -> dict[str, Any]:
    """Return what a glass shows, as views have it."""
    far_first = sorted(ships, key=lambda ship: (-ship.distance, ship.contact))
    shown = [picture for ship in far_first if (picture := _show_ship(glass, ship)) is not None]
    return {
        "view": glass.view,
        "bearing": glass.bearing,
        "zoom": glass.zoom,
        "field": FIELDS[glass.zoom],
        "light": glass.light,
        "sea": glass.sea,
        "shake": glass.shake,
        "ships": shown,
        "wakes": [wake for track in tracks if (wake := _show_track(glass, track)) is not None],
        "flashes": [[at, flash.kind] for flash in flashes if 0 <= (at := column_of(glass, flash.x, flash.y)) < COLUMNS],
        "aircraft": [picture for craft in aircraft if (picture := _show_aircraft(glass, craft)) is not None],
    }


def _offset(glass: PointedGlass, x: int, y: int) -> int:
    """Return how far right of the left edge of the field a place bears, in ten-thousandths of a degree.

    What lies behind the glass is less than 0 or beyond the field, whichever is nearer.
    """
    off = (fine_angle(x, y) - glass.left_edge) % ROUND
    return off if off <= (ROUND + glass.field) // 2 else off - ROUND


def column_of(glass: PointedGlass, x: int, y: int) -> int:
    """Return the column of the field in which a place is seen; less than 0 or 128 and more outside it."""
    return _offset(glass, x, y) * COLUMNS // glass.field


def _show_ship(glass: PointedGlass, ship: SightedShip) -> dict[str, Any] | None:
    """Return a ship as far as it is in the field and above the horizon.

    A ship that makes way shows a bow wave if it comes nearer and a wake if it goes (UBT-8.6c); smoke trails astern.
    """
    distance = max(ship.distance, METRE)
    aspect = signed_angle(fine_angle(ship.x, ship.y) // FINE + HALF - ship.course)
    outline, hidden = outline_of(ship.ship, aspect), hidden_height(distance, glass.eye)
    sunk = settle_outline(outline, ship.settled)
    shape, masts = picture_of(sunk, _offset(glass, ship.x, ship.y), distance, glass.field, hidden)
    if not shape:
        return None
    wide = fine_angle(outline.parts[0][1] - outline.parts[0][0], distance) * COLUMNS // glass.field
    is_wave_seen = ship.makes_way and hidden < METRE and wide >= LEAST_WAVE
    wave = "none" if not is_wave_seen else "bow" if abs(aspect) < HALF // 2 else "wake"
    smoke = bool(ship.ship["smoke"]) and glass.light == "day"
    return {
        "contact": ship.contact,
        "shape": shape,
        "masts": masts,
        "wave": wave,
        **({"bow": "left" if aspect < 0 else "right"} if wave != "none" or smoke else {}),
        "smoke": smoke,
        "fire": ship.is_burning,
        "settled": ship.settled,
    }


def _show_aircraft(glass: PointedGlass, craft: SightedAircraft) -> dict[str, Any] | None:
    """Return the column of an aircraft and how many rows it stands above the horizon; overhead it is in no field."""
    at = column_of(glass, craft.x, craft.y)
    if not 0 <= at < COLUMNS:
        return None
    distance = isqrt(craft.x * craft.x + craft.y * craft.y)
    up = fine_angle(craft.height, max(distance, METRE)) * COLUMNS // glass.field
    return {"contact": craft.contact, "at": at, "up": up} if up < COLUMNS else None


def settle_outline(outline: Outline, eighths: int) -> Outline:
    """Return the outline of a ship that has sunk by so many eighths of its freeboard."""
    if not eighths:
        return outline
    lower = outline.freeboard * eighths // EIGHTHS
    return Outline(
        tuple((left, right, height - lower) for left, right, height in outline.parts),
        tuple((at, height - lower) for at, height in outline.masts),
    )


def _show_track(glass: PointedGlass, track: SightedTrack) -> list[int] | None:
    """Return the columns of a track, cut off at the field."""
    start = (fine_angle(track.x, track.y) - glass.left_edge) % ROUND
    turn = (fine_angle(track.to_x, track.to_y) - glass.left_edge - start) % ROUND
    ends = sorted((start, start + (turn if turn <= ROUND // 2 else turn - ROUND)))
    for about in (0, ROUND):  # what begins behind the glass may reach into it from the left
        first, last = (max(0, min(((end - about) * COLUMNS) // glass.field, COLUMNS)) for end in ends)
        if first < COLUMNS and ends[1] >= about:
            return [first, min(last + 1, COLUMNS)]
    return None


# -- how long a picture is good --------------------------------------------------------------------------------------


def is_near_field(glass: PointedGlass, x: int, y: int) -> bool:
    """Return whether a place is in the field, or not farther beside it than half a field."""
    return -glass.field // 2 <= _offset(glass, x, y) <= 3 * glass.field // 2


def column_time(field: int, x: int, y: int, vx: int, vy: int) -> int | None:
    """Return in how many milliseconds something that moves so (mm a second) crosses a column of a field.

    The field is in ten-thousandths of a degree. None: its bearing stands.
    """
    across = abs(x * vy - y * vx)
    if not across:
        return None
    # the angle of a column in radians, times the square of the distance, divided by the rate
    return divide(1000 * field * (x * x + y * y), COLUMNS * RADIAN * across)
