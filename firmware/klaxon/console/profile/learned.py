"""Learned values: what service mode found out about dials, saved in the state folder; they override the profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from klaxon.console.devices.health import DialLesson
from klaxon.console.profile import schema
from klaxon.console.profile.flaws import Flaw
from klaxon.console.profile.model import Profile, StationSpec
from klaxon.console.profile.schema import SchemaEntry
from klaxon.console.profile.values import Wrong, judge, section, sections
from klaxon.console.settings.store import BadSettingsError, SettingsStore

FORMAT = 1

Learned = Mapping[tuple[str, int], DialLesson]
"""(station, number of a dial) -> what was learned about it."""

_FILE = {
    "format": SchemaEntry("format", values=(FORMAT,)),
    "dials": SchemaEntry("sections", high=schema.MOST_STATIONS * schema.MOST_DIALS),
}
_DIAL = {
    "station": SchemaEntry("id"),
    "dial": SchemaEntry("number", high=schema.MOST_DIALS - 1),
    **{name: schema.DIAL_DEFAULTS[name] for name in DialLesson._fields},
}


def laid_over(profile: Profile, learned: Learned) -> Profile:
    """Return a profile with what was learned of its dials; unknown dials are ignored."""
    return replace(profile, stations=tuple(_apply_learned(station, learned) for station in profile.stations))


def _apply_learned(station: StationSpec, learned: Learned) -> StationSpec:
    found = {number: learned.get((station.name, number)) for number in range(len(station.dials))}
    dials = (
        replace(dial, **lesson._asdict()) if (lesson := found[n]) else dial for n, dial in enumerate(station.dials)
    )
    return replace(station, dials=tuple(dials)) if any(found.values()) else station


def _parse(found: Any) -> Learned:
    try:
        return _read(section(found))
    except Wrong as wrong:
        facts = dict(wrong.facts)
        raise BadSettingsError(Flaw(wrong.code, key=str(facts.pop("at", "")), facts=facts).text()) from None


def _read(file: Mapping[str, Any]) -> Learned:
    _part(file, {"format": _FILE["format"]})
    _needs(file, "dials")
    dials = [_part(section(raw), _DIAL) for raw in sections(file["dials"], _FILE["dials"])]
    return {(dial["station"], dial["dial"]): DialLesson(*(dial[name] for name in DialLesson._fields)) for dial in dials}


def _part(raw: Mapping[str, Any], entries: Mapping[str, SchemaEntry]) -> dict[str, Any]:
    """Return a section after checking every value; all of them must be present."""
    data = {}
    for key, entry in entries.items():
        _needs(raw, key)
        try:
            data[key] = judge(raw[key], entry)
        except Wrong as wrong:
            raise Wrong(wrong.code, at=key, **wrong.facts) from None
    return data


def _needs(raw: Mapping[str, Any], key: str) -> None:
    if key not in raw:
        raise Wrong("PRF-005", at=key)


def _plain(learned: Learned) -> object:
    dials = [{"station": station, "dial": dial, **lesson._asdict()} for (station, dial), lesson in learned.items()]
    return {"format": FORMAT, "dials": dials}


STORE: SettingsStore[Learned] = SettingsStore(
    "learned.json", {}, _parse, _plain, aside="learned.aside", broken="learned.broken"
)
"""The file of learned values."""
