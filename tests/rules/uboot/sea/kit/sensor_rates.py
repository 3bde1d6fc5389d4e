"""Every sensor over many passes, beside the closed integral of its law (UBT-8.4k, UBT-8.4l).

`python -m tests.rules.uboot.sea.kit.sensor_rates 100000` lets a ship pass the boat so often for each sensor, straight,
at even distances and from all sides, through the watches of the game. It prints how often it was found, how often it
had to be by the integral, which is worked out here from the figures of the page, and by how much chance may differ.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import atan2, cos, exp, hypot, pi, radians, sin, sqrt
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.ships.records import FREE
from klaxon.rules.uboot.sea.watching import book, source
from klaxon.rules.uboot.sea.watching.alerts import HOW
from klaxon.rules.uboot.sea.watching.ours import OURS
from klaxon.rules.uboot.sea.watching.records import HELD, Watch, Watches
from tests.rules.uboot.kit.ships import SeaRun, ship_row

NM = 1852.0
ALIKE = 10
"""So many passes in a row go the same way, each with chance of its own."""
WITHOUT_END = 1 << 50
"""A budget that no pass uses up."""


class Pass(NamedTuple):
    """A straight pass of a ship by the boat, which lies still and points north."""

    aside: float
    """How far off it is at the nearest, in m; minus: on the other side."""
    course: float
    """Radians."""
    speed: float
    """m a second."""

    def place(self, along: float) -> tuple[float, float]:
        """Return where it is, so many m past its nearest point: m east and north of the boat."""
        east, north = sin(self.course), cos(self.course)
        return along * east + self.aside * north, along * north - self.aside * east


Stretches = list[tuple[float, float, float]]
Law = Callable[[Pass, Stretches], float]
"""The hazard of a whole pass; stretches in which it was planned (m along the pass, and the reach) matter where a
direction is judged with them."""


class Sensor(NamedTuple):
    """A sensor in a sea in which it alone, or what is of no account here, perceives anything."""

    name: str
    """As the watches have it."""
    boat: dict[str, Any]
    aboard: dict[str, Any]
    type: str
    kn: float
    """How fast the ship passes."""
    reach: float
    """m, at most."""
    law: Law


# -- the integral ------------------------------------------------------------------------------------------------------


def between(rate: float, reach: float, way: Pass, begin: float, end: float) -> float:
    """Return the hazard from one point of a pass to another, of those inside the reach; a rate a minute."""
    half = sqrt(max(0.0, reach**2 - way.aside**2))
    low, high = max(begin, -half), min(end, half)
    if low >= high:
        return 0.0

    def whole(along: float) -> float:
        return half**2 * along - along**3 / 3

    return rate / 60 / way.speed * (whole(high) - whole(low)) / reach**2


def even_law(rate: float, reach: float) -> Law:
    """Return the hazard of a sensor that is alike on all sides."""
    return lambda way, _planned: between(rate, reach, way, -reach, reach)


def deaf_ahead_and_astern(rate: float, reach: float, arc: float) -> Law:
    """Return the hazard of a sensor with blind arcs about bow and stern."""

    def law(way: Pass, _planned: Stretches) -> float:
        edges = [side + half for half in (0.0, pi) for side in (-radians(arc), radians(arc))]
        cuts = sorted(along for edge in edges if (along := _along(way, edge)) is not None and abs(along) < reach)
        stretches = zip([-reach, *cuts], [*cuts, reach], strict=True)
        return sum(
            between(rate, reach, way, begin, end)
            for begin, end in stretches
            if abs(cos(_bearing(way, (begin + end) / 2))) <= cos(radians(arc))
        )

    return law


def _bearing(way: Pass, along: float) -> float:
    east, north = way.place(along)
    return atan2(east, north)


def _along(way: Pass, edge: float) -> float | None:
    """Return where a pass crosses a ray."""
    lean = sin(way.course - edge)
    if abs(lean) < 1e-12:
        return None
    along = -way.aside * cos(way.course - edge) / lean
    east, north = way.place(along)
    return along if east * sin(edge) + north * cos(edge) > 0 else None


def by_stretch(gauge: Callable[[float], tuple[float, float]], allows: Callable[[Pass, float], bool]) -> Law:
    """Return the hazard of a sensor whose rate and reach are judged where a stretch of it is planned.

    `gauge` has both from the page by the aspect of the boat, `allows` says whether anything
    can be perceived at a point at all.
    """

    def law(way: Pass, planned: Stretches) -> float:
        total = 0.0
        for begin, end, reached in planned:
            rate, reach = gauge(_aspect(way, begin))
            assert abs(reach - reached) < reach / 100, (way, begin, reach, reached)
            assert allows(way, begin), (way, begin, end)
            assert end - begin < 1.01 * way.speed or allows(way, (begin + end) / 2), (way, begin, end)
            total += between(rate, reach, way, begin, end)
        return total

    return law


def _aspect(way: Pass, along: float) -> float:
    return abs(sin(_bearing(way, along)))


# -- the figures of the page -------------------------------------------------------------------------------------------

LOOKOUTS = 0.25 * (0.3 + 0.7 * 4 / 6)
SCOPE = 0.25 * (0.3 + 0.7 * 3 / 6)
HEARD = 10 * NM * (1 - 0.07) * (1 - 0.2)
"""A freighter at its best speed, at sea 3, with a noise of 20 percent aboard."""
ECHO, DEPTH = 1500.0, 60.0
UNDER: dict[str, Any] = {"surfaced": False, "depth": 60}
SHALLOW: dict[str, Any] = {"surfaced": False, "depth": 10}
FREIGHTER, CORVETTE = "tramp-freighter", "corvette"


def _boat_seen(aspect: float) -> tuple[float, float]:
    return 0.25, (3.5 + 2.0 * aspect) * NM


def _echo(aspect: float) -> tuple[float, float]:
    return 0.5 + 0.5 * aspect, ECHO


def _in_cone(way: Pass, along: float) -> bool:
    """Return whether the boat is ahead of the ship, within 80 degrees, and not under its blind range."""
    east, north = way.place(along)
    ahead = -(east * sin(way.course) + north * cos(way.course)) / hypot(east, north)
    return ahead > cos(radians(80.1)) and hypot(east, north) > 3 * DEPTH - 1


def _everywhere(_way: Pass, _along: float) -> bool:
    return True


SENSORS = {
    "four lookouts": Sensor("lookout", {}, {"lookouts": 4}, FREIGHTER, 40, 10 * NM, even_law(LOOKOUTS, 10 * NM)),
    "periscope": Sensor("periscope", SHALLOW, {"periscope": True}, FREIGHTER, 40, 5 * NM, even_law(SCOPE, 5 * NM)),
    "hydrophone": Sensor(
        *("hydrophone", UNDER, {"listening": True, "noise": 20}, FREIGHTER, 60, HEARD),
        deaf_ahead_and_astern(1.0, HEARD, 20),
    ),
    "their lookouts on a surfaced boat": Sensor(
        *("sight", {}, {}, CORVETTE, 40, 5.5 * NM), by_stretch(_boat_seen, _everywhere)
    ),
    "their lookouts on a periscope": Sensor(
        *("sight", SHALLOW, {"periscope": True}, CORVETTE, 12, 0.25 * NM), even_law(0.25, 0.25 * NM)
    ),
    "a merchant's lookouts on a periscope": Sensor(
        *("sight", SHALLOW, {"periscope": True}, FREIGHTER, 9, 0.25 * NM), even_law(0.05, 0.25 * NM)
    ),
    "ASDIC": Sensor("asdic", UNDER, {"noise": 0}, CORVETTE, 15, ECHO, by_stretch(_echo, _in_cone)),
    "their hydrophone": Sensor("listen", UNDER, {"noise": 35}, CORVETTE, 11, 2000.0, even_law(0.5, 2000.0)),
    "radar": Sensor("radar", {"DATE": "1943-03-01T08:00"}, {}, CORVETTE, 40, 3 * NM, even_law(1.0, 3 * NM)),
}


# -- passes ------------------------------------------------------------------------------------------------------------


class Passing:
    """A sea in which one ship passes, again and again."""

    def __init__(self, sensor: Sensor) -> None:
        """Lay the boat out, with its sensors manned."""
        self.sensor = sensor
        row = ship_row("a", type=sensor.type, range_m=5_000, kn=9)
        self.work: SeaWork = SeaRun(row, aboard=sensor.aboard, speed="stop", **sensor.boat).work
        self.traffic = self.work.traffic
        self.begin = 1.02 * sensor.reach + 2_000
        """So far before its nearest point a pass begins, in m."""
        self.reported = ""
        """The sensor of theirs that has found the boat."""

    def let_pass(self, way: Pass, key: str) -> tuple[bool, Stretches]:
        """Let the ship pass; return whether the sensor finds what it is to find, and where it was planned."""
        work, pair = self.work, (self.sensor.name, 0)
        self._place(way, key)
        planned, ends = list[tuple[Watch, int]](), round(2000 * self.begin / way.speed)
        self.reported = ""
        while not self._has_found() and work.watches.due < ends:
            watch = next((each for each in work.watches.pairs if (each.sensor, each.body) == pair), None)
            game = work.watches.due
            if watch is not None and watch.need > HELD:
                planned = [*[each for each in planned if each[0] != watch], (watch, game)]
            source.decide_pairs(work, game)
            work.news.clear()
        return self._has_found(), [
            (self._along(way, each.since), self._along(way, end), each.reach / 1000) for each, end in planned
        ]

    def _has_found(self) -> bool:
        if self.sensor.name in OURS:
            return bool(self.work.watches.sightings)
        return self.reported == self.sensor.name

    def _along(self, way: Pass, game: int) -> float:
        return way.speed * game / 1000 - self.begin

    def _place(self, way: Pass, key: str) -> None:
        """Put the ship where its pass begins, and let everything be planned."""
        work, (ship,), (group,) = self.work, self.traffic.ships, self.traffic.groups
        own, (east, north) = work.leg(0), way.place(-self.begin)
        vx, vy = (round(1000 * way.speed * part) for part in (sin(way.course), cos(way.course)))
        leg = SeaLeg(0, own.x + round(1000 * east), own.y + round(1000 * north), vx, vy)
        work.traffic = self.traffic._replace(
            ships=(ship._replace(motion=FREE, leg=leg),), groups=(group._replace(is_awake=True, datum=None),)
        )
        work.key, work.watches, work.moved = key, Watches(), {OWN}
        source.review_watches(work, 0)
        work.moved.clear()
        work.news.clear()


class SensorRate(NamedTuple):
    """How often something was found, how often it was to be, and by how much chance may differ."""

    found: int
    expected: float
    sigma: float

    @property
    def off(self) -> float:
        """The difference in sigmas."""
        return (self.found - self.expected) / self.sigma


def rate_of(sensor: Sensor, count: int, seed: str) -> SensorRate:
    """Let a ship pass so often."""
    dice, sea = Random(seed), Passing(sensor)
    found, expected, spread = 0, 0.0, 0.0

    def note(_book: object, _game: int, _number: int, how: str) -> None:
        sea.reported = next(name for name, said in HOW.items() if said == how)

    def all_endless(*_facts: object) -> int:
        return WITHOUT_END

    with patch.object(source, "report_boat", note):  # what they do about it is not asked here
        for _ in range(count // ALIKE):
            way = Pass(dice.uniform(-sensor.reach, sensor.reach), dice.uniform(0, 2 * pi), sensor.kn * 1852 / 3600)
            with patch.object(book, "draw_budget", all_endless):
                _, planned = sea.let_pass(way, "")
            chance = 1 - exp(-sensor.law(way, planned))
            found += sum(sea.let_pass(way, f"{dice.getrandbits(128):032x}")[0] for _ in range(ALIKE))
            expected, spread = expected + ALIKE * chance, spread + ALIKE * chance * (1 - chance)
    return SensorRate(found, expected, sqrt(spread))


def main() -> None:
    """Print a line for each sensor, or for those that are named behind the number of passes."""
    count, names = int(sys.argv[1]), sys.argv[2:] or list(SENSORS)
    for name in names:
        sensor = SENSORS[name]
        rate = rate_of(sensor, count, f"rates {name}")
        sys.stdout.write(
            f"{name:<38}{count:>8} passes{rate.found:>8} found{rate.expected:>11.1f} expected"
            f"{rate.sigma:>8.1f} sigma{rate.off:>+7.2f}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
