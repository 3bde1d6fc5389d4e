"""The records of a boat in trouble: breaches, the engineer's cards in use, wear. All are values."""

from __future__ import annotations

from typing import NamedTuple

Tile = tuple[int, int, int, int]
"""The numbers on the four edges of a tile: north, east, south, west."""


class HullBreach(NamedTuple):
    """A breach whose timer runs (UBT-3.15)."""

    room: int
    due: int
    """Table time at which the room is flooded."""
    warned: int = 0
    """How many of the warnings are over."""
    number: int = 0
    """Number of the prompt to the engineer; 0 while no team is at it, and once he has answered."""
    tried: bool = False
    """The puzzle was answered wrongly: it fails for good."""
    tiles: tuple[Tile, ...] = ()
    """What is to be turned, once the team is at it; nothing where the puzzle is on the table."""
    ends: tuple[int, ...] = ()
    """The numbers at both ends: upper and lower row towards the bow, then towards the stern."""


class BoatTrouble(NamedTuple):
    """What lies open of the trouble beside faults, repairs and rooms."""

    breaches: tuple[HullBreach, ...] = ()
    """In the order in which they came."""
    card: str = ""
    """The engineer's card that was played on the pending order."""
    joining: tuple[str, tuple[int, ...]] = ("", ())
    """A paused repair, and the figures named so far to resume it (UBT-3.12g)."""
    discard: tuple[str, ...] = ()
    """Cards of the engineer that were used up."""


class BoatWear(NamedTuple):
    """How far wear is from the next fault (UBT-7.9c): parts of a million of the usual rate, times milliseconds."""

    need: int = 0
    """So much brings the next fault; 0: nothing was drawn yet."""
    used: int = 0
    """So much was used up at `since`."""
    since: int = 0
    rate: int = 0
    """Parts of a million of the usual rate, from `since` to `until`."""
    until: int = 0
    """Game time at which the rate changes by itself; 0: it does not."""
    fast: int = -1
    """Game time since which the boat makes more than half speed; -1: it does not."""


class TroubleChance(NamedTuple):
    """What is hidden of the trouble: wear, and how often each stream of chance was used (UBT-8.0c)."""

    wear: BoatWear = BoatWear()
    worn: int = 0
    """Faults that wear has brought, or would have."""
    faults: int = 0
    """Devices drawn for cards."""
    rooms: int = 0
    """Rooms drawn for cards."""
    puzzles: int = 0
    """Puzzles laid out."""
