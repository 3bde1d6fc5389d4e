"""What can be aimed and shot at: contacts in sight of an open view, as the crew knows them (UBT-8.5b, UBT-5#41)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.glass.open_views import BRIDGE, PERISCOPE, open_names
from klaxon.rules.uboot.state import OpenBoard

_SEEN_BY = {BRIDGE: "lookout", PERISCOPE: "periscope"}
"""View -> by what a contact is seen in it."""
SHIPS, AIRCRAFT = ("ship", "group"), "aircraft"


def sights(board: OpenBoard) -> list[str]:
    """Return by what a contact must be seen to be in an open view."""
    return [_SEEN_BY[name] for name in open_names(board) if name in _SEEN_BY]


def in_sight(board: OpenBoard, kinds: tuple[str, ...] = SHIPS) -> list[str]:
    """Return the contacts of some kinds that an open view shows."""
    seen_by = sights(board)
    return [contact.name for contact in board.waters.contacts if contact.kind in kinds and contact.by in seen_by]


def find_contact(board: OpenBoard, name: str) -> Contact | None:
    """Return a contact by its name."""
    return next((contact for contact in board.waters.contacts if contact.name == name), None)


def bar_view(board: OpenBoard, order: str) -> Refusal | None:
    """Return that neither bridge nor periscope view is open."""
    return None if sights(board) else Refusal("no-view", {"order": order})


def bar_contact(board: OpenBoard, name: str, kinds: tuple[str, ...] = SHIPS) -> Refusal | None:
    """Return that a contact is not in sight; '' asks for any."""
    seen = in_sight(board, kinds)
    return None if name in seen or (seen and not name) else Refusal("no-contact", {"contact": name})
