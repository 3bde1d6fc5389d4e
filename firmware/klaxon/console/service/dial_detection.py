"""Detects the type of a dial from ten clicks clockwise. Pure; implausible results are refused, with the reason."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.console.devices.health import DialHealth, DialLesson
from klaxon.console.profile.schema import DIAL_DEFAULTS

CLICKS, SLIP = 10, 1
"""Clicks to turn, and how many people may miscount."""
_PER_DETENT = tuple(n for n in DIAL_DEFAULTS["steps_per_detent"].values if isinstance(n, int))
_APART = (0, 1, 2, 1)
"""Phase changes of a turn, modulo four -> phases that differ at its ends."""


class Doubt(NamedTuple):
    """Why nothing can be learned."""

    code: str
    changes: int
    phase: str = ""


def learn(before: DialHealth, after: DialHealth) -> DialLesson | Doubt:
    """Return the type of a dial that was turned by ten clicks clockwise between two moments, at rest in both."""
    travel, jumps = after.travel - before.travel, after.jumps - before.jumps
    changes = abs(travel)
    if after.dead:
        return Doubt("dead", changes, after.dead.upper())
    if after.edges == before.edges:
        return Doubt("still", 0)
    if jumps:
        return Doubt("jumps", jumps)
    if (before.state ^ after.state).bit_count() != _APART[travel % 4]:
        return Doubt("lost", changes)
    steps = next((n for n in _PER_DETENT if abs(changes - n * CLICKS) <= n * SLIP), 0)
    if not steps:
        return Doubt("count", changes)
    if changes % steps:
        return Doubt("between", changes)
    return DialLesson(steps, travel < 0, after.state)
