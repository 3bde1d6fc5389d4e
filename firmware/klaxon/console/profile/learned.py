"""Learned values: what service mode found out about dials, kept in the state folder and laid over the profile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from klaxon import data
from klaxon.console.devices.health import DialLesson
from klaxon.console.language.catalogue import say, say_refusal
from klaxon.console.profile import schema
from klaxon.console.profile.flaws import Flaw
from klaxon.console.profile.model import Profile, StationSpec
from klaxon.console.profile.schema import SchemaEntry
from klaxon.console.profile.values import Wrong, judge, section, sections
from klaxon.console.settings.store import set_aside, write_json

FILE = "learned.json"
FORMAT = 1

Learned = Mapping[tuple[str, int], DialLesson]
"""Station and number of a dial -> what it was found to be."""

_FILE = {
    "format": SchemaEntry("format", values=(FORMAT,)),
    "dials": SchemaEntry("sections", high=schema.MOST_STATIONS * schema.MOST_DIALS),
}
_DIAL = {
    "station": SchemaEntry("id"),
    "dial": SchemaEntry("number", high=schema.MOST_DIALS - 1),
    **{name: schema.DIAL_DEFAULTS[name] for name in DialLesson._fields},
}


class LearnedValues(NamedTuple):
    """What was kept, and what to tell people where it was no good."""

    learned: Learned
    trouble: str = ""


def read_learned(folder: Path) -> LearnedValues:
    """Return what was kept in a state folder. A file that cannot be right is set aside, and nothing of it counts."""
    path = folder / FILE
    if not path.exists():
        return LearnedValues({})
    try:
        return LearnedValues(_read(data.read_file(path)))
    except data.ContentError as error:
        reason = say_refusal(error.code, error.facts)
    except Wrong as wrong:
        facts = dict(wrong.facts)
        reason = Flaw(wrong.code, key=str(facts.pop("at", "")), facts=facts).text()
    except (ValueError, RecursionError):
        reason = say("learned.json", {})
    aside = set_aside(path)
    return LearnedValues(
        {}, say("learned.aside" if aside else "learned.broken", {**_named(path, aside), "reason": reason})
    )


def keep_learned(folder: Path, learned: Learned) -> str:
    """Write what was learned so that a power cut leaves the old file or the new; return why not, '' where it is done.

    It waits for the disk: a loop calls it in a thread.
    """
    dials = [{"station": station, "dial": dial, **lesson._asdict()} for (station, dial), lesson in learned.items()]
    return write_json(folder / FILE, {"format": FORMAT, "dials": dials})


def laid_over(profile: Profile, learned: Learned) -> Profile:
    """Return a profile with what was learned of its dials; what was learned of others is left alone."""
    return replace(profile, stations=tuple(_taught(station, learned) for station in profile.stations))


def _taught(station: StationSpec, learned: Learned) -> StationSpec:
    found = {number: learned.get((station.name, number)) for number in range(len(station.dials))}
    dials = (
        replace(dial, **lesson._asdict()) if (lesson := found[n]) else dial for n, dial in enumerate(station.dials)
    )
    return replace(station, dials=tuple(dials)) if any(found.values()) else station


def _read(text: str) -> Learned:
    file = section(json.loads(text))
    _part(file, {"format": _FILE["format"]})
    _needs(file, "dials")
    dials = [_part(section(raw), _DIAL) for raw in sections(file["dials"], _FILE["dials"])]
    return {(dial["station"], dial["dial"]): DialLesson(*(dial[name] for name in DialLesson._fields)) for dial in dials}


def _part(raw: Mapping[str, Any], entries: Mapping[str, SchemaEntry]) -> dict[str, Any]:
    """Return a section with every value held to its bounds; all of them must be there."""
    told = {}
    for key, entry in entries.items():
        _needs(raw, key)
        try:
            told[key] = judge(raw[key], entry)
        except Wrong as wrong:
            raise Wrong(wrong.code, at=key, **wrong.facts) from None
    return told


def _needs(raw: Mapping[str, Any], key: str) -> None:
    if key not in raw:
        raise Wrong("PRF-005", at=key)


def _named(path: Path, aside: Path | None) -> dict[str, object]:
    return {"path": str(path), "aside": aside.name if aside else ""}
