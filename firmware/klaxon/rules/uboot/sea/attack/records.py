"""What the boat carries to shoot with, all open: tubes, torpedoes in reserve, shells, and what the TDC shows.

Beside it the attack as a part of the sea: what the TDC is laid on, and the torpedoes in the water.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.sea.attack.tdc import AimData
from klaxon.rules.uboot.sea.attack.torpedo_types import G7A, G7E
from klaxon.rules.uboot.sea.legs import SeaLeg

EMPTY, LOADING, LOADED, FLOODED = "empty", "loading", "loaded", "flooded"
RESERVE = ("bow", "stern", "deck")
"""Where torpedoes in reserve lie."""
SHELLS = 220


class TubeState(NamedTuple):
    """A torpedo tube (UBT-12.16, `tubes`)."""

    state: str = EMPTY
    torpedo: str = ""
    """Type of the torpedo in it, or on its way into it."""
    due: int = 0
    """Game time at which it is loaded, flooded, or its torpedo leaves; 0: nothing is under way."""
    store: str = ""
    """Where the torpedo came from, while it is loading."""


class StoredTorpedoes(NamedTuple):
    """Torpedoes in one place of reserve."""

    g7a: int = 0
    g7e: int = 0

    def of(self, kind: str) -> int:
        """Return how many of a type."""
        return self.g7a if kind == G7A else self.g7e

    def plus(self, kind: str, change: int) -> StoredTorpedoes:
        """Return them with so many of a type more."""
        return StoredTorpedoes(self.g7a + change * (kind == G7A), self.g7e + change * (kind == G7E))


class AimedSolution(NamedTuple):
    """What the TDC shows for a target: tenths of degrees, seconds and metres (UBT-12.16, `solution`)."""

    contact: str
    aim: AimData
    """What was entered."""
    followed: AimData
    """The same as the TDC has run it on: bearing, angle on the bow and range of now."""
    valid: bool
    lead: int
    course: int
    gyro: int
    run_s: int
    run_m: int
    tube: str
    bow: str = ""
    """Why a bow tube cannot be launched with it: `speed`, `gyro`, `range`; '' where it can."""
    stern: str = ""


class Armament(NamedTuple):
    """The arms of the boat."""

    tubes: tuple[TubeState, ...] = (TubeState(),) * 5
    """Tube 1 comes first."""
    reserve: tuple[StoredTorpedoes, ...] = (StoredTorpedoes(),) * 3
    """In the order of RESERVE."""
    shells: int = SHELLS
    solution: AimedSolution | None = None
    """As the TDC shows it at the time of a view; in a state None, for the sea holds what it is made of."""

    def tube(self, number: int) -> TubeState:
        """Return a tube by its number."""
        return self.tubes[number - 1]

    def count_in(self, store: str, kind: str) -> int:
        """Return how many torpedoes of a type lie at a place of reserve."""
        return self.reserve[RESERVE.index(store)].of(kind)

    def with_tube(self, number: int, tube: TubeState) -> Armament:
        """Return the arms with a tube in another condition."""
        return self._replace(tubes=(*self.tubes[: number - 1], tube, *self.tubes[number:]))

    def with_stored(self, store: str, kind: str, change: int) -> Armament:
        """Return the arms with so many torpedoes of a type more at a place of reserve."""
        place = RESERVE.index(store)
        held = self.reserve[place].plus(kind, change)
        return self._replace(reserve=(*self.reserve[:place], held, *self.reserve[place + 1 :]))


class TdcTarget(NamedTuple):
    """What the TDC is laid on: the target as the crew entered it, on a leg over the sea."""

    contact: str
    aim: AimData
    leg: SeaLeg


class LeavingTorpedo(NamedTuple):
    """A torpedo of a salvo that has yet to leave its tube (UBT-8.5e)."""

    due: int
    tube: int
    kind: str
    target: TdcTarget
    offset: int = 0
    """Where the spread lays it beside the course, hundredths of a degree."""


class RunningTorpedo(NamedTuple):
    """A torpedo in the water. It runs straight; what comes next is solved, never searched."""

    number: int
    """Of all torpedoes of the mission: the name of its stream of chance (UBT-8.0c)."""
    tube: int
    kind: str
    leg: SeaLeg
    """Its straight run."""
    course: int
    """Hundredths of a degree, as it really runs."""
    way: int
    """What it had run (mm) when that began."""
    armed: int
    """From this game time on its pistol works."""
    ends: int
    """When its run is over."""
    depth: int
    """How deep it really runs, mm."""
    silence: int
    """When nothing is expected of it any more: half a minute after the computed run (UBT-8.5k)."""
    fate: str = ""
    """What has gone wrong with it: `gyro`, `surface`, `deep`, `combed`, `pistol`, `angle`, `short`; or `hit`."""
    is_told: bool = False
    """The crew knows a result."""
    is_over: bool = False
    """It runs no more."""
    past: tuple[int, ...] = ()
    """The ships that it has run under."""
    near: tuple[int, ...] = ()
    """The ships that may have seen its track."""
    due: int = 0
    """Its next instant; 0: it has to be found."""
    body: int = -1
    """The ship that it meets then, by its place in the traffic."""
    look: int = -1
    """The ship that comes near enough then to see its track."""


class SeaAttack(NamedTuple):
    """The attack as a part of the sea."""

    tdc: TdcTarget | None = None
    """None: nothing was entered since the TDC was laid on its contact."""
    salvo: tuple[LeavingTorpedo, ...] = ()
    running: tuple[RunningTorpedo, ...] = ()
    launched: int = 0
    """How many torpedoes have left their tubes."""
    fates: tuple[tuple[int, int, str], ...] = ()
    """Of each torpedo that is spent: its number, its tube, and what became of it. Hidden."""
    flashes: tuple[tuple[int, int, int], ...] = ()
    """The last explosions: when, and where (mm east and north)."""
