"""The schema of a profile as tables: the sections of the file, their keys, and what each may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from klaxon import data
from klaxon.console.devices import KEYS
from klaxon.console.profile import board
from klaxon.console.profile.model import BACK_ENDS, BOATS

FORMAT = 1
NEEDED: Final = object()
"""In place of a default: the key must be there."""
MOST_STATIONS, MOST_DIALS = 16, 2


class Entry(NamedTuple):
    """What one key of a section may be."""

    kind: str
    """text, id, word, words, number, choice (of numbers), format, flag, line, lines, address, path, speed, section or
    sections."""
    default: object = NEEDED
    values: tuple[object, ...] = ()
    low: int = 0
    high: int = 0
    """Bounds of a number, an address, the letters of a text or the count of a list."""


Entries = Mapping[str, Entry]

_ACTIVE = Entry("word", "low", ("low", "high"))
_LIT = Entry("word", "high", ("low", "high"))
_OPTIONAL_LINE = Entry("line", None)
_BOAT = Entry("word", None, BOATS)
_LANGUAGE = Entry("word", None, data.languages())

DIAL_DEFAULTS: Entries = {
    "steps_per_detent": Entry("choice", 4, (1, 2, 4)),
    "reversed": Entry("flag", False),
    "rest": Entry("choice", 3, (0, 1, 2, 3)),
    "acceleration": Entry("number", 1, low=1, high=16),
    "debounce_ms": Entry("number", 3, low=1, high=10),
}
DIAL: Entries = {"a": Entry("line"), "b": Entry("line"), **DIAL_DEFAULTS}
KEY_DEFAULTS: Entries = {
    "active": _ACTIVE,
    "pull": Entry("word", "up", ("up", "down", "none")),
    "debounce_ms": Entry("number", 12, low=1, high=50),
}
KEY: Entries = {"line": Entry("line"), **KEY_DEFAULTS}
PANEL_DEFAULTS: Entries = {
    "controller": Entry("word", values=tuple(board.CONTROLLERS)),
    "bus": Entry("id"),
    "width": Entry("choice", 128, (128, 256)),
    "height": Entry("choice", 64, (64,)),
    "rotation": Entry("choice", 0, (0, 180)),
    "address": Entry("address", 0x3C, low=0x08, high=0x77),
}
PANEL: Entries = {
    **PANEL_DEFAULTS,
    "channel": Entry("number", None, low=0, high=7),
    "select": Entry("choice", 0, (0, 1, 2)),
    "dc": _OPTIONAL_LINE,
    "reset": _OPTIONAL_LINE,
}
STATION: Entries = {
    "name": Entry("id", None),
    "boat": _BOAT,
    "language": _LANGUAGE,
    "panel": Entry("section"),
    "dials": Entry("sections", low=1, high=MOST_DIALS),
    "keys": Entry("section"),
}
KEYS_OF_STATION: Entries = {name: Entry("section", None) for name in KEYS}

DRAWN_STATION: Entries = {
    "name": Entry("id", None),
    "boat": _BOAT,
    "language": _LANGUAGE,
    "width": PANEL["width"],
    "height": PANEL["height"],
    "dials": Entry("number", 1, low=1, high=MOST_DIALS),
    "keys": Entry("words", ("push", "ok", "back"), KEYS, 2, len(KEYS)),
}
"""A station that hangs on no line: it has so many dials, and keys of these names."""

MUX: Entries = {
    "address": Entry("address", 0x70, low=0x70, high=0x77),
    "channels": Entry("choice", 8, (2, 4, 8)),
    "reset": _OPTIONAL_LINE,
}
BUS: Entries = {
    "name": Entry("id"),
    "kind": Entry("word", "i2c", ("i2c", "spi")),
    "number": Entry("number", low=0, high=63),
    "speed_hz": Entry("speed"),
    "lines": Entry("lines", None),
    "timeout_ms": Entry("number", 30, low=10, high=1000),
    "mux": Entry("section", None),
}
EXPANDER: Entries = {
    "name": Entry("id"),
    "chip": Entry("word", "mcp23017", board.EXPANDERS),
    "bus": Entry("id"),
    "address": Entry("address", 0x20, low=0x20, high=0x27),
    "interrupt": _OPTIONAL_LINE,
    "reset": _OPTIONAL_LINE,
    "label": Entry("text", "", low=0, high=32),
}
BELL: Entries = {
    "kind": Entry("word", values=("pwm", "tonal", "active", "none")),
    "line": _OPTIONAL_LINE,
    "boats": Entry("words", None, BOATS, 1, len(BOATS)),
    "active": _LIT,
}
LAMP: Entries = {"boat": _BOAT, "line": Entry("line"), "active": _LIT}
LINK: Entries = {
    "port": Entry("path"),
    "baud": Entry("choice", 115200, (9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600)),
}
POWER: Entries = {**KEY, "hold_ms": Entry("number", 1500, low=0, high=10000)}
DEFAULTS: Entries = {"key": Entry("section", None), "dial": Entry("section", None), "panel": Entry("section", None)}

_TOP: Entries = {
    "format": Entry("format", values=(FORMAT,)),
    "name": Entry("id"),
    "about": Entry("text", "", low=0, high=200),
    "back_end": Entry("word", values=BACK_ENDS),
    "boat": Entry("word", BOATS[0], BOATS),
    "language": _LANGUAGE,
    "station": Entry("sections", low=1, high=MOST_STATIONS),
}
DRAWN_FILE: Entries = _TOP
"""A console that exists only on a page, or not at all."""
FILE: Entries = {
    **_TOP,
    "defaults": Entry("section", None),
    "bus": Entry("sections", (), low=0, high=8),
    "expander": Entry("sections", (), low=0, high=8),
    "bell": Entry("sections", (), low=0, high=2),
    "lamp": Entry("sections", (), low=0, high=len(BOATS)),
    "link": Entry("section", None),
    "power": Entry("section", None),
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
