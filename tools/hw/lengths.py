"""How long wires are: as far as the parts are apart in the box, and what both ends and the bends take."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from klaxon.console.profile import Profile
from tools.hw import geometry
from tools.hw.parts import FUSE, LINK, PI, REGULATOR, Circuit, Part, Wire

ON_FLOOR, IN_BAY = 4, 3
"""Centimetres of a wire on the floors besides its way, and of one below the front of a bay."""
LONGEST = 55
"""Centimetres that a plain line may have to its key or dial; beyond, it wants a resistor and a capacitor at the Pi."""
UNDER = 20
"""Millimetres from the front down to the terminals of what sits in it."""
ON_BOARD = 20
"""How high above the floor wires leave boards and plugs."""


class Place(NamedTuple):
    """Where a part is: the row of its bay, and millimetres from the left front corner of the row."""

    row: int
    x: float
    y: float
    z: float


def length(made: Circuit, wire: Wire) -> int:
    """Return the length of a wire in centimetres."""
    if wire not in made.lengths:
        made.lengths[wire] = _reckoned(made, wire)
    return made.lengths[wire]


def _reckoned(made: Circuit, wire: Wire) -> int:
    near, far = (place(made.profile, made.parts[end.part]) for end in (wire.source, wire.target))
    behind = 2 * geometry.BAY_LENGTH * abs(near.row - far.row)  # a second row is reached round behind the first
    slack = IN_BAY if _is_in_bay(made, wire) else ON_FLOOR
    return math.ceil((math.dist(near[1:], far[1:]) + behind) / 10 + slack)


def of_line(made: Circuit, wire: Wire) -> int:
    """Return how long a wire is with what leads to it from the other side of a plug."""
    if made.parts[wire.source.part].kind != "plug":
        return length(made, wire)
    before = next(each for each in made.wires if each.target == wire.source)
    return length(made, wire) + of_line(made, before)


def _is_in_bay(made: Circuit, wire: Wire) -> bool:
    """Tell whether a wire is below the front of a bay, or from pin to pin of a part."""
    near, far = (made.parts[end.part] for end in (wire.source, wire.target))
    return near == far or bool(near.station and far.station)


def place(profile: Profile, part: Part) -> Place:
    """Return where a part is."""
    return _of_front(profile).get(part.ref) or _on_floor(profile, part)


@lru_cache(maxsize=16)
def _of_front(profile: Profile) -> dict[str, Place]:
    """Return where every part is that sits in the front of a bay."""
    found: dict[str, Place] = {}
    slope = math.radians(geometry.SLOPE)
    for row, bays in enumerate(geometry.rows(geometry.bays(profile))):
        for number, bay in enumerate(bays):
            places = [(hole.part, hole.x, hole.y) for hole in bay.holes if hole.what != "screw"]
            places += [(f"{bay.station} panel", window.x, window.y) for window in bay.windows]
            for part, x, y in places:
                height = geometry.FRONT + y * math.sin(slope) - UNDER
                found[part] = Place(row, number * geometry.BAY_WIDTH + x, y * math.cos(slope), height)
    return found


def _on_floor(profile: Profile, part: Part) -> Place:
    """Return where a part is that stands on a floor, by its middle; what has no place of its own is at the strips."""
    match part.kind:
        case "plug":
            row, number = _bay(profile, part.station)
            at = geometry.PLUG_AT if row or number else geometry.FIRST_PLUG_AT
            return _middle(at, geometry.PLUG, number, row)
        case "mux":
            return _middle(geometry.MUX_AT, geometry.MUX, 1)
        case "expander":
            number = 1 + [each.name for each in profile.expanders].index(part.name)
            return _middle(geometry.EXPANDER_AT, geometry.EXPANDER, number)
    if part.ref in (PI, FUSE):
        return Place(0, *geometry.HEADER_AT, ON_BOARD)
    if part.ref == REGULATOR:
        return _middle(geometry.REGULATOR_AT, geometry.REGULATOR, 0)
    if part.ref == LINK:
        return Place(0, geometry.LINK_AT[0], geometry.BAY_LENGTH, geometry.LINK_AT[1])
    return _middle(geometry.RAILS_AT, geometry.RAILS, 0)


def _middle(at: tuple[float, float], size: tuple[float, float, float], bay: int, row: int = 0) -> Place:
    return Place(row, bay * geometry.BAY_WIDTH + at[0] + size[0] / 2, at[1] + size[1] / 2, ON_BOARD)


def _bay(profile: Profile, station: str) -> tuple[int, int]:
    """Return the row of a station, and its place there."""
    rows = geometry.rows(geometry.bays(profile))
    return next(
        (row, number) for row, bays in enumerate(rows) for number, bay in enumerate(bays) if bay.station == station
    )


def harness_of(made: Circuit, wire: Wire) -> str:
    """Return the station that a wire belongs to; '' for one of the board."""
    return made.parts[wire.target.part].station or made.parts[wire.source.part].station


class Cut(NamedTuple):
    """The wires of a harness."""

    station: str
    pieces: Counter[int]
    """Length in centimetres -> how many."""

    @property
    def wires(self) -> int:
        """How many there are."""
        return self.pieces.total()

    @property
    def metres(self) -> float:
        """How long they are together."""
        return sum(each * count for each, count in self.pieces.items()) / 100


def cut_list(made: Circuit) -> Iterator[Cut]:
    """Yield what is to be cut for the board, and for each station."""
    for station in ("", *(each.name for each in made.profile.stations)):
        pieces = Counter(length(made, wire) for wire in made.wires if harness_of(made, wire) == station)
        yield Cut(station, pieces)
