"""A sign that the boat is found: an escort or an aircraft that comes for it by two reports in a row (UBT-8.8a).

It is judged by what is reported and known: a ship counts once it was identified as an escort. So reports of such
contacts alone are instants of the sea.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.sea.air.shown import sighted_aircraft
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.hunt.signs import note_sign
from klaxon.rules.uboot.sea.numbers import DEGREE
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.watching.records import SeenLeg, Sighting
from klaxon.rules.uboot.sea.watching.reports import EVERY, errors_of, fields_of, last_report, next_report, seen_at

WITHIN = 20
"""Degrees between a course and the bearing of the boat."""


def approach_due(work: SeaWork) -> int | None:
    """Return when a contact that may come for the boat is reported next."""
    reports = [next_report(each, max(work.hunt.judged, each.found, each.leg.start)) for each in _dangers(work)]
    return min((report for report in reports if report is not None), default=None)


def judge_approach(work: SeaWork, game: int) -> None:
    """Let the crew notice who comes for the boat by the report of now and by the one before it."""
    work.hunt = work.hunt._replace(judged=game)
    if any(_comes_twice(work, each, game) for each in _dangers(work)):
        note_sign(work, game)


def _dangers(work: SeaWork) -> list[Sighting]:
    """Return the contacts that are known to be escorts or aircraft."""
    found = sighted_aircraft(work.air)
    known = [each for each in work.watches.sightings if each.is_identified and each.body >= 0]
    if known:
        ships, classes = work.traffic.ships, ship_classes(work.box)
        found += [each for each in known if classes[ships[each.body].type].is_escort]
    return found


def _comes_twice(work: SeaWork, sighting: Sighting, game: int) -> bool:
    now, before = last_report(sighting, game), _report_before(sighting, game)
    if sighting.lost >= 0 or now.start != game or before.start != game - EVERY:
        return False
    return _comes(work, sighting, now) and _comes(work, sighting, before)


def _report_before(sighting: Sighting, game: int) -> SeenLeg:
    """Return the report before that of now."""
    return seen_at(sighting.leg, game - EVERY) if sighting.leg.start <= game - EVERY else sighting.last


def _comes(work: SeaWork, sighting: Sighting, report: SeenLeg) -> bool:
    level = work.setting.navigator
    errors = errors_of(work.box.difficulty["navigator"][level], level)
    return comes_for_us(dict(fields_of(work.key, sighting, report, errors, None)), report.heading // DEGREE)


def comes_for_us(fields: Mapping[str, Any], heading: int) -> bool:
    """Return whether a report says that a contact comes for the boat, whose bow points along a course."""
    if "course" not in fields:
        return fields.get("aspect_word") == "bow"
    off = fields["course"] - (heading + fields["bearing"] + 180)
    return bool(abs((off + 180) % 360 - 180) <= WITHIN)
