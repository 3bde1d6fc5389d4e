"""The shape of a box file: crew boards, order table, cards, devices, stores, levels and ships (UBT-4, UBT-7)."""

from __future__ import annotations

from klaxon.rules.content.shapes import (
    Either,
    Flag,
    Id,
    Kinds,
    ListOf,
    Number,
    Pair,
    Record,
    Shape,
    Table,
    Text,
    Word,
)
from klaxon.rules.uboot.words import DECKS, FAULT_LEVELS, FIGURES, KINDS, LEVELS, ROLES, SHAPES, SYMBOLS

SCHEMA = 1
WOUND_DECKS = ("burn", "shock", "poison", "gunshot")
SHIFTS = ("1", "2")
ORDERS = (
    *("change_positions", "new_speed", "new_course", "new_depth", "dive", "surface"),
    *("watch", "periscope", "hydrophone", "sextant", "enigma"),
    *("tdc", "flood_tubes", "launch", "reload", "gun88", "aa20"),
    *("repair_fault", "repair_emergency", "repair_breach", "first_aid", "address", "cook"),
)
"""The orders of UBT-4, every one of which a box has."""
CATEGORIES = ("manoeuvre", "intelligence", "arms", "safety", "crew")
NEEDS = (
    *("surfaced", "submerged", "periscope-depth", "periscope-speed", "attack-depth", "clear-sky", "sea-5", "sea-6"),
    *("no-watch", "view", "in-sight", "solution", "message", "card", "food", "no-ration", "patient", "medicine"),
    *("tube-loaded", "tube-dry", "tube-flooded", "tube-empty", "reserve", "shells"),
    *("fault", "no-repair", "emergency", "device", "breach", "no-attempt"),
    *(f"works:{what}" for what in ("engines", "helm", "ballast", "periscope", "hydrophone", "radio", "tdc")),
    *(f"works:{what}" for what in ("tube", "hoist", "gun")),
)
"""What an order may ask of the boat before it is given."""
SOME_ROOMS = ("engine", "tube", "tube-either", "target")
"""Rooms that only the order itself tells: of the engines in use, of a tube, of what is mended or treated."""
MEDICINES = ("tablets", "ointment", "bandage", "injection", "surgery")
FOODS = ("meat", "bread", "potato", "eggs", "onion", "fish", "lemon")
DEVICE_KINDS = (
    *("torpedo_tubes", "electrics", "hydrophone", "radio", "periscope", "tdc", "helm", "pumps", "ballast"),
    *("galley", "diesels", "e_motors", "gun88", "aa20"),
)

_ROOM, _INSIDE = Number(1, 8), Number(1, 6)
_N = Number(-11, 11)
_PERCENT = Number(0, 1000)
_MINUTES = Number(1, 6000)
_SPAN = Pair(_MINUTES, _MINUTES)
_RANDOM = {"random": Number(1, 16)}
_UNTIL = {"until": Word(("bell",))}
_FAULT = Record(
    {"level": Word(FAULT_LEVELS), "n": Number(1, 6), "room": Either(_ROOM, Word(("any", "random")))},
)

OPERATIONS: dict[str, Record] = {
    "morale": Record({"n": _N}, {"unless": Word(("hunted",))}),
    "order_track": Record({"n": _N}),
    "activate": Record({"n": Number(1, 3)}, {**_RANDOM, "room": Either(_ROOM, Word(("random",))), "all": Flag()}),
    "malady": Record(
        _RANDOM,
        {
            "wound": Number(0, 2),
            "fatigue": Number(0, 3),
            "act": Number(0, 3),
            "bars": ListOf(Word((*SYMBOLS, "all"))),
            "treat": ListOf(Word(MEDICINES), 0, 5),
        },
    ),
    "wound": Record({"deck": Word(WOUND_DECKS), **_RANDOM}),
    "fault": _FAULT,
    "emergency": Record({"kind": Word(KINDS), "room": Either(_INSIDE, Word(("random",)))}),
    "ration": Record({"n": Number(-3, -1)}),
    "cigarettes": Record({"n": Number(-4, 4)}),
    "medicine": Record({"random": Number(1, 16)}),
    "food": Record(
        {},
        {"add": Word(FOODS), "n": Number(1, 6), "spoil": Number(1, 6), "discard": Number(1, 6)},
    ),
    "noise": Record({"percent": _PERCENT, "minutes": _MINUTES}),
    "block": Record({"what": Word(("3-8",)), "minutes": _MINUTES}),
    "relieve_captain": Record(_UNTIL),
    "clear_act": Record({"n": Number(1, 3)}, {"choose": Number(1, 16), "room": Word(("choose",))}),
    "clear_fatigue": Record({"choose": Number(1, 16), "n": Number(1, 3)}),
    "move_act": Record({"n": Number(1, 3)}),
    "free_order": Record({"order": Word(ORDERS)}),
    "waive_unskilled": Record({"order": Word(("choose", *ORDERS)), **_UNTIL}),
    "sinking_morale": Record({"n": _N, **_UNTIL}),
    "ignore_morale_card": Record({}),
    "evade": Record({"order": Word(ORDERS), "minutes": _MINUTES, "fail": ListOf(Kinds("op", {"fault": _FAULT}), 1, 4)}),
    "contact": Record({"kind": Word(("false", "small"))}),
    "engineer_cards": Record({"n": Number(-1, 1)}),
}
"""Operation of a card -> its keys beside `op` (UBT-7.8)."""
_EFFECT = ListOf(Kinds("op", OPERATIONS), 0, 4)

_MEN = Either(Number(1, 16), Word(("all",)))
TOOL_OPERATIONS: dict[str, Record] = {
    "men": Record({"n": Number(1, 6)}),
    "waive_unskilled": Record({"men": _MEN}),
    "clear_act": Record({"men": _MEN}),
    "time": Record({"percent": Number(1, 99)}),
}
"""Operation of an engineer's card -> its keys beside `op`."""

_CARD: dict[str, Shape] = {"id": Id(), "name": Text(40)}
_WOUND = Record(
    {
        **_CARD,
        "wound": Number(0, 2),
        "fatigue": Number(0, 3),
        "act": Number(0, 3),
        "bars": ListOf(Word((*SYMBOLS, "all"))),
        "treat": ListOf(Word(MEDICINES), 0, 5),
    },
    {"special": Word(("moving_costs_act",))},
)
_MORALE = Record({**_CARD, "effect": _EFFECT})
_EVENT = Record({**_CARD, "timing": Word(("instant", "hand")), "effect": _EFFECT})
_TOOL = Record(
    {
        **_CARD,
        "device": Word(("any", "breach", *DEVICE_KINDS)),
        "kind": Word(("men", "reusable")),
        "basic": Kinds("op", TOOL_OPERATIONS),
        "advanced": Kinds("op", TOOL_OPERATIONS),
    }
)
DEALT = ("captain", "engineer")
"""Decks that are dealt at set-up."""
_CARDS = Record(
    {
        **{deck: ListOf(_WOUND if deck in WOUND_DECKS else _MORALE, 1, 60) for deck in DECKS if deck != "events"},
        "events": ListOf(_EVENT, 1, 60),
        "captain": ListOf(_MORALE, 1, 60),
        "engineer": ListOf(_TOOL, 2, 60),
    }
)

_PLACE = Record(
    {
        "symbol": Word(SYMBOLS),
        "n": Either(Number(1, 16), Word(("fault",)), Pair(Number(1, 16), Number(1, 16))),
        "room": Either(_ROOM, Word(SOME_ROOMS)),
    }
)
_ORDER = Record(
    {
        "id": Word(ORDERS),
        "category": Word(CATEGORIES),
        "owners": ListOf(Word(ROLES), 1, 4),
        "args": Text(60),
        "places": ListOf(_PLACE, 0, 8),
        "needs": ListOf(Word(NEEDS), 0, 12),
        "ends": Word(("ready", "filled", "done", "treat", "dish")),
    },
    {
        "token": Word(("watch", "fault")),
        "per": Word(("message", "torpedo", "patient")),
        "men": Number(1, 1),
        "then": Text(60),
        "grave": Flag(),
    },
)

_DEVICE = Record(
    {
        **_CARD,
        "room": _ROOM,
        "kind": Word(DEVICE_KINDS),
        "required": Table(FAULT_LEVELS, Number(1, 8), whole=True),
        "yellow": Text(60),
        "red": Text(60),
    }
)
_DIFFICULTY = {
    "captain": Record({"order_recovery": Number(1, 8), "captain_cards": Number(0, 60)}),
    "first_officer": Record(
        {
            "identify": Word(("type", "length", "silhouette")),
            "event_min": _SPAN,
            "enigma": Word(("plain", "key", "indicator")),
        }
    ),
    "navigator": Record(
        {
            "fields": ListOf(Word(("bearing", "range", "course", "speed", "range_word", "aspect_word")), 1, 6),
            "bearing_err_deg": Number(0, 90),
            "range_err_pct": Number(0, 90),
            "course_err_deg": Number(0, 90),
            "speed_err_kn": Number(0, 20),
        }
    ),
    "engineer": Record(
        {
            "fault_rate_pct": _PERCENT,
            "engineer_cards": Number(0, 60),
            "breach_seconds": Number(10, 3600),
            "worsen_min": _SPAN,
        }
    ),
}
_SHIP = Record(
    {
        **_CARD,
        "klass": Word(("merchant", "escort", "small")),
        "type": Id(),
        "sight": Word(("large", "freighter", "escort", "small")),
        "grt": Number(1, 99_999),
        "length_m": Number(5, 400),
        "beam_m": Number(1, 60),
        "draught_dm": Number(1, 200),
        "max_kn": Number(1, 45),
        "mast_m": Number(1, 80),
        "hits": Pair(Number(1, 9), Number(1, 9)),
        "hull_points": Number(1, 200),
        "armed": Flag(),
        "screws": Number(1, 4),
        "rpm_per_kn": Number(1, 99),
        "sound": Word(("slow", "fast", "turbine", "motor")),
        "charges": Number(0, 200),
        "smoke": Flag(),
        "profile": Record(
            {
                "boxes": ListOf(ListOf(Number(0, 1000), 3, 3), 1, 20),
                "funnels": ListOf(ListOf(Number(0, 1000), 3, 3), 0, 8),
                "masts": ListOf(Pair(Number(0, 1000), Number(0, 1000)), 0, 8),
            }
        ),
    }
)

_SAILOR = Record({"post": Text(40), "symbols": ListOf(Word(SYMBOLS), 2, 2)})
BOX = Record(
    {
        "schema": Number(SCHEMA, SCHEMA),
        "crew": Table(ROLES, Table(SHIFTS, Table(SHAPES, _SAILOR, whole=True), whole=True), whole=True),
        "experts": Table(SHIFTS, Word(tuple(name for name in FIGURES if name.startswith("engineer."))), whole=True),
        "start": Table(FIGURES, _INSIDE, whole=True),
        "orders": ListOf(_ORDER, 0, 60),
        "cards": _CARDS,
        "devices": ListOf(_DEVICE, 1, 80),
        "repair_minutes": Table(FAULT_LEVELS, _MINUTES, whole=True),
        "arrival": Record(
            {
                "mean_min": _MINUTES,
                **{f"{level}_pct": Number(0, 100) for level in FAULT_LEVELS},
                "most_open": Number(0, 99),
            }
        ),
        "food": Record(
            {
                "tokens": Table(FOODS, Number(0, 60), whole=True),
                "neighbours": ListOf(Pair(Number(1, 6), Number(1, 6)), 1, 15),
                "recipes": ListOf(Record({**_CARD, "tokens": ListOf(Word(FOODS), 2, 3)}), 1, 60),
                "spoil_order": ListOf(Word(FOODS), 1, 60),
                "meal_morale": ListOf(_N, 4, 4),
            }
        ),
        "medicine": Table(MEDICINES, Number(0, 60), whole=True),
        "difficulty": Record({role: Table(LEVELS, _DIFFICULTY[role], whole=True) for role in ROLES}),
        "ships": ListOf(_SHIP, 0, 80),
    },
    {"license": Text()},
)
