"""What traffic is made of: the templates of a mission, which ships are in them, and where they pass (UBT-8.7a, b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from klaxon.rules.chance import draw
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.sea.numbers import even
from klaxon.rules.uboot.sea.ships.classes import ESCORT, MERCHANT, SMALL, ShipClass
from klaxon.rules.uboot.sea.ships.records import ShipGroup


class TrafficTemplate(NamedTuple):
    """A kind of traffic: numbers, speed in knots, when it zigzags, and where and when it passes."""

    ships: tuple[int, int]
    knots: tuple[int, int]
    escorts: tuple[int, int]
    zigzags: str
    within_nm: int
    """Of the centre of the mission's area."""
    hours: tuple[int, int]
    """Between so many percent of the mission's."""

    @property
    def is_convoy(self) -> bool:
        """Whether it sails in columns."""
        return self.ships[1] > 1


TEMPLATES: Mapping[str, TrafficTemplate] = {
    "single": TrafficTemplate((1, 1), (9, 14), (0, 0), "day", 40, (10, 85)),
    "slow_convoy": TrafficTemplate((18, 30), (7, 7), (4, 5), "alarm", 25, (25, 45)),
    "fast_convoy": TrafficTemplate((20, 36), (9, 9), (5, 6), "day", 25, (25, 45)),
    "coastal_convoy": TrafficTemplate((6, 10), (8, 8), (3, 3), "never", 20, (25, 60)),
    "patrol": TrafficTemplate((0, 0), (14, 14), (1, 2), "never", 25, (5, 90)),
    "small": TrafficTemplate((1, 1), (4, 8), (0, 0), "never", 40, (10, 85)),
}


def is_convoy(mission: Mission, group: ShipGroup) -> bool:
    """Return whether a group is a convoy for the objectives: one of the traffic, or one that a file names."""
    if group.kind:
        return TEMPLATES[group.kind].is_convoy
    return any(row.get("group") == group.name for row in mission.ships)


_SHARES = {"freighter": 8, "coaster": 2, "ore": 3, "tanker": 3, "factory": 1, "troop": 1, "auxiliary": 1}
"""Type of a merchant -> how often it is met with."""
_COASTERS = {"freighter": 3, "coaster": 6, "ore": 3, "tanker": 1}
"""The same in a coastal convoy."""
_SMALL = {"fishing": 1, "launch": 1}
_ESCORTS = {"corvette": 4, "sloop": 2, "destroyer": 2, "frigate": 3}
_FRIGATES_FROM = "1942"
_COASTAL_ESCORTS = ("trawler", "trawler", "destroyer")


def merchants_of(key: str, name: str, kind: str, classes: Mapping[str, ShipClass]) -> list[ShipClass]:
    """Return the merchants or small craft of a unit of traffic, in the order drawn."""
    number = even(key, f"traffic.{name}.ships", 0, *TEMPLATES[kind].ships)
    shares = {"small": _SMALL, "coastal_convoy": _COASTERS}.get(kind, _SHARES)
    slowest = 10 * TEMPLATES[kind].knots[0]
    able = _of_kind(classes, SMALL if kind == "small" else MERCHANT)
    return [_draw_class(key, f"traffic.{name}.class", count, able, shares, slowest) for count in range(number) if able]


def escorts_of(key: str, name: str, kind: str, classes: Mapping[str, ShipClass], date: str) -> list[ShipClass]:
    """Return the escorts of a unit of traffic, for the date of the mission."""
    number = even(key, f"traffic.{name}.escorts", 0, *TEMPLATES[kind].escorts)
    shares = {each: n for each, n in _ESCORTS.items() if each != "frigate" or date >= _FRIGATES_FROM}
    wanted = [{each: 1} for each in _COASTAL_ESCORTS] if kind == "coastal_convoy" else [shares] * number
    able, slowest = _of_kind(classes, ESCORT), 10 * TEMPLATES[kind].knots[1]
    return [_draw_class(key, f"traffic.{name}.escort", n, able, each, slowest) for n, each in enumerate(wanted) if able]


def class_of_type(key: str, name: str, count: int, classes: Mapping[str, ShipClass], wanted: str) -> ShipClass:
    """Return a class of a type that a mission wants (UBT-7.11h)."""
    return _draw_class(key, f"traffic.{name}.wanted", count, list(classes.values()), {wanted: 1}, 0)


def _of_kind(classes: Mapping[str, ShipClass], klass: str) -> list[ShipClass]:
    return [each for each in classes.values() if each.klass == klass]


def _draw_class(
    key: str, stream: str, count: int, classes: list[ShipClass], shares: Mapping[str, int], knots: int
) -> ShipClass:
    """Return a class drawn by the shares of its type, of those that can keep a speed (tenths of knots).

    A box that has none of these types has its own: there all are met with alike.
    """
    able = [each for each in classes if each.type in shares] or classes
    able = [each for each in able if each.knots >= knots] or able
    lots = [each for each in able for _ in range(shares.get(each.type, 1))]
    return lots[draw(key, stream, count, len(lots))]
