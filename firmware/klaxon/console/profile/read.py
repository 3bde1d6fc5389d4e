"""From TOML to a profile: the whole file is read, and all of its faults are reported at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from klaxon import data
from klaxon.console.language.catalogue import say_refusal
from klaxon.console.profile import board, schema
from klaxon.console.profile.build import build
from klaxon.console.profile.checks import check
from klaxon.console.profile.flaws import Flaw, show_value, toml_value
from klaxon.console.profile.model import Line, Profile
from klaxon.console.profile.parsed import ParsedBus, ParsedProfile, ParsedSection, ParsedStation, Places
from klaxon.console.profile.schema import NEEDED, Entries
from klaxon.console.profile.values import Wrong, judge, section, sections
from klaxon.rules.content.faults import nearest

KIND = "profiles"


def shipped_names() -> tuple[str, ...]:
    """Return the names of the shipped profiles."""
    return data.names(KIND)


def load(name: str) -> Profile | tuple[Flaw, ...]:
    """Return a profile by its name or the path of its file, or everything that is wrong with it."""
    try:
        text = data.read(KIND, name)
    except data.ContentError as error:
        return (Flaw("PRF-001", facts={"reason": say_refusal(error.code, error.facts)}),)
    return read_profile(text)


def read_profile(text: str) -> Profile | tuple[Flaw, ...]:
    """Return the profile in a text, or everything that is wrong with it."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return (_broken(text, error),)
    found = profile_or_flaws(raw)
    if isinstance(found, Profile):
        return found
    places = Places(text)
    placed = [replace(flaw, line=places.find(flaw.section, flaw.key)) for flaw in found]
    return tuple(sorted(placed, key=lambda flaw: (flaw.line, flaw.code)))


def profile_or_flaws(raw: Mapping[str, Any]) -> Profile | tuple[Flaw, ...]:
    """Return the profile in parsed TOML, or everything that is wrong with it."""
    reader = _Reader()
    draft = reader.file(raw)
    flaws = (*reader.flaws, *check(draft))
    return flaws or build(draft)


def _broken(text: str, error: Exception) -> Flaw:
    """Return what is wrong with a text that is not TOML: the parser's message, its line, and what usually helps."""
    if not isinstance(error, tomllib.TOMLDecodeError):
        return Flaw("PRF-002", facts={"problem": type(error).__name__, "case": "huge"})
    message = str(error)
    place = _PLACE.search(message)
    line = int(place[1]) if place and place[1] else len(text.splitlines())
    problem = message[: place.start()] if place else message
    case = next((case for case, pattern in _CASES.items() if pattern.search(problem)), "")
    return Flaw("PRF-002", facts={"problem": show_value(problem), "case": case, "line": line}, line=line)


_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_CASES = {
    "twice": re.compile(r"twice|overwrite|Cannot mutate|already"),
    "value": re.compile(r"Invalid value|Invalid date"),
    "key": re.compile(r"Expected '=|Invalid (initial|statement)"),
    "open": re.compile(r"Unclosed|Unterminated|Expected '[\"'\]]|Illegal character"),
}
"""Remedy -> messages of the TOML parser."""


class _Reader:
    """One reading of a file; collects flaws on the way."""

    def __init__(self) -> None:
        self.flaws: list[Flaw] = []
        self._beneath: dict[str, ParsedSection] = {}

    def file(self, raw: Mapping[str, Any]) -> ParsedProfile:
        drawn = raw.get("back_end") in ("virtual", "null")
        top = self._part("", raw, schema.DRAWN_FILE if drawn else schema.FILE)
        draft = ParsedProfile(top)
        self._read_defaults(raw)
        for name, found in self._list(top, raw, "station"):
            draft.stations.append(ParsedStation(self._drawn(name, found)) if drawn else self._station(name, found))
        self._name_stations(draft)
        draft.link = self._link(top, raw)
        if drawn:
            return draft
        draft.buses = [self._bus(name, found) for name, found in self._list(top, raw, "bus")]
        draft.expanders = self._parts(top, raw, "expander", schema.EXPANDER)
        draft.bells = self._parts(top, raw, "bell", schema.BELL)
        draft.lamps = self._parts(top, raw, "lamp", schema.LAMP)
        for lamp in draft.lamps:
            _fill(lamp, "boat", top.get("boat"))
        power = self._one(top, raw, "power")
        draft.power = None if power is None else self._part("power", power, schema.POWER, "key")
        return draft

    # Sections

    def _read_defaults(self, raw: Mapping[str, Any]) -> None:
        found = raw.get("defaults")
        if not isinstance(found, dict):
            return  # there is none, or its flaw was told with those of the file
        defaults = self._part("defaults", found, schema.DEFAULTS)
        kinds = {"key": schema.KEY_DEFAULTS, "dial": schema.DIAL_DEFAULTS, "panel": schema.PANEL_DEFAULTS}
        for name, entries in kinds.items():
            beneath = self._one(defaults, found, name)
            if beneath is not None:
                optional = {key: entry._replace(default=None) for key, entry in entries.items()}
                self._beneath[name] = self._part(f"defaults.{name}", beneath, optional)

    def _station(self, name: str, raw: object) -> ParsedStation:
        own = self._part(name, raw, schema.STATION)
        station = ParsedStation(own)
        if not isinstance(raw, dict):
            return station
        if (panel := self._one(own, raw, "panel")) is not None:
            station.panel = self._part(f"{name}.panel", panel, schema.PANEL, "panel")
        dials = self._list(own, raw, "dials")
        station.dials = [self._part(place, dial, schema.DIAL, "dial") for place, dial in dials]
        if (keys := self._one(own, raw, "keys")) is not None:
            station.keys_told = True
            self._part(f"{name}.keys", keys, schema.KEYS_OF_STATION)
            known = {key: found for key, found in keys.items() if key in schema.KEYS_OF_STATION}
            station.keys = {key: self._key(f"{name}.keys", key, found) for key, found in known.items()}
        return station

    def _key(self, above: str, name: str, raw: object) -> ParsedSection:
        """Read a key: a section, or just its line."""
        place = f"{above}.{name}"
        if isinstance(raw, dict):
            return self._part(place, raw, schema.KEY, "key")
        return self._part(place, {"line": raw}, schema.KEY, "key", short=(above, name))

    def _drawn(self, name: str, raw: object) -> ParsedSection:
        return self._part(name, raw, schema.DRAWN_STATION)

    def _name_stations(self, draft: ParsedProfile) -> None:
        """Give every station its boat, and a name derived from it if it has none."""
        counts: dict[str, int] = {}
        for station in draft.stations:
            _fill(station.own, "boat", draft.top.get("boat"))
            boat = station.own.get("boat")
            if boat:
                counts[boat] = counts.get(boat, 0) + 1
                _fill(station.own, "name", f"{boat}-{counts[boat]}")

    def _bus(self, name: str, raw: object) -> ParsedBus:
        own = self._part(name, raw, schema.BUS)
        bus = ParsedBus(own)
        known = board.SPI_LINES if own.get("kind") == "spi" else board.I2C_LINES
        lines = known.get(own.get("number") if "number" in own.values else -1)
        _fill(own, "lines", None if lines is None else tuple(Line(number) for number in lines))
        if isinstance(raw, dict) and (mux := self._one(own, raw, "mux")) is not None:
            bus.mux = self._part(f"{name}.mux", mux, schema.MUX)
        return bus

    def _link(self, top: ParsedSection, raw: Mapping[str, Any]) -> ParsedSection | None:
        found = self._one(top, raw, "link")
        if found is None:
            return None
        link = self._part("link", found, schema.LINK)
        ours = link.get("port") in board.SERIAL_PORTS
        link.values["lines"] = tuple(Line(number) for number in board.SERIAL_LINES) if ours else ()
        return link

    # Their parts

    def _parts(self, top: ParsedSection, raw: Mapping[str, Any], name: str, entries: Entries) -> list[ParsedSection]:
        return [self._part(place, found, entries) for place, found in self._list(top, raw, name)]

    def _one(self, part: ParsedSection, raw: Mapping[str, Any], name: str) -> dict[str, Any] | None:
        """Return a subsection, None if there is none or it is wrong (and reported)."""
        found = raw.get(name)
        return found if isinstance(found, dict) and name in part.values else None

    def _list(self, part: ParsedSection, raw: Mapping[str, Any], name: str) -> list[tuple[str, object]]:
        """Return the sections of a list, each with its name."""
        found = raw.get(name) if name in part.values else None
        above = f"{part.section}." if part.section else ""
        listed = found if isinstance(found, list) else []
        return [(f"{above}{name}[{number}]", each) for number, each in enumerate(listed, start=1)]

    def _part(
        self, name: str, raw: object, entries: Entries, beneath: str = "", *, short: tuple[str, str] | None = None
    ) -> ParsedSection:
        """Read a section by its schema; missing values come from `defaults.{beneath}`."""
        part = ParsedSection(name, short=short)
        if not isinstance(raw, dict):
            self.flaws.append(Flaw("PRF-006", name, facts={"case": "section", "value": toml_value(raw)}))
            return part
        part.given = frozenset(raw)
        for key in raw:
            if key not in entries:
                self._unknown(part, key, raw[key], entries)
        for key, entry in entries.items():
            try:
                if key not in raw:
                    self._absent(part, key, entry.default, beneath)
                elif entry.kind == "section":
                    part.values[key] = raw[key] if name.endswith(".keys") else section(raw[key])
                elif entry.kind == "sections":
                    part.values[key] = sections(raw[key], entry)
                else:
                    part.values[key] = judge(raw[key], entry)
            except Wrong as wrong:
                self.flaws.append(part.flaw(wrong.code, key, **wrong.facts))
        return part

    def _absent(self, part: ParsedSection, key: str, default: object, beneath: str) -> None:
        under = self._beneath.get(beneath, ParsedSection(""))
        if key in under.given:
            if key in under.values:
                part.values[key] = under.values[key]
        elif default is NEEDED:
            raise Wrong("PRF-005")
        else:
            part.values[key] = default

    def _unknown(self, part: ParsedSection, key: str, value: object, entries: Entries) -> None:
        known = [word for word, entry in entries.items() if entry.kind.startswith("section") or not _is_section(value)]
        code = "PRF-003" if _is_section(value) else "PRF-004"
        facts = {"name": show_value(key), "nearest": nearest(key[:99], list(entries)), "known": known}
        self.flaws.append(Flaw(code, part.section, show_value(key), facts))


def _is_section(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _fill(part: ParsedSection, key: str, value: object) -> None:
    """Fill in a missing key whose default depends on others."""
    if key not in part.given and value is not None and part.values.get(key, NEEDED) is None:
        part.values[key] = value
