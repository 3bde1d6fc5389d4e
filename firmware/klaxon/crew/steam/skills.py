"""How well understudies of Steam Torpedo can play."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skill:
    """How an understudy evaluates the open board."""

    whim: int = 4
    """How much randomness weighs: two games between the same crews should differ."""
    caution: int = 4
    """How much the enemy's next broadside counts when the boat chooses its position, in eighths."""
    careful: bool = True
    """Whether it weighs the costs of damage; else it places damage as the rules would, and redirects large blows."""
    utility: bool = True
    """Whether it uses compartments that are not guns."""
    beam: int = 0
    """Lines of play that it follows in parallel; 0: it considers one order at a time, by rules of thumb."""
    replies: int = 0
    """Turns for which it considers the enemy's answer."""


SKILLS = {
    "novice": Skill(whim=24, caution=0, careful=False, utility=False),
    "able": Skill(),
    "expert": Skill(whim=1, beam=3, replies=5),
}
"""Name of a skill -> its parameters."""
