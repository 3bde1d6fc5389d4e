"""What the attack brings aboard: torpedoes that leave, and what is perceived of them (UBT-8.5k, UBT-12.16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.rules.uboot.sea.attack.records import TubeState
from klaxon.rules.uboot.sea.attack.tubes import put_tube
from klaxon.rules.uboot.step import Working


def _launched(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("launched", **facts)
    put_tube(work, facts["tube"], TubeState())


def _held(work: Working, facts: Mapping[str, Any]) -> None:
    """Leave a torpedo in its tube that can no longer reach its target."""
    tube = work.board.arms.tube(facts["tube"])
    work.board.arms = work.board.arms.with_tube(facts["tube"], tube._replace(due=0))
    work.tell("tubes", tube=facts["tube"], state=tube.state)


def _torpedo(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("torpedo", **facts)


ATTACK_NEWS: Mapping[str, Callable[[Working, Mapping[str, Any]], None]] = {
    "launched": _launched,
    "held": _held,
    "torpedo": _torpedo,
}
"""What the attack brings -> what becomes of it aboard."""
