"""Skills: what a crew of Captain Sonar can do, and what it leaves to chance."""

from __future__ import annotations

from typing import NamedTuple


class Skill(NamedTuple):
    """How well a seat plays. The numbers are those that did best in seasons."""

    ignores: tuple[str, ...] = ()
    """Events that it makes nothing of."""
    loses_track: bool = False
    """After the enemy's silence it gives up what it knew of him."""
    good_shot: int = 20
    """Damage to expect of a shot that is worth it, in hundredths."""
    good_blast: int = 35
    """The same of a mine: it is spent then, but costs no turn."""
    whim: int = 8
    """One shot of so many is fired for no good reason; 0: none is."""
    plans: int = 2
    """Of three charges so many go where they are needed; the others anywhere."""
    cunning: bool = False
    """It minds what the enemy knows of the own boat, and where he may shoot."""


SKILLS = {
    "novice": Skill(
        ignores=("sonar", "torpedo", "detonated", "mine-laid"),
        loses_track=True,
        good_shot=10,
        good_blast=60,
        whim=3,
        plans=1,
    ),
    "able": Skill(),
    "expert": Skill(good_shot=40, good_blast=50, whim=0, plans=3, cunning=True),
}
"""Name of a skill -> what it is."""
