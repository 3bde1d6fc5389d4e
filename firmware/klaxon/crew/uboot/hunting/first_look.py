"""The first officer at the recognition book: whom he identifies first."""

from __future__ import annotations

from klaxon.crew.uboot.hunting.plot import RANGE_WORDS
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.attack.targets import in_sight
from klaxon.rules.uboot.views import View


def identify(view: View, notes: WatchNotes, _pick: Pick) -> Order | None:
    """Let the first officer identify who is in sight and not known yet: the nearest first, of a fleet only those."""
    waters = view.board.waters
    seen = set(in_sight(view.board))
    unknown = [(_reported_range(each), each) for each in waters.contacts if not each.klass and each.name in seen]
    groups = {contact.name for contact in waters.contacts if contact.kind == "group" and contact.klass}
    wanted = [
        (metres, each.name)
        for metres, each in unknown
        if each.group not in groups or metres < notes.hunt.skill.looks_at
    ]
    return Order(view.seat, "identify", (min(wanted)[1],)) if wanted else None


def _reported_range(contact: Contact) -> int:
    fields = dict(contact.fields)
    return int(fields.get("range", RANGE_WORDS.get(str(fields.get("range_word", "")), 0)))
