"""The cipher: keys by date, letters shifted, groups of four (UBT-7.10b to d). The printed key sheet is made of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import date, timedelta

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST_DAY = date(1940, 1, 1)
"""The day from which the keys are counted."""
ROTORS = ((7, 3), (11, 19), (17, 8))
"""Each rotor of the key: letters that it moves on every day, and where it stood on the first one (UBT-7.10c)."""
GROUP = 4


def day_of(moment: str, game: int = 0) -> date:
    """Return the day that the calendar aboard shows so many game milliseconds after a moment, `1940-06-01T08:00`."""
    minutes = int(moment[11:13]) * 60 + int(moment[14:16]) + game // 60_000
    return date.fromisoformat(moment[:10]) + timedelta(days=minutes // (24 * 60))


def key_of_day(day: date) -> str:
    """Return the three letters of a day."""
    number = (day - FIRST_DAY).days
    return "".join(LETTERS[(step * number + start) % len(LETTERS)] for step, start in ROTORS)


def shift_key(key: str, indicator: str) -> str:
    """Return a key with each letter shifted by the indicator letter of a message, A = 0."""
    return "".join(_shift(letter, LETTERS.index(indicator)) for letter in key)


def letters_of(text: str) -> str:
    """Return the letters of a text, all that the cipher keeps of it: capitals, without their accents."""
    plain = unicodedata.normalize("NFKD", text.upper())
    return "".join(letter for letter in plain if letter in LETTERS)


def telegram(kind: str, about: Iterable[tuple[str, object]]) -> str:
    """Return a text as it is keyed, of words that all boats know: no grammar, capitals."""
    words = [str(value) for _, value in about]
    return " ".join([kind, *words]).upper().replace("_", " ").replace("-", " ")


def encipher(text: str, key: str) -> tuple[str, ...]:
    """Return the cipher of a text, in groups of four letters."""
    letters = _turn(letters_of(text), key, 1)
    return tuple(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def decipher(groups: tuple[str, ...], key: str) -> str:
    """Return the letters that a key makes of a cipher: with the right key those of the text."""
    return _turn("".join(groups), key, -1)


def _turn(letters: str, key: str, way: int) -> str:
    """Return letters shifted one by one: number i by the letter i mod 3 of the key, and by i (UBT-7.10d)."""
    return "".join(
        _shift(letter, way * (LETTERS.index(key[place % len(key)]) + place)) for place, letter in enumerate(letters)
    )


def _shift(letter: str, by: int) -> str:
    return LETTERS[(LETTERS.index(letter) + by) % len(LETTERS)]
