"""Contacts: found, held by whom, numbered reports settled, lost after five minutes (UBT-8.4b, UBT-8.4m)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import DEGREE
from klaxon.rules.uboot.sea.ships.classes import ShipClass
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.watching.book import WatchBook
from klaxon.rules.uboot.sea.watching.ours import HYDROPHONE, LOOKOUT, PERISCOPE, sensors_on
from klaxon.rules.uboot.sea.watching.records import Conditions, SeenLeg, Sighting
from klaxon.rules.uboot.sea.watching.reports import errors_of, fields_of, last_report

LOST = 300_000
"""So long after nobody perceived it any more a contact is lost."""
FEED = 600_000
"""A group is told of again at most so often."""
SHAKES_FROM, SHAKE = 40, DEGREE
"""From this speed on (tenths of knots) bearings by periscope err by a degree more (UBT-8.6e)."""


def seen_leg(book: WatchBook, body: int, sensor: str, leg: SeaLeg, game: int) -> SeenLeg:
    """Return how a body is seen or heard from a game time on."""
    now = book.now
    pair = book.pairs.get((sensor, body))
    reach = pair.reach if pair is not None and sensor == HYDROPHONE else 0
    own = (leg.vx, leg.vy, now.heading)
    errors = (error_of(now, sensor), shake_of(now, sensor))
    return SeenLeg(game, *book.relative_to(leg, game), *own, sensor, *errors, reach)


def error_of(now: Conditions, sensor: str) -> int:
    """Return the percentage of its errors that a sensor has: faults of compass and optics add to them (UBT-7.9b)."""
    return {LOOKOUT: now.bridge_error, PERISCOPE: now.periscope_error}.get(sensor, 100)


def shake_of(now: Conditions, sensor: str) -> int:
    """Return what a bearing errs by in addition."""
    return SHAKE if sensor == PERISCOPE and abs(now.knots) >= SHAKES_FROM else 0


# -- while it is in contact --------------------------------------------------------------------------------------------


def settle(book: WatchBook, sighting: Sighting, game: int, *, by_itself: bool = False) -> None:
    """Keep the last report of a contact and let a new leg of it begin; `by_itself`: it was the target that turned."""
    sensors = sensors_on(book, sighting.body)
    last = last_report(sighting, game)
    if not sensors:
        book.sightings[sighting.body] = sighting._replace(last=last, lost=game + LOST)
        return
    leg = seen_leg(book, sighting.body, sensors[0], book.leg_of(sighting.body, game), game)
    turns = sighting.turns + (by_itself and _drift(sighting.leg) * _drift(leg) < 0)
    book.sightings[sighting.body] = sighting._replace(last=last, leg=leg, lost=-1, turns=turns)


def _drift(leg: SeenLeg) -> int:
    """Return to which side its bearing moves, by the sign."""
    return leg.x * leg.vy - leg.y * leg.vx


def take_hold(book: WatchBook, game: int) -> None:
    """Deal with pairs that have become held, and with bodies that a sensor has let go."""
    for sensor, body in book.entered:
        if sensor not in (LOOKOUT, PERISCOPE, HYDROPHONE):
            continue
        sighting = book.sightings.get(body)
        if sighting is None:
            find(book, body, sensor, game)
        elif sighting.lost >= 0 or sighting.leg.by != sensors_on(book, body)[0]:
            settle(book, sighting, game)
    for body in sorted(book.released):
        sighting = book.sightings.get(body)
        if sighting is not None and sighting.lost < 0 and sighting.leg.by not in sensors_on(book, body):
            settle(book, sighting, game)
    book.entered.clear()
    book.released.clear()


# -- found and lost ----------------------------------------------------------------------------------------------------


def find(book: WatchBook, body: int, sensor: str, game: int) -> None:
    """Make a contact of a body that was found, and tell it."""
    work = book.work
    work.named += 1
    leg = seen_leg(book, body, sensor, book.leg_of(body, game), game)
    sighting = Sighting(f"c{work.named}", body, game, leg, leg, told=game)
    book.sightings[body] = sighting
    if body < 0:
        has_escort = any(_is_escort_of(book, other, -1 - body) for other in book.sightings)
        book.sightings[body] = sighting = sighting._replace(has_escort=has_escort)
    tell(book, sighting, game)
    if body >= 0 and book.classes[work.traffic.ships[body].type].is_escort:
        _make_out_escort(book, body, game)


def _is_escort_of(book: WatchBook, body: int, place: int) -> bool:
    group = book.work.traffic.groups[place]
    is_of_it = group.first <= body < group.first + group.size
    return is_of_it and book.classes[book.work.traffic.ships[body].type].is_escort


def _make_out_escort(book: WatchBook, body: int, game: int) -> None:
    """Tell of a group again whose first escort is made out, unless it was told of a short time ago (UBT-8.4m)."""
    group = book.sightings.get(-1 - place_of_group(book.work.traffic, body))
    if group is None or group.has_escort:
        return
    group = group._replace(has_escort=True)
    if game - group.told >= FEED:
        group = group._replace(told=game)
        tell(book, group, game)
    book.sightings[group.body] = group


def lose_contacts(book: WatchBook, game: int) -> None:
    """Let contacts go that nobody has perceived for five minutes: ships first, then their groups."""
    gone = [sighting for sighting in book.sightings.values() if 0 <= sighting.lost <= game]
    for sighting in sorted(gone, key=lambda each: (each.body < 0, each.found)):
        book.work.bring(game, "unsighted", contact=sighting.name, group=group_name(book.sightings, book, sighting))
        del book.sightings[sighting.body]


def group_name(sightings: Mapping[int, Sighting], book: WatchBook, sighting: Sighting) -> str:
    """Return the contact of the group to which a contact belongs, '' where that is not in contact."""
    if sighting.body < 0:
        return ""
    group = sightings.get(-1 - place_of_group(book.work.traffic, sighting.body))
    return group.name if group is not None else ""


def tell(book: WatchBook, sighting: Sighting, game: int) -> None:
    """Tell of a contact as it is reported now."""
    work = book.work
    report = last_report(sighting, game)
    level = work.setting.navigator
    errors = errors_of(work.box.difficulty["navigator"][level], level)
    fields: dict[str, Any] = dict(fields_of(work.key, sighting, report, errors, class_of(book, sighting)))
    group = group_name(book.sightings, book, sighting)
    work.bring(game, "sighted", contact=sighting.name, kind=kind_of(sighting), group=group, by=report.by, **fields)


def class_of(book: WatchBook, sighting: Sighting) -> ShipClass | None:
    """Return the class of a ship in contact, None for a group."""
    return None if sighting.body < 0 else book.classes[book.work.traffic.ships[sighting.body].type]


def kind_of(sighting: Sighting) -> str:
    """Return what a contact is told as: a group, a ship that is seen, or a sound."""
    return "group" if sighting.body < 0 else "sound" if sighting.leg.by == HYDROPHONE else "ship"
