"""The navigator's plot: what was reported of each contact, laid down in metres from where the plot began.

It is made of the views a seat was shown, one after another: of the own boat course and speed, of a contact its numbered
reports. What a report leaves out or says in words is taken as its middle.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any, NamedTuple

from klaxon.crew.understudy import Shown

KNOT = 1852 / 36_000
"""Metres a second of a tenth of a knot."""
KEPT = 16
"""Reports of a contact that are kept."""
MORE = 4
"""Times as many reports of its speed count as of its course: a ship that turns goes on as fast."""
ZIG = 40
"""Degrees by which a reported course differs from the mean before it, where the ship has turned."""
STEADY = 3
"""Degrees between two headings of a boat that has not turned."""
USUAL = 90
"""Tenths of knots of a ship whose speed nobody can tell."""
_RANGES = {"near": 3000, "medium": 8500, "far": 15_000}
_ASPECTS = {"bow": 0, "bow quarter": 45, "beam": 90, "stern quarter": 135, "stern": 180}


class Fix(NamedTuple):
    """One report on the plot."""

    at: int
    """Game time, in seconds."""
    east: float
    north: float
    course: int | None
    speed: int | None
    """Tenths of knots."""
    heading: int = 0
    """Where our bow pointed."""


class PlottedContact(NamedTuple):
    """A contact with its reports, the oldest first."""

    name: str
    kind: str
    klass: str
    group: str
    by: str
    sound: str
    """What its screw sounds like, '' if it was not heard alone."""
    fixes: tuple[Fix, ...]


class ContactPlot(NamedTuple):
    """The own boat and all contacts."""

    at: int = 0
    """Game time of the last report, in seconds: a view says no later time."""
    east: float = 0.0
    north: float = 0.0
    heading: int = 0
    """Where the bow points, degrees."""
    ordered: int = 0
    """The course that was ordered."""
    contacts: tuple[PlottedContact, ...] = ()


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
    age: int
    """Seconds since the last of them."""

    @property
    def angle(self) -> float:
        """The angle on the bow, starboard plus."""
        return signed_degrees(self.bearing + 180 - self.course)


def signed_degrees(angle: float) -> float:
    """Return an angle from -180 to 180."""
    return (angle + 180) % 360 - 180


def lay_down(plot: ContactPlot, shown: Shown) -> ContactPlot:
    """Return the plot with what a view reports."""
    contacts: Mapping[str, Any] = shown["contacts"]
    boat = shown["boat"]
    plot = plot._replace(heading=boat["course"], ordered=boat["ordered_course"])
    if not contacts:
        return plot if not plot.contacts else plot._replace(contacts=())
    now = max(plot.at, *(told["at_s"] for told in contacts.values()))
    way = boat["speed"] * KNOT * (now - plot.at) if plot.contacts else 0.0
    course = radians(boat["course"])
    own = plot._replace(at=now, east=plot.east + way * sin(course), north=plot.north + way * cos(course))
    before = {contact.name: contact for contact in plot.contacts}
    found = [_plotted(own, boat, name, told, before.get(name)) for name, told in contacts.items()]
    return own._replace(contacts=tuple(found))


def _plotted(
    own: ContactPlot, boat: Mapping[str, Any], name: str, told: Mapping[str, Any], before: PlottedContact | None
) -> PlottedContact:
    fixes = before.fixes if before else ()
    fields, at = told["fields"], told["at_s"]
    metres = fields.get("range") or _RANGES.get(fields.get("range_word", ""), 0)
    if metres and "bearing" in fields and (not fixes or at > fixes[-1].at):
        true = boat["course"] + fields["bearing"]
        back = boat["speed"] * KNOT * (own.at - at)
        east = own.east - back * sin(radians(boat["course"])) + metres * sin(radians(true))
        north = own.north - back * cos(radians(boat["course"])) + metres * cos(radians(true))
        fixes = (*fixes[1 - KEPT :], Fix(at, east, north, _course(fields, true), fields.get("speed"), boat["course"]))
    return PlottedContact(
        name, told["kind"], told["klass"], told["group"], told["by"], str(fields.get("screw", "")), fixes
    )


def _course(fields: Mapping[str, Any], true: int) -> int | None:
    """Return the course of a report, where it has words by the middle of what they mean."""
    if "course" in fields:
        return int(fields["course"])
    word, _, side = str(fields.get("aspect_word", "")).rpartition(" ")
    angle = _ASPECTS.get(word or side)
    return None if angle is None else round(true + 180 - (-angle if side == "port" else angle)) % 360


def mean_of(plot: ContactPlot, contact: PlottedContact, most: int) -> Mean | None:
    """Return where a contact is, by the mean of its last reports since it turned; None without a course."""
    fixes = _since_turn(contact.fixes)[-most:]
    courses = [fix.course for fix in fixes if fix.course is not None]
    if not courses:
        return _by_places(plot, contact)
    course = _mean_course(courses)
    speeds = [fix.speed for fix in contact.fixes[-MORE * most :] if fix.speed is not None]
    speed = sum(speeds) / len(speeds) if speeds else USUAL
    steady = _since_own_turn(fixes)
    east, north = _mean_place(steady, plot.at, speed * KNOT * sin(radians(course)), speed * KNOT * cos(radians(course)))
    return _seen(plot, contact, east, north, course, speed, len(fixes))


def _by_places(plot: ContactPlot, contact: PlottedContact) -> Mean | None:
    """Return how a contact goes whose course nobody tells: by where it was at first and at last."""
    fixes = contact.fixes
    if len(fixes) < 4:
        return None
    half = len(fixes) // 2
    (e0, n0, t0), (e1, n1, t1) = (_middle(part) for part in (fixes[:half], fixes[half:]))
    east, north = (e1 - e0) / (t1 - t0), (n1 - n0) / (t1 - t0)
    speed = min(hypot(east, north) / KNOT, 2.0 * USUAL)
    left = plot.at - t1
    course = degrees(atan2(east, north)) % 360
    return _seen(plot, contact, e1 + east * left, n1 + north * left, course, speed, len(fixes))


def _middle(fixes: tuple[Fix, ...]) -> tuple[float, float, float]:
    count = len(fixes)
    places = (sum(fix.east for fix in fixes) / count, sum(fix.north for fix in fixes) / count)
    return (*places, sum(fix.at for fix in fixes) / count)


def _mean_place(fixes: tuple[Fix, ...], at: int, east: float, north: float) -> tuple[float, float]:
    """Return the mean of all reported places, each run on to a time."""
    count = len(fixes)
    return (
        sum(fix.east + east * (at - fix.at) for fix in fixes) / count,
        sum(fix.north + north * (at - fix.at) for fix in fixes) / count,
    )


def _since_own_turn(fixes: tuple[Fix, ...]) -> tuple[Fix, ...]:
    """Return the reports since our boat last turned: what way it made in a turn nobody measures."""
    start = len(fixes) - 1
    while start and abs(signed_degrees(fixes[start - 1].heading - fixes[-1].heading)) <= STEADY:
        start -= 1
    return fixes[start:]


def _since_turn(fixes: tuple[Fix, ...]) -> tuple[Fix, ...]:
    """Return the reports since a contact last turned, as far as their courses show it."""
    start, courses = 0, list[int]()
    for place, fix in enumerate(fixes):
        if fix.course is None:
            continue
        if courses and abs(signed_degrees(fix.course - _mean_course(courses))) > ZIG:
            start, courses = place, []
        courses.append(fix.course)
    return fixes[start:]


def _mean_course(courses: list[int]) -> float:
    east, north = (sum(turn(radians(course)) for course in courses) for turn in (sin, cos))
    return degrees(atan2(east, north)) % 360


def _seen(
    plot: ContactPlot, contact: PlottedContact, east: float, north: float, course: float, speed: float, reports: int
) -> Mean:
    x, y = east - plot.east, north - plot.north
    age = plot.at - contact.fixes[-1].at
    return Mean(contact.name, degrees(atan2(x, y)) % 360, hypot(x, y), course, speed, reports, age)
