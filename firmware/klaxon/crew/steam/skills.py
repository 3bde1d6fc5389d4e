"""How well understudies of Steam Torpedo can play."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skill:
    """What an understudy makes of the board that lies open before it."""

    whim: int = 4
    """How much chance weighs: two games between the same crews should differ."""
    caution: int = 4
    """How much the enemy's next broadside counts where the boat chooses its position, in eighths."""
    careful: bool = True
    """It weighs what damage costs; else it places it as the rule would, and redirects when it is large."""
    utility: bool = True
    """It uses compartments that are no guns."""
    beam: int = 0
    """Courses of a turn that it follows side by side; 0: it thinks of one order at a time, by rule of thumb."""
    replies: int = 0
    """Turns whose answer by the enemy it looks at."""


SKILLS = {
    "novice": Skill(whim=24, caution=0, careful=False, utility=False),
    "able": Skill(),
    "expert": Skill(whim=1, beam=3, replies=5),
}
"""Name of a skill -> what it is."""
