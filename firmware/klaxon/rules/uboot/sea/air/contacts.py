"""An aircraft in contact: found, reported as ships are, lost five minutes after nobody sees it (UBT-8.4b)."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.sea.air.eyes import seen_of, sensors_on
from klaxon.rules.uboot.sea.air.passes import SPEED
from klaxon.rules.uboot.sea.air.records import Aircraft
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.numbers import METRE
from klaxon.rules.uboot.sea.watching.records import Conditions, SeenLeg, Sighting
from klaxon.rules.uboot.sea.watching.reports import errors_of, fields_of, last_report
from klaxon.rules.uboot.sea.watching.sightings import LOST, error_of, shake_of

KIND = "aircraft"
NO_BODY = -(1 << 30)
"""In place of a ship or a group."""
SECONDS_BY_WORD = {"near": 45, "medium": 150, "far": 300}
"""How soon it could be overhead where the range is told by a word."""


def find_aircraft(work: SeaWork, craft: Aircraft, now: Conditions, sensor: str, game: int) -> Aircraft:
    """Make a contact of an aircraft that was found, and tell it: as a contact, and as an alarm."""
    work.named += 1
    leg = _seen_leg(work, craft, now, sensor, game)
    sighting = Sighting(f"c{work.named}", NO_BODY, game, leg, leg, told=game)
    level = work.setting.navigator
    errors = errors_of(work.box.difficulty["navigator"][level], level)
    fields: dict[str, Any] = dict(fields_of(work.key, sighting, leg, errors, None))
    work.bring(game, "sighted", contact=sighting.name, kind=KIND, group="", by=sensor, **fields)
    work.bring(game, "aircraft", bearing=fields["bearing"], seconds=_seconds(fields), contact=sighting.name)
    return craft._replace(sighting=sighting)


def _seconds(fields: dict[str, Any]) -> int:
    """Return how soon it could be overhead, by what is reported of it and nothing else."""
    if "range" in fields:
        return int(fields["range"]) * METRE // SPEED
    return SECONDS_BY_WORD[fields["range_word"]]


def settle_aircraft(work: SeaWork, craft: Aircraft, now: Conditions, game: int) -> Aircraft:
    """Return an aircraft with its contact as it is now: its last report is kept, a new leg of it begins."""
    sighting, sensors = craft.sighting, sensors_on(craft)
    if sighting is None or (not sensors and sighting.lost >= 0):
        return craft
    last = last_report(sighting, game)
    if not sensors:
        return craft._replace(sighting=sighting._replace(last=last, lost=game + LOST))
    leg = _seen_leg(work, craft, now, sensors[0], game)
    return craft._replace(sighting=sighting._replace(last=last, leg=leg, lost=-1))


def lose_aircraft(work: SeaWork, craft: Aircraft, game: int) -> Aircraft:
    """Let the contact with an aircraft go."""
    if craft.sighting is not None:
        work.bring(game, "unsighted", contact=craft.sighting.name, group="")
    return craft._replace(sighting=None)


def _seen_leg(work: SeaWork, craft: Aircraft, now: Conditions, sensor: str, game: int) -> SeenLeg:
    own = (craft.leg.vx, craft.leg.vy, now.heading)
    return SeenLeg(game, *seen_of(work, craft, game), *own, sensor, error_of(now, sensor), shake_of(now, sensor))
