"""Records of the galley, the sickbay and the smoking break that lie open beside the stores."""

from __future__ import annotations

from typing import NamedTuple


class SmokeBreak(NamedTuple):
    """The smoking break of a watch (UBT-3.18b)."""

    ends: int = 0
    """Table time at which it is over; 0 before its first cigarette."""
    men: tuple[int, ...] = ()
    """The figures whose men have smoked in it, in seat and shape order."""
    is_over: bool = False


class Provisions(NamedTuple):
    """What is spoiled, the kits left, and the smoking break of this watch."""

    spoiled: tuple[str, ...] = ()
    """Foods that have left the game, in the order in which they did."""
    kits: int = 0
    smoking: SmokeBreak = SmokeBreak()
    draws: int = 0
    """How often chance has chosen a food or a medicine."""
