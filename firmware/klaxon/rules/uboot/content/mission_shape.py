"""The shape of a mission file (UBT-12.20): objectives, traffic, set-up, and what a script may bring."""

from __future__ import annotations

from klaxon.rules.content.shapes import (
    FlagShape,
    IdShape,
    KindsShape,
    ListShape,
    NamedShape,
    NumberShape,
    PairShape,
    RecordShape,
    Shape,
    TableShape,
    TextShape,
    WordShape,
)
from klaxon.rules.uboot.content.box_shape import FOODS, MEDICINES
from klaxon.rules.uboot.content.charts import CHARTS
from klaxon.rules.uboot.words import (
    DECKS,
    DEVICES,
    FAULT_LEVELS,
    FIGURES,
    KINDS,
    ROLES,
    ROOMS,
    SETTINGS,
    TOOLBOXES,
    TUBES,
)

WEATHER = ("clear", "cloudy", "overcast", "rain", "fog")
TEMPLATES = ("single", "slow_convoy", "fast_convoy", "coastal_convoy", "patrol", "small")
STATES = ("STATION", "INVESTIGATE", "ATTACK", "RUN", "OPEN", "SEARCH", "LISTEN", "REJOIN")
SIGHTS = ("lookout", "periscope", "hydrophone", "radio")
TORPEDOES = ("g7a", "g7e")
STORES = {"bow": 6, "stern": 1, "deck": 2}
"""Where torpedoes in reserve lie -> how many there (UBT-8.5a)."""
MEN = tuple(f"{figure}.{shift}" for shift in (1, 2) for figure in FIGURES)

_CELL = TextShape(4, r"[A-Z]{2}[1-9][1-9]", "AM12")
_DATE = TextShape(16, r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}", "1940-06-01T08:00")
_MOMENT = TextShape(9, r"\d{1,3}:[0-5]\d:[0-5]\d", "1:30:00")
_HOURS = NumberShape(1, 240)
_COUNT = NumberShape(1, 99)
_SEA = NumberShape(1, 9)
_TONS = NumberShape(1, 999_999)
_BEARING = NumberShape(0, 359)

OBJECTIVES: dict[str, dict[str, Shape]] = {
    "patrol": {"cell": _CELL, "dwell_h": _HOURS},
    "recon": {"cell": _CELL, "depth": WordShape(("periscope",)), "dwell_h": _HOURS},
    "land_party": {"cell": _CELL, "minutes": NumberShape(1, 600), "surface_night": FlagShape()},
    "shadow": {
        "target": WordShape(("convoy",)),
        "hours": _HOURS,
        "max_nm": NumberShape(1, 25),
        "reports": NumberShape(0, 20),
    },
    "sink_grt": {"n": _TONS},
    "sink_type": {"type": IdShape(), "count": _COUNT},
    "sink_escort": {"n": _COUNT},
    "weather_report": {"count": _COUNT},
    "rescue": {"cell": _CELL},
    "return": {"cell": _CELL},
    "avoid_detection": {"hours": _HOURS},
    "no_flood": {},
    "no_death": {},
}
"""Objective -> what it must say (UBT-7.11a to f)."""
_SOMETIMES: dict[str, dict[str, Shape]] = {
    "sink_grt": {"within": WordShape(("convoy",))},
    "weather_report": {"cell": _CELL},
}
_LATER: dict[str, Shape] = {"at_h": NumberShape(0, 240), "text": TextShape()}
_PRIMARY = KindsShape("kind", {kind: RecordShape(keys, _SOMETIMES.get(kind, {})) for kind, keys in OBJECTIVES.items()})
_SECONDARY = KindsShape(
    "kind", {kind: RecordShape(keys, {**_SOMETIMES.get(kind, {}), **_LATER}) for kind, keys in OBJECTIVES.items()}
)

_SHIP = RecordShape(
    {
        "id": IdShape(),
        "type": IdShape(),
        "bearing": _BEARING,
        "range_m": NumberShape(1, 99_999),
        "course": _BEARING,
        "kn": NumberShape(0, 45),
    },
    {"state": WordShape(STATES), "group": IdShape(), "zigzag": FlagShape(), "known": FlagShape()},
)
_ROOM, _INSIDE = NumberShape(1, 8), NumberShape(1, 6)
HAPPENINGS: dict[str, RecordShape] = {
    "emergency": RecordShape({"kind": WordShape(KINDS), "room": _INSIDE}),
    "fault": RecordShape({"device": IdShape(), "level": WordShape(FAULT_LEVELS)}),
    "breach": RecordShape({"room": _INSIDE}),
    "flood": RecordShape({"room": _INSIDE}),
    "event": RecordShape({"card": IdShape()}),
    "morale": RecordShape({"n": NumberShape(-11, 11)}),
    "gunfire": RecordShape({}),
    "message": RecordShape({"id": IdShape(), "text": TextShape()}),
    "contact": RecordShape(
        {"id": IdShape(), "by": WordShape(SIGHTS)},
        {
            "klass": WordShape(("merchant", "escort", "small", "aircraft", "group")),
            "type": IdShape(),
            "bearing": _BEARING,
            "range": NumberShape(1, 99_999),
            "course": _BEARING,
            "speed": NumberShape(0, 1500),
        },
    ),
    "contact-lost": RecordShape({"id": IdShape()}),
    "detected": RecordShape({"on": FlagShape()}),
    "sunk": RecordShape({"id": IdShape(), "type": IdShape(), "grt": _TONS}),
    "weather": RecordShape({"state": WordShape(WEATHER), "sea": _SEA}),
    "wound": RecordShape({"man": WordShape((*FIGURES, *MEN)), "card": IdShape()}),
}
"""Happening of a script -> its facts beside `at` and `do` (UBT-12.20c)."""
_HAPPENING = KindsShape(
    "do", {name: RecordShape({"at": _MOMENT, **record.needed}, record.optional) for name, record in HAPPENINGS.items()}
)

_FOOD = WordShape(FOODS)
_CARDS = ListShape(IdShape(), 0, 60)
_NUMBERS = tuple(map(str, ROOMS))
SETUP: dict[str, Shape] = {
    "surfaced": FlagShape(),
    "depth": NumberShape(0, 300),
    "course": _BEARING,
    "speed": WordShape(SETTINGS),
    "battery": NumberShape(0, 100),
    "order": NumberShape(0, 8),
    "morale": NumberShape(0, 11),
    "shift": NumberShape(1, 2),
    "cell": _CELL,
    "weather": WordShape(WEATHER),
    "sea": _SEA,
    "light": WordShape(("day", "twilight", "moon", "dark")),
    "cigarettes": TableShape(ROLES, NumberShape(0, 20)),
    "kits": NumberShape(0, 11),
    "hand": _CARDS,
    "engineer": TableShape(("a", "b"), _CARDS),
    "medicine": TableShape(MEDICINES, NumberShape(0, 60)),
    "pyramid": ListShape(WordShape((*FOODS, "")), 6, 6),
    "supply": ListShape(_FOOD, 0, 99),
    "discard": ListShape(_FOOD, 0, 99),
    "ration": ListShape(_FOOD, 0, 4),
    "spoiled": ListShape(_FOOD, 0, 7),
    "tubes": TableShape(
        tuple(map(str, TUBES)), RecordShape({}, {"torpedo": WordShape((*TORPEDOES, "")), "flooded": FlagShape()})
    ),
    "reserve": TableShape(tuple(STORES), TableShape(TORPEDOES, NumberShape(0, 14))),
    "faults": NamedShape(WordShape(FAULT_LEVELS)),
    "rooms": TableShape(
        _NUMBERS,
        RecordShape(
            {},
            {
                "emergencies": ListShape(WordShape(KINDS), 0, 12),
                "flooded": FlagShape(),
                "devices": ListShape(WordShape(DEVICES), 0, 5),
                "toolboxes": ListShape(WordShape(TOOLBOXES), 0, 2),
            },
        ),
    ),
    "men": TableShape(
        MEN,
        RecordShape(
            {},
            {"act": NumberShape(0, 3), "watch": FlagShape(), "cards": _CARDS, "treated": _CARDS, "dead": FlagShape()},
        ),
    ),
    "figures": TableShape(FIGURES, _ROOM),
    "decks": TableShape(DECKS, _CARDS),
    "bag": ListShape(WordShape(FIGURES), 0, 400),
}
"""Keys of `setup` (UBT-12.20a and b)."""

MISSION = RecordShape(
    {
        "id": IdShape(),
        "title": TextShape(60),
        "map": WordShape(CHARTS),
        "date": _DATE,
        "start": _CELL,
        "base": _CELL,
        "hours": _HOURS,
        "briefing": NamedShape(TextShape(800)),
        "primary": _PRIMARY,
        "secondary": ListShape(_SECONDARY, 0, 6),
        "traffic": ListShape(PairShape(WordShape(TEMPLATES), _COUNT), 0, 20),
        "area": _CELL,
        "air_per_day": NumberShape(0, 48),
        "weather": WordShape(WEATHER),
        "sea": _SEA,
        "torpedoes": TableShape(TORPEDOES, NumberShape(0, 14), whole=True),
        "par": NumberShape(1, 999),
        "chain": TextShape(40, r"([a-z0-9][a-z0-9_-]*)?", "c1"),
        "script": ListShape(_HAPPENING, 0, 400),
    },
    {"ships": ListShape(_SHIP, 0, 240), "setup": RecordShape({}, SETUP), "needs": WordShape(("primary",))},
)
