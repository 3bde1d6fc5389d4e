"""Traffic for tests: a box, its classes, and missions with ships or traffic."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.mission import Mission, read_mission
from klaxon.rules.uboot.sea.numbers import NM
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.records import Ship, ShipGroup, Traffic
from klaxon.rules.uboot.sea.ships.staged import traffic_of
from tests.rules.uboot.kit.boat import BOX, mission

KEY = "0f" * 16
AREA = (300 * NM, -200 * NM)


def box() -> Box:
    """Return the shipped box."""
    found = read_box(BOX)
    assert isinstance(found, Box)
    return found


CLASSES = ship_classes(box())


def mission_with(**keys: Any) -> Mission:
    """Return the drill with other keys, written in capitals."""
    found = read_mission(mission(**keys), box())
    assert isinstance(found, Mission), found
    return found


def traffic_with(key: str = KEY, **keys: Any) -> Traffic:
    """Return the traffic of a drill about a boat at the origin, all of it in open water."""
    return traffic_of(key, mission_with(**keys), box(), (0, 0), AREA, lambda _x, _y: True)


def ships_of(traffic: Traffic, group: ShipGroup) -> list[Ship]:
    """Return the ships of a group."""
    return list(traffic.ships[group.first : group.first + group.size])


def ship_row(name: str, **told: Any) -> dict[str, Any]:
    """Return a ship as a mission file places it: a tramp 5,000 m north, southward at 9 kn unless told otherwise."""
    row = {"id": name, "type": "tramp-freighter", "bearing": 0, "range_m": 5000, "course": 180, "kn": 9}
    return {**row, **told}
