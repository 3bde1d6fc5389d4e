"""The shape of a patrol log (UBT-12.22a, b)."""

from __future__ import annotations

from klaxon.rules.content.shapes import (
    FlagShape,
    IdShape,
    ListShape,
    NamedShape,
    NumberShape,
    RecordShape,
    Shape,
    TableShape,
    TextShape,
    WordShape,
)
from klaxon.rules.uboot.content.box_shape import FOODS, MEDICINES
from klaxon.rules.uboot.content.mission_shape import MEN, STORES, TORPEDOES
from klaxon.rules.uboot.linked.course import CAMPAIGN, LINKED, SINGLE
from klaxon.rules.uboot.words import DEVICES, FAULT_LEVELS, KINDS, ROLES, ROOMS, TOOLBOXES, TUBES

GRADES = ("S", "A", "B", "C", "D", "E", "F")
REASONS = (
    *("time", "returned", "rammed", "aground", "struck", "flooded", "exhausted", "crew", "crushed", "charges"),
    *("bombs", "gunfire"),
)
MOST_SHELLS = 220
_CARDS = ListShape(IdShape(), 0, 60)
_FOOD = WordShape(FOODS)
_FOODS = ListShape(_FOOD, 0, 99)
_CHAIN = TextShape(40, r"([a-z0-9][a-z0-9_-]*)?", "c1")
_MANY = NumberShape(0, 9_999_999)

_PAST = RecordShape(
    {
        "mission": IdShape(),
        "title": TextShape(60),
        "chain": _CHAIN,
        "date": TextShape(16, r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}", "1940-06-01T08:00"),
        "needs": WordShape(("", "primary")),
        "reason": WordShape(REASONS),
        "lost": FlagShape(),
        "primary": FlagShape(),
        "grade": WordShape(GRADES),
        "glory": _MANY,
        "ratio": _MANY,
        "grt": _MANY,
        "ships": NumberShape(0, 999),
    }
)
_TOTALS = RecordShape(
    {**dict.fromkeys(("missions", "glory", "grt", "ships", "ratio"), _MANY), "rank": WordShape(GRADES)}
)
_MALADY = RecordShape(
    {
        "card": IdShape(),
        "wound": NumberShape(0, 3),
        "fatigue": NumberShape(0, 3),
        "treated": FlagShape(),
        "copy": FlagShape(),
    }
)
_ROOM = RecordShape(
    {
        "flooded": FlagShape(),
        "emergencies": ListShape(WordShape(tuple(kind for kind in KINDS if kind != "gas")), 0, 12),
        "devices": ListShape(WordShape(DEVICES), 0, 5),
        "toolboxes": ListShape(WordShape(TOOLBOXES), 0, 2),
    }
)
CARRIED: dict[str, Shape] = {
    "morale": NumberShape(0, 11),
    "men": TableShape(MEN, RecordShape({}, {"dead": FlagShape(), "cards": ListShape(_MALADY, 1, 3)})),
    "rooms": TableShape(tuple(map(str, ROOMS)), _ROOM, whole=True),
    "faults": NamedShape(WordShape(FAULT_LEVELS)),
    "hand": _CARDS,
    "engineer": TableShape(("a", "b", "discard"), _CARDS, whole=True),
    "pyramid": ListShape(WordShape((*FOODS, "")), 6, 6),
    "supply": _FOODS,
    "discard": _FOODS,
    "ration": ListShape(_FOOD, 0, 4),
    "spoiled": ListShape(_FOOD, 0, len(FOODS)),
    "medicine": TableShape(MEDICINES, NumberShape(0, 60), whole=True),
    "kits": NumberShape(0, 11),
    "cigarettes": TableShape(ROLES, NumberShape(0, 20), whole=True),
    "tubes": TableShape(tuple(map(str, TUBES)), WordShape((*TORPEDOES, "")), whole=True),
    "reserve": TableShape(tuple(STORES), TableShape(TORPEDOES, NumberShape(0, 14), whole=True), whole=True),
    "shells": NumberShape(0, MOST_SHELLS),
}
"""What is carried, where the boat was not lost."""
_HEAD: dict[str, Shape] = {
    "schema": NumberShape(1, 1),
    "mode": WordShape((SINGLE, LINKED, CAMPAIGN)),
    "patrol": IdShape(),
    "missions": ListShape(_PAST, 1, 99),
    "totals": _TOTALS,
    "next": TextShape(40),
    "seal": TextShape(32, r"[0-9a-f]{32}", "0" * 32),
}
LOG_AFLOAT = RecordShape({**_HEAD, "carried": RecordShape(CARRIED)})
LOG_LOST = RecordShape({**_HEAD, "carried": RecordShape({})})
"""The log of a boat that was lost: it carries nothing."""
