"""The truth of the sea as a value: the own boat's way, sky and hull, and every part that sails by itself (UBT-8.0).

Each part is a record of its own package; a part that a mission does not have stays as it is and costs nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.patrol.truth import PatrolTruth
from klaxon.rules.uboot.records import OwnBoat, Waters
from klaxon.rules.uboot.sea.air.records import AirTraffic
from klaxon.rules.uboot.sea.attack.records import SeaAttack
from klaxon.rules.uboot.sea.guns.records import Gunnery
from klaxon.rules.uboot.sea.hunt.records import Hunt
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.ships.records import Traffic
from klaxon.rules.uboot.sea.watching.records import Watches
from klaxon.rules.uboot.sea.weather import Sky


class Aboard(NamedTuple):
    """What the sea has to know of boat and crew; made of the open board (`aboard.py`)."""

    lookouts: int = 0
    periscope: bool = False
    """It is raised."""
    listening: bool = False
    """The hydrophone is manned."""
    gun88: bool = False
    aa20: bool = False
    """The guns are."""
    noise: int = 5
    """Percent, without what is heard for some minutes only (UBT-8.2f)."""
    hush: int = 100
    """Percent of the noise that a card leaves (UBT-7.8g)."""
    share: int = 100
    """Percent of the speed that the engines in use give."""
    turn: int = 100
    """Rate of turn, percent."""
    steer: int = 0
    """Degrees that the boat steers off its course."""
    charge: int = 100
    """Charging by the diesels, percent."""
    capacity: int = 100
    """Percent of the battery."""
    leak: int = 100
    """Chance of leaks, percent."""
    hydrophone: int = 100
    """Range of the hydrophone, percent."""
    tdc_error: int = 100
    """Percent of the usual errors of the TDC: of how often a gyro fails (UBT-7.9b)."""
    bridge_error: int = 100
    periscope_error: int = 100
    """Percent of the errors of what is reported from there."""


class Budget(NamedTuple):
    """Chance that time uses up (UBT-8.4l): `need` was drawn, `used` is gone at `since`, `rate` goes on from there."""

    need: int = 0
    """0: nothing was drawn yet."""
    used: int = 0
    since: int = 0
    rate: int = 0


class PressureHull(NamedTuple):
    """What the sea does to the hull: pressure, and how often it has (UBT-8.2d)."""

    crush: int = 0
    """Depth (mm) at which the hull gives way; hidden."""
    leak: Budget = Budget()
    leaks: int = 0
    breach: Budget = Budget()
    breaches: int = 0
    band: int = 0
    """How many marks of depth lie above the boat."""


class Reckoning(NamedTuple):
    """Where the crew believes the boat to be (UBT-8.11d)."""

    permille: int = 0
    """Of the way run since the last fix."""
    direction: int = 0
    fixes: int = 0
    legs: tuple[SeaLeg, ...] = ()
    """The way as it is reckoned, from the present leg on."""
    since: int = 0
    """Game time at which the present cell was entered."""


class Ground(NamedTuple):
    """What is known of the water under and before the boat (UBT-8.11)."""

    since: int = 0
    """Game time at which the present cell was entered."""
    warn: int = -1
    """When shoals ahead are told; -1: none."""
    shoal: tuple[int, ...] = ()
    """Column and row of the cell in which they lie."""
    warned: tuple[int, ...] = ()
    """The cell that was told last, while it lies ahead."""
    object: Budget = Budget()
    objects: int = 0
    struck: int = -1
    """When the boat strikes an object that it was told of; -1: none."""
    course: int = 0
    """The course on which it would."""


class HeardSignal(NamedTuple):
    """The last message of ours that the enemy has heard (UBT-7.10f)."""

    x: int = 0
    y: int = 0
    until: int = 0
    """Game time until which it searches there; 0: it does not."""
    heard: int = 0
    """How many messages it has heard."""


class SeaTruth(NamedTuple):
    """The whole truth of the sea."""

    waters: Waters
    """What the crew perceives by script or card."""
    place: int = 0
    """How many lines of the script are over."""
    way: tuple[SeaLeg, ...] = ()
    """Where the own boat really goes: a leg for each of `OwnBoat.way`. Empty before `begin`."""
    aboard: Aboard = Aboard()
    hull: PressureHull = PressureHull()
    sky: Sky = Sky()
    reckoning: Reckoning = Reckoning()
    ground: Ground = Ground()
    hunt: Hunt = Hunt()
    named: int = 0
    """The highest number of a contact that has a name."""
    traffic: Traffic = Traffic()
    watches: Watches = Watches()
    air: AirTraffic = AirTraffic()
    guns: Gunnery = Gunnery()
    attack: SeaAttack = SeaAttack()
    patrol: PatrolTruth = PatrolTruth()
    signal: HeardSignal = HeardSignal()


NEVER = 1 << 62
"""A game time that no mission reaches."""


class Passage(NamedTuple):
    """A sea some time after that of a state, silent on the way. It is kept with the state and is no part of it."""

    since: SeaTruth
    since_boat: OwnBoat
    """The sea and the boat of the state."""
    sea: SeaTruth
    boat: OwnBoat
    game: int = -1
    """From this game time on it is as it is here, until the next instant."""
    news: int | None = None
    """The first instant that brings something, where that is known."""
    next: int = -1
    """The first instant of all after `game`; NEVER if nothing moves any more, -1 where nobody has asked."""
