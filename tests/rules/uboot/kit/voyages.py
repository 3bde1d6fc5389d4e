"""Voyages of which the laws and the invariants are tried: a mission text and the options, by name."""

from __future__ import annotations

from typing import Any

from tests.rules.uboot.kit.boat import mission

SCRIPT: list[dict[str, Any]] = [
    {"at": "0:00:40", "do": "weather", "state": "rain", "sea": 5},
    {"at": "0:02:00", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", "bearing": 9, "range": 9000},
    {"at": "3:00:00", "do": "contact-lost", "id": "c1"},
    {"at": "3:00:00", "do": "morale", "n": -2},
    {"at": "3:00:00", "do": "wound", "man": "engineer.square", "card": "jolt"},
]
FULL: dict[str, Any] = {
    "figures": {"engineer.triangle": 5, "engineer.hexagon": 6, "navigator.circle": 8, "navigator.square": 8},
    "men": {
        "navigator.circle.1": {"watch": True},
        "captain.circle.1": {"cards": ["leg-wound"]},
        "captain.square.1": {"dead": True},
        "captain.triangle.2": {"dead": True},
        "first_officer.circle.1": {"treated": ["graze"], "act": 1},
        "engineer.circle.2": {"act": 3},
    },
    "rooms": {"3": {"emergencies": ["darkness"]}, "4": {"emergencies": ["fire", "gas"]}},
    "faults": {"tdc": "red"},
}
SPLIT: dict[str, Any] = {
    "rooms": {"2": {"flooded": True}},
    "figures": {"captain.circle": 1, "first_officer.circle": 3, "first_officer.square": 3, "navigator.circle": 8},
}
TROUBLE: list[dict[str, Any]] = [
    {"at": "0:00:20", "do": "fault", "device": "rudder-control", "level": "green"},
    {"at": "0:00:30", "do": "emergency", "kind": "leak", "room": 3},
    {"at": "0:01:00", "do": "breach", "room": 3},
    {"at": "0:01:30", "do": "fault", "device": "tdc", "level": "yellow"},
    {"at": "0:02:00", "do": "emergency", "kind": "darkness", "room": 3},
    {"at": "0:02:00", "do": "breach", "room": 6},
    {"at": "0:20:00", "do": "fault", "device": "rudder-control", "level": "green"},
]
ALL_IN_THREE: dict[str, Any] = {
    "figures": dict.fromkeys((f"engineer.{shape}" for shape in ("circle", "square", "triangle", "hexagon")), 3),
    "rooms": {"3": {"toolboxes": ["toolbox-a", "toolbox-b"]}},
}
SHOOTING: dict[str, Any] = {
    "surfaced": False,
    "depth": 10,
    "course": 290,
    "figures": {"captain.circle": 3, "captain.square": 3, "engineer.hexagon": 6},
    "tubes": {str(tube): {"torpedo": "g7a", "flooded": True} for tube in range(1, 4)},
    "SHIPS": [
        {"id": "s1", "type": "coaster", "bearing": 330, "range_m": 1500, "course": 70, "kn": 6, "known": True},
        {"id": "s2", "type": "tramp-freighter", "bearing": 300, "range_m": 2000, "course": 70, "kn": 0, "known": True},
    ],
}
VOYAGES: dict[str, tuple[str, dict[str, str]]] = {
    "drill": (mission(), {}),
    "staged": (mission(SCRIPT, **FULL), {"patience": "20"}),
    "auto": (mission(SCRIPT, order=2, morale=2, **FULL), {"manning": "auto", "patience": "3", "easy_watch": "yes"}),
    "split": (mission(SCRIPT, **SPLIT), {"flooded_posts": "waived", "captain": "high", "engineer": "low"}),
    "trouble": (mission(TROUBLE, **ALL_IN_THREE), {"wear": "on", "engineer": "low", "patience": "20"}),
    "patched": (
        mission(TROUBLE[:2], **ALL_IN_THREE),
        {"wear": "on", "manning": "auto", "puzzle": "table", "gas_morale": "no"},
    ),
    "attack": (mission(**SHOOTING), {"manning": "auto", "patience": "20", "captain": "low"}),
    "deep": (mission(SCRIPT, surfaced=False, depth=30), {"refund_impossible": "no", "navigator": "high"}),
}
