"""What the sea, or the script that moves it, brings to the boat (UBT-12.20c)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.rules.uboot.cards.effects import drop_effect, find_effect
from klaxon.rules.uboot.crew.damage import fire_upon, take
from klaxon.rules.uboot.orders import tracks
from klaxon.rules.uboot.patrol.objectives import finish_stretch, note_sunk
from klaxon.rules.uboot.patrol.records import SunkShip
from klaxon.rules.uboot.radio.receiving import receive_by_script
from klaxon.rules.uboot.sea.attack.news import ATTACK_NEWS
from klaxon.rules.uboot.sea.guns.news import GUN_NEWS
from klaxon.rules.uboot.sea.hunt.news import HAPPENINGS as HUNTING_NEWS
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.watching.news import WATCHING
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.breach import open_breach
from klaxon.rules.uboot.trouble.emergencies import raise_emergency
from klaxon.rules.uboot.trouble.faults import add_fault
from klaxon.rules.uboot.trouble.flooding import flood
from klaxon.rules.uboot.words import FIGURES

MORALE_OF_A_SINKING = 3


def _contact(work: Working, facts: Mapping[str, Any]) -> None:
    contact = next(each for each in work.board.waters.contacts if each.name == facts["id"])
    work.tell("contact", contact=contact.name, kind=contact.kind, group="", by=contact.by, **dict(contact.fields))


def _contact_lost(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("contact-lost", contact=facts["id"])


def _weather(work: Working, _facts: Mapping[str, Any]) -> None:
    work.tell("weather", state=work.board.waters.weather, sea=work.board.waters.sea)


def _detected(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("detected", on=bool(facts["on"]))


def _morale(work: Working, facts: Mapping[str, Any]) -> None:
    tracks.change_morale(work, facts["n"], "script")


def _wound(work: Working, facts: Mapping[str, Any]) -> None:
    """Give a man a card; one who is named with a shift that is not on duty is not touched (UBT-3.2c)."""
    role, shape, *shift = facts["man"].split(".")
    if not shift or int(shift[0]) == work.board.shift:
        take(work, facts["card"], FIGURES.index(f"{role}.{shape}"))


def _event(work: Working, facts: Mapping[str, Any]) -> None:
    """Draw an event card that the script names, now (UBT-12.20c)."""
    tracks.owe_card(work, "events", facts["card"])


def _sunk(work: Working, facts: Mapping[str, Any]) -> None:
    """Tell that a ship sank: of an enemy's, morale rises by 3, and once by what a card has promised (UBT-3.9d)."""
    heard = {"bearing": facts["bearing"]} if "bearing" in facts else {}
    work.tell("sunk", contact=facts["id"], ship=facts["type"], grt=facts["grt"], **heard)
    if facts.get("neutral"):
        return
    _note_sunk(work, facts)
    promise = find_effect(work.board, "sinking_morale")
    if promise is not None:
        drop_effect(work, promise)
    tracks.change_morale(work, MORALE_OF_A_SINKING + (promise.n if promise else 0), "sunk")


def _note_sunk(work: Working, facts: Mapping[str, Any]) -> None:
    """Count a ship as it was perceived: by the sea, which says whether it sailed in a convoy, or by the script."""
    kinds = (kind.klass for kind in ship_classes(work.state.box).values() if kind.type == facts["type"])
    ship = SunkShip(
        contact=facts["id"],
        type=facts["type"],
        tons=facts["grt"],
        klass=next(kinds, ""),
        in_convoy=facts.get("in_convoy", False),
        game=work.game,
        cell=work.board.boat.cell,
        is_staged="in_convoy" not in facts,
    )
    note_sunk(work, ship)


def _gunfire(work: Working, _facts: Mapping[str, Any]) -> None:
    fire_upon(work)


def _emergency(work: Working, facts: Mapping[str, Any]) -> None:
    raise_emergency(work, facts["kind"], facts["room"])


def _fault(work: Working, facts: Mapping[str, Any]) -> None:
    add_fault(work, facts["device"], facts["level"])


def _breach(work: Working, facts: Mapping[str, Any]) -> None:
    open_breach(work, facts["room"])


def _flood(work: Working, facts: Mapping[str, Any]) -> None:
    flood(work, facts["room"])


def _battery(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("battery", percent=facts["percent"], mark=True)


def _depth_mark(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("depth", metres=facts["metres"], mark=True)


def _ahead(kind: str) -> Callable[[Working, Mapping[str, Any]], None]:
    """Return what tells of something ahead, with the cell by reckoning."""
    return lambda work, facts: work.tell(kind, cell=facts["cell"])


def _bottom(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("depth", metres=facts["metres"])


def _stretch(work: Working, facts: Mapping[str, Any]) -> None:
    finish_stretch(work, facts["objective"])


def _lost(work: Working, facts: Mapping[str, Any]) -> None:
    """Lose the boat (UBT-3.1f)."""
    work.end(facts["reason"])


HAPPENINGS: Mapping[str, Callable[[Working, Mapping[str, Any]], None]] = {
    **WATCHING,
    "contact": _contact,
    "contact-lost": _contact_lost,
    "weather": _weather,
    "detected": _detected,
    "morale": _morale,
    "wound": _wound,
    "gunfire": _gunfire,
    "event": _event,
    "sunk": _sunk,
    "emergency": _emergency,
    "fault": _fault,
    "breach": _breach,
    "flood": _flood,
    "battery": _battery,
    "depth-mark": _depth_mark,
    "bottom": _bottom,
    "shoals": _ahead("shoals"),
    "object": _ahead("object"),
    "edge": _ahead("edge"),
    "lost": _lost,
    "stretch": _stretch,
    "message": receive_by_script,
    **HUNTING_NEWS,
    **ATTACK_NEWS,
    **GUN_NEWS,
}
"""What can happen by script, or by the sea."""
