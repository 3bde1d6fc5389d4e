"""Upkeep: how the devices of a console fare, and what people may do about it. Back-ends know; service mode shows it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, Protocol

LineName = int | str
"""The name of a line: its number on the header, or a word for one elsewhere (`keys.3`)."""


class DeviceState(StrEnum):
    """What a device is."""

    ABSENT = "absent"
    """It has not answered since the start."""
    PROBING = "probing"
    """It is being looked for at the start, or it answered and is being built."""
    READY = "ready"
    DEGRADED = "degraded"
    """It works, or is being set up again right now; it had errors lately."""
    FAILED = "failed"
    """It worked and does not; it is tried again and again."""


DEAD = frozenset({DeviceState.ABSENT, DeviceState.FAILED})
"""States in which a device does not work."""


class DeviceReport(NamedTuple):
    """The state of one device."""

    kind: str
    """`panel`, `bell`, `lamp`, or `lines` for the chip that lines hang on."""
    name: str
    """The station of a panel, the boats of a bell, the boat of a lamp, the name of a chip ('' for the Pi's own)."""
    state: DeviceState
    errors: int = 0
    error: str = ""
    """The last one, as the system words it."""


class KeyHealth(NamedTuple):
    """How a key is doing."""

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
    """How a dial is doing; counts of edges are those of both phases."""

    station: str
    dial: int
    state: int
    dead: str
    """The phase that does not move while the other does: `a`, `b`, or none."""
    clockwise: int
    anticlockwise: int
    travel: int
    """Changes of the phases so far, those against the clock subtracted, as the phases are wired."""
    jumps: int
    edges: int
    noise: int
    lost: int
    repaired: int
    late: int


class InputHealth(NamedTuple):
    """How all inputs are doing."""

    keys: tuple[KeyHealth, ...]
    dials: tuple[DialHealth, ...]
    stray: int
    """Edges of unknown lines."""
    dropped: int
    """Edges that were dropped by a full queue, as far as it reported them."""

    @property
    def errors(self) -> int:
        """All that was counted because it cannot be right."""
        keys = sum(key.lost + key.repaired + key.late for key in self.keys)
        dials = sum(dial.lost + dial.repaired + dial.late + dial.jumps for dial in self.dials)
        return keys + dials + self.stray + self.dropped


class Answer(NamedTuple):
    """An address of a bus at which something answered."""

    bus: str
    """As the kernel names it: i2c-1, or that of a mux's channel."""
    address: int
    driver: str
    """The kernel's driver that has taken it; '' where none has."""


class DialLesson(NamedTuple):
    """What was learned about a dial by turning it: it overrides the profile, and is kept."""

    steps_per_detent: int
    reversed: bool
    rest: int


class DeviceHealth(Protocol):
    """What a back-end with real devices can be asked. Nothing here may wait, but for `scan`."""

    def attach(self, on_report: Callable[[DeviceReport], None]) -> None:
        """Tell of every device whose state becomes another from now on."""

    def reports(self) -> tuple[DeviceReport, ...]:
        """Return the state of every device."""

    def inputs(self) -> InputHealth:
        """Return how keys and dials are doing."""

    async def scan(self) -> tuple[Answer, ...]:
        """Ask every address of every bus of the console; panels stand still meanwhile."""

    def teach(self, station: str, dial: int, lesson: DialLesson) -> None:
        """Let a dial be read otherwise from now on, and after every start."""
