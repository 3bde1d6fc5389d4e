"""Contacts as the crew is told of them, and what it may conclude: nothing here asks what the enemy knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.records import Contact, OwnBoat, Waters

NEAR_M, MEDIUM_M = 3 * 1852, 7 * 1852
TRANSIT_M = 10 * 1852
"""Nearer than this by its last report a contact forbids transit (UBT-8.1b)."""
NEUTRAL = "neutral"
"""Class of a contact that is known to be no enemy."""
ASPECTS = ("bow", "bow quarter", "beam", "stern quarter", "stern")
_ASPECT_EDGES = (23, 68, 113, 158)


def report_of(facts: Mapping[str, Any], boat: OwnBoat, level: str, game: int) -> Contact:
    """Return a contact as a script reports it, with the fields that the navigator's level has (UBT-7.2)."""
    by = str(facts["by"])
    klass = str(facts.get("klass", ""))
    kind = "sound" if by == "hydrophone" else "aircraft" if klass == "aircraft" else "ship"
    known = {name: facts[name] for name in ("bearing", "range", "course", "speed") if name in facts}
    if level == "high":
        known = _in_words(known, boat)
    return Contact(str(facts["id"]), kind, by, klass, game // 1000, tuple(known.items()))


def _in_words(known: Mapping[str, int], boat: OwnBoat) -> dict[str, int | str]:
    """Return a report as the high level has it: a bearing, and words for range and aspect."""
    words: dict[str, int | str] = {"bearing": known["bearing"]} if "bearing" in known else {}
    if "range" in known:
        words["range_word"] = range_word(known["range"])
    if "course" in known and "bearing" in known:
        words["aspect_word"] = aspect_word(boat.course + known["bearing"], known["course"])
    return words


def range_word(metres: int) -> str:
    """Return near, medium or far (UBT-7.2b)."""
    return "near" if metres < NEAR_M else "medium" if metres < MEDIUM_M else "far"


def aspect_word(true_bearing: int, course: int) -> str:
    """Return what is seen of a ship that bears so and steers so, with the side (UBT-7.2b)."""
    angle = (true_bearing + 180 - course + 180) % 360 - 180
    word = ASPECTS[sum(abs(angle) >= edge for edge in _ASPECT_EDGES)]
    return word if word in ("bow", "stern") else f"{word} {'starboard' if angle > 0 else 'port'}"


def is_near(contact: Contact) -> bool:
    """Return whether a contact forbids transit: by its last report it is less than 10 nm off (UBT-8.1b)."""
    fields = dict(contact.fields)
    if contact.klass == NEUTRAL:
        return False
    if "range" in fields:
        return int(fields["range"]) < TRANSIT_M
    return fields.get("range_word") in ("near", "medium")


def bar_mode(waters: Waters, mode: str) -> str:
    """Return why a time mode is refused by what the crew knows, '' where it is not (UBT-3.11i)."""
    if mode != "transit":
        return ""
    if any(is_near(contact) for contact in waters.contacts):
        return "contact-near"
    return "hunted" if waters.hunted else ""
