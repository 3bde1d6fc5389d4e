"""What real time adds to the state: who holds the table, what a boat still owes, and the repair of its hull.

All of it is immutable; a step replaces values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from klaxon.rules.sonar.setting import ROLES

NOBODY = -1
TRACING, TRACED, MENDED, REPORTED = "tracing", "traced", "mended", "reported"
"""Stages of a repair: the crew traces, the enemy's engineer inspects, the panel is erased, the engineer reported it."""


class Floor(NamedTuple):
    """Which boat holds the table. Meanwhile everything else is stopped (SON-51)."""

    boat: int = NOBODY
    role: str = ""
    """The officer who called STOP."""
    number: int = 0
    """The number of the prompt of a STOP; 0 if the table waits for an answer: to a sonar, or of a volcano."""
    due: int = 0
    """When the STOP lapses."""
    again: bool = False
    """The STOP was called while the table was held, and is asked for again."""
    queued: str = ""
    """The officer of the other boat who called STOP meanwhile."""


RUNNING = Floor()


class Repair(NamedTuple):
    """The repair of a surfaced boat (SON-82). Sections and roles are counted from 0."""

    phase: str
    signed: tuple[str, ...] = ("",) * 4
    """Section -> the role that traced it."""
    initials: tuple[str, ...] = ("",) * 4
    slips: tuple[int, ...] = (0,) * 4
    """Section -> the slips since the repair began."""
    pens: tuple[int, ...] = (0,) * 4
    """Role -> when a pen that started as early as possible has run its section; 0: it has, or it may not start."""
    heard: tuple[bool, int] = (False, 0)
    """What the radio operator knew of the enemy when the boat surfaced: whether it was up, and its damage."""

    def pen(self, role: str) -> int:
        """Return when the pen of a role is through, 0 if it is already."""
        return self.pens[ROLES.index(role)]


class RealtimeState(NamedTuple):
    """What a boat owes besides its first marks, and until when."""

    charges: int = 0
    """Marks that the XO owes after the one that is asked for."""
    sections: tuple[str, ...] = ()
    """The sections of the marks that the engineer owes after the one that is asked for."""
    decoy: tuple[str, ...] = ()
    """The roles that pretend a mark after a silence of length 0 (SON-73, SON-114)."""
    rest: int = 0
    """Until when the helm rests after a course; 0: it does not."""
    answer_by: int = 0
    penalty_by: int = 0
    inspect: int = 0
    """The number of the prompt for the engineer to inspect the enemy's hull; 0: none."""
    inspect_by: int = 0
    repair: Repair | None = None


OFF = RealtimeState()


def as_data(watch: RealtimeState) -> dict[str, Any]:
    """Return the real-time state as data."""
    return {**watch._asdict(), "repair": watch.repair and watch.repair._asdict()}


def read_watch(data: dict[str, Any]) -> RealtimeState:
    """Return the real-time state from its data."""
    repair = data["repair"]
    return RealtimeState(**{**_values(data), "repair": Repair(**_values(repair)) if repair else None})


def _values(data: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
