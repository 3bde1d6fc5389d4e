"""The records of traffic: groups that sail as one leg with fixed offsets, and the ships in them (UBT-8.0g).

What is in a record changes only where something is decided. Legs of a zigzag and of a weave are worked out of it for
the instant at which they are wanted, so a group that nobody is near costs nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.sea.legs import SeaLeg

STATION, CLOSING, FREE, STOPPED, SUNK = "station", "closing", "free", "stopped", "sunk"
"""How a ship moves: with its group at its offset; in the frame of the group, to its offset; on a leg of its own; at
rest; no more."""
ON_STATION = "STATION"
"""The state of an escort that nothing has called away (UBT-8.8)."""


class Datum(NamedTuple):
    """Where the enemy last had the boat, as one of a group perceived it."""

    at: int
    how: str
    """`sight`, `asdic`, `hydrophone`, `radar`, `launch`, `track` or `hit` (UBT-8.8d), or the `signal` of a message."""
    by: str
    """The ship that perceived it."""
    x: int
    y: int
    course: int = -1
    """Hundredths of a degree, -1 where it is not known."""
    speed: int = 0
    """mm a second."""


class Sailing(NamedTuple):
    """How a group sails from a game time on: where its centre was then, its course and speed."""

    start: int = 0
    x: int = 0
    y: int = 0
    course: int = 0
    speed: int = 0
    """mm a second."""
    zigzag: bool = False
    """It zigzags about that course (UBT-8.7e)."""


class ColumnGap(NamedTuple):
    """A gap in a column that will be filled from astern (UBT-8.7g)."""

    at: int
    column: int


class ShipGroup(NamedTuple):
    """A group: a convoy, a patrol, or a ship that sails alone."""

    name: str
    first: int
    """Place of its first ship among those of the traffic."""
    size: int
    """How many they are."""
    sailing: Sailing
    kind: str = ""
    """The template of the traffic; '' for one that a mission file places."""
    axis: int = 0
    """The base course, along which the formation is laid out."""
    speed: int = 0
    """Of the base course, mm a second."""
    radius: int = 0
    """From the centre to the outermost merchant."""
    mast: int = 0
    """The highest of its merchants (mm), by which it is seen over the horizon."""
    fastest: int = 0
    """How fast its slowest merchant can go, mm a second."""
    zigzags: str = "never"
    """When it does: by `day`, in an `alarm`, `never`."""
    knots: int = 0
    """Tenths; every six hours the speed is drawn about it. 0: it keeps its speed."""
    passing: int = 0
    """Game time from which the six hours are counted, both ways."""
    speed_due: int = -1
    """When the speed changes next; -1: never."""
    track_due: int = -1
    """When a patrol turns about; -1: never."""
    evading: int = -1
    """Until when it is off its base course, by an emergency turn or in flight; -1: it is not."""
    is_fleeing: bool = False
    alarm: int = -1
    """Until when it is alarmed; -1: it is not."""
    attacks: int = 0
    """How often it was attacked."""
    gaps: tuple[ColumnGap, ...] = ()
    timers: int = -1
    """The least instant at which one of its ships does something by itself; -1: there is none."""
    weaving: tuple[int, ...] = ()
    """The places of its ships that weave."""
    datum: Datum | None = None
    is_awake: bool = False
    look: int = 0
    """When its distance from the boat is judged again."""
    due: int = 0
    """The least of its instants."""


class Ship(NamedTuple):
    """A ship."""

    name: str
    type: str
    """Id of its class."""
    x: int = 0
    """Its station: mm east of the centre of its group."""
    y: int = 0
    """And north."""
    column: int = -1
    row: int = -1
    """Its place in the columns, -1 outside of them."""
    weave: int = -1
    """How many milliseconds its weave is ahead of the game time; -1: it does not weave."""
    motion: str = STATION
    leg: SeaLeg | None = None
    """Its own leg; while it is closing a leg in the frame of the group."""
    until: int = -1
    """When its present motion ends; -1: by itself never."""
    wreck: tuple[int, int] | None = None
    """A wreck that it is on its way to, or stopped at (UBT-8.7h)."""
    straggles: int = -1
    """When it cannot keep up any more; -1: never."""
    is_straggler: bool = False
    is_known: bool = False
    """It is found without chance (UBT-12.20d)."""
    state: str = ""
    """Of an escort, as in UBT-8.8."""
    hits: int = 0
    points: int = 0
    """Tenths of hull points it has lost."""
    sinks: int = -1
    """When it goes down; -1: it will not."""
    charges: int = -1
    """Depth charges on board; -1: as many as its class has."""


class Traffic(NamedTuple):
    """All that sails but the own boat."""

    groups: tuple[ShipGroup, ...] = ()
    ships: tuple[Ship, ...] = ()
    """Those of a group stand side by side."""
    past: int = 0
    """Milliseconds past the full hour that the clock aboard shows at game time 0."""
    due: int = -1
    """The least instant of all; -1: there is none."""
