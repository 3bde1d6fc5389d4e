"""The shape of a mission file (UBT-12.20): objectives, traffic, set-up, and what a script may bring."""

from __future__ import annotations

from klaxon.rules.content.shapes import (
    Flag,
    Id,
    Kinds,
    ListOf,
    Named,
    Number,
    Pair,
    Record,
    Shape,
    Table,
    Text,
    Word,
)
from klaxon.rules.uboot.content.box_shape import FOODS, MEDICINES
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

MAPS = {
    "north_sea": ("AE", "AF", "AM", "AN"),
    "atlantic": ("AD", "AE", "AF", "AK", "AL", "AM", "AN", "BC", "BD", "BE", "BF"),
}
"""Map -> the blocks of cells that it has (UBT-7.11)."""
WEATHER = ("clear", "cloudy", "overcast", "rain", "fog")
TEMPLATES = ("single", "slow_convoy", "fast_convoy", "coastal_convoy", "patrol", "small")
STATES = ("STATION", "INVESTIGATE", "ATTACK", "RUN", "OPEN", "SEARCH", "LISTEN", "REJOIN")
SIGHTS = ("lookout", "periscope", "hydrophone", "radio")
TORPEDOES = ("g7a", "g7e")
STORES = {"bow": 6, "stern": 1, "deck": 2}
"""Where torpedoes in reserve lie -> how many there (UBT-8.5a)."""
MEN = tuple(f"{figure}.{shift}" for shift in (1, 2) for figure in FIGURES)

_CELL = Text(4, r"[A-Z]{2}[1-9][1-9]", "AM12")
_DATE = Text(16, r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}", "1940-06-01T08:00")
_MOMENT = Text(9, r"\d{1,3}:[0-5]\d:[0-5]\d", "1:30:00")
_HOURS = Number(1, 240)
_COUNT = Number(1, 99)
_SEA = Number(1, 9)
_TONS = Number(1, 999_999)
_BEARING = Number(0, 359)

OBJECTIVES: dict[str, dict[str, Shape]] = {
    "patrol": {"cell": _CELL, "dwell_h": _HOURS},
    "recon": {"cell": _CELL, "depth": Word(("periscope",)), "dwell_h": _HOURS},
    "land_party": {"cell": _CELL, "minutes": Number(1, 600), "surface_night": Flag()},
    "shadow": {"target": Word(("convoy",)), "hours": _HOURS, "max_nm": Number(1, 50), "reports": Number(0, 20)},
    "sink_grt": {"n": _TONS},
    "sink_type": {"type": Id(), "count": _COUNT},
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
    "sink_grt": {"within": Word(("convoy",))},
    "weather_report": {"cell": _CELL},
}
_LATER: dict[str, Shape] = {"at_h": Number(0, 240), "text": Text()}
_PRIMARY = Kinds("kind", {kind: Record(keys, _SOMETIMES.get(kind, {})) for kind, keys in OBJECTIVES.items()})
_SECONDARY = Kinds(
    "kind", {kind: Record(keys, {**_SOMETIMES.get(kind, {}), **_LATER}) for kind, keys in OBJECTIVES.items()}
)

_SHIP = Record(
    {
        "id": Id(),
        "type": Id(),
        "bearing": _BEARING,
        "range_m": Number(1, 99_999),
        "course": _BEARING,
        "kn": Number(0, 45),
    },
    {"state": Word(STATES), "group": Id(), "zigzag": Flag(), "known": Flag()},
)
_ROOM, _INSIDE = Number(1, 8), Number(1, 6)
HAPPENINGS: dict[str, Record] = {
    "emergency": Record({"kind": Word(KINDS), "room": _INSIDE}),
    "fault": Record({"device": Id(), "level": Word(FAULT_LEVELS)}),
    "breach": Record({"room": _INSIDE}),
    "flood": Record({"room": _INSIDE}),
    "event": Record({"card": Id()}),
    "morale": Record({"n": Number(-11, 11)}),
    "gunfire": Record({}),
    "message": Record({"id": Id(), "text": Text()}),
    "contact": Record(
        {"id": Id(), "by": Word(SIGHTS)},
        {
            "klass": Word(("merchant", "escort", "small", "aircraft", "group")),
            "type": Id(),
            "bearing": _BEARING,
            "range": Number(1, 99_999),
            "course": _BEARING,
            "speed": Number(0, 1500),
        },
    ),
    "contact-lost": Record({"id": Id()}),
    "detected": Record({"on": Flag()}),
    "sunk": Record({"id": Id(), "type": Id(), "grt": _TONS}),
    "weather": Record({"state": Word(WEATHER), "sea": _SEA}),
    "wound": Record({"man": Word((*FIGURES, *MEN)), "card": Id()}),
}
"""Happening of a script -> its facts beside `at` and `do` (UBT-12.20c)."""
_HAPPENING = Kinds(
    "do", {name: Record({"at": _MOMENT, **record.needed}, record.optional) for name, record in HAPPENINGS.items()}
)

_FOOD = Word(FOODS)
_CARDS = ListOf(Id(), 0, 60)
_NUMBERS = tuple(map(str, ROOMS))
SETUP: dict[str, Shape] = {
    "surfaced": Flag(),
    "depth": Number(0, 300),
    "course": _BEARING,
    "speed": Word(SETTINGS),
    "battery": Number(0, 100),
    "order": Number(0, 8),
    "morale": Number(0, 11),
    "shift": Number(1, 2),
    "cell": _CELL,
    "weather": Word(WEATHER),
    "sea": _SEA,
    "light": Word(("day", "twilight", "moon", "dark")),
    "cigarettes": Table(ROLES, Number(0, 20)),
    "kits": Number(0, 11),
    "hand": _CARDS,
    "engineer": Table(("a", "b"), _CARDS),
    "medicine": Table(MEDICINES, Number(0, 60)),
    "pyramid": ListOf(Word((*FOODS, "")), 6, 6),
    "supply": ListOf(_FOOD, 0, 99),
    "discard": ListOf(_FOOD, 0, 99),
    "ration": ListOf(_FOOD, 0, 4),
    "spoiled": ListOf(_FOOD, 0, 7),
    "tubes": Table(tuple(map(str, TUBES)), Record({}, {"torpedo": Word((*TORPEDOES, "")), "flooded": Flag()})),
    "reserve": Table(tuple(STORES), Table(TORPEDOES, Number(0, 14))),
    "faults": Named(Word(FAULT_LEVELS)),
    "rooms": Table(
        _NUMBERS,
        Record(
            {},
            {
                "emergencies": ListOf(Word(KINDS), 0, 12),
                "flooded": Flag(),
                "devices": ListOf(Word(DEVICES), 0, 5),
                "toolboxes": ListOf(Word(TOOLBOXES), 0, 2),
            },
        ),
    ),
    "men": Table(
        MEN,
        Record({}, {"act": Number(0, 3), "watch": Flag(), "cards": _CARDS, "treated": _CARDS, "dead": Flag()}),
    ),
    "figures": Table(FIGURES, _ROOM),
    "decks": Table(DECKS, _CARDS),
    "bag": ListOf(Word(FIGURES), 0, 400),
}
"""Keys of `setup` (UBT-12.20a and b)."""

MISSION = Record(
    {
        "id": Id(),
        "title": Text(60),
        "map": Word(tuple(MAPS)),
        "date": _DATE,
        "start": _CELL,
        "base": _CELL,
        "hours": _HOURS,
        "briefing": Named(Text(800)),
        "primary": _PRIMARY,
        "secondary": ListOf(_SECONDARY, 0, 6),
        "traffic": ListOf(Pair(Word(TEMPLATES), _COUNT), 0, 20),
        "area": _CELL,
        "air_per_day": Number(0, 48),
        "weather": Word(WEATHER),
        "sea": _SEA,
        "torpedoes": Table(TORPEDOES, Number(0, 14), whole=True),
        "par": Number(1, 999),
        "chain": Text(40, r"([a-z0-9][a-z0-9_-]*)?", "c1"),
        "script": ListOf(_HAPPENING, 0, 400),
    },
    {"ships": ListOf(_SHIP, 0, 80), "setup": Record({}, SETUP), "needs": Word(("primary",))},
)
