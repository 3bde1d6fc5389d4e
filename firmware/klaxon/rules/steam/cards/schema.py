"""The schema of a card file (STM-5) as tables: which keys, of what kind, with which values."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.steam.grid import RANGES, RELATIONS, SECTIONS

SCHEMA = 1
MOST_POINTS, LIMIT_POINTS = 3, 6
"""Hit points that a card may have by default, and the most that a file may allow (STM-5b)."""
COMMON = "common"
TYPES = ("standard", "propulsion", "armoured", "experimental")
TRIGGERS = ("presence", "activate", "reaction")
REQUIRES = (
    "enemy_close",
    "enemy_distant",
    "enemy_alongside",
    "own_moved_this_turn",
    "own_still_this_turn",
    "enemy_moved_this_turn",
)
MEN = ("crew", "sailor", "captain")
WHO = ("self", "enemy")


class Key(NamedTuple):
    """One key: its kind, the values or bounds it has, whether it must be there."""

    kind: str
    """text, id, number, flag, word (one of values), words (a list of them), or nested."""
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    needed: bool = False


def _n(low: int = 1, high: int = 6, *, needed: bool = False) -> Key:
    return Key("number", (), low, high, needed)


def points(most: int) -> Key:
    """Return the key of hit points of one kind."""
    return _n(0, most, needed=True)


FILE = {
    "schema": Key("number", (), SCHEMA, SCHEMA, needed=True),
    "license": Key("text"),
    "most_points": _n(1, LIMIT_POINTS),
    "factions": Key("nested"),
    "cards": Key("nested", needed=True),
    "sets": Key("nested"),
}
FACTION = {"id": Key("id", needed=True), "boat": Key("text")}
CARD = {
    "id": Key("id", needed=True),
    "name": Key("text", needed=True),
    "faction": Key("id", needed=True),
    "types": Key("words", TYPES, needed=True),
    "hp_plain": points(MOST_POINTS),
    "hp_oxygen": points(MOST_POINTS),
    "trigger": Key("word", TRIGGERS, needed=True),
    "once_per_turn": Key("flag"),
    "x2": Key("flag"),
    "combat": Key("flag"),
    "power": _n(0, 9),
    "targets": Key("nested"),
    "requires": Key("words", REQUIRES),
    "effect": Key("nested"),
    "optional": Key("flag"),
    "text": Key("text"),
}
TARGET = {
    "relation": Key("word", RELATIONS, needed=True),
    "range": Key("word", RANGES, needed=True),
    "section": Key("word", SECTIONS, needed=True),
}
OPS: dict[str, dict[str, Key]] = {
    "attack": {"n": _n(1, 9)},
    "attack_bonus": {"n": _n(needed=True), "uses": _n(1, 9)},
    "armour_bonus": {"n": _n(needed=True), "where": Key("word", ("own", "any"))},
    "speed": {"n": _n(needed=True), "uses": _n(1, 1)},
    "enemy_speed": {"n": _n(-6, -1, needed=True), "until": Key("word", ("end_of_enemy_next_manoeuvre",))},
    "shift": {
        "who": Key("word", WHO, needed=True),
        "n": _n(1, 4),
        "dir": Key("word", ("toward", "away", "ahead", "astern")),
    },
    "immovable": {},
    "repair": {"n": _n()},
    "oxygen": {"n": _n()},
    "ready": {"n": _n(1, 5), "what": Key("word", MEN)},
    "exhaust_enemy": {"n": _n(1, 5), "what": Key("word", MEN)},
    "move_crew": {"n": _n(1, 5), "who": Key("word", WHO), "what": Key("word", MEN)},
    "board": {"n": _n(1, 5), "what": Key("word", MEN)},
    "damage_direct": {"n": _n(needed=True), "cells": Key("word", ("any", "section", *SECTIONS), needed=True)},
}
"""Operation -> its keys beside `op`."""
