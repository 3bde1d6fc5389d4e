"""The watches of a step, open to be changed: pairs and sightings by body, and what all sensors have in common.

A pair is judged where something it depends on has changed. Outside the range it waits for the instant of entering;
inside it uses up a budget, or is held without one. All instants follow from legs and conditions alone, not from when
somebody looked: a group that was asleep is planned as if it never had been.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.light import AGAINST_MOON, minute_of, moon_bearing
from klaxon.rules.uboot.sea.numbers import METRE, ONE, cosine, vector
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.sailing import group_leg, ship_leg
from klaxon.rules.uboot.sea.watching.pairs import (
    AGAIN,
    LEAST,
    Pair,
    Seen,
    budget_used,
    entry,
    leaving,
    plan_look,
    plan_pair,
)
from klaxon.rules.uboot.sea.watching.records import HELD, NEVER, OUTSIDE, Conditions, Sighting, Watch, Watches
from klaxon.rules.uboot.trouble.budget import draw_budget

GaugeAt = Callable[[Seen, int], "SensorGauge"]
"""What a sensor is worth for a pair that is seen so at a game time."""
_MOON_COSINE = cosine(AGAINST_MOON)
NAME = "watches"
OURS_AND_NEAR = ("lookout", "periscope", "hydrophone", "near")
"""What is no sensor of theirs."""


class SensorGauge(NamedTuple):
    """What a sensor is worth for a pair at an instant."""

    reach: int
    """0: the pair cannot be at all."""
    rate: int = 0
    most: int = 0
    """The range at most, where it depends on a direction; else 0."""
    is_deaf: bool = False
    """Inside the range nothing is perceived in this direction."""
    again: int = NEVER
    """After so many milliseconds this may be otherwise, by the motion of the pair alone."""


class WatchBook:
    """The watches of a step."""

    def __init__(self, work: SeaWork) -> None:
        """Open the watches."""
        watches = work.watches
        self.work, self.made, self.classes = work, watches, ship_classes(work.box)
        self.pairs: dict[Pair, Watch] = {(watch.sensor, watch.body): watch for watch in watches.pairs}
        self.sightings: dict[int, Sighting] = {sighting.body: sighting for sighting in watches.sightings}
        self.now, self.looked, self.ping = watches.conditions, watches.looked, watches.ping
        self.own = SeaLeg(0, 0, 0)
        self.ahead = (0, ONE)
        """Where our bow points."""
        self.reaches: dict[tuple[str, str], int] = {}
        """Ranges that hold while the conditions do, by sensor and class."""
        self.near = {watch.body for watch in watches.pairs if watch.sensor not in OURS_AND_NEAR}
        """Ships that are near enough for each of their sensors to be planned."""
        self.released: set[int] = set()
        """Bodies that a sensor of ours has let go."""
        self.entered: list[Pair] = []
        """Pairs that have become held."""
        self._legs: dict[int, SeaLeg] = {}
        self._legs_of: tuple[int, object] = (-1, None)
        self._moon: tuple[int, tuple[int, int]] = (-1, (0, 0))

    def close(self) -> None:
        """Put the watches back as a value."""
        due = min((watch.due for watch in self.pairs.values()), default=NEVER)
        for sighting in self.sightings.values():
            if 0 <= sighting.lost < due:
                due = sighting.lost
        self.made = Watches(
            self.now, self.looked, tuple(self.pairs.values()), tuple(self.sightings.values()), self.ping, due
        )
        self.work.watches = self.made

    def look_out(self, game: int) -> None:
        """Take the leg on which the own boat is."""
        self.own = self.work.leg(game)
        self.ahead = vector(self.now.heading, ONE)

    def take_conditions(self, now: Conditions, game: int) -> bool:
        """Take the conditions of a game time; return whether they are others than before."""
        if now == self.now and self.looked >= 0:
            return False
        self.now, self.looked = now, game
        self.reaches.clear()
        return True

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Ships by name; neither names nor numbers ever change."""
        return {ship.name: number for number, ship in enumerate(self.work.traffic.ships)}

    @cached_property
    def _places(self) -> list[int]:
        return [place for place, group in enumerate(self.work.traffic.groups) for _ in range(group.size)]

    def place_of(self, number: int) -> int:
        """Return the place of the group of a ship, by the ship's place in the traffic."""
        return self._places[number]

    def leg_of(self, body: int, game: int) -> SeaLeg:
        """Return the leg of a ship, or of the centre of a group."""
        traffic = self.work.traffic
        if self._legs_of[0] != game or self._legs_of[1] is not traffic:
            self._legs, self._legs_of = {}, (game, traffic)
        leg = self._legs.get(body)
        if leg is None:
            if body < 0:
                leg = group_leg(traffic, traffic.groups[-1 - body], game)
            else:
                place = self.place_of(body)
                leg = ship_leg(self.leg_of(-1 - place, game), traffic.groups[place].axis, traffic.ships[body], game)
            self._legs[body] = leg
        return leg

    # -- places --------------------------------------------------------------------------------------------------

    def relative_to(self, leg: SeaLeg, at: int) -> Seen:
        """Return something on a leg as the boat sees it at a game time."""
        own, passed, own_passed = self.own, at - leg.start, at - self.own.start
        x = leg.x + leg.vx * passed // 1000 - own.x - own.vx * own_passed // 1000
        y = leg.y + leg.vy * passed // 1000 - own.y - own.vy * own_passed // 1000
        return x, y, leg.vx - own.vx, leg.vy - own.vy

    def is_against_moon(self, x: int, y: int, at: int) -> bool:
        """Return whether the moon stands within 30 degrees of a direction, on a moon night (UBT-8.3f)."""
        if self.now.light != "moon":
            return False
        minute = minute_of(self.work.mission.date, at)
        if self._moon[0] != minute:
            self._moon = minute, vector(moon_bearing(minute, self.now.latitude), ONE)
        moon_x, moon_y = self._moon[1]
        along = x * moon_x + y * moon_y
        return along > 0 and along * along >= _MOON_COSINE * _MOON_COSINE * (x * x + y * y)

    # -- pairs ---------------------------------------------------------------------------------------------------

    def drop(self, pair: Pair) -> None:
        """Let a pair go: its budget is lost, and nothing is held by it any more."""
        old = self.pairs.pop(pair, None)
        if old is not None and old.need == HELD:
            self.released.add(pair[1])

    def wait(self, pair: Pair, due: int) -> None:
        """Let a pair wait for an instant; without one there is no pair."""
        self.drop(pair)
        if due < NEVER:
            self.pairs[pair] = plan_look(pair, due)

    def judge(
        self, pair: Pair, name: str, leg: SeaLeg, game: int, gauge_at: GaugeAt, *, is_known: bool = False
    ) -> None:
        """Plan a pair as things are now. `name` is that of the ship or group, `is_known`: it is held without chance."""
        seen = self.relative_to(leg, game)
        gauge = gauge_at(seen, game)
        if not gauge.reach:
            self.drop(pair)
        elif not self._is_entering(pair, seen, gauge.reach, game):
            self.wait(pair, self.next_entry(leg, game, gauge_at, (seen, gauge)))
        elif gauge.is_deaf:
            within = min(leaving(*seen, gauge.reach), gauge.again, AGAIN)
            self.wait(pair, game + max(LEAST, within))
        else:
            need = self._budget_left(pair, name, game, is_known=is_known)
            self.pairs[pair] = plan_pair(pair, need, game, seen, gauge.reach, gauge.rate, gauge.again)

    def _budget_left(self, pair: Pair, name: str, game: int, *, is_known: bool) -> int:
        """Return what is left of the budget of a pair; of a new approach a first one, by its instant (UBT-8.4l)."""
        old = self.pairs.get(pair)
        if is_known:
            if old is None or old.need != HELD:
                self.entered.append(pair)
            return HELD
        if old is None or old.need == OUTSIDE:
            return max(1, draw_budget(self.work.key, f"watch.{pair[0]}.{name}", game))
        return max(1, old.need - max(0, budget_used(old, game))) if old.need else HELD

    def _is_entering(self, pair: Pair, seen: Seen, reach: int, game: int) -> bool:
        """Return whether a target is inside, or was to come inside right now and is a hair's breadth away."""
        x, y, vx, vy = seen
        square = x * x + y * y
        if square <= reach * reach:
            return True
        old = self.pairs.get(pair)
        is_due = old is not None and old.need == OUTSIDE and old.due <= game
        return is_due and x * vx + y * vy < 0 and square <= (reach + METRE) ** 2

    def next_entry(
        self, leg: SeaLeg, game: int, gauge_at: GaugeAt, known: tuple[Seen, SensorGauge] | None = None
    ) -> int:
        """Return when a pair that is outside comes inside, or has to be gauged anew; NEVER if these legs do neither.

        It is worked out from the instant at which legs and conditions of now began, as if nothing had been since;
        `known` is how things are now, where that was found out already.
        """
        at = max(self.own.start, leg.start, self.looked)
        while True:
            seen = known[0] if known is not None and at == game else self.relative_to(leg, at)
            gauge = known[1] if known is not None and at == game else gauge_at(seen, at)
            x, y, vx, vy = seen
            square = x * x + y * y
            enters = at + entry(x, y, vx, vy, gauge.reach) if square > gauge.reach * gauge.reach else NEVER
            if not gauge.most:
                return enters if game < enters < NEVER else NEVER
            comes = entry(x, y, vx, vy, gauge.most) if square > gauge.most * gauge.most else 0
            if comes == NEVER:
                return NEVER
            step = at + AGAIN * max(1, comes // AGAIN)
            if step > game:
                return enters if game < enters < step else step
            at = step


def book_of(work: SeaWork) -> WatchBook:
    """Return the open watches of a step."""
    book: WatchBook | None = work.books.get(NAME)
    if book is None or book.made is not work.watches:
        book = work.books[NAME] = WatchBook(work)
    return book
