"""The log of a patrol: written when a mission is over, read when the next one begins (UBT-12.22a).

Its seal is a check sum: a log that somebody changed by hand is told from one that a game wrote. It keeps nobody from
making a log of his own; the journals of the games are what proves a patrol.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from klaxon.rules.content.faults import Fault
from klaxon.rules.content.lined_json import read_lined
from klaxon.rules.content.shapes import at, entries, plain
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.linked.carried import carried_of
from klaxon.rules.uboot.linked.course import next_mission
from klaxon.rules.uboot.linked.log_check import faults_of_log
from klaxon.rules.uboot.linked.records import PastMission
from klaxon.rules.uboot.linked.totals import totals_of
from klaxon.rules.uboot.patrol.records import PRIMARY
from klaxon.rules.uboot.patrol.scoring import result
from klaxon.rules.uboot.state import State

SCHEMA = 1
_SEAL_BYTES = 16


class PatrolLog(NamedTuple):
    """A log that was read: its mode, its missions, and what the next one begins with."""

    mode: str
    past: tuple[PastMission, ...]
    carried: Mapping[str, Any]
    """Empty where the boat was lost."""
    mode_line: int
    last_line: int
    """The lines of the file where the mode and the last mission stand."""


def write_log(state: State) -> str:
    """Return the log after a mission that is over, as canonical JSON."""
    board, box = state.board, state.box
    past = (*board.linked.past, past_mission(state))
    last, mode = past[-1], board.setting.mode
    told = {
        "schema": SCHEMA,
        "mode": mode,
        "patrol": last.patrol,
        "missions": [each._asdict() for each in past],
        "totals": totals_of(past)._asdict(),
        "next": next_mission(box, mode, past),
        "carried": {} if last.lost else carried_of(state),
    }
    return canonical({**told, "seal": seal_of(told)})


def past_mission(state: State) -> PastMission:
    """Return the mission that has just ended, as the log keeps it."""
    mission, outcome, made = state.mission, state.board.outcome, result(state)
    told = (mission.id, mission.title, mission.chain, mission.date, mission.needs)
    ended = (outcome.reason if outcome else "", made.is_lost, PRIMARY in made.met)
    return PastMission(*told, *ended, made.grade, made.glory, made.ratio, made.grt, made.ships)


@lru_cache(maxsize=16)
def read_log(text: str, box: Box) -> PatrolLog | tuple[Fault, ...]:
    """Return the log in a file, or everything that is wrong with it, beside the box it is played with."""
    node = read_lined(text)
    if isinstance(node, Fault):
        return (node,)
    faults = faults_of_log(node, box, seal_of)
    if faults:
        return faults
    told = plain(node)
    lines = (at(node, "mode").line, entries(at(node, "missions"))[-1].line)
    return PatrolLog(told["mode"], past_missions(told["missions"]), told["carried"], *lines)


def past_missions(rows: Sequence[Mapping[str, Any]]) -> tuple[PastMission, ...]:
    """Return the missions of a log."""
    return tuple(PastMission(**row) for row in rows)


def seal_of(told: Mapping[str, Any]) -> str:
    """Return the check sum of a log without its seal."""
    body = canonical({key: value for key, value in told.items() if key != "seal"})
    return blake2b(body.encode(), digest_size=_SEAL_BYTES, person=b"klaxon patrol").hexdigest()


def canonical(told: Mapping[str, Any]) -> str:
    """Return data in the one form that a seal is made of."""
    return json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
