"""Ship classes as the sea reads them from a box."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.sea.numbers import METRE, mm_s

MERCHANT, ESCORT, SMALL = "merchant", "escort", "small"
NEUTRAL_TYPE = "fishing"
"""Fishing boats are neutral; a launch is an enemy (UBT-8.7a)."""


class ShipClass(NamedTuple):
    """A class of ships. Lengths in mm, speeds in mm a second."""

    id: str
    klass: str
    """`merchant`, `escort` or `small`."""
    type: str
    sight: str
    """From how far it is made out: `large`, `freighter`, `escort` or `small` (UBT-8.4a)."""
    tons: int
    """GRT; of an escort its displacement."""
    length: int
    beam: int
    draught: int
    fastest: int
    knots: int
    """The same in tenths of knots."""
    mast: int
    hits: tuple[int, int]
    """Hits that sink it, at least and at most."""
    points: int
    """Hull points."""
    armed: bool
    sound: str
    """What its screws sound like: `slow`, `fast`, `turbine` or `motor`."""
    beat: int
    """Turns of the screw a minute for each knot."""
    charges: int
    smoke: bool

    @property
    def is_escort(self) -> bool:
        """Whether it hunts."""
        return self.klass == ESCORT

    @property
    def is_neutral(self) -> bool:
        """Whether it is no enemy, and reports nobody."""
        return self.type == NEUTRAL_TYPE


@lru_cache(maxsize=8)
def ship_classes(box: Box) -> Mapping[str, ShipClass]:
    """Return the classes of a box by their ids, read once a box."""
    return {name: _class_of(row) for name, row in box.ships.items()}


def _class_of(row: Mapping[str, Any]) -> ShipClass:
    least, most = row["hits"]
    return ShipClass(
        id=row["id"],
        klass=row["klass"],
        type=row["type"],
        sight=row["sight"],
        tons=row["grt"],
        length=row["length_m"] * METRE,
        beam=row["beam_m"] * METRE,
        draught=row["draught_dm"] * METRE // 10,
        fastest=mm_s(10 * row["max_kn"]),
        knots=10 * row["max_kn"],
        mast=row["mast_m"] * METRE,
        hits=(least, most),
        points=row["hull_points"],
        armed=row["armed"],
        sound=row["sound"],
        beat=row["rpm_per_kn"],
        charges=row["charges"],
        smoke=row["smoke"],
    )
