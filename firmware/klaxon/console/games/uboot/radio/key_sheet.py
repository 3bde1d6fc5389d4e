"""The sheet of keys that is printed and laid beside the Enigma: a year of days, three letters each (UBT-7.10c)."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from typing import NamedTuple

from klaxon.console.language.game_words import Phrases
from klaxon.rules.uboot.radio.cipher import key_of_day

MONTHS, DAYS = range(1, 13), range(1, 32)


class KeySheet(NamedTuple):
    """The keys of a year: a row for each day, a column for each month, '' where a month has no such day."""

    title: str
    how: tuple[str, ...]
    """How it is used, at medium and at high."""
    rows: tuple[tuple[str, ...], ...]


def sheet_of(year: int, language: str) -> KeySheet:
    """Return the sheet of a year."""
    phrases = Phrases("uboot", language)
    rows = tuple(tuple(_key(year, month, day) for month in MONTHS) for day in DAYS)
    how = tuple(phrases.say(f"keys.uboot.{level}") for level in ("medium", "high"))
    return KeySheet(phrases.say("keys.uboot", year=year), how, rows)


def _key(year: int, month: int, day: int) -> str:
    return key_of_day(date(year, month, day)) if day <= monthrange(year, month)[1] else ""
