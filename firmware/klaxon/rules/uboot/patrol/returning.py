"""Return to base: when the captain may end the mission, by what the crew knows alone (UBT-3.1g, h, UBT-5#20)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.patrol.records import PRIMARY
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.contacts import NEUTRAL
from klaxon.rules.uboot.state import OpenBoard

RETURN = "return_to_base"
NEAR_M = 6 * 1852
"""Nearer than this by its last report a contact may have seen the boat."""


def bar_return(board: OpenBoard) -> Refusal | None:
    """Return why the boat cannot return to base now."""
    if board.patrol.objective(PRIMARY).kind == "return":
        return Refusal("sail-home")  # once it is in that cell the mission is over
    waters = board.waters
    if waters.detected or waters.hunted or any(_may_see_us(contact) for contact in waters.contacts):
        return Refusal("detected")
    return None


def _may_see_us(contact: Contact) -> bool:
    fields = dict(contact.fields)
    if contact.kind == "aircraft":
        return True
    if contact.klass == NEUTRAL:
        return False
    if "range" in fields:
        return int(fields["range"]) < NEAR_M
    return fields.get("range_word") in ("near", "medium")
