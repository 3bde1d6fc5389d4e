"""The exhausted crew: what a new emergency or a breach makes of it (UBT-3.9e to g)."""

from __future__ import annotations

from klaxon.rules.uboot.crew.losses import LOST
from klaxon.rules.uboot.step import Working


def test_exhausted(work: Working) -> bool:
    """Lose the boat where an emergency or a breach meets an exhausted crew; return whether it is lost.

    It is asked before the fall of morale that the emergency itself brings (UBT-3.9g).
    """
    if not work.board.is_exhausted:
        return False
    work.end(LOST, "exhausted", "F")
    return True
