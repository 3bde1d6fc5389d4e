"""Objectives in play: what is told of them, and what ships that sink and messages that are sent do for them.

Whoever decodes a message, sends one or lets a ship sink comes here. Sinkings that are told count as the crew has
perceived them; a ship that sank unseen counts at the end alone (UBT-5#60). Places are judged by where the boat really
is, and no more is told of that than that an objective is met (UBT-8.11e).
"""

from __future__ import annotations

from klaxon.rules.uboot.patrol.counting import count_for, is_reached
from klaxon.rules.uboot.patrol.records import KNOWN, MET, UNKNOWN, Objective, SentReport, SunkShip
from klaxon.rules.uboot.patrol.scoring import RETURNED, troubles_of
from klaxon.rules.uboot.patrol.stretches import begin_stretch, send_report
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.passing import sea_work
from klaxon.rules.uboot.step import Working


def begin_patrol(work: Working) -> None:
    """Note what is flooded and who is dead already: only what comes on top of it is this mission's."""
    flooded, dead = troubles_of(work.board)
    work.board.patrol = work.board.patrol._replace(flooded=flooded, dead=dead)


def make_known(work: Working, name: str, game: int) -> None:
    """Let the crew know an objective that came by radio; what was sunk and reported before counts too (UBT-7.11g)."""
    objective = work.board.patrol.objective(name)
    if objective.state == UNKNOWN:
        work.board.patrol = work.board.patrol.with_objective(objective._replace(state=KNOWN))
        work.tell("objective", objective=name, state=KNOWN)
        _count(work)
        at_sea = sea_work(work.state)
        begin_stretch(at_sea, name, game)
        _take_over(work, at_sea)


def note_report(work: Working, kind: str, game: int) -> None:
    """Count a message that was sent: `weather` or `convoy`."""
    patrol = work.board.patrol
    report = SentReport(kind, game, work.board.boat.cell)
    work.board.patrol = patrol._replace(reports=(*patrol.reports, report))
    at_sea = sea_work(work.state)
    send_report(at_sea, kind, game)
    _take_over(work, at_sea)
    _count(work)


def note_sunk(work: Working, ship: SunkShip) -> None:
    """Count a ship that sank, as the crew has perceived it."""
    patrol = work.board.patrol
    work.board.patrol = patrol._replace(sunk=(*patrol.sunk, ship))
    _count(work)


def finish_stretch(work: Working, name: str) -> None:
    """Let an objective be met whose stretch is long enough; with the return the mission ends (UBT-7.11e)."""
    objective = work.board.patrol.objective(name)
    _meet(work, objective)
    if objective.kind == "return":
        work.end(RETURNED)


def _take_over(work: Working, at_sea: SeaWork) -> None:
    """Take over what the sea has made of it."""
    work.state.sea = work.state.sea._replace(patrol=at_sea.patrol)
    for happening in at_sea.news:
        if work.board.outcome is None:
            finish_stretch(work, happening.facts["objective"])


def _count(work: Working) -> None:
    """Count anew for every open objective what the crew knows of; weather reports by where they were really sent."""
    patrol, truth = work.board.patrol, work.state.sea.patrol
    for objective in patrol.objectives:
        if objective.state == KNOWN:
            counted = objective._replace(have=count_for(objective, patrol.sunk, patrol.reports))
            work.board.patrol = work.board.patrol.with_objective(counted)
            if is_reached(objective, count_for(objective, patrol.sunk, truth.reports)):
                _meet(work, counted)


def _meet(work: Working, objective: Objective) -> None:
    work.board.patrol = work.board.patrol.with_objective(objective._replace(state=MET))
    work.tell("objective", objective=objective.name, state=MET)
