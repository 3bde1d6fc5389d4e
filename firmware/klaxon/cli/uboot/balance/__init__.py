"""A season of all missions of U-BOOT, and the page on how balanced they are: `klaxon season uboot --report FILE.md`.

Beside the page it writes its picture and, with `--sittings`, the table of sitting lengths that the lobby shows.
Grades are given by the pars of now: nobody at sea knows what a mission is worth, so a kept season is graded again where
only a par was changed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from klaxon import data
from klaxon.cli.plot import grades_drawing
from klaxon.cli.season.fixtures import Result
from klaxon.cli.uboot.balance.figures import BEST_FIRST, MissionFigures, figures_of
from klaxon.cli.uboot.balance.games import MEDIUM, SITTING, BalanceGame, balance_games
from klaxon.cli.uboot.balance.page import BalanceReport, page
from klaxon.cli.uboot.balance.worth import worth_of
from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.mission import mission_of
from klaxon.rules.uboot.patrol.scoring import FAILED_GRADE, RETURNED, TIME, grade_of
from klaxon.rules.uboot.words import BOAT

__all__ = ["balance_games", "write_report"]
ByMission = dict[str, list[Result]]


def write_report(asked: argparse.Namespace, games: Sequence[BalanceGame], results: Mapping[str, Result]) -> None:
    """Write the page on the games that were played, and its picture (OSError if they cannot be written)."""
    played: dict[str, ByMission] = {}
    pars = {name: par_of(name) for name in sorted({game.mission for game in games})}
    for game in games:
        result = results.get(game.fixture.header.seed)
        if result is not None and not result.fault:
            played.setdefault(game.kind, {}).setdefault(game.mission, []).append(regrade(result, pars[game.mission]))
    figures = {
        kind: {name: figures_of(each) for name, each in by_mission.items()} for kind, by_mission in played.items()
    }
    counts = Counter((game.kind, game.mission) for game in games)
    orders, cards = _names()
    report = BalanceReport(
        figures,
        {kind: max(count for (each, _), count in counts.items() if each == kind) for kind in figures},
        [name for name in pars if _is_hunt(name)],
        worth_of(orders, played[MEDIUM]),
        worth_of(cards, played[MEDIUM]),
        [f"seed {each.seed}: {each.fault} {each.line}".rstrip() for each in results.values() if each.fault],
    )
    picture = asked.report.with_suffix(".svg")
    asked.report.write_text(page(report, asked, picture.name), "utf-8")
    picture.write_text(grades_drawing(_shares(figures[MEDIUM]), BEST_FIRST), "utf-8")
    if asked.sittings:
        _write_sittings(asked.sittings, figures.get(SITTING, {}))


def par_of(mission: str) -> int:
    """Return the par of a shipped mission."""
    return mission_of(data.read("missions", mission)).par


def _is_hunt(mission: str) -> bool:
    """Return whether the primary objective of a shipped mission is to sink ships."""
    return str(mission_of(data.read("missions", mission)).primary["kind"]).startswith("sink")


def regrade(result: Result, par: int) -> Result:
    """Return a result with the grade that its glory is given where so much is par."""
    is_afloat = result.reason in (TIME, RETURNED)
    grade = grade_of(int(result.facts["glory"]), par) if is_afloat else FAILED_GRADE
    facts = {**result.facts, "grade": grade}
    return replace(result, facts=facts, winner="sea" if grade == FAILED_GRADE else BOAT)


def _shares(of_missions: Mapping[str, MissionFigures]) -> dict[str, list[float]]:
    return {
        f"{name} ({figures.games})": [100 * count / figures.games for count in figures.grades.values()]
        for name, figures in of_missions.items()
    }


def _names() -> tuple[list[str], list[str]]:
    """Return the names of all orders and of all cards of the box, those of the engineer too."""
    box = read_box(data.read("boxes", "uboot"))
    if not isinstance(box, Box):
        raise TypeError(box)
    return list(box.orders), [*box.cards, *box.tools]


def _write_sittings(path: Path, of_missions: Mapping[str, MissionFigures]) -> None:
    """Write between which minutes at the table eight of ten games of a mission lie; others in the file stay."""
    table = {
        name: dict(zip(("few", "many"), figures.usual_minutes, strict=True), games=figures.games)
        for name, figures in of_missions.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    before = json.loads(path.read_text("utf-8")) if path.exists() else {}
    rows = [f" {json.dumps(name)}: {json.dumps(row)}" for name, row in (before | table).items()]
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
