"""Health of the devices of a console, and what people can do about it. Back-ends know it; service mode shows it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, Protocol

LineName = int | str
"""The name of a line: its number on the header, or a word for one elsewhere (`keys.3`)."""


class DeviceState(StrEnum):
    """The state of a device."""

    ABSENT = "absent"
    """It has not answered since the start."""
    PROBING = "probing"
    """It is being searched for at the start, or it answered and is being set up."""
    READY = "ready"
    DEGRADED = "degraded"
    """It works, or is being set up again; it had errors recently."""
    FAILED = "failed"
    """It worked and does not any more; it is retried."""


DEAD = frozenset({DeviceState.ABSENT, DeviceState.FAILED})
"""States in which a device does not work."""


class DeviceReport(NamedTuple):
    """The state of one device."""

    kind: str
    """`panel`, `bell`, `lamp`, or `lines` for a GPIO chip."""
    name: str
    """The station of a panel, the boats of a bell, the boat of a lamp, the name of a chip ('' for the Pi's own)."""
    state: DeviceState
    errors: int = 0
    error: str = ""
    """The last error, in the system's words."""


class KeyHealth(NamedTuple):
    """The counters of a key."""

    station: str
    key: str
    line: LineName
    down: bool
    stuck: bool
    presses: int
    edges: int
    noise: int
    lost: int
    repaired: int
    late: int


class DialHealth(NamedTuple):
    """The counters of a dial; edges are those of both phases."""

    station: str
    dial: int
    state: int
    dead: str
    """The phase that does not move while the other does: `a`, `b`, or ''."""
    clockwise: int
    anticlockwise: int
    travel: int
    """Changes of the phases so far, clockwise minus counter-clockwise, as the phases are wired."""
    jumps: int
    edges: int
    noise: int
    lost: int
    repaired: int
    late: int


class InputHealth(NamedTuple):
    """The counters of all inputs."""

    keys: tuple[KeyHealth, ...]
    dials: tuple[DialHealth, ...]
    stray: int
    """Edges of unknown lines."""
    dropped: int
    """Edges that a full queue dropped, as far as it reported them."""

    @property
    def errors(self) -> int:
        """The number of impossible edges in all."""
        keys = sum(key.lost + key.repaired + key.late for key in self.keys)
        dials = sum(dial.lost + dial.repaired + dial.late + dial.jumps for dial in self.dials)
        return keys + dials + self.stray + self.dropped


class Answer(NamedTuple):
    """An address of a bus that answered."""

    bus: str
    """The kernel's name of it: i2c-1, or that of a mux channel."""
    address: int
    driver: str
    """The kernel driver that uses it; '' if none does."""


class DialLesson(NamedTuple):
    """What was learned about a dial by turning it: it overrides the profile, and is saved."""

    steps_per_detent: int
    reversed: bool
    rest: int


class DeviceHealth(Protocol):
    """What a back-end with real devices can be asked. Nothing here may wait, except `scan`."""

    def attach(self, on_report: Callable[[DeviceReport], None]) -> None:
        """Call a function for every device whose state changes from now on."""

    def reports(self) -> tuple[DeviceReport, ...]:
        """Return the state of every device."""

    def inputs(self) -> InputHealth:
        """Return the counters of keys and dials."""

    async def scan(self) -> tuple[Answer, ...]:
        """Ask every address of every bus of the console; panels pause meanwhile."""

    def teach(self, station: str, dial: int, lesson: DialLesson) -> None:
        """Decode a dial differently from now on, and after every start."""
