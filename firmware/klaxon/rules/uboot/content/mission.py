"""A mission as the rules read it: where and when it begins, its objectives, its set-up and its script (UBT-12.20)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from klaxon.rules.content.faults import Fault
from klaxon.rules.content.lined_json import read_lined
from klaxon.rules.content.shapes import plain
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.frozen import freeze
from klaxon.rules.uboot.content.mission_check import faults_of_mission

Facts = Mapping[Any, Any]

RANKS = {"fault": 1, "message": 2, "event": 3}
"""Happening -> its place among those of one instant; what the sea and the enemy bring comes first (UBT-3.2h)."""


class Happening(NamedTuple):
    """What the script brings at an instant."""

    at: int
    """Milliseconds of game time after `begin`."""
    do: str
    facts: Facts


@dataclass(frozen=True, eq=False)
class Mission:
    """A mission. Equal missions have equal texts."""

    id: str
    title: str
    map: str
    date: str
    """When it begins, as `1940-06-01T08:00`."""
    start: str
    base: str
    hours: int
    briefing: Mapping[str, str]
    """Language -> text."""
    primary: Facts
    secondary: tuple[Facts, ...]
    traffic: tuple[tuple[str, int], ...]
    area: str
    air_per_day: int
    weather: str
    sea: int
    torpedoes: Mapping[str, int]
    par: int
    chain: str
    needs: str
    """`primary` where the next mission of the chain asks for the primary objective of this one."""
    ships: tuple[Facts, ...]
    setup: Facts
    """What differs from the usual set-up; rooms and tubes by their numbers."""
    script: tuple[Happening, ...]
    """In the order in which it comes."""
    text: str
    """The mission as canonical JSON: `mission_of(mission.text) == mission`."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mission) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(maxsize=32)
def read_mission(text: str, box: Box) -> Mission | tuple[Fault, ...]:
    """Return the mission in a file, or everything that is wrong with it, beside the box it is played with."""
    node = read_lined(text)
    if isinstance(node, Fault):
        return (node,)
    faults = faults_of_mission(node, box)
    return faults or mission_of(json.dumps(plain(node), sort_keys=True, separators=(",", ":"), ensure_ascii=False))


@lru_cache(maxsize=32)
def mission_of(text: str) -> Mission:
    """Return the mission in its own text form, one copy for all games with it."""
    told = json.loads(text)
    setup = dict(told.pop("setup", {}))
    for key in ("rooms", "tubes"):
        if key in setup:
            setup[key] = {int(number): value for number, value in setup[key].items()}
    return Mission(
        **freeze({"needs": "", "ships": [], **told, "script": []})
        | {"setup": freeze(setup), "script": _script(told["script"]), "text": text}
    )


def _script(rows: list[dict[str, Any]]) -> tuple[Happening, ...]:
    found = [
        Happening(_milliseconds(each.pop("at")), each.pop("do"), freeze(each)) for each in (dict(row) for row in rows)
    ]
    return tuple(sorted(found, key=lambda each: (each.at, RANKS.get(each.do, 0))))


def _milliseconds(moment: str) -> int:
    hours, minutes, seconds = map(int, moment.split(":"))
    return ((hours * 60 + minutes) * 60 + seconds) * 1000
