"""Torpedoes as the umpire is shown them (UBT-12.17a)."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.sea.attack.records import RunningTorpedo, SeaAttack
from klaxon.rules.uboot.sea.numbers import CIRCLE, divide


def torpedoes_of(attack: SeaAttack) -> dict[str, Any]:
    """Return every torpedo that was launched: where it runs, how deep, and what has become of it."""
    spent = {str(number): {"tube": tube, "state": "spent", "fate": fate} for number, tube, fate in attack.fates}
    return {**spent, **{str(each.number): _running(each) for each in attack.running}}


def _running(torpedo: RunningTorpedo) -> dict[str, Any]:
    return {
        "tube": torpedo.tube,
        "state": "spent" if torpedo.is_over else "runs",
        "fate": torpedo.fate,
        "torpedo": torpedo.kind,
        "course": divide(torpedo.course, 10) % (CIRCLE // 10),
        "depth_dm": torpedo.depth // 100,
    }
