"""How long wires are, by where things are in the box: the Pi in the first bay, each station a bay further."""

from __future__ import annotations

from collections.abc import Iterator

from tools.hw import geometry
from tools.hw.circuit import Circuit, Wire

NEAR, DROP = 15, 11
"""Centimetres of a wire beside the Pi; and of one to a station, besides the bays on its way."""
LONGEST = 50
"""Centimetres that a plain wire may have; beyond, a line wants a resistor and a capacitor at the Pi's end."""


MOST_POLES = 16
"""Of a JST-XH plug."""


def station_of(made: Circuit, wire: Wire) -> str:
    """Return the station that a wire belongs to; '' for one beside the Pi."""
    return made.parts[wire.target.part].station or made.parts[wire.source.part].station


def length(made: Circuit, wire: Wire) -> int:
    """Return the length of a wire in centimetres."""
    return of_station(made, station_of(made, wire))


def of_station(made: Circuit, station: str) -> int:
    """Return how long wires to a station are; those of a second row go round behind the first."""
    if not station:
        return NEAR
    rows = geometry.rows(geometry.bays(made.profile))
    row, place = next(
        (row, place) for row, bays in enumerate(rows) for place, bay in enumerate(bays) if bay.station == station
    )
    return DROP + geometry.BAY_WIDTH // 10 * place + row * (2 * geometry.BAY_LENGTH // 10)


def plugs(wires: int) -> tuple[int, int]:
    """Return the poles of the two plugs of a station, which has so many wires."""
    return wires - wires // 2, wires // 2


def cut_list(made: Circuit) -> Iterator[tuple[str, int, int]]:
    """Yield for each station, and for the board, how many wires there are, and their length."""
    for station in ("", *(each.name for each in made.profile.stations)):
        count = sum(1 for wire in made.wires if station_of(made, wire) == station)
        yield station, count, of_station(made, station)
