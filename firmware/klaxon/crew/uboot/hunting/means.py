"""Where a contact is and how it goes, by the mean of its reports: each errs by its own, and by day ships zigzag."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import atan2, cos, degrees, hypot, inf, radians, sin
from typing import NamedTuple

from klaxon.crew.uboot.hunting.plot import KNOT, ContactPlot, Fix, PlottedContact, signed_degrees
from klaxon.crew.uboot.hunting.zigzag import next_turn, swing, way_made

ZIG = 40
"""Degrees by which two reported courses in a row differ from the mean before them, where the ship has turned."""
SWINGS_BY = 0.6
"""Share of the scatter of reported courses that is left where a zigzag explains the rest."""
LEAST_SWINGS = 4
"""Reports without which nobody says that a ship zigzags."""
MOST_SCATTER = 160
"""Square degrees that courses scatter at most about the base course of a zigzag."""
MADE_GOOD = 0.942
"""Share of its speed that a ship makes good that zigzags."""
LATELY = 8
"""Reports of the speed that count."""
BEARING_READ, RANGE_READ, STRAYS = 0.02, 0.09, 0.6
"""Share of the range by which a report errs across and along, and metres a second by which a ship strays from it."""
USUAL = 90
"""Tenths of knots of a ship whose speed nobody can tell."""


COMES, LEAST_HEARD = 90, 8
"""Degrees on the bow at which a convoy is found that comes, and reports by ear that tell how another goes."""


class Mean(NamedTuple):
    """Where a contact is and how it goes by the mean of some reports, as seen from the boat at the time of the plot."""

    name: str
    bearing: float
    """True, degrees."""
    metres: float
    course: float
    speed: float
    """Tenths of knots."""
    reports: int
    age: float
    """Seconds since the last of them."""
    lost: bool = False
    """Whether it is out of sight and hearing."""
    steady: float = inf
    """In how many seconds it turns, as far as a zigzag tells."""
    swings_at: float = -1.0
    """The time of day of this, in seconds, for a ship that zigzags and is taken by what it makes good; else -1."""
    is_turned: bool = False
    """Whether it has turned for good since it was found."""
    fleet: str = ""
    """The group it sails in, itself if it is one."""

    @property
    def angle(self) -> float:
        """The angle on the bow, starboard plus."""
        return signed_degrees(self.bearing + 180 - self.course)


class _Way(NamedTuple):
    """How a contact goes: its base course, its speed in metres a second, and whether it zigzags about that course."""

    base: float
    speed: float
    swings: bool
    clock: int

    def way_between(self, start: float, end: float) -> tuple[float, float]:
        """Return the metres east and north that it makes between two game times."""
        along, across = (end - start), 0.0
        if self.swings:
            along, across = way_made(self.clock + start, self.clock + end)
        east, north = sin(radians(self.base)), cos(radians(self.base))
        return self.speed * (along * east + across * north), self.speed * (along * north - across * east)


def mean_of(plot: ContactPlot, contact: PlottedContact, most: int, *, whole: bool = False) -> Mean | None:
    """Return where a contact is, by the mean of its last reports since it turned; None without a course.

    Ships of a group go alike, so what is reported of the others tells of this one too. `whole`: a ship that zigzags is
    taken by what it makes good, else by the leg that it is on.
    """
    fixes, swings = _since_turn(plot, contact, most)
    told = [_base_course(plot, fix, swings=swings) for fix in fixes if fix.course is not None]
    if not told:
        return _by_places(plot, contact)
    if most > 1 and contact.fleet:
        told += [fix.course for fix in _alike(plot, contact) if fix.course is not None and fix.at >= fixes[0].at]
    base = mean_course(told)
    speed = _mean_speed(plot, contact, fixes, most)
    way = _Way(base, speed * KNOT, swings, plot.clock)
    east, north = _mean_place(plot, fixes[-most:], way)
    if not swings:
        return _seen(plot, contact, (east, north), base, speed, len(fixes))
    clock = plot.clock + plot.at
    if whole:
        return _seen(plot, contact, (east, north), base, speed * MADE_GOOD, len(fixes))._replace(swings_at=clock)
    seen = _seen(plot, contact, (east, north), (base + swing(clock)) % 360, speed, len(fixes))
    return seen._replace(steady=next_turn(clock))


def _mean_speed(plot: ContactPlot, contact: PlottedContact, fixes: tuple[Fix, ...], most: int) -> float:
    others = _alike(plot, contact) if most > 1 and contact.fleet else []
    own = fixes[-LATELY:] if most > 1 else fixes[-1:]
    speeds = [fix.speed for fix in (*own, *others) if fix.speed is not None]
    return sum(speeds) / len(speeds) if speeds else USUAL


def _alike(plot: ContactPlot, contact: PlottedContact) -> list[Fix]:
    """Return the last reports of the other merchants of its group."""
    others = [each for each in plot.contacts if each.fleet == contact.fleet and each.name != contact.name]
    return [fix for each in others if each.klass in ("merchant", "group") for fix in each.fixes[-LATELY:]]


def _by_places(plot: ContactPlot, contact: PlottedContact) -> Mean | None:
    """Return how a contact goes whose course nobody tells: by where it was at first and at last."""
    fixes = contact.fixes
    if contact.kind == "group" and plot.told and fixes:
        coming = min(
            (_as_told(plot, contact, told) for told in plot.told), key=lambda mean: _first_angle(contact, mean)
        )
        if _first_angle(contact, coming) < COMES:
            return coming
    if len(fixes) < (LEAST_HEARD if contact.kind == "group" else 4):
        return None
    half = len(fixes) // 2
    (e0, n0, t0), (e1, n1, t1) = (_middle(part) for part in (fixes[:half], fixes[half:]))
    east, north = (e1 - e0) / (t1 - t0), (n1 - n0) / (t1 - t0)
    speed = min(hypot(east, north) / KNOT, 2.0 * USUAL)
    left = plot.at - t1
    course = degrees(atan2(east, north)) % 360
    return _seen(plot, contact, (e1 + east * left, n1 + north * left), course, speed, len(fixes))


def _as_told(plot: ContactPlot, contact: PlottedContact, told: tuple[float, float]) -> Mean:
    """Return where a convoy is that was only heard, if it goes as a message said."""
    course, speed = told
    place = _mean_place(plot, contact.fixes, _Way(course, speed * KNOT, swings=False, clock=plot.clock))
    return _seen(plot, contact, place, course, speed, len(contact.fixes))


def _first_angle(contact: PlottedContact, mean: Mean) -> float:
    """Return the angle on the bow at which a contact was found: of two convoys it is the one that comes nearer."""
    first = contact.fixes[0]
    return abs(signed_degrees(first.bearing + 180 - mean.course))


def place_on_way(plot: ContactPlot, fixes: tuple[Fix, ...], way: Mean) -> tuple[float, float]:
    """Return bearing and metres of who was reported so and goes straight on as another contact does."""
    east, north = _mean_place(plot, fixes, _Way(way.course, way.speed * KNOT, swings=False, clock=plot.clock))
    x, y = east - plot.east, north - plot.north
    return degrees(atan2(x, y)) % 360, hypot(x, y)


def _middle(fixes: tuple[Fix, ...]) -> tuple[float, float, float]:
    count = len(fixes)
    places = (sum(fix.east for fix in fixes) / count, sum(fix.north for fix in fixes) / count)
    return (*places, sum(fix.at for fix in fixes) / count)


def _mean_place(plot: ContactPlot, fixes: tuple[Fix, ...], way: _Way) -> tuple[float, float]:
    """Return the mean of all reported places, each run on to now: its bearing by the last ones, which are the best.

    A bearing is read far better than a range, and what a place is run on errs more the older it is.
    """
    x, y = _weighed(plot, fixes, way, BEARING_READ)
    east, north = _weighed(plot, fixes, way, RANGE_READ)
    metres, along = hypot(east, north), hypot(x, y) or 1.0
    return plot.east + metres * x / along, plot.north + metres * y / along


def _weighed(plot: ContactPlot, fixes: tuple[Fix, ...], way: _Way, read: float) -> tuple[float, float]:
    """Return where the mean is from the boat, if a place errs by a share of its range, and more the older it is."""
    east = north = whole = 0.0
    for fix in fixes:
        made, age = way.way_between(fix.at, plot.at), plot.at - fix.at
        weight = 1 / ((read * fix.metres) ** 2 + (STRAYS * age) ** 2 + 1)
        east += weight * (fix.east + made[0] - plot.east)
        north += weight * (fix.north + made[1] - plot.north)
        whole += weight
    return east / whole, north / whole


def _since_turn(plot: ContactPlot, contact: PlottedContact, most: int) -> tuple[tuple[Fix, ...], bool]:
    """Return the reports since a contact last turned for good, and whether it zigzags: alone by day most ships do."""
    if most == 1:
        return contact.fixes[-1:], False
    is_alone = plot.zigzags and not contact.fleet
    legs = _legs_of(contact.fixes, plot.clock, is_alone=is_alone, is_ship=contact.kind == "ship")
    return (legs.swung, True) if legs.swings and not contact.hurt else (legs.plain[-most:], False)


class _Legs(NamedTuple):
    """The reports since a turn off a straight course, those since a turn off a zigzag, and whether it is one."""

    plain: tuple[Fix, ...]
    swung: tuple[Fix, ...]
    swings: bool


@lru_cache(maxsize=128)
def _legs_of(fixes: tuple[Fix, ...], clock: int, *, is_alone: bool, is_ship: bool) -> _Legs:
    """Return how a contact went by its reports; the captain looks at the plot far more often than one comes in."""
    plain = since_turn(fixes, [fix.course for fix in fixes])
    based = [None if fix.course is None else fix.course - swing(clock + fix.at) for fix in fixes]
    swung = since_turn(fixes, based)
    straight = _scatter([fix.course for fix in plain if fix.course is not None])
    zigzag = _scatter([course for course in based[len(based) - len(swung) :] if course is not None])
    if len(plain) < LEAST_SWINGS or len(swung) < LEAST_SWINGS:
        swings = is_alone and is_ship and len(swung) == len(fixes)
    elif len(swung) != len(plain):
        swings = len(swung) > len(plain) and zigzag < MOST_SCATTER
    else:
        is_usual = is_alone and len(swung) == len(fixes)
        swings = zigzag < straight / SWINGS_BY if is_usual else zigzag < SWINGS_BY * straight
    return _Legs(plain, swung, swings)


def _base_course(plot: ContactPlot, fix: Fix, *, swings: bool) -> int:
    course = fix.course or 0
    return course - swing(plot.clock + fix.at) if swings else course


def _scatter(courses: list[int]) -> float:
    """Return the mean square of what courses differ from their mean."""
    if len(courses) < 2:
        return 0.0
    mean = mean_course(courses)
    return sum(signed_degrees(course - mean) ** 2 for course in courses) / len(courses)


def since_turn(fixes: tuple[Fix, ...], courses: list[int | None]) -> tuple[Fix, ...]:
    """Return the reports since a contact last turned, as far as two of these courses in a row show it."""
    start, before, off = 0, list[int](), 0
    for place, course in enumerate(courses):
        if course is None:
            continue
        off = off + 1 if before and abs(signed_degrees(course - mean_course(before))) > ZIG else 0
        if off > 1:
            start, before, off = place - 1, [each for each in courses[place - 1 : place] if each is not None], 0
        if not off:
            before.append(course)
    return fixes[start:]


def mean_course(courses: Iterable[int]) -> float:
    """Return the mean of some courses."""
    east = north = 0.0
    for course in courses:
        east += sin(radians(course))
        north += cos(radians(course))
    return degrees(atan2(east, north)) % 360


def _seen(
    plot: ContactPlot, contact: PlottedContact, place: tuple[float, float], course: float, speed: float, reports: int
) -> Mean:
    x, y = place[0] - plot.east, place[1] - plot.north
    age = plot.at - contact.fixes[-1].at
    seen = Mean(contact.name, degrees(atan2(x, y)) % 360, hypot(x, y), course, speed, reports, age, contact.lost)
    return seen._replace(is_turned=reports < len(contact.fixes), fleet=contact.fleet)
