"""How well a crew hunts: how many reports it waits for, how near it goes, how it shoots and how it gets away."""

from __future__ import annotations

from typing import NamedTuple


class Eye(NamedTuple):
    """How far off somebody reads a ship at most: who takes her for longer than she is takes her so at every look."""

    bearing: float = 0.0
    """Degrees."""
    metres: float = 0.0
    """Share of the range."""
    angle: float = 0.0
    """Degrees of the angle on the bow."""


class HuntSkill(NamedTuple):
    """What an able captain does."""

    eye: Eye = Eye(bearing=2.5, metres=0.15, angle=14.0)
    """How far off he and his navigator read what is reported."""
    delay: int = 10
    """Seconds from the aim to the launch: while he hesitates, the target runs on."""
    tracks: int = 8
    """How many reports of a contact the navigator takes the mean of for the approach: each errs by its own."""
    reports: int = 5
    """How many of them the shot is laid by."""
    least: int = 2
    """Reports without which nobody shoots."""
    shoots_at: int = 2200
    """Metres from a ship alone from which he shoots at most."""
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
    floor: int = 5
    """Morale with which he still pays for a course or a speed near a target."""
    restraint: int = 9
    """Morale with which he pays for a chase: with less he waits for the bell, and new orders."""
    deep: int = 140
    """Metres to which he goes when he is hunted."""
    flanks: bool = True
    """Whether he attacks a convoy as a whole, from outside its screen, and not ship by ship."""
    waits_to_know: bool = True
    """Whether he takes a fast ship for a hunter until it is identified."""
    guns: bool = True
    """Whether he uses the guns: against ships that cannot answer, and aircraft that are upon him."""
    dodges: bool = False
    """Whether he turns whenever a hunter runs in, each time for an order."""
    sprints: bool = True
    """Whether he runs from hunters at full speed, as long as the battery lasts."""


HUNTERS = {
    "novice": HuntSkill(
        eye=Eye(bearing=4.0, metres=0.25, angle=20.0),
        delay=20,
        tracks=1,
        reports=1,
        least=1,
        shoots_at=3500,
        waits=1500,
        patient=False,
        good=0.15,
        trackless=False,
        salvo=2,
        dives_at=5000,
        stands_off=False,
        floor=0,
        restraint=0,
        deep=50,
        flanks=False,
        waits_to_know=False,
        guns=False,
        dodges=True,
        sprints=False,
    ),
    "able": HuntSkill(),
    "expert": HuntSkill(eye=Eye(), delay=0, waits=700, floor=4, deep=150),
}
"""Name of a skill -> its parameters."""
