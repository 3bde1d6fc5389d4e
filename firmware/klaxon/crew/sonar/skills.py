"""Skills: what a crew of Captain Sonar can do, and what it leaves to chance."""

from __future__ import annotations

from typing import NamedTuple


class Skill(NamedTuple):
    """How well a seat plays. The numbers are those that did best in seasons."""

    ignores: tuple[str, ...] = ()
    """Events that it ignores."""
    loses_track: bool = False
    """Whether it forgets what it knew of the enemy after his silence."""
    good_shot: int = 20
    """Expected damage of a shot that is worth it, in hundredths."""
    good_blast: int = 35
    """The same for a mine: it is used up, but costs no turn."""
    whim: int = 8
    """One shot in so many is fired for no good reason; 0: none."""
    plans: int = 2
    """Of three charges, how many go where they are needed; the others are random."""
    cunning: bool = False
    """Whether it minds what the enemy knows of the own boat, and where he may shoot."""


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
"""Name of a skill -> its parameters."""
