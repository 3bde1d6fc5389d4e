"""What the crew perceives of ships and aircraft at an instant, for eye and ear: made of sightings and of nothing else.

Who is not in contact is not in here, whatever it does; so nothing that is made of this can betray it. Our own torpedoes
are heard as they run (UBT-8.4d).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.sea.air.eyes import HEIGHT
from klaxon.rules.uboot.sea.air.records import AirTraffic
from klaxon.rules.uboot.sea.attack.records import SeaAttack
from klaxon.rules.uboot.sea.glass.listening import HeardSound, is_blind, level_of
from klaxon.rules.uboot.sea.glass.optics import EIGHTHS, SightedAircraft, SightedShip
from klaxon.rules.uboot.sea.legs import SeaLeg, relative
from klaxon.rules.uboot.sea.numbers import QUARTER, bearing
from klaxon.rules.uboot.sea.own_boat.way import leg_at
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.records import Ship, ShipGroup, Traffic
from klaxon.rules.uboot.sea.watching.reach import hydrophone_reach
from klaxon.rules.uboot.sea.watching.records import HELD, SeenLeg, Watch, Watches
from klaxon.rules.uboot.sea.watching.reports import knots_of, seen_at

EYES = ("lookout", "periscope")
EAR = "hydrophone"
TORPEDO_SCREW, TORPEDO_TURNS = "turbine", 40
"""How a torpedo sounds: the highest of the screws, so many turns a minute for each knot (ours)."""


class PerceivedSea(NamedTuple):
    """The sea as far as lenses may use it: who is in contact, and of the traffic what they are."""

    box: Box
    traffic: Traffic
    watches: Watches
    heading: int
    """Where our bow really points, hundredths of a degree."""
    game: int
    attack: SeaAttack = SeaAttack()
    """Our own torpedoes."""
    way: tuple[SeaLeg, ...] = ()
    """Our own."""
    air: AirTraffic = AirTraffic()


def seen_legs(sea: PerceivedSea) -> Iterator[tuple[str, Ship, SeenLeg]]:
    """Yield the contacts that are ships in sight, each with the ship and how it is seen now."""
    for sighting in sea.watches.sightings:
        if sighting.body >= 0 and sighting.lost < 0 and sighting.leg.by in EYES:
            yield sighting.name, sea.traffic.ships[sighting.body], seen_at(sighting.leg, sea.game)


def sighted_ships(sea: PerceivedSea) -> list[SightedShip]:
    """Return the ships that are in sight."""
    found = []
    for name, ship, seen in seen_legs(sea):
        makes_way = bool(seen.east or seen.north)
        course = bearing(seen.east, seen.north) if makes_way else _lying_course(sea.traffic, ship)
        facts = sea.box.ships[ship.type]
        settled = _settled(ship, sea.game)
        found.append(
            SightedShip(name, seen.x, seen.y, course, makes_way, facts, ship.hits > 0 or ship.points > 0, settled)
        )
    return found


def seen_aircraft(sea: PerceivedSea) -> Iterator[tuple[str, SeenLeg]]:
    """Yield the contacts that are aircraft in sight, each with how it is seen now."""
    for craft in sea.air.craft:
        sighting = craft.sighting
        if sighting is not None and sighting.lost < 0 and sighting.leg.by in EYES:
            yield sighting.name, seen_at(sighting.leg, sea.game)


def sighted_aircraft(sea: PerceivedSea) -> list[SightedAircraft]:
    """Return the aircraft that are in sight."""
    return [SightedAircraft(name, seen.x, seen.y, HEIGHT) for name, seen in seen_aircraft(sea)]


def _lying_course(traffic: Traffic, ship: Ship) -> int:
    """Return where the bow of a ship points that lies still: along the base course of its group."""
    number = traffic.ships.index(ship)
    return next(group.axis for group in traffic.groups if group.first <= number < group.first + group.size)


def _settled(ship: Ship, game: int) -> int:
    """Return how far a ship has sunk, in eighths of its freeboard: evenly from where it stopped to its end."""
    if ship.sinks < 0 or ship.leg is None or ship.sinks <= ship.leg.start:
        return 0
    gone = (game - ship.leg.start) * EIGHTHS // (ship.sinks - ship.leg.start)
    return min(max(gone, 0), EIGHTHS)


def heard_legs(sea: PerceivedSea) -> Iterator[tuple[str, Watch, SeenLeg]]:
    """Yield the contacts that the hydrophone holds, each with its pair and how it moves now."""
    known = {sighting.body: sighting for sighting in sea.watches.sightings if sighting.lost < 0}
    for watch in sea.watches.pairs:
        if watch.sensor == EAR and watch.need == HELD and watch.body in known:
            yield known[watch.body].name, watch, seen_at(known[watch.body].leg, sea.game)


def heard_torpedoes(sea: PerceivedSea) -> list[HeardSound]:
    """Return our own torpedoes as the hydrophone hears them, as long as they run: nobody has to find those."""
    found = []
    for torpedo in sea.attack.running:
        if torpedo.is_over or sea.game < torpedo.leg.start:
            continue
        seen = relative(leg_at(sea.way, sea.game), torpedo.leg, sea.game)
        angle, far = bearing(seen.x, seen.y) - sea.heading, isqrt(seen.square)
        speed = isqrt(torpedo.leg.vx**2 + torpedo.leg.vy**2)
        level = level_of(far, hydrophone_reach(sea.watches.conditions, "torpedo", speed, speed))
        if level and not is_blind(angle):
            found.append(HeardSound("", angle, level, TORPEDO_SCREW, TORPEDO_TURNS * knots_of(speed) // 10))
    return found


def heard_sounds(sea: PerceivedSea) -> list[HeardSound]:
    """Return what is in contact by hydrophone, and our own torpedoes."""
    found = heard_torpedoes(sea)
    for name, watch, seen in heard_legs(sea):
        angle, far = bearing(seen.x, seen.y) - sea.heading, isqrt(seen.x * seen.x + seen.y * seen.y)
        level = level_of(far, watch.reach)
        if level and not is_blind(angle):
            found.append(_sound(sea, name, watch.body, seen, angle, far, level))
    return found


def _sound(sea: PerceivedSea, name: str, body: int, seen: SeenLeg, angle: int, far: int, level: int) -> HeardSound:
    """Return a sound: a ship by its screws, a group as the hum of many, as wide as it is."""
    if body < 0:
        group: ShipGroup = sea.traffic.groups[-1 - body]
        return HeardSound(name, angle, level, wide=bearing(group.radius, far) if far else QUARTER)
    kind = ship_classes(sea.box)[sea.traffic.ships[body].type]
    speed = isqrt(seen.east * seen.east + seen.north * seen.north)
    return HeardSound(name, angle, level, kind.sound, kind.beat * knots_of(speed) // 10)
