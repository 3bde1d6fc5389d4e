"""The records of the hunt: who hunts, what falls, where the water is disturbed, what the crew knows of it."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.sea.ships.records import Datum

STATION, INVESTIGATE, ATTACK, RUN, OPEN, SEARCH, LISTEN, REJOIN = (
    *("STATION", "INVESTIGATE", "ATTACK", "RUN", "OPEN", "SEARCH", "LISTEN", "REJOIN"),
)
"""What an escort does (UBT-8.8)."""
HUNTING = (ATTACK, RUN, OPEN, SEARCH, LISTEN)
NEVER = 1 << 62
DISTURBED = 400_000
"""How far round a pattern the water is disturbed (mm)."""


class Hunter(NamedTuple):
    """An escort that has left its station."""

    number: int
    """Its place in the traffic."""
    state: str
    due: int
    """When its way, its patience or its contact is over."""
    leg: int = 0
    """How many legs of its spiral are over."""
    has_arrived: bool = False


class GroupHunt(NamedTuple):
    """What the escorts of one group do about the boat."""

    group: int
    datum: Datum
    hunters: tuple[Hunter, ...]
    echo: Datum | None = None
    """The last echo: only it gives an aim point."""
    ends: int = NEVER
    """When the hunt is over unless somebody has contact again."""
    patience: int = 0
    """So long after the last contact it ends: drawn for each hunt."""


class ChargePattern(NamedTuple):
    """Charges that sink: one depth setting and one aim error for all of them."""

    due: int
    """When they go off."""
    stream: str
    """Its own chance."""
    x: int
    y: int
    """The middle of the pattern."""
    course: int
    """Along which it is laid."""
    depth: int
    charges: int
    kind: str = "charges"
    """Or `bombs`, of an aircraft."""


class DisturbedWater(NamedTuple):
    """Water from which nobody hears anything for a while (UBT-8.8f)."""

    x: int
    y: int
    until: int


class Hunt(NamedTuple):
    """The hunt as a part of the sea."""

    hunts: tuple[GroupHunt, ...] = ()
    falling: tuple[ChargePattern, ...] = ()
    disturbed: tuple[DisturbedWater, ...] = ()
    guns: int = NEVER
    """When somebody may fire at the boat next."""
    ram: int = NEVER
    """When the boat is rammed as things are."""
    quiet: int = NEVER
    """When the boat enters or leaves disturbed water as things are."""
    signs_end: int = -1
    """When the crew no longer believes itself hunted; -1: it does not."""
    due: int = NEVER
    judged: int = -1
    """Up to when reports were judged for whether somebody comes for the boat."""
