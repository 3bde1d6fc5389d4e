"""How a mission begins in linked play: with the log of the mission before, or without one (UBT-12.22a, c, d)."""

from __future__ import annotations

from klaxon.rules.content.faults import Fault
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.linked.carried import lay_carried
from klaxon.rules.uboot.linked.course import (
    CAMPAIGN,
    SINGLE,
    is_new_patrol,
    planned_kits,
    why_not_first,
    why_not_next,
)
from klaxon.rules.uboot.linked.log import PatrolLog, read_log
from klaxon.rules.uboot.state import State


def find_log(text: str, box: Box, mission: Mission, mode: str) -> PatrolLog | tuple[Fault, ...]:
    """Return the log in a file, or why this mission cannot be begun with it."""
    log = read_log(text, box)
    if not isinstance(log, PatrolLog):
        return log
    if mode == SINGLE or (log.mode == CAMPAIGN) != (mode == CAMPAIGN):
        return (Fault(log.mode_line, "patrol-mode", {"mode": mode, "has": log.mode}),)
    unfit = why_not_next(box, mode, mission, log.past)
    return log if unfit is None else (Fault(log.last_line, *unfit),)


def faults_without_log(box: Box, mission: Mission, mode: str) -> tuple[Fault, ...]:
    """Return why a mission cannot be begun without a log: in linked play it is not the first."""
    unfit = why_not_first(box, mode, mission) if mode != SINGLE else None
    return (Fault(1, *unfit),) if unfit is not None else ()


def begin_linked(state: State, log: PatrolLog | None) -> None:
    """Let a boat that was set up go on from a log: refitted before a new patrol, else with what is carried."""
    board, mission = state.board, state.mission
    past = log.past if log is not None else ()
    board.linked = board.linked._replace(past=past)
    if is_new_patrol(mission, past):
        _plan_kits(state)
    elif log is not None:
        lay_carried(state, log.carried)


def _plan_kits(state: State) -> None:
    """Bring one kit aboard for every further mission of the chain, unless an option or the file counts them."""
    board = state.board
    if board.setting.mode != SINGLE and not board.setting.kits and "kits" not in state.mission.setup:
        board.provisions = board.provisions._replace(kits=planned_kits(state.box, state.mission))
