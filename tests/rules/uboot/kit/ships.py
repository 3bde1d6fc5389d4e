"""Traffic for tests: a box, its classes, and missions with ships or traffic."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.mission import Mission, read_mission
from klaxon.rules.uboot.sea.numbers import NM
from klaxon.rules.uboot.sea.passing import review, run, sea_work
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.records import Datum, Ship, ShipGroup, Traffic
from klaxon.rules.uboot.sea.ships.staged import traffic_of
from tests.rules.uboot.kit.boat import BOX, WATCHERS, Boat, mission

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


LOOKOUTS: dict[str, Any] = {
    "figures": dict.fromkeys(WATCHERS, 8),
    "men": {f"{man}.1": {"watch": True} for man in WATCHERS},
}
"""A set-up with four lookouts on the bridge."""


class SeaRun:
    """A sea that goes on without the boat's crew: what is open aboard is said here, and nobody gives orders."""

    def __init__(self, *rows: dict[str, Any], aboard: dict[str, Any] | None = None, **setup: Any) -> None:
        """Begin a drill with ships; `aboard` is what is manned: lookouts=4, periscope=True, listening=True."""
        boat = Boat(SHIPS=list(rows), weather="clear", sea=3, **setup)
        self.work = sea_work(boat.state)
        self.news: list[tuple[int, str, dict[str, Any]]] = []
        self.man(0, **(aboard or {}))

    def man(self, game: int, **aboard: Any) -> None:
        """Man or leave sensors at a game time."""
        self.work.aboard = self.work.aboard._replace(**aboard)
        self.change(game)

    def change(self, game: int) -> None:
        """Let the sea look at what a test has changed."""
        self.work.mark("own")
        review(self.work, game)
        self._collect()

    def run(self, until: int) -> SeaRun:
        """Let time pass, until the boat is lost; return the run."""
        while not self.is_lost and run(self.work, until) is not None:
            self._collect()
        return self

    @property
    def is_lost(self) -> bool:
        """Whether the boat is: rammed, say, for nobody dives here."""
        return any(do == "lost" for _, do, _ in self.news)

    def _collect(self) -> None:
        self.news += [(each.at, each.do, dict(each.facts)) for each in self.work.news]
        self.work.news.clear()

    def told(self, *kinds: str) -> list[str]:
        """Return what came, in a line each: `sighted c1 group`."""
        return [
            " ".join(str(facts[key]) for key in ("contact", "kind", "group", "strength") if facts.get(key))
            for _, do, facts in self.news
            if do in kinds
        ]

    @property
    def datum(self) -> Datum | None:
        """What the first group knows of the boat."""
        return self.work.traffic.groups[0].datum
