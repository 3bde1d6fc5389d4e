"""Aircraft as views have them: those in contact as contacts, and all of them for the umpire."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.air.contacts import KIND
from klaxon.rules.uboot.sea.air.records import LEAVING, AirTraffic
from klaxon.rules.uboot.sea.air.source import CHARGES
from klaxon.rules.uboot.sea.watching.records import Sighting
from klaxon.rules.uboot.sea.watching.reports import ReportErrors, fields_of, last_report


def sighted_aircraft(air: AirTraffic) -> list[Sighting]:
    """Return the contacts that are aircraft."""
    return [craft.sighting for craft in air.craft if craft.sighting is not None]


def aircraft_contacts(air: AirTraffic, key: str, errors: ReportErrors, game: int) -> tuple[Contact, ...]:
    """Return the aircraft that somebody has found, each by its last report."""
    found = []
    for sighting in sighted_aircraft(air):
        report = last_report(sighting, game)
        fields = fields_of(key, sighting, report, errors, None)
        found.append(Contact(sighting.name, KIND, report.by, KIND, report.start // 1000, fields))
    return tuple(found)


def state_of_aircraft(air: AirTraffic) -> dict[str, dict[str, Any]]:
    """Return what the umpire knows of each aircraft, beside where it is."""
    return {
        craft.name: {
            "type": KIND,
            "group": "",
            "state": craft.state,
            "charges": 0 if craft.state == LEAVING else CHARGES,
            "afloat": True,
        }
        for craft in air.craft
    }
