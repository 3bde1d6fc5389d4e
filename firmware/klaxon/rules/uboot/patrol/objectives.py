"""Objectives in play: what is told of them, and what ships that sink and messages that are sent do for them.

Whoever decodes a message, sends one or lets a ship sink comes here. What is told rests on what the crew knows; a ship
that sank unseen counts at the end alone (UBT-5#60).
"""

from __future__ import annotations

from klaxon.rules.uboot.patrol.counting import count_for, is_reached
from klaxon.rules.uboot.patrol.records import KNOWN, MET, UNKNOWN, Objective, SentReport, SunkShip
from klaxon.rules.uboot.step import Working


def make_known(work: Working, name: str, _game: int) -> None:
    """Let the crew know an objective that came by radio; what was sunk and reported before counts too (UBT-7.11g)."""
    objective = work.board.patrol.objective(name)
    if objective.state == UNKNOWN:
        work.board.patrol = work.board.patrol.with_objective(objective._replace(state=KNOWN))
        work.tell("objective", objective=name, state=KNOWN)
        _count(work)


def note_report(work: Working, kind: str, game: int) -> None:
    """Count a message that was sent: `weather` or `convoy`."""
    patrol = work.board.patrol
    report = SentReport(kind, game, work.board.boat.cell)
    work.board.patrol = patrol._replace(reports=(*patrol.reports, report))
    _count(work)


def note_sunk(work: Working, ship: SunkShip) -> None:
    """Count a ship that sank, as the crew has perceived it."""
    patrol = work.board.patrol
    work.board.patrol = patrol._replace(sunk=(*patrol.sunk, ship))
    _count(work)


def meet(work: Working, objective: Objective) -> None:
    """Let an objective be met, and tell it."""
    work.board.patrol = work.board.patrol.with_objective(objective._replace(state=MET))
    work.tell("objective", objective=objective.name, state=MET)


def _count(work: Working) -> None:
    """Count anew for every open objective what the crew knows of."""
    patrol = work.board.patrol
    for objective in patrol.objectives:
        if objective.state == KNOWN:
            counted = objective._replace(have=count_for(objective, patrol.sunk, patrol.reports))
            work.board.patrol = work.board.patrol.with_objective(counted)
            if is_reached(counted):
                meet(work, counted)
