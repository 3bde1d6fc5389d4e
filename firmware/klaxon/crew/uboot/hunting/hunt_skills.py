"""How well a crew hunts: how many reports it waits for, how near it goes, how it shoots and how it gets away."""

from __future__ import annotations

from typing import NamedTuple


class HuntSkill(NamedTuple):
    """What an able captain does."""

    reports: int = 3
    """How many reports of a contact the navigator takes the mean of; the errors of each are its own."""
    least: int = 2
    """Reports without which nobody shoots."""
    shoots_at: int = 2000
    """Metres: the captain shoots when he is this near, or when the target is about to get away."""
    salvo: int = 3
    """Torpedoes for one target at most."""
    sharpest: int = 40
    """Degrees on the bow: a shot at less is for the last chance only."""
    dives_at: int = 7000
    """Metres from a target at which the captain dives by day."""
    deep: int = 110
    """Metres to which he goes when he is hunted."""
    dodges: bool = True
    """Whether he turns while the hunter that drops charges is deaf."""
    creeps: bool = True
    """Whether he goes slow when he is hunted."""


HUNTERS = {
    "novice": HuntSkill(reports=1, least=1, shoots_at=3000, salvo=2, sharpest=15, dives_at=3500, deep=50)._replace(
        dodges=False, creeps=False
    ),
    "able": HuntSkill(),
    "expert": HuntSkill(reports=6, least=3, shoots_at=1700, salvo=4, sharpest=50, dives_at=8000, deep=150),
}
"""Name of a skill -> its parameters."""
