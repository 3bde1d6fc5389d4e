"""Skills: how far a crew of U-BOOT thinks ahead.

Who mans an order is no matter of skill: the judge of the rules names the cheapest men. What differs is where the men
stand when the order comes, and how the captain spends orders and slots. A first officer who steers and keeps the time,
and a navigator on the bridge, play alike at every level. In a drill a novice spends more on men without the symbol; an
expert spends as much as an able captain, and needs fewer changes of positions.
"""

from __future__ import annotations

from typing import NamedTuple


class Skill(NamedTuple):
    """How well a seat plays."""

    spares: bool = True
    """Of men who can fill a place it sends the one who has done least; else the first it finds."""
    foresees: bool = False
    """Men whom this watch does not need are sent where their reliefs will be needed after the bell."""
    lookouts: int = 2
    """How many men it sends to the bridge."""
    reserve: int = 2
    """Orders that the captain keeps for what may come."""
    slips: int = 10
    """Of a hundred breaches that the engineer closes, how many tiles he turns wrong."""
    waste: int = 2
    """Tokens more than one a place that an order of the captain may cost."""


SKILLS = {
    "novice": Skill(spares=False, lookouts=4, reserve=0, slips=40, waste=12),
    "able": Skill(),
    "expert": Skill(foresees=True, slips=0, waste=1),
}
"""Name of a skill -> what it is."""
