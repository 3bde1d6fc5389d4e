"""The outline of a ship as a glass shows it, in columns and rows of one angle (UBT-8.6a, c, d).

Angles here are ten-thousandths of a degree, for a column of the strongest glass is only 352 of them wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import Any, NamedTuple

from klaxon.rules.uboot.sea.numbers import bearing, cosine, divide, scale, sine

FINE = 100
"""Ten-thousandths of a degree in a hundredth."""
ROUND = 360 * 100 * FINE
COLUMNS = 128
FIELDS = {1: 360, 2: 90, 3: 45}
"""Zoom -> field in tenths of a degree: powers 1.5x, 6x and 12x."""
EYE = {"bridge": 5_000, "periscope": 750}
"""Height of the eye above the water in mm."""
RADIAN = 572_958
"""Ten-thousandths of a degree."""
_HORIZON = 3_852
"""Metres to the horizon for each square root of a metre of height."""
_SAGS = 14_838_000
"""Metres: the square of a way beyond the horizon, divided by this, is hidden."""
_DECIMETRE = 100
_WIDTHS = {"hull": 10, "boxes": 8, "funnels": 3}
"""Tenths of the beam that a part of a ship adds to its sides."""


def fine_angle(across: int, along: int) -> int:
    """Return the angle of a point that lies so far to the right and so far ahead, 0 to 360 degrees."""
    if 8 * abs(across) <= along:  # by its series, exact to a few millionths of a degree
        a, b = across * across, along * along
        series = across * (15 * b * b - 5 * a * b + 3 * a * a)
        return divide(RADIAN * series, 15 * max(along, 1) * b * b or 1) % ROUND
    coarse = bearing(across, along)
    beyond = across * cosine(coarse) - along * sine(coarse)
    return (FINE * coarse + divide(beyond * RADIAN, across * sine(coarse) + along * cosine(coarse))) % ROUND


def hidden_height(distance: int, eye: int) -> int:
    """Return how many mm of a ship so far off (mm) are below the horizon of an eye so high (mm) (UBT-8.6d)."""
    beyond = distance - horizon_of(eye)
    return beyond * beyond // (1000 * _SAGS) if beyond > 0 else 0


def horizon_of(eye: int) -> int:
    """Return how far the horizon is from an eye so high; all in mm."""
    return _HORIZON * isqrt(eye * 1_000_000_000) // 1000


class Outline(NamedTuple):
    """A ship from the side that is seen: its parts as left and right edge and height, and its masts.

    Edges are mm to the right of the middle of the ship, heights mm above the water.
    """

    parts: tuple[tuple[int, int, int], ...]
    """The hull first."""
    masts: tuple[tuple[int, int], ...]

    @property
    def freeboard(self) -> int:
        """The height of the hull."""
        return self.parts[0][2]


def outline_of(ship: Mapping[str, Any], aspect: int) -> Outline:
    """Return the outline of a ship class at an angle on the bow: hundredths of a degree, starboard plus (UBT-8.6c)."""
    along, across = abs(sine(aspect)), abs(cosine(aspect))
    length, beam = 1000 * ship["length_m"], 1000 * ship["beam_m"]
    right = -1 if aspect % 36_000 > 18_000 else 1

    def place(thousandths: int) -> int:
        return right * scale((thousandths - 500) * length, along)

    def part(start: int, end: int, height: int, tenths: int) -> tuple[int, int, int]:
        aside = divide(tenths * scale(beam, across), 20)
        left, far = sorted((place(start), place(end)))
        return divide(left, 1000) - aside, divide(far, 1000) + aside, height * _DECIMETRE

    parts = tuple(part(*box, tenths) for box, tenths in _parts(ship["profile"]))
    masts = tuple((divide(place(at), 1000), height * _DECIMETRE) for at, height in ship["profile"]["masts"])
    return Outline(parts, masts)


def _parts(profile: Mapping[str, Any]) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield boxes and funnels, each with its share of the beam."""
    for number, box in enumerate(profile["boxes"]):
        yield box, _WIDTHS["boxes" if number else "hull"]
    for funnel in profile["funnels"]:
        yield funnel, _WIDTHS["funnels"]


def width_of(ship: Mapping[str, Any], aspect: int, distance: int) -> int:
    """Return the angular width of a ship at an angle on the bow and a distance (mm) (UBT-8.6a)."""
    wide = scale(1000 * ship["length_m"], abs(sine(aspect))) + scale(1000 * ship["beam_m"], abs(cosine(aspect)))
    return 2 * fine_angle(wide, 2 * distance)


class ShipPicture(NamedTuple):
    """The parts of a ship that are in the field: columns half open, rows above the horizon."""

    shape: list[list[int]]
    masts: list[list[int]]


def picture_of(outline: Outline, middle: int, distance: int, field: int, hidden: int) -> ShipPicture:
    """Return an outline in columns and rows, cut off at the field and the horizon.

    `middle` is the bearing of the middle of the ship from the left edge of the field; so many mm of its height are
    hidden below the horizon.
    """

    def column(aside: int) -> int:
        angle = fine_angle(aside, distance)
        return divide((middle + angle - (ROUND if angle > ROUND // 2 else 0)) * COLUMNS, field)

    def rows(height: int) -> int:
        return divide(fine_angle(height - hidden, distance) * COLUMNS, field)

    shape = []
    for number, (left, right, height) in enumerate(outline.parts):
        first = column(left)
        last = max(column(right), first + 1)
        top = max(rows(height), 1 - bool(number)) if height > hidden else 0
        if top and last > 0 and first < COLUMNS:
            shape.append([max(first, 0), min(last, COLUMNS), top])
    masts = [[column(at), rows(height)] for at, height in outline.masts if height > hidden]
    masts = [mast for mast in masts if 0 <= mast[0] < COLUMNS and mast[1]]
    return ShipPicture(shape or [[at, at + 1, 1] for at, _ in masts], masts)
