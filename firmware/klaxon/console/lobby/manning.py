"""Manning: which seats each station works. It follows from the stations and the crew that people want."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from klaxon.console.lobby.sides import Sides
from klaxon.rules.contract import NO_SPLITS, Game, Seat, Splits, boat_of, role_of

CREWS = ("all", "captain", "one", "none")
"""How people man a boat: every seat at a station; the captain's only; all seats at one station; not at all.

A boat of one seat has it at all of its stations, the spare ones for panes, or at one. Between one person and one for
each seat a game says how its roles are split (`Game.splits`): such a crew is called by its number, `2`.
"""

Manning = Mapping[str, tuple[Seat, ...]]
"""Station -> its seats."""


def boats_of(seats: Iterable[Seat]) -> dict[str, list[Seat]]:
    """Return the boats of a game, each with its seats."""
    boats: dict[str, list[Seat]] = {}
    for seat in seats:
        boats.setdefault(boat_of(seat), []).append(seat)
    return boats


def crews_for(seats: Sequence[Seat], splits: Splits = NO_SPLITS) -> tuple[str, ...]:
    """Return the ways in which a boat of these seats can be manned."""
    numbers = [str(people) for people in sorted(splits, reverse=True)]
    return ("all", *numbers, *CREWS[1:]) if len(seats) > 1 else ("all", "one", "none")


def wanted_crews(boats: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return how people man each boat: as they chose; if they chose nothing, the first boat with every seat."""
    if not any(boat in chosen for boat in boats):
        chosen = {boats[0]: "all"}
    return {boat: chosen.get(boat, "none") for boat in boats}


def man(sides: Sides, game: Game[Any, Any], crews: Mapping[str, str], away: Collection[Seat] = ()) -> Manning:
    """Assign the seats of a game to the stations. If there are too few, the last one gets all remaining seats.

    Seats in `away` are worked elsewhere. A boat of one seat that has no station is a
    guest at the last one of the other boat, or at the first one free.
    """
    manning: dict[str, tuple[Seat, ...]] = {}
    guests: list[Seat] = []
    for boat, own in boats_of(seat for seat in game.seats if seat not in away).items():
        stations = sides.stations_of(boat)
        crew = crews.get(boat, "none")
        if crew != "none" and not stations and len(own) == 1:
            guests += own
        if crew != "none" and stations:
            captain = [seat for seat in own if seat == game.captain(boat)] or own[:1]
            groups = [tuple(captain)] if crew == "captain" else _groups(own, crew, game.splits)
            last = min(len(stations), len(groups)) - 1
            rest = tuple(seat for group in groups[last:] for seat in group)
            manning |= dict(zip(stations, (*groups[:last], rest), strict=False))
    for guest in guests:
        station = sides.fittings[-1 if manning else 0].name
        manning[station] = (*manning.get(station, ()), guest)
    return manning


def _groups(seats: Sequence[Seat], crew: str, splits: Splits) -> list[tuple[Seat, ...]]:
    """Return the seats of a boat, grouped by person."""
    if crew == "one":
        return [tuple(seats)]
    if crew.isdigit() and int(crew) in splits:
        by_role = {role_of(seat): seat for seat in seats}
        shares = [tuple(by_role[role] for role in roles if role in by_role) for roles in splits[int(crew)]]
        return [share for share in shares if share]
    return [(seat,) for seat in seats]


def full_crews(sides: Sides, game: Game[Any, Any], crews: Mapping[str, str], away: Collection[Seat] = ()) -> Manning:
    """Return which seats each station works where people take every seat: as crews chose to share them, if they did."""
    split = {boat: crew for boat, crew in crews.items() if crew not in ("none", "captain")}
    manned = {boat: split.get(boat, "all") for boat in game.boats if sides.stations_of(boat)}
    return man(sides, game, manned, away)


def with_joined(manning: Manning, full: Manning, joined: Iterable[str]) -> Manning:
    """Return the manning where people have joined at these stations: each works there what is done in a full crew."""
    for station in joined:
        manning = hand_over(manning, full.get(station, ()), station) if station in full else manning
    return manning


def is_shared(sides: Sides, manning: Manning) -> bool:
    """Return whether people of two boats look at the same stations."""
    boats = {boat_of(seat) for seats in manning.values() for seat in seats}
    return any(not sides.stations_of(boat) for boat in boats) and len(boats) > 1


def spread(sides: Sides, manning: Manning, panes: Sequence[str], alone: Collection[str] = ()) -> dict[str, str]:
    """Return which pane is shown at which station: at unused ones, for boats that people man.

    The people of boats in `alone` want only one station.
    """
    found: dict[str, str] = {}
    for boat in dict.fromkeys(sides.boats.values()):
        own = sides.stations_of(boat)
        if boat not in alone and any(name in manning for name in own):
            found |= dict(zip((name for name in own if name not in manning), panes, strict=False))
    return found


def unmanned_crews(seats: Iterable[Seat], manning: Manning) -> list[list[Seat]]:
    """Return the seats left for understudies, a crew for each boat."""
    taken = {seat for worked in manning.values() for seat in worked}
    free = boats_of(seat for seat in seats if seat not in taken)
    return list(free.values())


def holders(seats: Iterable[Seat], manning: Manning) -> dict[Seat, str]:
    """Return every seat with the station that works it, '' for understudies."""
    held = {seat: name for name, worked in manning.items() for seat in worked}
    return {seat: held.get(seat, "") for seat in seats}


def hand_over(manning: Manning, seats: Sequence[Seat], successor: str) -> Manning:
    """Return the manning after seats were given to a station, or ('') to understudies."""
    after = {name: tuple(seat for seat in worked if seat not in seats) for name, worked in manning.items()}
    if successor:
        after[successor] = (*after.get(successor, ()), *seats)
    return {name: worked for name, worked in after.items() if worked}
