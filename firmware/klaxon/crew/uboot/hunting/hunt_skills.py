"""How well a crew hunts: how many reports it waits for, how near it goes, how it shoots and how it gets away."""

from __future__ import annotations

from typing import NamedTuple


class HuntSkill(NamedTuple):
    """What an able captain does."""

    tracks: int = 8
    """How many reports of a contact the navigator takes the mean of for the approach: each errs by its own."""
    reports: int = 5
    """How many of them the shot is laid by."""
    least: int = 2
    """Reports without which nobody shoots."""
    waits: int = 800
    """Metres from the track of a target from which he wants to shoot."""
    patient: bool = True
    """Whether he waits with a shot that will be better at the next report."""
    good: float = 0.5
    """How many ships a salvo has to promise to sink for him to shoot."""
    salvo: int = 4
    """Torpedoes for one target at most."""
    trackless: bool = True
    """Whether he prefers torpedoes by day that leave no track."""
    dives_at: int = 8000
    """Metres from a target at which he likes to dive by day."""
    looks_at: int = 6000
    """Metres from the ships of a fleet within which the first officer identifies them one by one."""
    stands_off: bool = True
    """Whether he stays out of sight by day until he stands well ahead of a target."""
    floor: int = 4
    """Morale with which he still pays for a course or a speed."""
    deep: int = 140
    """Metres to which he goes when he is hunted."""
    flanks: bool = True
    """Whether he attacks a convoy as a whole, from outside its screen, and not ship by ship."""
    dodges: bool = False
    """Whether he turns whenever a hunter runs in, each time for an order."""
    sprints: bool = True
    """Whether he runs from hunters at full speed, as long as the battery lasts."""


HUNTERS = {
    "novice": HuntSkill(
        tracks=1,
        reports=1,
        least=1,
        waits=1500,
        patient=False,
        good=0.15,
        trackless=False,
        salvo=2,
        dives_at=5000,
        stands_off=False,
        floor=0,
        deep=50,
        flanks=False,
        dodges=True,
        sprints=False,
    ),
    "able": HuntSkill(),
    "expert": HuntSkill(tracks=12, reports=8, least=3, waits=700, floor=3, deep=150),
}
"""Name of a skill -> its parameters."""
