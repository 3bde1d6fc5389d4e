"""What the lobby says of a mission and of the level of a role: how long it takes, and what is easier or harder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from klaxon import data
from klaxon.console.language.game_words import Phrases
from klaxon.rules.uboot.words import ROLES

HOUR = 60
"""Minutes."""
BY_FIGURES = ("captain", "engineer")
"""Roles whose levels differ in figures alone."""


def tell_option(phrases: Phrases, option: str, options: Mapping[str, str]) -> str:
    """Return how long a mission takes, what a mode is, what a level changes; '' for other options and own files."""
    if option == "mission":
        return _mission_note(phrases, options["mission"])
    if option == "mode":
        return phrases.say(f"note.uboot.mode.{options['mode']}")
    levels = _shipped("boxes", options["box"]).get("difficulty", {})
    if option not in ROLES or not levels:
        return ""
    level = options[option]
    row = levels[option][level]
    facts = {name: value for name, value in row.items() if isinstance(value, int)}
    first, second = row.get("event_min") or row.get("worsen_min") or (0, 0)
    message = f"note.uboot.{option}" if option in BY_FIGURES else f"note.uboot.{option}.{level}"
    told = phrases.say(message, **facts, first=first // HOUR, second=second // HOUR)
    return f"{told} {_lapsed(phrases, options)}" if option == "captain" else told


def _lapsed(phrases: Phrases, options: Mapping[str, str]) -> str:
    """Return whether the point of an order that can no longer be carried out comes back (UBT-3.3n)."""
    chosen = options["refund_impossible"]
    comes_back = options["captain"] != "high" if chosen == "level" else chosen == "yes"
    return phrases.say("note.uboot.refund" if comes_back else "note.uboot.no-refund")


def _mission_note(phrases: Phrases, mission: str) -> str:
    """Return the hours of a mission, and how long a sitting takes where that was measured."""
    hours, sitting = _shipped("missions", mission).get("hours"), data.sittings("uboot").get(mission)
    if not hours:
        return ""
    if sitting is None:
        return phrases.say("note.uboot.hours", hours=hours)
    return phrases.say("note.uboot.sitting", hours=hours, few=sitting["few"], many=sitting["many"])


@lru_cache(maxsize=32)
def _shipped(kind: str, name: str) -> Mapping[str, Any]:
    """Return shipped content, which does not change; {} for somebody's own file, which may."""
    found: Mapping[str, Any] = json.loads(data.read(kind, name)) if name in data.names(kind) else {}
    return found
