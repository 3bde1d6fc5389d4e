"""Identification: what the first officer makes of a ship that is in sight (UBT-3.11a, UBT-7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.attack.targets import bar_contact, bar_view
from klaxon.rules.uboot.sea.ships.classes import ESCORT, MERCHANT, SMALL, ship_classes
from klaxon.rules.uboot.sea.ships.records import ShipGroup
from klaxon.rules.uboot.sea.watching.records import Sighting
from klaxon.rules.uboot.sea.watching.shown import klass_of
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.step import Working

IDENTIFY = "identify"
LENGTHS = 20
"""Metres: a length is told to the nearest multiple of this."""
COUNTED = {"merchants": MERCHANT, "escorts": ESCORT, "small": SMALL}
"""What is counted of a group."""


class Identity(NamedTuple):
    """What a contact is identified as."""

    klass: str
    told: dict[str, int | str]


def bar_identify(board: OpenBoard, _role: str) -> Refusal | None:
    """Return that no view is open, or no ship in sight of one."""
    return bar_view(board, IDENTIFY) or bar_contact(board, "")


def told_of_ship(ship: Mapping[str, Any], told: str) -> dict[str, int | str]:
    """Return what a ship class is identified as where the level tells its `type`, its `length` or a `silhouette`."""
    if told == "type":
        return {"ship": ship["id"], "grt": ship["grt"], "length": ship["length_m"]}
    if told == "length":
        return {"length": max(1, (2 * ship["length_m"] + LENGTHS) // (2 * LENGTHS)) * LENGTHS}
    return {}


def identify(work: Working, name: str) -> None:
    """Identify a contact: its class is known from now on, and more of it as far as the level has that."""
    level = work.state.box.difficulty["first_officer"][work.board.setting.first_officer]["identify"]
    sighting = next((each for each in work.state.sea.watches.sightings if each.name == name), None)
    found = _note_scripted(work, name, level) if sighting is None else _note_sighting(work, sighting, level)
    work.tell("identified", contact=name, klass=found.klass, **found.told)


# -- ships that sail -----------------------------------------------------------------------------------------------


def _note_sighting(work: Working, sighting: Sighting, level: str) -> Identity:
    state, sea = work.state, work.state.sea
    if sighting.body < 0:
        identity = Identity("group", _counts(state, sea.traffic.groups[-1 - sighting.body]))
    else:
        ship = sea.traffic.ships[sighting.body].type
        identity = Identity(klass_of(ship_classes(state.box)[ship]), told_of_ship(state.box.ships[ship], level))
    known = sighting._replace(is_identified=True, identity=tuple(identity.told.items()))
    sightings = tuple(known if each is sighting else each for each in sea.watches.sightings)
    judged = sea.hunt._replace(judged=work.game)  # the next report is the first that is judged
    state.sea = sea._replace(watches=sea.watches._replace(sightings=sightings), hunt=judged)
    return identity


def _counts(state: State, group: ShipGroup) -> dict[str, int | str]:
    """Return how many ships of each kind of a group are in sight."""
    sea, classes = state.sea, ship_classes(state.box)
    seen = [
        classes[sea.traffic.ships[each.body].type].klass
        for each in sea.watches.sightings
        if group.first <= each.body < group.first + group.size and each.lost < 0 and each.leg.by != "hydrophone"
    ]
    return {name: seen.count(klass) for name, klass in COUNTED.items()}


# -- contacts that a script has brought ----------------------------------------------------------------------------


def _note_scripted(work: Working, name: str, level: str) -> Identity:
    sea = work.state.sea
    identity = _scripted(work.state, name, level)
    contacts = tuple(_known(each, identity) if each.name == name else each for each in sea.waters.contacts)
    work.state.sea = sea._replace(waters=sea.waters._replace(contacts=contacts))
    work.board.waters = work.state.sea.waters
    return identity


def _known(contact: Contact, identity: Identity) -> Contact:
    return contact._replace(klass=identity.klass, fields=tuple({**dict(contact.fields), **identity.told}.items()))


def _scripted(state: State, name: str, level: str) -> Identity:
    """Return what the script says of a contact; one that a card has brought stays what it seems."""
    lines = state.mission.script[: state.sea.place]
    facts: Mapping[str, Any] = next(
        (line.facts for line in reversed(lines) if line.do == "contact" and line.facts["id"] == name), {}
    )
    ship = next((each for each in state.box.ships.values() if each["type"] == facts.get("type")), None)
    klass = str(facts.get("klass", "")) or (str(ship["klass"]) if ship is not None else "")
    return Identity(klass, told_of_ship(ship, level) if ship is not None else {})
