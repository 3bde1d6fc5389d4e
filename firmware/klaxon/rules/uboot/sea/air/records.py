"""The records of aircraft: those that are about, and when the next one comes."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.watching.records import NEVER, Sighting, Watch

PASSING, ATTACKING, LEAVING = "passing", "attacking", "leaving"
"""What an aircraft does: it has not seen the boat; it comes for it; it was driven off or has dropped its charges."""


class Aircraft(NamedTuple):
    """An aircraft."""

    number: int
    """Of all that have come; its chance goes by it."""
    leg: SeaLeg
    gone: int
    """When it is out of everybody's reach."""
    state: str = PASSING
    over: int = NEVER
    """When it is over the place to which it flies."""
    aim: tuple[int, int] = (0, 0)
    """That place: where the boat will be, or was when it went out of sight."""
    hidden: int = -1
    """Since when the boat is out of its sight; -1: it is not."""
    watches: tuple[Watch, ...] = ()
    """Our sensors on it, and its eyes on us."""
    sighting: Sighting | None = None
    """As our crew has it in contact."""

    @property
    def name(self) -> str:
        """What the umpire knows it by."""
        return f"aircraft-{self.number}"


class AirTraffic(NamedTuple):
    """All that flies."""

    craft: tuple[Aircraft, ...] = ()
    flown: int = 0
    """How many have come."""
    next: int = NEVER
    """When the next one would."""
    due: int = NEVER
    """The least instant of all."""
