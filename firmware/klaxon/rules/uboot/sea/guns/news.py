"""What guns bring aboard: how the fire went, and the shells that are left (UBT-12.16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.rules.uboot.sea.guns.records import GUN88
from klaxon.rules.uboot.step import Working


def _shells(work: Working, facts: Mapping[str, Any]) -> None:
    """Tell what was fired and what hit. The belts of the 20 mm are not counted."""
    arms = work.board.arms
    work.board.arms = arms._replace(shells=arms.shells + facts["unfired"])
    left = work.board.arms.shells if facts["gun"] == GUN88 else 0
    work.tell("shells", gun=facts["gun"], fired=facts["fired"], hits=facts["hits"], left=left)


GUN_NEWS: Mapping[str, Callable[[Working, Mapping[str, Any]], None]] = {"shells": _shells}
