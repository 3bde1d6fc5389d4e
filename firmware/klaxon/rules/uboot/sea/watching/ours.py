"""Our lookouts, periscope and hydrophone on ships and groups (UBT-8.4a, UBT-8.4d)."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from klaxon.rules.uboot.sea.hunt.records import DISTURBED, DisturbedWater
from klaxon.rules.uboot.sea.legs import Relative, SeaLeg, crossing, ray_crossing
from klaxon.rules.uboot.sea.ships.classes import ShipClass
from klaxon.rules.uboot.sea.ships.records import STATION
from klaxon.rules.uboot.sea.watching.book import GaugeAt, SensorGauge, WatchBook
from klaxon.rules.uboot.sea.watching.pairs import AGAIN, Seen
from klaxon.rules.uboot.sea.watching.reach import (
    AWASH,
    HEARD_ALONE,
    HYDROPHONE_RATE,
    PERISCOPE_LOOKOUTS,
    blind_edges,
    hydrophone_reach,
    is_in_blind_arc,
    lookout_rate,
    sight_reach,
)
from klaxon.rules.uboot.sea.watching.records import HELD, NEVER, Conditions

LOOKOUT, PERISCOPE, HYDROPHONE = "lookout", "periscope", "hydrophone"
OURS = (LOOKOUT, PERISCOPE, HYDROPHONE)
"""Our sensors, the best first."""


def open_sensors(now: Conditions) -> tuple[str, ...]:
    """Return our sensors that are manned."""
    surfaced = now.depth < AWASH
    found = (LOOKOUT if surfaced and now.lookouts else "", PERISCOPE if now.periscope else "")
    return tuple(sensor for sensor in (*found, HYDROPHONE if now.listening and not surfaced else "") if sensor)


def watch_ship(book: WatchBook, number: int, leg: SeaLeg, game: int, sensors: Iterable[str]) -> None:
    """Plan sensors of ours on a ship that is a target of its own."""
    ship = book.work.traffic.ships[number]
    kind = book.classes[ship.type]
    is_known = ship.is_known or number in book.sightings
    for sensor in sensors:
        gauge = _gauge(book, sensor, kind, leg, NEVER)
        book.judge((sensor, number), ship.name, leg, game, gauge, is_known=is_known)


def watch_ship_of_group(book: WatchBook, number: int, group: int, leg: SeaLeg, game: int) -> None:
    """Plan our sensors on a ship in columns: what holds its group has it inside its own range, without chance."""
    ship, holding = book.work.traffic.ships[number], sensors_on(book, group)
    for sensor in OURS:
        if sensor in holding:
            gauge = _gauge(book, sensor, book.classes[ship.type], leg, HEARD_ALONE)
            book.judge((sensor, number), ship.name, leg, game, gauge, is_known=True)
        else:
            book.drop((sensor, number))


def _gauge(book: WatchBook, sensor: str, kind: ShipClass, leg: SeaLeg, heard_within: int) -> GaugeAt:
    if sensor == HYDROPHONE:
        return _hearing(book, kind.klass, kind.fastest, leg, heard_within)
    return _seeing(book, sensor, kind.sight, kind.mast, 0)


def watch_group(book: WatchBook, place: int, leg: SeaLeg, game: int, sensors: Iterable[str]) -> None:
    """Plan sensors of ours on a group as a whole: one target at its centre."""
    body, group = -1 - place, book.work.traffic.groups[place]
    ships = book.work.traffic.ships[group.first : group.first + group.size]
    is_known = body in book.sightings or any(ship.is_known for ship in ships if ship.motion == STATION)
    for sensor in sensors:
        if sensor == HYDROPHONE:
            gauge = _hearing(book, "convoy", group.fastest, leg, NEVER)
        else:
            gauge = _seeing(book, sensor, "convoy", group.mast, group.radius)
        book.judge((sensor, body), group.name, leg, game, gauge, is_known=is_known)


def leave_alone(book: WatchBook, body: int) -> None:
    """Let our sensors give up a ship or a group."""
    for sensor in OURS:
        book.drop((sensor, body))


def sensors_on(book: WatchBook, body: int) -> list[str]:
    """Return our sensors that hold a body, the best first."""
    pairs = book.pairs
    return [sensor for sensor in OURS if (pair := pairs.get((sensor, body))) is not None and pair.need == HELD]


# -- what a sensor is worth ------------------------------------------------------------------------------------------


def _seeing(book: WatchBook, sensor: str, sight: str, mast: int, radius: int) -> GaugeAt:
    now, scope = book.now, sensor == PERISCOPE
    kind = (sensor, f"{sight} {mast}")
    plain = book.reaches.get(kind)
    if plain is None:
        plain = book.reaches[kind] = sight_reach(now, sight, mast, scope=scope)
    rate = lookout_rate(PERISCOPE_LOOKOUTS if scope else now.lookouts)
    if now.light != "moon":
        gauge = SensorGauge(plain + radius, rate)
        return lambda _seen, _at: gauge
    lit = sight_reach(now, sight, mast, against_moon=True, scope=scope) + radius

    def by_moon(seen: Seen, at: int) -> SensorGauge:
        reach = lit if book.is_against_moon(seen[0], seen[1], at) else plain + radius
        return SensorGauge(reach, rate, lit, again=AGAIN)

    return by_moon


def _hearing(book: WatchBook, kind: str, fastest: int, leg: SeaLeg, most: int) -> GaugeAt:
    speed = isqrt(leg.vx * leg.vx + leg.vy * leg.vy)
    reach = min(hydrophone_reach(book.now, kind, speed, fastest), most)
    heading = book.now.heading

    def by_arc(seen: Seen, at: int) -> SensorGauge:
        crossings = [ray_crossing(Relative(*seen), *edge) for edge in blind_edges(heading)]
        drowned = [_in_water(water, leg, at) for water in book.now.waters]
        crossings += [crossing(each, DISTURBED) for each in drowned]
        again = min((crossed for crossed in crossings if crossed is not None), default=NEVER)
        is_deaf = is_in_blind_arc(seen[0], seen[1], heading) or any(each.square <= DISTURBED**2 for each in drowned)
        return SensorGauge(reach, HYDROPHONE_RATE, is_deaf=is_deaf, again=again)

    return by_arc


def _in_water(water: DisturbedWater, leg: SeaLeg, at: int) -> Relative:
    """Return a target as it is seen from the middle of disturbed water (UBT-8.8f)."""
    x, y = leg.place(at)
    return Relative(x - water.x, y - water.y, leg.vx, leg.vy)
