"""Manning: which seats each station works. It follows from the stations there are and the crew people want to be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from klaxon.console.devices import Fitting
from klaxon.rules.contract import Seat

CREWS = ("all", "captain", "one", "none")
"""How people man a boat: every seat at a station; the captain's only; all seats at one station; not at all.

A boat of one seat has it at all of its stations, the spare ones for panes, or at one.
"""

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
    return CREWS if len(seats) > 1 else ("all", "one", "none")


def man(fittings: Sequence[Fitting], seats: Sequence[Seat], crews: Mapping[str, str]) -> Manning:
    """Give the seats to the stations. A boat with too few stations gives the last one all that is left.

    A boat of one seat that has no station is a guest at the last one of the other boat, or at the first one free.
    """
    manning: dict[str, tuple[Seat, ...]] = {}
    guests: list[Seat] = []
    for boat, own in boats_of(seats).items():
        stations = stations_of(fittings, boat)
        crew = crews.get(boat, "none")
        if crew != "none" and not stations and len(own) == 1:
            guests += own
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
    for guest in guests:
        station = fittings[-1 if manning else 0].name
        manning[station] = (*manning.get(station, ()), guest)
    return manning


def stations_of(fittings: Iterable[Fitting], boat: str) -> list[str]:
    """Return the stations of a boat."""
    return [fitting.name for fitting in fittings if fitting.boat == boat]


def open_to(fittings: Sequence[Fitting], boat: str) -> list[str]:
    """Return the stations at which a boat may sit: its own, and where it has none, all as a guest."""
    return stations_of(fittings, boat) or [fitting.name for fitting in fittings]


def shared(fittings: Sequence[Fitting], manning: Manning) -> bool:
    """Tell whether people of two boats look at the same stations."""
    boats = {seat.partition(".")[0] for seats in manning.values() for seat in seats}
    return any(not stations_of(fittings, boat) for boat in boats) and len(boats) > 1


def spread(
    fittings: Sequence[Fitting], manning: Manning, panes: Sequence[str], alone: Collection[str] = ()
) -> dict[str, str]:
    """Return which pane stands at which station: at those that nobody works, of boats that people man.

    The people of boats in `alone` want one station and no more.
    """
    found: dict[str, str] = {}
    for boat in dict.fromkeys(fitting.boat for fitting in fittings):
        own = stations_of(fittings, boat)
        if boat not in alone and any(name in manning for name in own):
            found |= dict(zip((name for name in own if name not in manning), panes, strict=False))
    return found


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
