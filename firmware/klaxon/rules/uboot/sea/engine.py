"""The sea without ticks: what comes next is the least of all instants its parts know of (UBT-8.0b).

`run` goes from instant to instant, through those that nobody aboard notices, to the first that brings something. It
looks at no other time, so cutting time anywhere changes nothing (UBT-8.0d).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple

from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission import Happening, Mission
from klaxon.rules.uboot.patrol.truth import PatrolTruth
from klaxon.rules.uboot.records import OwnBoat, Waters
from klaxon.rules.uboot.sea.air.records import AirTraffic
from klaxon.rules.uboot.sea.attack.records import SeaAttack
from klaxon.rules.uboot.sea.guns.records import Gunnery
from klaxon.rules.uboot.sea.hunt.records import Hunt
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.own_boat.way import leg_at
from klaxon.rules.uboot.sea.ships.records import Traffic
from klaxon.rules.uboot.sea.truth import Aboard, Ground, HeardSignal, PressureHull, Reckoning, SeaTruth
from klaxon.rules.uboot.sea.watching.records import Watches
from klaxon.rules.uboot.sea.weather import Sky
from klaxon.rules.uboot.setting import Setting

OWN = "own"
"""The own boat among the bodies at sea."""


class SeaWork:
    """A private copy of the sea that a step works on: its parts are attributes, to be replaced.

    `boat` is the open record of the own boat; what the sea does to it goes back to the board.
    """

    waters: Waters
    place: int
    way: tuple[SeaLeg, ...]
    aboard: Aboard
    hull: PressureHull
    sky: Sky
    reckoning: Reckoning
    ground: Ground
    hunt: Hunt
    named: int
    traffic: Traffic
    watches: Watches
    air: AirTraffic
    guns: Gunnery
    attack: SeaAttack
    patrol: PatrolTruth
    signal: HeardSignal

    def __init__(self, sea: SeaTruth, boat: OwnBoat, given: GivenSea) -> None:
        """Copy the sea."""
        vars(self).update(zip(SeaTruth._fields, sea, strict=True))
        self.boat = boat
        self.key, self.box, self.mission, self.setting = given
        self.chart = self.box.charts[self.mission.map]
        self.news: list[Happening] = []
        self.moved: set[str] = set()
        self.books: dict[str, Any] = {}
        """What parts keep open while the step lasts, each under its own name."""
        self.instants = 0
        """How many things have happened."""
        self.instant, self.kept = -1, KeptSea(-1, sea, boat)
        """The instant that was come to last, and sea and boat as they were before anything happened then."""
        self.next = -1
        """The instant at which `run` stopped, since it is past the limit."""

    def sea(self) -> SeaTruth:
        """Return the sea as it is now, as a value."""
        return SeaTruth(*_parts_of(self))

    def keep_instant(self, game: int) -> None:
        """Keep the sea as it is before something happens at an instant; more may happen at the same one."""
        self.instants += 1
        if game != self.instant:
            self.instant, self.kept = game, KeptSea(self.instant, self.sea(), self.boat)

    def bring(self, game: int, do: str, **facts: Any) -> None:
        """Bring something to the boat at an instant: `news.HAPPENINGS` says what becomes of it aboard."""
        self.news.append(Happening(game, do, facts))

    def mark(self, body: str) -> None:
        """Say that a body steers or is otherwise than before: whoever has planned with it plans anew."""
        self.moved.add(body)

    def leg(self, game: int) -> SeaLeg:
        """Return the leg of the own boat at a game time."""
        return leg_at(self.way, game)


_parts_of: Callable[[SeaWork], tuple[Any, ...]] = attrgetter(*SeaTruth._fields)


class KeptSea(NamedTuple):
    """Sea and boat as they were from an instant on, -1 if nothing had happened yet."""

    since: int
    sea: SeaTruth
    boat: OwnBoat


class GivenSea(NamedTuple):
    """What the sea is given and never changes: the key of chance, box, mission and options."""

    key: str
    box: Box
    mission: Mission
    setting: Setting


class SeaSource(NamedTuple):
    """A part of the sea that knows its own instants."""

    name: str
    due: Callable[[SeaWork], int | None]
    """The game time of its next instant. It is asked at every instant of any part, so it is kept and looked up: whoever
    changes what it depends on works it out (`happen`, or a review)."""
    happen: Callable[[SeaWork, int], None]
    """Carry out what is due at that game time."""
