"""Identification: what the first officer makes of a ship that is in sight (UBT-3.11a, UBT-7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.attack.targets import bar_contact, bar_view
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.step import Working

IDENTIFY = "identify"
LENGTHS = 20
"""Metres: a length class is told by its middle, a multiple of this."""


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
    found = _scripted(work.state, name)
    if found is None:
        return
    klass, ship = found
    level = work.state.box.difficulty["first_officer"][work.board.setting.first_officer]
    told = told_of_ship(ship, level["identify"]) if ship is not None else {}
    sea = work.state.sea
    contacts = tuple(_known(each, klass, told) if each.name == name else each for each in sea.waters.contacts)
    work.state.sea = sea._replace(waters=sea.waters._replace(contacts=contacts))
    work.board.waters = work.state.sea.waters
    work.tell("identified", contact=name, klass=klass, **told)


def _known(contact: Contact, klass: str, told: Mapping[str, int | str]) -> Contact:
    return contact._replace(klass=klass, fields=tuple({**dict(contact.fields), **told}.items()))


def _scripted(state: State, name: str) -> tuple[str, Mapping[str, Any] | None] | None:
    """Return class and ship of a contact that the script has brought."""
    lines = state.mission.script[: state.sea.place]
    facts = next((line.facts for line in reversed(lines) if line.do == "contact" and line.facts["id"] == name), None)
    if facts is None:
        return None
    ship = next((each for each in state.box.ships.values() if each["type"] == facts.get("type")), None)
    klass = str(facts.get("klass", "")) or (str(ship["klass"]) if ship is not None else "")
    return klass, ship
