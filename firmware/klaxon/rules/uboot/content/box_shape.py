"""The shape of a box file: crew, order table, cards, devices, stores, levels, ships and charts (UBT-4, UBT-7)."""

from __future__ import annotations

from klaxon.rules.content.shapes import (
    EitherShape,
    FlagShape,
    IdShape,
    KindsShape,
    ListShape,
    NumberShape,
    PairShape,
    RecordShape,
    Shape,
    TableShape,
    TextShape,
    WordShape,
)
from klaxon.rules.uboot.content.charts import CHARTS_SHAPE
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
    *("tube-loaded", "tube-dry", "tube-flooded", "tube-empty", "reserve", "shells", "target"),
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

_ROOM, _INSIDE = NumberShape(1, 8), NumberShape(1, 6)
_N = NumberShape(-11, 11)
_PERCENT = NumberShape(0, 1000)
_MINUTES = NumberShape(1, 6000)
_SPAN = PairShape(_MINUTES, _MINUTES)
_RANDOM = {"random": NumberShape(1, 16)}
_UNTIL = {"until": WordShape(("bell",))}
_FAULT = RecordShape(
    {
        "level": WordShape(FAULT_LEVELS),
        "n": NumberShape(1, 6),
        "room": EitherShape(_ROOM, WordShape(("any", "random"))),
    },
)

OPERATIONS: dict[str, RecordShape] = {
    "morale": RecordShape({"n": _N}, {"unless": WordShape(("hunted",))}),
    "order_track": RecordShape({"n": _N}),
    "activate": RecordShape(
        {"n": NumberShape(1, 3)}, {**_RANDOM, "room": EitherShape(_ROOM, WordShape(("random",))), "all": FlagShape()}
    ),
    "malady": RecordShape(
        _RANDOM,
        {
            "wound": NumberShape(0, 2),
            "fatigue": NumberShape(0, 3),
            "act": NumberShape(0, 3),
            "bars": ListShape(WordShape((*SYMBOLS, "all"))),
            "treat": ListShape(WordShape(MEDICINES), 0, 5),
        },
    ),
    "wound": RecordShape({"deck": WordShape(WOUND_DECKS), **_RANDOM}),
    "fault": _FAULT,
    "emergency": RecordShape({"kind": WordShape(KINDS), "room": EitherShape(_INSIDE, WordShape(("random",)))}),
    "ration": RecordShape({"n": NumberShape(-3, -1)}),
    "cigarettes": RecordShape({"n": NumberShape(-4, 4)}),
    "medicine": RecordShape({"random": NumberShape(1, 16)}),
    "food": RecordShape(
        {},
        {"add": WordShape(FOODS), "n": NumberShape(1, 6), "spoil": NumberShape(1, 6), "discard": NumberShape(1, 6)},
    ),
    "noise": RecordShape({"percent": _PERCENT, "minutes": _MINUTES}),
    "block": RecordShape({"what": WordShape(("3-8",)), "minutes": _MINUTES}),
    "relieve_captain": RecordShape(_UNTIL),
    "clear_act": RecordShape({"n": NumberShape(1, 3)}, {"choose": NumberShape(1, 16), "room": WordShape(("choose",))}),
    "clear_fatigue": RecordShape({"choose": NumberShape(1, 16), "n": NumberShape(1, 3)}),
    "move_act": RecordShape({"n": NumberShape(1, 3)}),
    "free_order": RecordShape({"order": WordShape(ORDERS)}),
    "waive_unskilled": RecordShape({"order": WordShape(("choose", *ORDERS)), **_UNTIL}),
    "sinking_morale": RecordShape({"n": _N, **_UNTIL}),
    "ignore_morale_card": RecordShape({}),
    "evade": RecordShape(
        {"order": WordShape(ORDERS), "minutes": _MINUTES, "fail": ListShape(KindsShape("op", {"fault": _FAULT}), 1, 4)}
    ),
    "contact": RecordShape({"kind": WordShape(("false", "small"))}),
    "engineer_cards": RecordShape({"n": NumberShape(-1, 1)}),
}
"""Operation of a card -> its keys beside `op` (UBT-7.8)."""
_EFFECT = ListShape(KindsShape("op", OPERATIONS), 0, 4)

_MEN = EitherShape(NumberShape(1, 16), WordShape(("all",)))
TOOL_OPERATIONS: dict[str, RecordShape] = {
    "men": RecordShape({"n": NumberShape(1, 6)}),
    "waive_unskilled": RecordShape({"men": _MEN}),
    "clear_act": RecordShape({"men": _MEN}),
    "time": RecordShape({"percent": NumberShape(1, 99)}),
}
"""Operation of an engineer's card -> its keys beside `op`."""

_CARD: dict[str, Shape] = {"id": IdShape(), "name": TextShape(40)}
_WOUND = RecordShape(
    {
        **_CARD,
        "wound": NumberShape(0, 2),
        "fatigue": NumberShape(0, 3),
        "act": NumberShape(0, 3),
        "bars": ListShape(WordShape((*SYMBOLS, "all"))),
        "treat": ListShape(WordShape(MEDICINES), 0, 5),
    },
    {"special": WordShape(("moving_costs_act",))},
)
_MORALE = RecordShape({**_CARD, "effect": _EFFECT})
_EVENT = RecordShape({**_CARD, "timing": WordShape(("instant", "hand")), "effect": _EFFECT})
_TOOL = RecordShape(
    {
        **_CARD,
        "device": WordShape(("any", "breach", *DEVICE_KINDS)),
        "kind": WordShape(("men", "reusable")),
        "basic": KindsShape("op", TOOL_OPERATIONS),
        "advanced": KindsShape("op", TOOL_OPERATIONS),
    }
)
DEALT = ("captain", "engineer")
"""Decks that are dealt at set-up."""
_CARDS = RecordShape(
    {
        **{deck: ListShape(_WOUND if deck in WOUND_DECKS else _MORALE, 1, 60) for deck in DECKS if deck != "events"},
        "events": ListShape(_EVENT, 1, 60),
        "captain": ListShape(_MORALE, 1, 60),
        "engineer": ListShape(_TOOL, 2, 60),
    }
)

_PLACE = RecordShape(
    {
        "symbol": WordShape(SYMBOLS),
        "n": EitherShape(NumberShape(1, 16), WordShape(("fault",)), PairShape(NumberShape(1, 16), NumberShape(1, 16))),
        "room": EitherShape(_ROOM, WordShape(SOME_ROOMS)),
    }
)
_ORDER = RecordShape(
    {
        "id": WordShape(ORDERS),
        "category": WordShape(CATEGORIES),
        "owners": ListShape(WordShape(ROLES), 1, 4),
        "args": TextShape(60),
        "places": ListShape(_PLACE, 0, 8),
        "needs": ListShape(WordShape(NEEDS), 0, 12),
        "ends": WordShape(("ready", "filled", "done", "treat", "dish")),
    },
    {
        "token": WordShape(("watch", "fault")),
        "per": WordShape(("message", "torpedo", "patient")),
        "men": NumberShape(1, 1),
        "then": TextShape(60),
        "grave": FlagShape(),
    },
)

_DEVICE = RecordShape(
    {
        **_CARD,
        "room": _ROOM,
        "kind": WordShape(DEVICE_KINDS),
        "required": TableShape(FAULT_LEVELS, NumberShape(1, 8), whole=True),
        "yellow": TextShape(60),
        "red": TextShape(60),
    }
)
_DIFFICULTY = {
    "captain": RecordShape({"order_recovery": NumberShape(1, 8), "captain_cards": NumberShape(0, 60)}),
    "first_officer": RecordShape(
        {
            "identify": WordShape(("type", "length", "silhouette")),
            "event_min": _SPAN,
            "enigma": WordShape(("plain", "key", "indicator")),
        }
    ),
    "navigator": RecordShape(
        {
            "fields": ListShape(WordShape(("bearing", "range", "course", "speed", "range_word", "aspect_word")), 1, 6),
            "bearing_err_deg": NumberShape(0, 90),
            "range_err_pct": NumberShape(0, 90),
            "course_err_deg": NumberShape(0, 90),
            "speed_err_kn": NumberShape(0, 20),
        }
    ),
    "engineer": RecordShape(
        {
            "fault_rate_pct": _PERCENT,
            "engineer_cards": NumberShape(0, 60),
            "breach_seconds": NumberShape(10, 3600),
            "worsen_min": _SPAN,
        }
    ),
}
_SHIP = RecordShape(
    {
        **_CARD,
        "klass": WordShape(("merchant", "escort", "small")),
        "type": IdShape(),
        "sight": WordShape(("large", "freighter", "escort", "small")),
        "grt": NumberShape(1, 99_999),
        "length_m": NumberShape(5, 400),
        "beam_m": NumberShape(1, 60),
        "draught_dm": NumberShape(1, 200),
        "max_kn": NumberShape(1, 45),
        "mast_m": NumberShape(1, 80),
        "hits": PairShape(NumberShape(1, 9), NumberShape(1, 9)),
        "hull_points": NumberShape(1, 200),
        "armed": FlagShape(),
        "screws": NumberShape(1, 4),
        "rpm_per_kn": NumberShape(1, 99),
        "sound": WordShape(("slow", "fast", "turbine", "motor")),
        "charges": NumberShape(0, 200),
        "smoke": FlagShape(),
        "profile": RecordShape(
            {
                "boxes": ListShape(ListShape(NumberShape(0, 1000), 3, 3), 1, 20),
                "funnels": ListShape(ListShape(NumberShape(0, 1000), 3, 3), 0, 8),
                "masts": ListShape(PairShape(NumberShape(0, 1000), NumberShape(0, 1000)), 0, 8),
            }
        ),
    }
)

_SAILOR = RecordShape({"post": TextShape(40), "symbols": ListShape(WordShape(SYMBOLS), 2, 2)})
BOX = RecordShape(
    {
        "schema": NumberShape(SCHEMA, SCHEMA),
        "crew": TableShape(ROLES, TableShape(SHIFTS, TableShape(SHAPES, _SAILOR, whole=True), whole=True), whole=True),
        "experts": TableShape(
            SHIFTS, WordShape(tuple(name for name in FIGURES if name.startswith("engineer."))), whole=True
        ),
        "start": TableShape(FIGURES, _INSIDE, whole=True),
        "orders": ListShape(_ORDER, 0, 60),
        "cards": _CARDS,
        "devices": ListShape(_DEVICE, 1, 80),
        "repair_minutes": TableShape(FAULT_LEVELS, _MINUTES, whole=True),
        "arrival": RecordShape(
            {
                "mean_min": _MINUTES,
                **{f"{level}_pct": NumberShape(0, 100) for level in FAULT_LEVELS},
                "most_open": NumberShape(0, 99),
            }
        ),
        "food": RecordShape(
            {
                "tokens": TableShape(FOODS, NumberShape(0, 60), whole=True),
                "neighbours": ListShape(PairShape(NumberShape(1, 6), NumberShape(1, 6)), 1, 15),
                "recipes": ListShape(RecordShape({**_CARD, "tokens": ListShape(WordShape(FOODS), 2, 3)}), 1, 60),
                "spoil_order": ListShape(WordShape(FOODS), 1, 60),
                "meal_morale": ListShape(_N, 4, 4),
            }
        ),
        "medicine": TableShape(MEDICINES, NumberShape(0, 60), whole=True),
        "difficulty": RecordShape({role: TableShape(LEVELS, _DIFFICULTY[role], whole=True) for role in ROLES}),
        "ships": ListShape(_SHIP, 0, 80),
        "charts": CHARTS_SHAPE,
    },
    {"license": TextShape(), "campaign": ListShape(PairShape(IdShape(), TextShape(40)), 0, 60)},
)
