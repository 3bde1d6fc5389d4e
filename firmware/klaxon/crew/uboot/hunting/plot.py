"""The navigator's plot: what was reported of each contact, laid down in metres from where the plot began.

It is made of the views a seat was shown, one after another: of the own boat course and speed, of a contact its numbered
reports. What a report leaves out or says in words is taken as its middle. A contact that was lost stays on the plot for
a while and runs on as it went. Whose eye is bad reads a ship off, the same ship always by the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Any, NamedTuple
from zlib import crc32

from klaxon.crew.uboot.hunting.hunt_skills import Eye
from klaxon.crew.understudy import Shown

KNOT = 1852 / 36_000
"""Metres a second of a tenth of a knot."""
KEPT = 16
"""Reports of a contact that are kept."""
LONG = 300
"""Seconds without a look in which a turn is a small part of the way."""
REMEMBERED, REMEMBERED_GROUP = 14_400, 36_000
"""Seconds for which a contact that was lost stays on the plot, and a convoy, which keeps its course."""
RANGE_WORDS = {"near": 3000, "medium": 8500, "far": 15_000}
"""What a report says of a range -> the middle of what it means, in metres."""
EXACT = Eye()
"""The eye of one who reads everything as it is reported."""
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
    metres: float = 1000.0
    """How far off it was."""
    bearing: float = 0.0
    """Where from the boat, true."""


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
    lost: bool = False
    """Whether nobody sees or hears it any more."""
    hurt: bool = False
    """Whether a torpedo of ours hit it."""
    off: Eye = EXACT
    """How far off it is read."""

    @property
    def fleet(self) -> str:
        """The group it sails in, itself if it is one."""
        return self.name if self.kind == "group" else self.group


def _hit(contact: PlottedContact) -> PlottedContact:
    last = [fix._replace(speed=None if fix.speed is None else fix.speed // 2) for fix in contact.fixes[-1:]]
    return contact._replace(fixes=tuple(last), hurt=True)


class ContactPlot(NamedTuple):
    """The own boat and all contacts."""

    at: float = 0.0
    """Game time, in seconds."""
    clock: int = 0
    """Time of day at game time 0, in seconds."""
    east: float = 0.0
    north: float = 0.0
    heading: int = 0
    """Where the bow points, degrees."""
    ordered: int = 0
    """The course that was ordered."""
    speed: int = 0
    """Tenths of knots."""
    zigzags: bool = False
    """Whether ships zigzag in this light and weather that sail alone."""
    told: tuple[tuple[float, float], ...] = ()
    """Course and speed, in tenths of knots, of the convoys that messages told of."""
    contacts: tuple[PlottedContact, ...] = ()

    def with_hit(self, name: str) -> ContactPlot:
        """Return the plot with a contact that was hit: if it stays afloat it goes straight on, half as fast."""
        return self._replace(contacts=tuple(_hit(each) if each.name == name else each for each in self.contacts))


def signed_degrees(angle: float) -> float:
    """Return an angle from -180 to 180."""
    return (angle + 180) % 360 - 180


def lay_down(plot: ContactPlot, shown: Shown, now: int, eye: Eye = EXACT) -> ContactPlot:
    """Return the plot with what a view reports, at a moment of play in milliseconds, read by somebody's eye."""
    contacts: Mapping[str, Any] = shown["contacts"]
    clock = shown["clock"]
    game = (clock["game_at"] + max(0, now - clock["at"]) * clock["factor"]) / 1000
    own = _moved(plot, shown["boat"], max(plot.at, game))
    own = own._replace(zigzags=_is_zigzag_weather(shown), told=_told_convoys(shown))
    if not own.clock:
        own = own._replace(clock=3600 * int(clock["date"][11:13]) + 60 * int(clock["date"][14:16]))
    if not contacts and not plot.contacts:
        return own
    before = {contact.name: contact for contact in plot.contacts}
    found = [_plotted(own, name, told, before.get(name), eye) for name, told in contacts.items()]
    gone = [each._replace(lost=True) for each in plot.contacts if each.name not in contacts and _is_kept(each, own)]
    return own._replace(contacts=(*found, *gone))


def _moved(plot: ContactPlot, boat: Mapping[str, Any], now: float) -> ContactPlot:
    """Return the plot with the boat where it has come to: by the mean of its way before and now.

    A boat that nobody has looked at for long went as was ordered.
    """
    half = KNOT * (now - plot.at) / 2
    east, north = plot.east, plot.north
    before = (plot.speed, plot.heading) if now - plot.at < LONG else (boat["speed"], plot.ordered)
    for speed, course in (before, (boat["speed"], boat["course"])):
        east += half * speed * sin(radians(course))
        north += half * speed * cos(radians(course))
    return plot._replace(
        at=now, east=east, north=north, heading=boat["course"], ordered=boat["ordered_course"], speed=boat["speed"]
    )


def _told_convoys(shown: Shown) -> tuple[tuple[float, float], ...]:
    """Return how the convoys go of which messages told that were decoded."""
    told = (message["about"] for message in shown["messages"].values() if message["state"] == "read")
    return tuple((about["course"], 10 * about["knots"]) for about in told if "convoy" in about.get("traffic", ""))


def _is_zigzag_weather(shown: Shown) -> bool:
    return shown["light"] == "day" and shown["weather"] in ("clear", "cloudy", "overcast")


def _is_kept(contact: PlottedContact, plot: ContactPlot) -> bool:
    longest = REMEMBERED_GROUP if contact.kind == "group" else REMEMBERED
    return bool(contact.fixes) and plot.at - contact.fixes[-1].at < longest and contact.kind != "aircraft"


def _plotted(
    own: ContactPlot, name: str, told: Mapping[str, Any], before: PlottedContact | None, eye: Eye
) -> PlottedContact:
    fixes = before.fixes if before else ()
    fields, at = told["fields"], told["at_s"]
    off = before.off if before else _first_read(eye, name, fields, at)
    metres = (fields.get("range") or RANGE_WORDS.get(fields.get("range_word", ""), 0)) * (1 + off.metres)
    if metres and "bearing" in fields and (not fixes or at > fixes[-1].at):
        reported = own.heading + fields["bearing"]
        true, course = reported + off.bearing, _course(fields, reported)
        back = own.speed * KNOT * (own.at - at)
        east = own.east - back * sin(radians(own.heading)) + metres * sin(radians(true))
        north = own.north - back * cos(radians(own.heading)) + metres * cos(radians(true))
        steers = None if course is None else round(course + off.angle) % 360
        fixes = (*fixes[1 - KEPT :], Fix(at, east, north, steers, fields.get("speed"), metres, true))
    screw, hurt = str(fields.get("screw", "")), before is not None and before.hurt
    known = (told["kind"], told["klass"], told["group"], told["by"])
    return PlottedContact(name, *known, screw, fixes, hurt=hurt, off=off)


def _first_read(eye: Eye, name: str, fields: Mapping[str, Any], at: int) -> Eye:
    """Return how far off a ship is read by somebody: as far as it happened to be at the first look at her."""
    looks = (crc32(f"{name} {at} {fields} {part}".encode()) / 0xFFFFFFFF for part in eye._fields)
    return Eye(*(most * (2 * look - 1) for most, look in zip(eye, looks, strict=True)))


def _course(fields: Mapping[str, Any], true: int) -> int | None:
    """Return the course of a report, where it has words by the middle of what they mean."""
    if "course" in fields:
        return int(fields["course"])
    word, _, side = str(fields.get("aspect_word", "")).rpartition(" ")
    angle = _ASPECTS.get(word or side)
    return None if angle is None else round(true + 180 - (-angle if side == "port" else angle)) % 360
