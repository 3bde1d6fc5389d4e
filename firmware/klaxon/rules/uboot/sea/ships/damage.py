"""What ships can bear: hull points that shells and torpedoes take, and how a ship without any goes down (UBT-8.5g).

Whoever hits a ship comes here; nobody else lets one sink.
"""

from __future__ import annotations

from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import relative
from klaxon.rules.uboot.sea.numbers import CIRCLE, DEGREE, NM, bearing, divide, even
from klaxon.rules.uboot.sea.own_boat.way import heading_at
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number, put_ship, stop_ship, take_away
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.conduct import MINUTE
from klaxon.rules.uboot.sea.ships.records import SUNK, Ship
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.ships.templates import is_convoy

TENTHS = 10
"""Hull points are counted in tenths: a hit of the 20 mm takes one of them."""
SINKING = (5 * MINUTE, 40 * MINUTE)
HEARD = 10 * NM
EYES = ("lookout", "periscope")


def is_lost(ship: Ship) -> bool:
    """Return whether a ship has sunk, or is sinking."""
    return ship.motion == SUNK or ship.sinks >= 0


def take_hull_points(work: SeaWork, game: int, number: int, tenths: int) -> bool:
    """Take so many tenths of hull points from a ship; without any left it begins to sink. Return whether it does."""
    ship = work.traffic.ships[number]
    if is_lost(ship):
        return False
    points = ship.points + tenths
    put_ship(work, number, ship._replace(points=points))
    if points < TENTHS * ship_classes(work.box)[ship.type].points:
        return False
    begin_to_sink(work, game, number)
    return True


def begin_to_sink(work: SeaWork, game: int, number: int) -> None:
    """Let a ship stop, and go down 5 to 40 minutes later."""
    ship = work.traffic.ships[number]
    if not is_lost(ship):
        stop_ship(work, game, number)
        sinks = game + even(work.key, f"ship.{ship.name}.sinking", 0, *SINKING)
        put_ship(work, number, work.traffic.ships[number]._replace(sinks=sinks))


def go_down(work: SeaWork, game: int, number: int) -> None:
    """Let a ship that is sinking be no more; with it goes its contact.

    Who sees it or has identified it knows what it was. Else it is heard to break up, within ten miles; of a ship
    farther off nobody is told (UBT-5#60).
    """
    ship = work.traffic.ships[number]
    kind = ship_classes(work.box)[ship.type]
    take_away(work, game, number)
    put_ship(work, number, work.traffic.ships[number]._replace(sinks=-1))
    sighting = next((each for each in work.watches.sightings if each.body == number), None)
    if sighting is not None:
        left = tuple(each for each in work.watches.sightings if each.body != number)
        work.watches = work.watches._replace(sightings=left)
    in_convoy = sighting is not None and _is_known_of_convoy(work, number)
    facts = {"id": sighting.name if sighting else "", "neutral": kind.is_neutral, "in_convoy": in_convoy}
    if sighting is not None and (sighting.is_identified or (sighting.lost < 0 and sighting.leg.by in EYES)):
        work.bring(game, "sunk", type=kind.type, grt=kind.tons, **facts)
        return
    seen = relative(work.leg(game), leg_of_number(work, number, game), game)
    if seen.square <= HEARD**2:
        heading = heading_at(work.boat, game).heading + work.aboard.steer * DEGREE
        off = divide((bearing(seen.x, seen.y) - heading) % CIRCLE, DEGREE) % 360
        work.bring(game, "sunk", type="", grt=0, bearing=off, **facts)


def _is_known_of_convoy(work: SeaWork, number: int) -> bool:
    """Return whether a ship sails in a convoy that is in contact."""
    place = place_of_group(work.traffic, number)
    known = any(each.body == -1 - place for each in work.watches.sightings)
    return known and is_convoy(work.mission, work.traffic.groups[place])
