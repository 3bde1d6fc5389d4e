"""A parsed profile: the valid values of every section, and where they are in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from klaxon.console.profile.flaws import Flaw
from klaxon.console.profile.model import Line


@dataclass(slots=True)
class ParsedSection:
    """A section. A wrong value is missing here; a key that is not in the file has its default."""

    section: str
    values: dict[str, Any] = field(default_factory=dict)
    given: frozenset[str] = frozenset()
    """The keys in the file, right or wrong."""
    short: tuple[str, str] | None = None
    """For a section written as just its line (`ok = 17`): the section above, and the key."""

    def get(self, key: str) -> Any:
        """Return a value, None if it is wrong or missing."""
        return self.values.get(key)

    def at(self, key: str) -> tuple[str, str]:
        """Return section and key where a reader finds a value."""
        return self.short or (self.section, key)

    def flaw(self, code: str, key: str, **facts: object) -> Flaw:
        """Return a flaw at a key of this section."""
        section, key = self.at(key)
        return Flaw(code, section, key, facts)


@dataclass(slots=True)
class ParsedStation:
    """A parsed station."""

    own: ParsedSection
    panel: ParsedSection | None = None
    dials: list[ParsedSection] = field(default_factory=list)
    keys: dict[str, ParsedSection] = field(default_factory=dict)
    keys_told: bool = False
    """Whether there is a valid section of keys."""


@dataclass(slots=True)
class ParsedBus:
    """A parsed bus."""

    own: ParsedSection
    mux: ParsedSection | None = None


@dataclass(slots=True)
class ParsedProfile:
    """A whole parsed file."""

    top: ParsedSection
    stations: list[ParsedStation] = field(default_factory=list)
    buses: list[ParsedBus] = field(default_factory=list)
    expanders: list[ParsedSection] = field(default_factory=list)
    bells: list[ParsedSection] = field(default_factory=list)
    lamps: list[ParsedSection] = field(default_factory=list)
    link: ParsedSection | None = None
    power: ParsedSection | None = None

    def key_parts(self) -> Iterator[ParsedSection]:
        """Yield every key, including the power key."""
        for station in self.stations:
            yield from station.keys.values()
        if self.power:
            yield self.power

    def claims(self) -> Iterator[LineClaim]:
        """Yield every use of a line."""
        for bus in self.buses:
            for line in bus.own.get("lines") or ():
                yield LineClaim(line, bus.own, "lines")
            if bus.mux:
                yield from _wanted_claims(bus.mux, "reset")
        if self.link:
            for line in self.link.get("lines") or ():
                yield LineClaim(line, self.link, "port")
        for expander in self.expanders:
            yield from _wanted_claims(expander, "interrupt", "reset")
        for station in self.stations:
            for dial in station.dials:
                yield from _wanted_claims(dial, "a", "b")
            for key in station.keys.values():
                yield from _wanted_claims(key, "line")
            if station.panel:
                yield from _wanted_claims(station.panel, "dc", "reset")
        for part in (*self.bells, *self.lamps, *filter(None, [self.power])):
            yield from _wanted_claims(part, "line")


class LineClaim(NamedTuple):
    """A use of a line."""

    line: Line
    part: ParsedSection
    key: str


def _wanted_claims(part: ParsedSection, *keys: str) -> Iterator[LineClaim]:
    for key in keys:
        if (line := part.get(key)) is not None:
            yield LineClaim(line, part, key)


class Places:
    """Where sections and keys are in the text of a file. The TOML parser does not say, so this is a good guess."""

    _HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
    _KEY = re.compile(r"\s*([\w-]+)\s*=")

    def __init__(self, text: str) -> None:
        """Read the text line by line."""
        self._sections: dict[str, int] = {"": 1}
        self._keys: dict[tuple[str, str], int] = {}
        counts: dict[str, int] = {}
        section = ""
        for number, line in enumerate(text.splitlines(), start=1):
            if header := self._HEADER.match(line):
                if header[1] == "[[":
                    counts = {name: count for name, count in counts.items() if not name.startswith(f"{header[2]}.")}
                    counts[header[2]] = counts.get(header[2], 0) + 1
                section = _section_name(header[2], counts)
                self._sections.setdefault(section, number)
            elif key := self._KEY.match(line):
                self._keys.setdefault((section, key[1]), number)

    def find(self, section: str, key: str) -> int:
        """Return the line of a key, or of its section."""
        while True:
            if (section, key) in self._keys:
                return self._keys[section, key]
            within = f"{section}.{key}" if section else key
            if found := self._sections.get(within) or self._sections.get(f"{within}[1]"):
                return found
            if section in self._sections:
                return self._sections[section]
            section, _, key = section.rpartition(".")
            key = key.partition("[")[0]


def _section_name(name: str, counts: Mapping[str, int]) -> str:
    """Return the name of a section with its indices: `station[2].keys`."""
    found: list[str] = []
    plain = ""
    for word in name.split("."):
        plain = f"{plain}.{word}" if plain else word
        found.append(f"{word}[{counts[plain]}]" if plain in counts else word)
    return ".".join(found)
