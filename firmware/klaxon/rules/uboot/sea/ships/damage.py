"""What ships can bear: hull points that shells and torpedoes take, and how a ship without any goes down (UBT-8.5g).

Whoever hits a ship comes here; nobody else lets one sink.
"""

from __future__ import annotations

from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.numbers import even
from klaxon.rules.uboot.sea.ships.casualties import put_ship, stop_ship, take_away
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.conduct import MINUTE
from klaxon.rules.uboot.sea.ships.records import SUNK, Ship

TENTHS = 10
"""Hull points are counted in tenths: a hit of the 20 mm takes one of them."""
SINKING = (5 * MINUTE, 40 * MINUTE)


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
    """Let a ship that is sinking be no more; with it goes its contact. Of a ship not in contact nobody is told."""
    ship = work.traffic.ships[number]
    kind = ship_classes(work.box)[ship.type]
    take_away(work, game, number)
    put_ship(work, number, work.traffic.ships[number]._replace(sinks=-1))
    seen = next((each.name for each in work.watches.sightings if each.body == number), "")
    if seen:
        left = tuple(each for each in work.watches.sightings if each.body != number)
        work.watches = work.watches._replace(sightings=left)
        work.bring(game, "sunk", id=seen, type=kind.type, grt=kind.tons, neutral=kind.is_neutral)
