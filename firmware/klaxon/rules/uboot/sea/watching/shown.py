"""Contacts as a view has them: the present report of each, and when the next one comes (UBT-7.2b, UBT-12.17b)."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Any

from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.records import Contact, Waters
from klaxon.rules.uboot.sea.air.shown import aircraft_contacts, sighted_aircraft, state_of_aircraft
from klaxon.rules.uboot.sea.contacts import NEUTRAL
from klaxon.rules.uboot.sea.legs import SeaLeg, relative
from klaxon.rules.uboot.sea.numbers import METRE, bearing, divide
from klaxon.rules.uboot.sea.own_boat.way import leg_at
from klaxon.rules.uboot.sea.ships.classes import ShipClass, ship_classes
from klaxon.rules.uboot.sea.ships.records import SUNK
from klaxon.rules.uboot.sea.ships.sailing import group_leg, place_of_group, ship_leg
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.sea.watching.records import Sighting
from klaxon.rules.uboot.sea.watching.reports import (
    Fields,
    ReportErrors,
    errors_of,
    fields_of,
    knots_of,
    last_report,
    next_report,
)
from klaxon.rules.uboot.sea.watching.sightings import kind_of


def waters_at(sea: SeaTruth, key: str, box: Box, level: str, game: int) -> Waters:
    """Return what the crew perceives of the sea at a game time: what scripts and cards tell, and what it has found."""
    if not sea.watches.sightings and not sea.air.craft:
        return sea.waters
    errors = errors_of(box.difficulty["navigator"][level], level)
    names = {sighting.body: sighting.name for sighting in sea.watches.sightings}
    found = tuple([_contact(sea, key, box, errors, names, each, game) for each in sea.watches.sightings])
    found += aircraft_contacts(sea.air, key, errors, game)
    return sea.waters._replace(contacts=sea.waters.contacts + found) if found else sea.waters


def _contact(
    sea: SeaTruth, key: str, box: Box, errors: ReportErrors, names: dict[int, str], sighting: Sighting, game: int
) -> Contact:
    report, body = last_report(sighting, game), sighting.body
    kind, group = None, ""
    if body >= 0:
        kind = ship_classes(box)[sea.traffic.ships[body].type]
        group = names.get(-1 - place_of_group(sea.traffic, body), "")
    klass = klass_of(kind) if sighting.is_identified else ""
    fields = _fields(key, sighting._replace(leg=report, last=report), errors, kind) + sighting.identity
    return Contact(sighting.name, kind_of(sighting), report.by, klass, report.start // 1000, fields, group)


def klass_of(kind: ShipClass | None) -> str:
    """Return what an identified contact is: a group, or the kind of a ship."""
    return "group" if kind is None else NEUTRAL if kind.is_neutral else kind.klass


@lru_cache(maxsize=1024)
def _fields(key: str, sighting: Sighting, errors: ReportErrors, kind: ShipClass | None) -> Fields:
    """Return what a report says; it is asked for again and again until the next one."""
    return fields_of(key, sighting, sighting.leg, errors, kind)


def next_report_of(sea: SeaTruth, game: int) -> int | None:
    """Return when a contact is reported next."""
    sightings = (*sea.watches.sightings, *sighted_aircraft(sea.air))
    reports = [next_report(sighting, game) for sighting in sightings]
    return min((report for report in reports if report is not None), default=None)


def enemies_at(sea: SeaTruth, box: Box, game: int) -> dict[str, Any]:
    """Return all ships and aircraft as they really are, for the umpire (UBT-12.17a)."""
    if not sea.way:
        return {}
    own, classes = leg_at(sea.way, game), ship_classes(box)
    found = {}
    for group in sea.traffic.groups:
        centre = group_leg(sea.traffic, group, game)
        for ship in sea.traffic.ships[group.first : group.first + group.size]:
            leg = ship_leg(centre, group.axis, ship, game)
            charges = ship.charges if ship.charges >= 0 else classes[ship.type].charges
            found[ship.name] = {
                "type": ship.type,
                "group": group.name if group.size > 1 else "",
                **_truth_of(own, leg, game),
                "state": ship.state or ship.motion,
                "charges": charges,
                "afloat": ship.motion != SUNK,
            }
    legs = {craft.name: craft.leg for craft in sea.air.craft}
    flying = {name: {**told, **_truth_of(own, legs[name], game)} for name, told in state_of_aircraft(sea.air).items()}
    return {**found, **flying}


def _truth_of(own: SeaLeg, leg: SeaLeg, game: int) -> dict[str, int]:
    """Return where a ship really is: true bearing and course in tenths of degrees, metres, tenths of knots."""
    seen = relative(own, leg, game)
    return {
        "bearing": divide(bearing(seen.x, seen.y), 10) % 3600,
        "range_m": isqrt(seen.square) // METRE,
        "course": divide(bearing(leg.vx, leg.vy), 10) % 3600,
        "kn": knots_of(isqrt(leg.vx * leg.vx + leg.vy * leg.vy)),
    }
