"""Skills: how far a crew of U-BOOT thinks ahead.

Which men fill an order does not depend on skill: the rules name the cheapest. What differs is where the men stand when
the order comes, how the captain spends orders, morale, cards and slots, and whether a puzzle is answered rightly. A
first officer who steers and keeps the time, and a navigator on the bridge, play alike at every level. How far apart the
skills are is measured by `klaxon troubles` (docs/commands.md).
"""

from __future__ import annotations

from typing import NamedTuple


class Skill(NamedTuple):
    """How well a seat plays."""

    spares: bool = True
    """Whether it sends the man who has done least of those who can fill a place; else the first it finds."""
    foresees: bool = False
    """Whether men who are not needed in this watch are sent where their reliefs will be needed after the bell."""
    improvises: bool = True
    """Whether men without the symbol are sent to places that no order asks for yet."""
    lookouts: int = 2
    """How many men it sends to the bridge."""
    reserve: int = 2
    """Orders that the captain keeps in reserve."""
    husbands: bool = False
    """Whether more are kept the longer the watch still lasts: one more for every three hours."""
    slips: int = 10
    """How many of a hundred puzzles of a breach the engineer answers wrongly."""
    waste: int = 2
    """Tokens more than one a place that an order of the captain may cost."""
    steady: bool = False
    """Whether the captain leaves exercises alone while something is wrong aboard."""
    thrift: int = 6
    """Morale that is left at least where morale pays for an urgent repair."""
    triage: bool = False
    """Whether the reserve is kept for breaches and hazards: leaks and dark rooms wait."""
    abandons: bool = False
    """Whether men are called out of a room that will be flooded."""
    shelters: bool = True
    """Whether men who are not needed leave fire, current and gas."""
    resumes: bool = True
    """Whether men in the room go on with a repair that stopped."""
    tools: bool = True
    """Whether toolboxes are taken along, and the engineer also plays cards without which a repair would do."""
    address: int = 5
    """What a captain's card must be worth to be played."""
    spends: bool = True
    """Whether orders that the bell would give back anyway are spent on cards that are worth less."""


SKILLS = {
    "novice": Skill(
        spares=False,
        lookouts=4,
        reserve=0,
        slips=40,
        waste=12,
        thrift=0,
        shelters=False,
        resumes=False,
        tools=False,
        address=8,
        spends=False,
    ),
    "able": Skill(),
    "expert": Skill(
        foresees=True,
        husbands=True,
        slips=0,
        waste=1,
        steady=True,
        thrift=3,
        triage=True,
        abandons=True,
        address=4,
    ),
}
"""Name of a skill -> its parameters."""
