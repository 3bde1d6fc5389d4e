"""The schema of a profile as tables: the sections of the file, their keys, and the allowed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from klaxon import data
from klaxon.console.devices import KEYS
from klaxon.console.profile import board
from klaxon.console.profile.model import BACK_ENDS, SIDES

FORMAT = 1
NEEDED: Final = object()
"""In place of a default: the key is required."""
MOST_STATIONS, MOST_DIALS = 16, 2


class SchemaEntry(NamedTuple):
    """What one key of a section may be."""

    kind: str
    """text, id, word, words, number, choice (of numbers), format, flag, line, lines, address, path, socket, speed,
    section or sections."""
    default: object = NEEDED
    values: tuple[object, ...] = ()
    low: int = 0
    high: int = 0
    """Bounds of a number, an address, the letters of a text or the count of a list."""


Entries = Mapping[str, SchemaEntry]

_ACTIVE = SchemaEntry("word", "low", ("low", "high"))
_LIT = SchemaEntry("word", "high", ("low", "high"))
_OPTIONAL_LINE = SchemaEntry("line", None)
_BOAT = SchemaEntry("word", None, SIDES)
_LANGUAGE = SchemaEntry("word", None, data.languages())

DIAL_DEFAULTS: Entries = {
    "steps_per_detent": SchemaEntry("choice", 4, (1, 2, 4)),
    "reversed": SchemaEntry("flag", False),
    "rest": SchemaEntry("choice", 3, (0, 1, 2, 3)),
    "acceleration": SchemaEntry("number", 1, low=1, high=16),
    "debounce_ms": SchemaEntry("number", 3, low=1, high=10),
}
DIAL: Entries = {"a": SchemaEntry("line"), "b": SchemaEntry("line"), **DIAL_DEFAULTS}
KEY_DEFAULTS: Entries = {
    "active": _ACTIVE,
    "pull": SchemaEntry("word", "up", ("up", "down", "none")),
    "debounce_ms": SchemaEntry("number", 12, low=1, high=50),
}
KEY: Entries = {"line": SchemaEntry("line"), **KEY_DEFAULTS}
PANEL_DEFAULTS: Entries = {
    "controller": SchemaEntry("word", values=tuple(board.CONTROLLERS)),
    "bus": SchemaEntry("id"),
    "width": SchemaEntry("choice", 128, (128, 256)),
    "height": SchemaEntry("choice", 64, (64,)),
    "rotation": SchemaEntry("choice", 0, (0, 180)),
    "address": SchemaEntry("address", 0x3C, low=0x08, high=0x77),
    "reset": _OPTIONAL_LINE,
}
PANEL: Entries = {
    **PANEL_DEFAULTS,
    "channel": SchemaEntry("number", None, low=0, high=7),
    "select": SchemaEntry("choice", 0, (0, 1, 2)),
    "dc": _OPTIONAL_LINE,
}
STATION: Entries = {
    "name": SchemaEntry("id", None),
    "boat": _BOAT,
    "language": _LANGUAGE,
    "panel": SchemaEntry("section"),
    "dials": SchemaEntry("sections", low=1, high=MOST_DIALS),
    "keys": SchemaEntry("section"),
}
KEYS_OF_STATION: Entries = {name: SchemaEntry("section", None) for name in KEYS}

DRAWN_STATION: Entries = {
    "name": SchemaEntry("id", None),
    "boat": _BOAT,
    "language": _LANGUAGE,
    "width": PANEL["width"],
    "height": PANEL["height"],
    "dials": SchemaEntry("number", 1, low=1, high=MOST_DIALS),
    "keys": SchemaEntry("words", ("push", "ok", "back"), KEYS, 2, len(KEYS)),
    "usb": SchemaEntry("word", None, board.USB_KINDS),
    "port": SchemaEntry("socket", ""),
}
"""A station without lines: a number of dials, and the names of its keys."""

MUX: Entries = {
    "address": SchemaEntry("address", 0x70, low=0x70, high=0x77),
    "channels": SchemaEntry("choice", 8, (2, 4, 8)),
    "reset": _OPTIONAL_LINE,
}
BUS: Entries = {
    "name": SchemaEntry("id"),
    "kind": SchemaEntry("word", "i2c", ("i2c", "spi")),
    "number": SchemaEntry("number", low=0, high=63),
    "speed_hz": SchemaEntry("speed"),
    "lines": SchemaEntry("lines", None),
    "timeout_ms": SchemaEntry("number", 30, low=10, high=1000),
    "mux": SchemaEntry("section", None),
}
EXPANDER: Entries = {
    "name": SchemaEntry("id"),
    "chip": SchemaEntry("word", "mcp23017", board.EXPANDERS),
    "bus": SchemaEntry("id"),
    "address": SchemaEntry("address", 0x20, low=0x20, high=0x27),
    "interrupt": _OPTIONAL_LINE,
    "reset": _OPTIONAL_LINE,
    "label": SchemaEntry("text", "", low=0, high=32),
}
BELL: Entries = {
    "kind": SchemaEntry("word", values=("pwm", "tonal", "active", "none")),
    "line": _OPTIONAL_LINE,
    "boats": SchemaEntry("words", None, SIDES, 1, len(SIDES)),
    "active": _LIT,
}
LAMP: Entries = {"boat": _BOAT, "line": SchemaEntry("line"), "active": _LIT}
LINK: Entries = {
    "port": SchemaEntry("path"),
    "baud": SchemaEntry("choice", 115200, (9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600)),
}
POWER: Entries = {**KEY, "hold_ms": SchemaEntry("number", 1500, low=0, high=10000)}
DEFAULTS: Entries = {
    "key": SchemaEntry("section", None),
    "dial": SchemaEntry("section", None),
    "panel": SchemaEntry("section", None),
}

_TOP: Entries = {
    "format": SchemaEntry("format", values=(FORMAT,)),
    "name": SchemaEntry("id"),
    "about": SchemaEntry("text", "", low=0, high=200),
    "back_end": SchemaEntry("word", values=BACK_ENDS),
    "boat": SchemaEntry("word", SIDES[0], SIDES),
    "language": _LANGUAGE,
    "station": SchemaEntry("sections", low=1, high=MOST_STATIONS),
}
DRAWN_FILE: Entries = {**_TOP, "link": SchemaEntry("section", None)}
"""A console that exists only on a page, or not at all. Another one may be plugged into this machine all the same."""
FILE: Entries = {
    **_TOP,
    "defaults": SchemaEntry("section", None),
    "bus": SchemaEntry("sections", (), low=0, high=8),
    "expander": SchemaEntry("sections", (), low=0, high=8),
    "bell": SchemaEntry("sections", (), low=0, high=2),
    "lamp": SchemaEntry("sections", (), low=0, high=len(SIDES)),
    "link": SchemaEntry("section", None),
    "power": SchemaEntry("section", None),
}

SECTIONS: Mapping[str, Entries] = {
    "": FILE,
    "defaults": DEFAULTS,
    "defaults.key": KEY_DEFAULTS,
    "defaults.dial": DIAL_DEFAULTS,
    "defaults.panel": PANEL_DEFAULTS,
    "station": STATION,
    "station.panel": PANEL,
    "station.dials": DIAL,
    "station.keys": KEYS_OF_STATION,
    "station.keys.NAME": KEY,
    "bus": BUS,
    "bus.mux": MUX,
    "expander": EXPANDER,
    "bell": BELL,
    "lamp": LAMP,
    "link": LINK,
    "power": POWER,
}
"""Every section of the file of a real console."""
