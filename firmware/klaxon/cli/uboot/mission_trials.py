"""A mission tried by understudies: whether it can be won at all, how often it is, and what it was lost to."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from klaxon import data
from klaxon.cli.help.plain import terminal
from klaxon.cli.season import NICE
from klaxon.cli.season.fixtures import Fixture, Result, play
from klaxon.cli.season.shares import wilson
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.language.game_words import Phrases
from klaxon.crew.selfplay import MOST
from klaxon.rules.contract import Header
from klaxon.rules.games import game_named
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission import Facts, Mission
from klaxon.rules.uboot.patrol.scoring import FAILED_GRADE, GRADES
from klaxon.rules.uboot.sea.chart import plot
from klaxon.rules.uboot.sea.ships.templates import TEMPLATES
from klaxon.rules.uboot.words import BOAT
from klaxon.table.setup import make_header

BEST_FIRST = [*(grade for grade, _ in GRADES), FAILED_GRADE]


# -- can it be won ---------------------------------------------------------------------------------------------------


def impossible_of(mission: Mission, box: Box) -> list[str]:
    """Return why the primary objective of a mission can never be met, each reason with a remedy."""
    return [*_of_convoys(mission), *_of_ships(mission, box), *_of_distance(mission, box)]


def _of_convoys(mission: Mission) -> Iterator[str]:
    wants = mission.primary["kind"] == "shadow" or mission.primary.get("within") == "convoy"
    has = any(TEMPLATES[kind].is_convoy for kind, _ in mission.traffic) or any(
        "group" in ship for ship in mission.ships
    )
    if wants and not has:
        yield "There is no convoy. Put one into `traffic`, or give ships of `ships` a `group`."


def _of_ships(mission: Mission, box: Box) -> Iterator[str]:
    """Yield what ships that a file places one by one fall short of; traffic always has enough (UBT-7.11h)."""
    if any(kind != "small" for kind, _ in mission.traffic) or not mission.primary["kind"].startswith("sink"):
        return
    within = mission.primary.get("within") == "convoy"
    ships = [box.ships[ship["type"]] for ship in mission.ships if "group" in ship or not within]
    has, number = _countable(mission.primary, ships)
    if has < number:
        yield f"Only {has} of {number} can be sunk. Put ships into `traffic` or `ships`, or ask for less."


def _countable(primary: Facts, ships: Sequence[Facts]) -> tuple[int, int]:
    if primary["kind"] == "sink_grt":
        return sum(ship["grt"] for ship in ships if ship["klass"] == "merchant"), primary["n"]
    if primary["kind"] == "sink_type":
        return sum(ship["type"] == primary["type"] for ship in ships), primary["count"]
    return sum(ship["klass"] == "escort" for ship in ships), primary["n"]


def _of_distance(mission: Mission, box: Box) -> Iterator[str]:
    """Yield that the boat cannot be in a cell in time, at full speed all the way, and stay there."""
    cell = mission.primary.get("cell")
    way = plot(box.charts[mission.map], mission.setup.get("cell", mission.start), cell) if cell else None
    if way is None:
        return
    stay = 10 * mission.primary.get("dwell_h", 0) + mission.primary.get("minutes", 0) // 6
    edge = max(0, way.hours_surfaced - 30)  # from centre to centre: it is enough to come into the cell
    if edge + stay > 10 * mission.hours:
        needs = -(-(edge + stay) // 10)
        yield f"{cell} is too far off: at full speed it takes {needs} h. Allow more `hours`, or begin nearer."


# -- played ------------------------------------------------------------------------------------------------------------


def try_mission(text: str, asked: argparse.Namespace) -> list[Result]:
    """Let understudies play a mission; return the results of as many games as there was time for.

    Games are taken in the order in which they were begun: those that end first are not the usual ones.
    """
    game, contents = game_named("uboot"), {"boxes": data.read("boxes", "uboot"), "missions": text, "patrols": ""}
    fixtures = []
    for number in range(asked.games):
        options = {"mission": "drill"}
        seed = f"{asked.seed}-{number}"
        header = make_header(game, options, lambda kind, _name, _variant: contents[kind], seed)
        if not isinstance(header, Header):
            raise TypeError(header)
        fixtures.append(Fixture(header, {BOAT: asked.skill}, MOST))
    results: list[Result] = []
    try:
        for result in _play_until(fixtures, asked.jobs, asked.seconds):
            results.append(result)
            _show_progress(results, len(fixtures))
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.")
    if fixtures:
        sys.stderr.write("\n")
    return results


def _play_until(fixtures: Sequence[Fixture], jobs: int, seconds: int) -> Iterator[Result]:
    """Play games until they are over or the time is."""
    if not fixtures:
        return
    ends = monotonic() + seconds if seconds else None
    with multiprocessing.Pool(min(jobs, len(fixtures)), os.nice, (NICE,)) as pool:
        coming = pool.imap(play, fixtures)
        try:
            for _ in fixtures:
                yield coming.next(None if ends is None else max(0.1, ends - monotonic()))
        except multiprocessing.TimeoutError:
            sys.stderr.write("\nTime is up.")


def _show_progress(results: Sequence[Result], games: int) -> None:
    won = sum(result.winner == BOAT for result in results)
    terminal(sys.stderr).write(f"\r{len(results)} of {games} games, {won} won")
    sys.stderr.flush()


# -- told --------------------------------------------------------------------------------------------------------------


def report_of(name: str, against: Sequence[str], results: Sequence[Result], games: int) -> dict[str, Any]:
    """Return what came of it as data."""
    played = [result for result in results if not result.fault]
    won = sum(result.winner == BOAT for result in played)
    grades = sorted((str(result.facts.get("grade", FAILED_GRADE)) for result in played), key=BEST_FIRST.index)
    objectives = Counter(
        objective
        for result in played
        for objective, state in dict(result.facts.get("objectives", {})).items()
        if state == "met"
    )
    low, high = wilson(won, len(played))
    return {
        "mission": name,
        "cannot_be_won": list(against),
        "games": games,
        "played": len(played),
        "won": won,
        "of_100": [round(low), round(high)],
        "median_grade": grades[len(grades) // 2] if grades else "",
        "grades": {grade: grades.count(grade) for grade in BEST_FIRST if grade in grades},
        "lost_to": dict(Counter(result.reason for result in played if result.winner != BOAT).most_common()),
        "met": dict(sorted(objectives.items())),
        "faults": [f"seed {r.seed}: {r.fault} {r.line}".rstrip() for r in results if r.fault],
    }


def report_text(report: dict[str, Any]) -> str:
    """Return it in words."""
    lines = [f"{report['mission']}: the file is in order."]
    lines += [f"It cannot be won. {reason}" for reason in report["cannot_be_won"]]
    if report["played"]:
        lines += _played_lines(report)
    return "\n".join([*lines, *report["faults"]])


def _played_lines(report: dict[str, Any]) -> Iterator[str]:
    phrases, played = Phrases("uboot", ENGLISH), report["played"]
    low, high = report["of_100"]
    cut = f", of {report['games']} that were asked for" if played < report["games"] else ""
    yield f"won {report['won']} of {played}{cut} (95 %: {low} to {high} in 100), median grade {report['median_grade']}"
    yield "grades: " + ", ".join(f"{grade} {count}" for grade, count in report["grades"].items())
    if report["lost_to"]:
        causes = [f"{count} x {phrases.reason(reason).rstrip('.')}" for reason, count in report["lost_to"].items()]
        yield "most were lost to: " + "; ".join(causes)
    met = [f"{name} in {count}" for name, count in report["met"].items()]
    yield "objectives met: " + (", ".join(met) or "none")
    if not report["won"]:
        yield "Nobody has won it. Give it more hours, more traffic or a lower par, or ask for less."
