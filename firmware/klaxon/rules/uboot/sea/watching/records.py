"""The records of watching: budgets that are being used up, and what is in contact."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.sea.hunt.records import DisturbedWater

OUTSIDE, HELD = -1, 0
"""In place of a budget: the target is out of range; it is in contact, and no chance is left in it."""
NEVER = 1 << 62


class Conditions(NamedTuple):
    """What every watcher shares at an instant. Another one, and whatever was planned is planned anew."""

    weather: str = "clear"
    sea: int = 3
    light: str = "day"
    latitude: int = 56
    lookouts: int = 0
    periscope: bool = False
    """It is raised."""
    listening: bool = False
    """Our hydrophone is manned."""
    hydrophone: int = 100
    """Range of our hydrophone, percent."""
    noise: int = 5
    """Percent."""
    depth: int = 0
    """mm, as of the last mark of depth."""
    heading: int = 0
    """Where our bow points, hundredths of a degree."""
    knots: int = 0
    """Our speed, tenths."""
    grounded: bool = False
    """We lie on the bottom."""
    bridge_error: int = 100
    periscope_error: int = 100
    """Percent of the errors of what is reported from there (UBT-7.9b)."""
    disturbed: bool = False
    """We are in water that a pattern has disturbed (UBT-8.8f)."""
    radar: bool = False
    """Escorts have it."""
    waters: tuple[DisturbedWater, ...] = ()
    """All that patterns have disturbed: nobody hears anything from there."""
    heard: tuple[int, ...] = ()
    """Where they have heard a message of ours and search now (UBT-7.10f)."""


class Watch(NamedTuple):
    """A pair of watcher and target with one sensor, as it was planned last.

    From `rate` on it is the hazard of the pair: what it takes to settle the budget later without any leg.
    """

    sensor: str
    body: int
    """The ship, by its place in the traffic; of a group -1 less the place of the group."""
    due: int
    """When something is decided."""
    since: int = 0
    need: int = OUTSIDE
    """What is left of the budget at `since`."""
    rate: int = 0
    reach: int = 0
    inside: int = 0
    closing: int = 0
    speed: int = 0


class SeenLeg(NamedTuple):
    """How a target moved as the boat saw it from a game time on, and with what it was seen."""

    start: int
    x: int
    y: int
    vx: int
    vy: int
    """The place and the velocity of the target relative to the boat."""
    east: int
    north: int
    """Its own velocity, mm a second."""
    heading: int
    """Of the boat, hundredths of a degree."""
    by: str
    error: int = 100
    """Percent of the usual errors."""
    shake: int = 0
    """What a bearing errs by in addition, hundredths of a degree (UBT-8.6e)."""
    reach: int = 0
    """Range of the hydrophone on it; 0 where it is seen."""


class Sighting(NamedTuple):
    """Something in contact. Its present report is made of it when a view is asked for (UBT-7.2b)."""

    name: str
    body: int
    found: int
    """Game time of its first report."""
    leg: SeenLeg
    last: SeenLeg
    """As it was at the last report before `leg` began."""
    lost: int = -1
    """When it is lost; -1 while somebody sees or hears it."""
    is_identified: bool = False
    identity: tuple[tuple[str, int | str], ...] = ()
    """What it was identified as, as far as the level tells (UBT-3.11a)."""
    told: int = 0
    """When a feed line told of it last."""
    has_escort: bool = False
    """Of a group: an escort of it was made out."""
    turns: int = 0
    """How often its bearing rate has changed its sign by its own turning."""


class Watches(NamedTuple):
    """Who watches whom."""

    conditions: Conditions = Conditions()
    looked: int = -1
    """When these conditions began; -1: nobody has looked yet."""
    pairs: tuple[Watch, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    ping: int = 0
    """How strong the pings are that are heard: 0 to 3."""
    due: int = NEVER
