"""Where groups and ships are: the leg of each at an instant, and when it will be another one (UBT-8.0b, UBT-8.0g)."""

from __future__ import annotations

from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import vector
from klaxon.rules.uboot.sea.ships.formation import weave_ends, weave_leg
from klaxon.rules.uboot.sea.ships.records import CLOSING, STATION, Sailing, Ship, ShipGroup, Traffic
from klaxon.rules.uboot.sea.ships.zigzag import turn_after, zigzag_leg


def sailing_leg(sailing: Sailing, past: int, game: int) -> SeaLeg:
    """Return the leg of something that sails so."""
    if not sailing.zigzag:
        return SeaLeg(sailing.start, sailing.x, sailing.y, *vector(sailing.course, sailing.speed))
    begun = SeaLeg(sailing.start, sailing.x, sailing.y)
    return zigzag_leg(begun, sailing.course, sailing.speed, past, game)


def group_leg(traffic: Traffic, group: ShipGroup, game: int) -> SeaLeg:
    """Return the leg of the centre of a group."""
    return sailing_leg(group.sailing, traffic.past, game)


def ship_leg(centre: SeaLeg, axis: int, ship: Ship, game: int) -> SeaLeg:
    """Return the leg of a ship of a group whose centre is on a leg. It begins where the later of both begins."""
    if ship.motion == STATION:
        if ship.weave < 0:
            return SeaLeg(centre.start, centre.x + ship.x, centre.y + ship.y, centre.vx, centre.vy)
        return _joined(centre, weave_leg(axis, ship.weave, game), ship.x, ship.y)
    if ship.motion == CLOSING and ship.leg is not None:
        return _joined(centre, ship.leg, 0, 0)
    return ship.leg or SeaLeg(0, 0, 0)


def _joined(centre: SeaLeg, frame: SeaLeg, x: int, y: int) -> SeaLeg:
    """Return a leg in a frame that itself moves."""
    start = max(centre.start, frame.start)
    (cx, cy), (fx, fy) = centre.place(start), frame.place(start)
    return SeaLeg(start, cx + fx + x, cy + fy + y, centre.vx + frame.vx, centre.vy + frame.vy)


def next_turn(traffic: Traffic, group: ShipGroup, game: int) -> int:
    """Return when the zigzag or a weave of a group brings the next leg; -1: there is none to come."""
    turns = [turn_after(game + traffic.past) - traffic.past] if group.sailing.zigzag else []
    turns += [weave_ends(traffic.ships[number].weave, game) for number in group.weaving]
    return min(turns, default=-1)


def with_times(group: ShipGroup, ships: tuple[Ship, ...]) -> ShipGroup:
    """Return a group with the instants and turns of its ships found; these are all ships of the traffic."""
    numbers = range(group.first, group.first + group.size)
    of_ships = [time for number in numbers for time in _times_of(ships[number])]
    times = [time for time in of_ships if time >= 0]
    weaving = tuple([number for number in numbers if ships[number].weave >= 0 and ships[number].motion == STATION])
    return group._replace(timers=min(times, default=-1), weaving=weaving)


def _times_of(ship: Ship) -> tuple[int, ...]:
    return ship.until, ship.straggles, ship.sinks


def place_of_group(traffic: Traffic, number: int) -> int:
    """Return the place of the group of a ship, by the ship's place in the traffic."""
    return next(place for place, group in enumerate(traffic.groups) if group.first <= number < group.first + group.size)


def number_of(traffic: Traffic, name: str) -> int:
    """Return the place of a ship in the traffic, -1 where there is none of that name."""
    return next((number for number, ship in enumerate(traffic.ships) if ship.name == name), -1)


def leg_of(traffic: Traffic, name: str, game: int) -> SeaLeg:
    """Return the leg of a ship, or of the centre of a group, by its name."""
    number = number_of(traffic, name)
    if number < 0:
        return group_leg(traffic, next(group for group in traffic.groups if group.name == name), game)
    group = traffic.groups[place_of_group(traffic, number)]
    return ship_leg(group_leg(traffic, group, game), group.axis, traffic.ships[number], game)
