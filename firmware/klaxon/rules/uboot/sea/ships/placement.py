"""Where the traffic of a mission begins: each unit passes one point at one time (UBT-8.7b, UBT-7.11h)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import isqrt
from typing import NamedTuple

from klaxon.rules.uboot.clock import HOUR
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.sea.numbers import DEGREE, HALF, NM, QUARTER, even, mm_s, vector
from klaxon.rules.uboot.sea.ships.classes import ShipClass
from klaxon.rules.uboot.sea.ships.formation import WEAVE_LEG, offset, places_of, stations_of
from klaxon.rules.uboot.sea.ships.records import ON_STATION, Sailing, Ship, ShipGroup
from klaxon.rules.uboot.sea.ships.templates import TEMPLATES, class_of_type, escorts_of, merchants_of
from klaxon.rules.uboot.trouble.budget import ONE, draw_budget

SPEED_MS = 6 * HOUR
TRACK = 10 * NM
"""One way of a patrol's racetrack."""
PATROL_APART = 2_000_000
STRAGGLER_PCT_DAY = 5
TANKERS = "tanker"
_TRIES = 200
_SWAY = 30 * DEGREE


class TrafficUnit(NamedTuple):
    """A unit of traffic that is yet to be placed: its name, its template, merchants or small craft, and escorts."""

    name: str
    kind: str
    ships: list[ShipClass]
    escorts: list[ShipClass]


def units_of(key: str, mission: Mission, classes: Mapping[str, ShipClass]) -> list[TrafficUnit]:
    """Return the units of a mission's traffic, with one ship more of a wanted type than has to be sunk."""
    kinds = [kind for kind, count in mission.traffic for _ in range(count)]
    units = []
    for number, kind in enumerate(kinds, 1):
        name = f"t{number}"
        ships = merchants_of(key, name, kind, classes)
        units.append(TrafficUnit(name, kind, ships, escorts_of(key, name, kind, classes, mission.date)))
    for objective in (mission.primary, *mission.secondary):
        if objective["kind"] == "sink_type":
            _add_wanted(key, units, classes, objective["type"], objective["count"] + 1)
    return units


def _add_wanted(key: str, units: list[TrafficUnit], classes: Mapping[str, ShipClass], wanted: str, least: int) -> None:
    """Make ships those of a wanted type until there are enough: of the units one after another, one in each round."""
    if all(each.type != wanted for each in classes.values()):
        return
    missing = least - sum(ship.type == wanted for unit in units for ship in (*unit.ships, *unit.escorts))
    able = [unit for unit in units if unit.ships and unit.kind != "small"]
    while missing > 0 and able:
        for unit in able:
            place = next((n for n, ship in enumerate(unit.ships) if ship.type != wanted), None)
            if place is not None and missing > 0:
                unit.ships[place] = class_of_type(key, unit.name, place, classes, wanted)
                missing -= 1
        able = [unit for unit in able if any(ship.type != wanted for ship in unit.ships)]


def placed_unit(
    key: str, unit: TrafficUnit, mission: Mission, centre: tuple[int, int], is_water: Callable[[int, int], bool]
) -> tuple[ShipGroup, list[Ship]]:
    """Return a unit at game time 0, its first ship at place 0; `centre` is that of the mission's area."""
    template, name = TEMPLATES[unit.kind], unit.name
    stream = f"traffic.{name}"
    x, y = passing_point(key, name, unit.kind, centre, is_water)
    passing = even(key, f"{stream}.time", 0, *(percent * mission.hours * HOUR // 100 for percent in template.hours))
    axis = _base_course(key, f"{stream}.course", mission.map)
    knots = _knots(key, f"{stream}.knots", unit)
    ships = list(_ships(key, unit, axis))
    group = ShipGroup(
        name,
        0,
        len(ships),
        Sailing(),
        unit.kind,
        axis,
        radius=max((isqrt(ship.x**2 + ship.y**2) for ship in ships if ship.column >= 0), default=0),
        zigzags=template.zigzags,
        knots=knots,
        passing=passing,
    )
    fastest = min((each.fastest for each in (*unit.ships, *unit.escorts)), default=0)
    return _at_start(key, group, x, y, fastest), _with_stragglers(key, ships)


def passing_point(
    key: str, name: str, kind: str, centre: tuple[int, int], is_water: Callable[[int, int], bool]
) -> tuple[int, int]:
    """Return the point that a unit of traffic passes at its time."""
    return _point(key, f"traffic.{name}.point", centre, TEMPLATES[kind].within_nm * NM, is_water)


def speed_in(key: str, group: ShipGroup, fastest: int, game: int) -> int:
    """Return the speed of a group in the six hours of a game time, within 5 % either way (UBT-8.7b)."""
    block = (game - group.passing) // SPEED_MS
    thousandths = 1000 + even(key, f"traffic.{group.name}.speed", block, -50, 50)
    return min(mm_s(group.knots) * thousandths // 1000, fastest)


def _at_start(key: str, group: ShipGroup, x: int, y: int, fastest: int) -> ShipGroup:
    """Return a group where it is at game time 0 if it passes a point at its time."""
    run, at = 0, group.passing
    while at > 0:  # back from the point, six hours at a time
        begin = max(0, at - SPEED_MS)
        run += speed_in(key, group, fastest, begin) * (at - begin) // 1000
        at = begin
    speed, course, track_due = speed_in(key, group, fastest, 0), group.axis, -1
    if group.kind == "patrol":
        phase = (TRACK // 2 - run) % (2 * TRACK)
        run, left = TRACK // 2 - phase, TRACK - phase
        if phase >= TRACK:  # on its way back
            run, left, course = -(TRACK // 2 - (phase - TRACK)), 2 * TRACK - phase, (group.axis + HALF) % (2 * HALF)
        track_due = left * 1000 // speed
    back_x, back_y = vector(group.axis, run)
    sailing = Sailing(0, x - back_x, y - back_y, course, speed)
    speed_due = group.passing % SPEED_MS or SPEED_MS
    return group._replace(sailing=sailing, speed=speed, speed_due=speed_due, track_due=track_due)


def _point(
    key: str, stream: str, centre: tuple[int, int], within: int, is_water: Callable[[int, int], bool]
) -> tuple[int, int]:
    """Return a point of the water drawn evenly from the circle about a centre."""
    for count in range(_TRIES):
        x, y = (even(key, f"{stream}.{axis}", count, -within, within) for axis in "xy")
        if x * x + y * y <= within * within and is_water(centre[0] + x, centre[1] + y):
            return centre[0] + x, centre[1] + y
    return centre


def _base_course(key: str, stream: str, chart: str) -> int:
    """Return east or west in the Atlantic, north or south in the North Sea, 30 degrees either way."""
    along = even(key, f"{stream}.way", 0, 0, 1) * HALF + (QUARTER if chart == "atlantic" else 0)
    return (along + even(key, stream, 0, -_SWAY, _SWAY)) % (2 * HALF)


def _knots(key: str, stream: str, unit: TrafficUnit) -> int:
    """Return the speed of a unit in tenths of knots; nobody has to go faster than he can."""
    low, high = TEMPLATES[unit.kind].knots
    most = min((each.knots // 10 for each in (*unit.ships, *unit.escorts)), default=high)
    return 10 * even(key, stream, 0, min(low, most), min(high, most))


def _ships(key: str, unit: TrafficUnit, axis: int) -> Iterator[Ship]:
    """Yield the ships of a unit on their stations: tankers inside, then the others as drawn, then the escorts."""
    if not TEMPLATES[unit.kind].is_convoy:
        for number, each in enumerate((*unit.ships, *unit.escorts)):
            x, y = offset(number * PATROL_APART, 0, axis)
            yield Ship(f"{unit.name}.{number + 1}", each.id, x, y, state=ON_STATION if each.is_escort else "")
        return
    places = places_of(len(unit.ships))
    inner = sorted(unit.ships, key=lambda each: each.type != TANKERS)
    for number, (each, place) in enumerate(zip(inner, places, strict=True), 1):
        x, y = offset(place.across, place.ahead, axis)
        yield Ship(f"{unit.name}.{number}", each.id, x, y, place.column, place.row)
    for number, (each, station) in enumerate(zip(unit.escorts, stations_of(len(unit.escorts), places), strict=True)):
        phase = even(key, f"traffic.{unit.name}.weave", number, 0, 2 * WEAVE_LEG - 1)
        name = f"{unit.name}.e{number + 1}"
        yield Ship(name, each.id, *offset(*station, axis), weave=phase, state=ON_STATION)


def _with_stragglers(key: str, ships: list[Ship]) -> list[Ship]:
    """Return the ships with the time at which each cannot keep up any more: 5 % a day of those in columns."""
    day = 24 * HOUR * 100 // STRAGGLER_PCT_DAY
    return [
        ship._replace(straggles=draw_budget(key, f"traffic.{ship.name}.straggles", 0) * day // ONE)
        if ship.column >= 0
        else ship
        for ship in ships
    ]
