"""`klaxon troubles`: voyages on which everything goes wrong, sailed by understudies of every skill.

A voyage is a mission on the scripted sea, made of a seed: now and then a fault, an emergency, a wound or a breach, the
same at the same time for every skill. Printed are for each skill the share of boats that came through, hours afloat,
faults mended, and morale and the dead at the end, a lost boat counted with no morale and all its men; then by how much
each skill is better than the one before it in the same voyages. All with their 95 % intervals.

Exit status 1 if a voyage came to a deadlock, did not end, or an order was refused.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from klaxon import data
from klaxon.cli import FOUND, MISUSED
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.season import play_all, with_progress
from klaxon.cli.season.fixtures import Fixture, Result
from klaxon.cli.season.shares import Z, wilson
from klaxon.crew import SKILLS
from klaxon.crew.selfplay import MOST
from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Header
from klaxon.rules.games import game_named
from klaxon.rules.uboot.words import BOAT, FAULT_LEVELS, FIGURES, INSIDE, KINDS
from klaxon.table.setup import make_header

HOURS = 24
SHORTEST, LONGEST = 30, 80
"""Minutes from one trouble to the next."""
CHANCES = {"fault": 40, "emergency": 40, "wound": 13, "breach": 7}
"""What goes wrong, in a hundred."""
WOUND_DECKS = ("burn", "shock", "poison", "gunshot")
MEN = 2 * len(FIGURES)
FIGURES_TOLD = {
    "survived": "came through, of 100",
    "hours": "hours afloat",
    "morale": "morale at the end",
    "mended": "faults mended",
    "dead": "men dead",
}
MORE_IS_BETTER = ("survived", "hours", "morale", "mended")


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon troubles", description=__doc__)
    parser.add_argument("--voyages", type=int, default=40, help="how many for each skill (40)")
    parser.add_argument("--hours", type=int, default=HOURS, help=f"hours at sea ({HOURS})")
    parser.add_argument("--skill", choices=SKILLS, action="append", help="only these")
    parser.add_argument("--seed", default="1", help="another seed, other voyages")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="voyages at a time")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Sail the voyages and print how each skill did."""
    asked = build_parser().parse_args(arguments)
    if asked.voyages < 2 or asked.hours < 1 or asked.jobs < 1:
        sys.stderr.write("klaxon troubles: --voyages must be at least 2, --hours and --jobs at least 1.\n")
        return MISUSED
    skills = [skill for skill in SKILLS if skill in (asked.skill or SKILLS)]
    headers = [_header(f"{asked.seed}-{number}", asked.hours) for number in range(asked.voyages)]
    fixtures = [Fixture(header, {BOAT: skill}, MOST) for skill in skills for header in headers]
    results = list(with_progress(play_all(fixtures, asked.jobs), len(fixtures)))
    sailed = {skill: results[n * asked.voyages : (n + 1) * asked.voyages] for n, skill in enumerate(skills)}
    found = figures(sailed)
    print(json.dumps(found) if asked.json else "\n".join(_table(found, asked)))
    return FOUND if any(result.fault for result in results) else 0


def _header(seed: str, hours: int) -> Header:
    """Return the start of a voyage."""
    contents = {"boxes": data.read("boxes", "uboot"), "missions": voyage(seed, hours), "patrols": ""}
    options = {"mission": "drill", "wear": "off", "events": "off"}
    header = make_header(game_named("uboot"), options, lambda kind, _name, _variant: contents[kind], seed)
    if not isinstance(header, Header):
        raise TypeError(header)
    return header


def voyage(seed: str, hours: int) -> str:
    """Return a mission of so many hours with the troubles of a seed."""
    mission = json.loads(data.read("missions", "drill"))
    mission["primary"]["dwell_h"] = 1
    return json.dumps({**mission, "hours": hours, "script": list(_script(seed, 60 * hours))})


def _script(seed: str, minutes: int) -> Iterator[dict[str, Any]]:
    key, box = key_of(seed), json.loads(data.read("boxes", "uboot"))
    kinds = [kind for kind, chance in CHANCES.items() for _ in range(chance)]
    breached: set[int] = set()
    number, at = 0, 0
    while (at := at + SHORTEST + draw(key, "gap", number, LONGEST - SHORTEST + 1)) < minutes:
        kind, lots = kinds[draw(key, "kind", number, len(kinds))], _Lots(key, number)
        number += 1
        if kind == "breach":  # one room each: a file must not breach a room that may be flooded by then
            rooms = [room for room in INSIDE if room not in breached]
            if not rooms:
                continue
            breached.add(room := lots.one_of("room", rooms))
            yield {"at": _clock(at), "do": kind, "room": room}
        elif kind == "emergency":
            yield {"at": _clock(at), "do": kind, "kind": lots.one_of("of", KINDS), "room": lots.one_of("room", INSIDE)}
        elif kind == "fault":
            device = lots.one_of("device", box["devices"])["id"]
            yield {"at": _clock(at), "do": kind, "device": device, "level": lots.one_of("level", FAULT_LEVELS)}
        else:
            card = lots.one_of("card", box["cards"][lots.one_of("deck", WOUND_DECKS)])["id"]
            yield {"at": _clock(at), "do": kind, "man": lots.one_of("man", FIGURES), "card": card}


class _Lots:
    """The chance of one trouble."""

    def __init__(self, key: str, number: int) -> None:
        self._key, self._number = key, number

    def one_of(self, stream: str, things: Sequence[Any]) -> Any:
        return things[draw(self._key, stream, self._number, len(things))]


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}:00"


# -- how each skill did ------------------------------------------------------------------------------------------------


def figures(sailed: dict[str, list[Result]]) -> dict[str, Any]:
    """Return for each skill its figures, and for each but the first how much better it is than the one before."""
    found: dict[str, Any] = {}
    before: dict[str, list[float]] = {}
    for skill, results in sailed.items():
        each = _each(results)
        found[skill] = {"voyages": len(results), **{name: _interval(name, values) for name, values in each.items()}}
        found[skill]["faults_in_play"] = [f"{r.seed}: {r.fault} {r.line}".rstrip() for r in results if r.fault]
        if before:
            found[skill]["better_by"] = {name: _gain(name, each[name], before[name]) for name in each}
        before = each
    return found


def _each(results: Sequence[Result]) -> dict[str, list[float]]:
    """Return the figures of every voyage."""
    lost = [result.reason != "time" for result in results]
    counts = [{what: much for (_, what), much in result.counts.items()} for result in results]
    pairs = list(zip(counts, lost, strict=True))
    return {
        "survived": [0.0 if is_lost else 100.0 for is_lost in lost],
        "hours": [count.get("minutes afloat", 0) / 60 for count in counts],
        "morale": [0.0 if is_lost else float(count.get("morale left", 0)) for count, is_lost in pairs],
        "mended": [float(count.get("faults mended", 0)) for count in counts],
        "dead": [float(MEN if is_lost else count.get("died", 0)) for count, is_lost in pairs],
    }


def _interval(name: str, values: Sequence[float]) -> list[float]:
    """Return the mean of a figure with its interval: a share by Wilson, anything else by its spread."""
    if name == "survived":
        return [fmean(values), *wilson(sum(value > 0 for value in values), len(values))]
    return _spread(values)


def _gain(name: str, values: Sequence[float], before: Sequence[float]) -> list[float]:
    """Return by how much a skill is better, voyage by voyage."""
    sign = 1 if name in MORE_IS_BETTER else -1
    return _spread([sign * (now - then) for now, then in zip(values, before, strict=True)])


def _spread(values: Sequence[float]) -> list[float]:
    half = Z * stdev(values) / sqrt(len(values))
    return [fmean(values), fmean(values) - half, fmean(values) + half]


def _table(found: dict[str, Any], asked: argparse.Namespace) -> Iterator[str]:
    yield f"{asked.voyages} voyages of {asked.hours} h, seed {asked.seed}"
    yield f"{'':<24}" + "".join(f"{skill:>26}" for skill in found)
    for name, told in FIGURES_TOLD.items():
        yield f"{told:<24}" + "".join(f"{_words(each[name]):>26}" for each in found.values())
    for skill, each in found.items():
        for name, gain in each.get("better_by", {}).items():
            sure = "" if gain[1] > 0 else "   not sure"
            yield f"{skill} better by, {FIGURES_TOLD[name]:<24}{_words(gain):>26}{sure}"
        yield from (f"{skill} {line}" for line in each["faults_in_play"])


def _words(figure: Sequence[float]) -> str:
    return f"{figure[0]:.2f} ({figure[1]:.2f} to {figure[2]:.2f})"
