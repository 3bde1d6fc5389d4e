"""The salvo: which ship to lay the TDC on, and how far to spread, so that the torpedoes sink most by the plot.

All ships of a fleet go alike. Seen from them a torpedo runs straight, so each hull covers a stretch across its path;
how surely it is struck depends on how well the plot knows where it is. What misses one ship may strike the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, erf, hypot, radians, sin, sqrt
from typing import NamedTuple

from klaxon.crew.uboot.hunting.geometry import impact_angle, lead_course
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import KNOT, signed_degrees

TORPEDO = 30
"""Knots that every type of torpedo can run."""
GYRO = 85
"""Degrees from the bow to which a torpedo can turn."""
NEAREST = 300
"""Metres in which a torpedo arms itself."""
RANGE = {"g7a": 12_000, "g7e": 4700}
"""Type of torpedo -> metres that it surely runs."""
DULL, SHARP, BLUNT = 22, 50, 0.02
"""Degrees of impact below which a pistol fails, and below which it fails the oftener, for each degree so much."""
WORKS = 0.75
"""Share of torpedoes that go off."""
BEAM, HULL = 16, 120
"""Metres: how broad a ship is, and how long one that nobody has measured."""
BEARING_OFF, RANGE_OFF, SPEED_OFF, COURSE_OFF = 1.2, 0.09, 1.1, 9.0
"""By how much one report errs on the average: degrees, share of the range, knots, and degrees of the course."""
IN_FLEET = 3
"""How many times better course and speed of a fleet are known than those of a ship alone."""
OWN_OFF, AGED = 12.0, 0.3
"""Metres by which a torpedo and the plot err besides, and metres for each second since the last report."""
ERRORS = ((-1.15, 0.31), (0.0, 0.38), (1.15, 0.31))
"""What all torpedoes of a salvo err alike, in units of the error, and how often."""
ALONE = 0.5
"""Share of the error that each has for itself."""
FIRST_HIT, SECOND_HIT = 0.6, 0.4
"""How much of a ship the first hit sinks, and the next."""
PRICE = 0.1
"""Ships that a torpedo has to promise to be worth launching."""
SPREADS = (1, 2, 3, 4, 6, 8)
"""Degrees between two torpedoes."""
MOST_AIMS, MOST_SHIPS = 5, 14
"""Ships on which a captain thinks of laying the TDC, and which he thinks of striking."""
DELAY = 15
"""Seconds from the order to the torpedo in the water."""


class AimedShip(NamedTuple):
    """A ship that a torpedo may strike."""

    mean: Mean
    length: int = HULL


class Salvo(NamedTuple):
    """Torpedoes that are launched together."""

    target: Mean
    """What the TDC is laid for."""
    spread: int
    """Degrees between two torpedoes."""
    torpedoes: int
    worth: float
    """Ships that it will sink, on the average."""

    @property
    def gain(self) -> float:
        """What it is worth beyond its torpedoes."""
        return self.worth - PRICE * self.torpedoes


class _Path(NamedTuple):
    """The way of a torpedo as the ships see it: its direction, its speed, and what it does at a hull."""

    east: float
    north: float
    speed: float
    works: float
    """How likely it goes off."""
    across: float
    """Share of a hull's length that lies across it."""


def best_salvo(ships: Sequence[AimedShip], heading: float, tubes: Sequence[str], most: int) -> Salvo | None:
    """Return the salvo that sinks most, from tubes that hold these types of torpedo; None if nothing can be struck."""
    found: Salvo | None = None
    near = sorted(ships, key=lambda each: each.mean.metres)[:MOST_SHIPS]
    count = min(most, len(tubes))
    for aimed in _aims(near, heading):
        worths = [(_strikes(near, aimed, heading, tubes[:count], spread), -spread) for spread in SPREADS]
        worth, spread = max(worths)
        full = Salvo(aimed.mean, -spread, count, worth)
        for salvo in (full, *_smaller(near, aimed, heading, tubes, full)):
            if salvo.worth > PRICE and (found is None or salvo.gain > found.gain):
                found = salvo
    return found


def _smaller(
    ships: Sequence[AimedShip], aimed: AimedShip, heading: float, tubes: Sequence[str], full: Salvo
) -> Iterator[Salvo]:
    """Yield the same salvo with fewer torpedoes."""
    for count in range(1, full.torpedoes):
        worth = _strikes(ships, aimed, heading, tubes[:count], full.spread)
        yield full._replace(torpedoes=count, worth=worth)


def _aims(ships: Sequence[AimedShip], heading: float) -> list[AimedShip]:
    """Return the nearest ships that the tubes bear on."""
    able = [each for each in ships if _bears_on(each.mean, heading)]
    return sorted(able, key=lambda each: each.mean.metres)[:MOST_AIMS]


def _bears_on(target: Mean, heading: float) -> bool:
    off = abs(signed_degrees(lead_course(target, TORPEDO) - heading))
    return off < GYRO and target.metres > NEAREST and impact_angle(target, TORPEDO) > DULL


def _strikes(ships: Sequence[AimedShip], aimed: AimedShip, heading: float, tubes: Sequence[str], spread: int) -> float:
    """Return how many ships a salvo sinks on the average."""
    lead, middle = lead_course(aimed.mean, TORPEDO), (len(tubes) - 1) / 2
    courses = [lead + (place - middle) * spread for place in range(len(tubes))]
    if any(abs(signed_degrees(course - heading)) > GYRO + 4 for course in courses):
        return 0.0
    paths = [(_path(aimed.mean, course), RANGE.get(kind, 4000)) for course, kind in zip(courses, tubes, strict=True)]
    worth = 0.0
    for error, share in ERRORS:
        missed, once = [1.0] * len(ships), [0.0] * len(ships)
        for path, reach in paths:
            for number, chance in _struck(ships, path, reach, error):
                once[number] = once[number] * (1 - chance) + missed[number] * chance
                missed[number] *= 1 - chance
        for none, one in zip(missed, once, strict=True):
            worth += share * (FIRST_HIT * (1 - none) + SECOND_HIT * max(0.0, 1 - none - one))
    return worth


def _path(target: Mean, course: float) -> _Path:
    speed, own = target.speed * KNOT, TORPEDO * 10 * KNOT
    east = own * sin(radians(course)) - speed * sin(radians(target.course))
    north = own * cos(radians(course)) - speed * cos(radians(target.course))
    past = hypot(east, north)
    east, north = east / past, north / past
    across = abs(east * cos(radians(target.course)) - north * sin(radians(target.course)))
    off = abs(signed_degrees(course - target.course))
    impact = min(off, 180 - off)
    works = 0.0 if impact < DULL else WORKS * (1 - BLUNT * max(0.0, SHARP - impact))
    return _Path(east, north, past, works, across)


def _struck(ships: Sequence[AimedShip], path: _Path, reach: int, error: float) -> Iterator[tuple[int, float]]:
    """Yield which ships a torpedo strikes, and how likely, the nearest first."""
    on_way = []
    for number, ship in enumerate(ships):
        mean = ship.mean
        x, y = mean.metres * sin(radians(mean.bearing)), mean.metres * cos(radians(mean.bearing))
        along, aside = x * path.east + y * path.north, x * path.north - y * path.east
        half = (ship.length * path.across + BEAM) / 2
        seconds = along / path.speed
        if (
            along > NEAREST
            and seconds * TORPEDO * 10 * KNOT < reach
            and abs(aside) < half + 3 * _off_by(ship, path, seconds)
        ):
            on_way.append((along, number, aside, half, seconds))
    runs_on = 1.0
    for _, number, aside, half, seconds in sorted(on_way):
        off = _off_by(ships[number], path, seconds)
        chance = runs_on * _within(aside + error * off, half, ALONE * off + 5)
        runs_on -= chance
        yield number, chance * path.works


def _off_by(ship: AimedShip, path: _Path, seconds: float) -> float:
    """Return by how many metres a torpedo passes elsewhere than the plot says."""
    mean = ship.mean
    reports = sqrt(max(1, mean.reports))
    x, y = sin(radians(mean.bearing)), cos(radians(mean.bearing))
    along, aside = x * path.east + y * path.north, x * path.north - y * path.east
    by_bearing = mean.metres * radians(BEARING_OFF) / reports * along
    by_range = mean.metres * RANGE_OFF / reports * aside
    known = reports * (IN_FLEET if mean.fleet else 1)
    by_speed = SPEED_OFF * 10 * KNOT / known * seconds * path.across
    by_course = mean.metres * mean.speed / (10 * TORPEDO) * cos(radians(mean.angle)) * radians(COURSE_OFF / known)
    return hypot(by_bearing, by_range, by_speed, by_course, OWN_OFF + AGED * mean.age)


def _within(aside: float, half: float, sigma: float) -> float:
    """Return how likely something is within a stretch, whose middle it passes so far off."""
    scale = sigma * sqrt(2)
    return (erf((aside + half) / scale) - erf((aside - half) / scale)) / 2
