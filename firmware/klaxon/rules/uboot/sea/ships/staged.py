"""Ships that a mission file places (UBT-12.20d): they steer as placed until something moves them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt
from typing import Any

from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import DEGREE, METRE, mm_s, vector
from klaxon.rules.uboot.sea.ships.classes import ShipClass, ship_classes
from klaxon.rules.uboot.sea.ships.placement import placed_unit, units_of
from klaxon.rules.uboot.sea.ships.records import FREE, ON_STATION, Sailing, Ship, ShipGroup, Traffic
from klaxon.rules.uboot.sea.ships.sailing import with_times
from klaxon.rules.uboot.sea.ships.zigzag import MINUTE

Placed = tuple[ShipGroup, list[Ship]]


def traffic_of(
    key: str,
    mission: Mission,
    box: Box,
    boat: tuple[int, int],
    centre: tuple[int, int],
    is_water: Callable[[int, int], bool],
) -> Traffic:
    """Return all that sails at `begin`: the ships of the file, then its traffic.

    `boat` is the place of the own boat, `centre` that of the mission's area.
    """
    classes = ship_classes(box)
    placed = [_group_of_file(rows, classes, boat) for rows in _rows_of_groups(mission).values()]
    placed += [placed_unit(key, unit, mission, centre, is_water) for unit in units_of(key, mission, classes)]
    groups: list[ShipGroup] = []
    ships: list[Ship] = []
    for group, members in placed:
        groups.append(_measured(group._replace(first=len(ships), size=len(members)), members, classes))
        ships += members
    groups = [with_times(group, tuple(ships)) for group in groups]
    return Traffic(tuple(groups), tuple(ships), int(mission.date[14:16]) * MINUTE, 0 if groups else -1)


def _measured(group: ShipGroup, ships: list[Ship], classes: Mapping[str, ShipClass]) -> ShipGroup:
    """Return a group with what is seen and heard of it as a whole: its highest mast, its slowest merchant."""
    kinds = [classes[ship.type] for ship in ships]
    kinds = [kind for kind in kinds if not kind.is_escort] or kinds
    return group._replace(mast=max(kind.mast for kind in kinds), fastest=min(kind.fastest for kind in kinds))


def _rows_of_groups(mission: Mission) -> dict[str, list[Mapping[str, Any]]]:
    """Return the ships of a file by group, in its order; a ship without one is a group by itself."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in mission.ships:
        found.setdefault(f"group {row['group']}" if "group" in row else f"ship {row['id']}", []).append(row)
    return found


def _group_of_file(rows: list[Mapping[str, Any]], classes: Mapping[str, ShipClass], boat: tuple[int, int]) -> Placed:
    """Return ships of one group: it sails as its first merchant does; who steers otherwise has a leg of his own."""
    columns = [row for row in rows if not classes[row["type"]].is_escort] or rows
    lead = columns[0]
    course, speed = lead["course"] * DEGREE, mm_s(10 * lead["kn"])
    places = {row["id"]: _place(row, boat) for row in rows}
    merchants = {row["id"] for row in columns}
    x, y = (sum(places[row["id"]][axis] for row in columns) // len(columns) for axis in (0, 1))
    ships = [_ship_of_file(row, classes[row["type"]], places[row["id"]], (x, y), (course, speed)) for row in rows]
    group = ShipGroup(
        lead.get("group", lead["id"]),
        0,
        len(ships),
        Sailing(0, x, y, course, speed),
        axis=course,
        speed=speed,
        radius=max(isqrt(ship.x**2 + ship.y**2) for ship in ships if ship.name in merchants),
        zigzags="day" if any(row.get("zigzag") for row in rows) else "never",
    )
    return group, ships


def _ship_of_file(
    row: Mapping[str, Any], kind: ShipClass, place: tuple[int, int], centre: tuple[int, int], sails: tuple[int, int]
) -> Ship:
    course, speed = row["course"] * DEGREE, mm_s(10 * row["kn"])
    ship = Ship(
        row["id"],
        row["type"],
        place[0] - centre[0],
        place[1] - centre[1],
        is_known=bool(row.get("known")),
        state=row.get("state", ON_STATION) if kind.is_escort else "",
    )
    return (
        ship if (course, speed) == sails else ship._replace(motion=FREE, leg=SeaLeg(0, *place, *vector(course, speed)))
    )


def _place(row: Mapping[str, Any], boat: tuple[int, int]) -> tuple[int, int]:
    x, y = vector(row["bearing"] * DEGREE, row["range_m"] * METRE)
    return boat[0] + x, boat[1] + y
