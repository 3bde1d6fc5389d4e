"""The silhouette of a ship class: its profile at an aspect, in pixels (UBT-8.6c). The recognition book is made of them.

A silhouette has the form in which a glass shows ships: boxes and masts in columns from the left, and rows above the
water. Through a glass the same form comes with the view, so both are drawn by the same hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from klaxon.rules.uboot.library import BookShip
from klaxon.rules.uboot.sea.numbers import ONE, cosine, divide, sine

Box = tuple[int, int, int]
"""First column, the column after the last, and rows."""
Mast = tuple[int, int]
"""Column and rows."""
BEAM_ON = 90
END_ON = 10
"""Degrees from the bow or the stern within which all kinds look alike."""
_WIDE = {"hull": 10, "boxes": 8, "funnels": 3}
"""Tenths of the beam that a part of the ship has."""


class Silhouette(NamedTuple):
    """A ship in pixels; the bow is right if its starboard side is seen."""

    shape: tuple[Box, ...]
    masts: tuple[Mast, ...]

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return max(box[1] for box in self.shape) - min(box[0] for box in self.shape)


@lru_cache(maxsize=256)
def silhouette(ship: BookShip, angle: int, width: int, heights: int = 1) -> Silhouette:
    """Return a class at an angle on the bow (degrees, starboard plus) that is so many columns wide.

    `heights` multiplies all heights; what is measured on the picture needs 1.
    """
    across, along = abs(cosine(100 * angle)), abs(sine(100 * angle))
    whole = 1000 * (ship.length * along + ship.beam * across)
    """The width of the ship as it is seen, in 65,536ths of a millimetre; a pixel is the `width`th part of it."""
    right = 1 if angle >= 0 else -1

    def place(thousandths: int, tenths: int) -> int:
        """Return the column of a point of the ship, widened by so many tenths of the beam."""
        off = right * (thousandths - 500) * ship.length * along + tenths * 50 * ship.beam * across
        return divide((2 * off + whole) * width, 2 * whole)

    def rows(decimetres: int) -> int:
        return max(1, divide(decimetres * 100 * ONE * width * heights, whole))

    def box_of(box: Box, tenths: int) -> Box:
        start, end = (box[0], box[1]) if right > 0 else (box[1], box[0])
        first, after = place(start, -tenths), place(end, tenths)
        return first, max(after, first + 1), rows(box[2])

    shape = tuple(box_of(box, tenths) for box, tenths in _parts(ship))
    return Silhouette(shape, tuple((min(place(at, 0), width - 1), rows(high)) for at, high in ship.masts))


def _parts(ship: BookShip) -> Iterator[tuple[Box, int]]:
    """Yield boxes and funnels, each with its share of the beam."""
    for place, box in enumerate(ship.boxes):
        yield box, _WIDE["boxes" if place else "hull"]
    for funnel in ship.funnels:
        yield funnel, _WIDE["funnels"]
