"""Manning: which seats each station works. It follows from the stations there are and the crew people want to be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from klaxon.console.devices import Fitting
from klaxon.rules.contract import Seat

CREWS = ("all", "captain", "one", "none")
"""How people man a boat: every seat at a station; the captain's only; all seats at one station; not at all."""

Manning = Mapping[str, tuple[Seat, ...]]
"""Station -> its seats."""


def boats_of(seats: Iterable[Seat]) -> dict[str, list[Seat]]:
    """Return the boats of a game, each with its seats."""
    boats: dict[str, list[Seat]] = {}
    for seat in seats:
        boats.setdefault(seat.partition(".")[0], []).append(seat)
    return boats


def crews_for(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the ways in which a boat of these seats can be manned."""
    return CREWS if len(seats) > 1 else ("all", "none")


def man(fittings: Sequence[Fitting], seats: Sequence[Seat], crews: Mapping[str, str]) -> Manning:
    """Give the seats to the stations. A boat with too few stations gives the last one all that is left."""
    manning: dict[str, tuple[Seat, ...]] = {}
    for boat, own in boats_of(seats).items():
        stations = [fitting.name for fitting in fittings if fitting.boat == boat]
        crew = crews.get(boat, "none")
        if crew == "none" or not stations:
            continue
        if crew == "captain":
            manning[stations[0]] = (own[0],)
        elif crew == "one":
            manning[stations[0]] = tuple(own)
        else:
            last = min(len(stations), len(own)) - 1
            for place, station in enumerate(stations[: last + 1]):
                manning[station] = tuple(own[place:]) if place == last else (own[place],)
    return manning


def unmanned(seats: Iterable[Seat], manning: Manning) -> list[list[Seat]]:
    """Return the seats left for understudies, a crew for each boat."""
    taken = {seat for worked in manning.values() for seat in worked}
    free = boats_of(seat for seat in seats if seat not in taken)
    return list(free.values())


def holders(seats: Iterable[Seat], manning: Manning) -> dict[Seat, str]:
    """Return every seat with the station that works it, '' where understudies do."""
    held = {seat: name for name, worked in manning.items() for seat in worked}
    return {seat: held.get(seat, "") for seat in seats}


def handed(manning: Manning, seats: Sequence[Seat], heir: str) -> Manning:
    """Return the manning after seats were given to a station, or ('') to understudies."""
    after = {name: tuple(seat for seat in worked if seat not in seats) for name, worked in manning.items()}
    if heir:
        after[heir] = (*after.get(heir, ()), *seats)
    return {name: worked for name, worked in after.items() if worked}
