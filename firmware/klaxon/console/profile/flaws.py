"""Flaws: what is wrong with a profile, each with its place, a code that never changes, and a remedy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from klaxon.console.language.catalogue import catalogue_of, say

CODES = (
    *("PRF-001", "PRF-002", "PRF-003", "PRF-004", "PRF-005", "PRF-006", "PRF-007", "PRF-008", "PRF-009", "PRF-010"),
    *("PRF-011", "PRF-012", "PRF-013"),
    *("PRF-020", "PRF-021", "PRF-022", "PRF-023", "PRF-024", "PRF-025", "PRF-026", "PRF-027", "PRF-028", "PRF-029"),
    *("PRF-030", "PRF-031", "PRF-032", "PRF-033", "PRF-034"),
    *("PRF-040", "PRF-041", "PRF-042", "PRF-043", "PRF-044"),
    *("PRF-050", "PRF-051", "PRF-052", "PRF-053", "PRF-054", "PRF-055", "PRF-056", "PRF-057", "PRF-058", "PRF-059"),
    *("PRF-060", "PRF-061", "PRF-062"),
    *("PRF-070", "PRF-071"),
)
"""Every code: the file 0xx, lines 02x and 03x, stations and bells 04x, buses and panels 05x, the link 07x."""

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong. The messages are made of the code and the facts, in a language."""

    code: str
    section: str = ""
    """The section as in the file, counted from 1: `station[2].keys`; '' for the top level."""
    key: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    line: int = 0
    """Its probable line in the file; 0 if unknown."""

    def text(self, language: str = "en") -> str:
        """Return what is wrong."""
        return say(f"fault.{self.code}", self._facts, language)

    def remedy(self, language: str = "en") -> str:
        """Return what to do about it."""
        special = f"remedy.{self.code}.{self.facts.get('case', '')}"
        return say(
            special if special in catalogue_of(special, language) else f"remedy.{self.code}", self._facts, language
        )

    @property
    def _facts(self) -> dict[str, object]:
        return {**self.facts, "key": self.key, "section": self.section}


def say_flaw(file: str, flaw: Flaw, language: str = "en") -> str:
    """Return the message for a person: file, line, code, section, key, what is wrong and what to do."""
    line = f":{flaw.line}" if flaw.line else ""
    place = " ".join(filter(None, (flaw.section and f"[{flaw.section}]", flaw.key)))
    where = f" {place}:" if place else ""
    return f"{file}{line}: {flaw.code}{where} {flaw.text(language)} {flaw.remedy(language)}"


def show_value(value: object) -> str:
    """Return any value of a file in a form that fits a sentence."""
    try:
        text = str(value).lower() if isinstance(value, bool) else str(value)
    except ValueError:  # a number of more digits than Python likes to write
        return "..."
    plain = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}..."


def toml_value(value: object) -> str:
    """Return a value as it would be written in the file: a text in quotes."""
    return f'"{show_value(value)}"' if isinstance(value, str) else show_value(value)
