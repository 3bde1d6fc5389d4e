"""The records of a boat: what its clock, its hull, its rooms and the orders in the making hold. All are values."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.words import TOOLBOXES

NOWHERE = 0
"""The room of a figure that is off the boat (UBT-12.17e)."""


class Clock(NamedTuple):
    """Game time: `game_at` at the moment `at` of the table, and `factor` milliseconds for each after it (UBT-8.1a)."""

    at: int = 0
    game_at: int = 0
    mode: str = "real"
    factor: int = 0
    """0 until the mission begins; 1 while an order or a change of positions is pending (UBT-3.3q)."""


class DepthLeg(NamedTuple):
    """An even change of depth: from one game time and depth (mm) to another."""

    start: int
    depth: int
    end: int
    to: int


class WayLeg(NamedTuple):
    """A stretch of the own boat's way as it is steered: from a game time on, a heading and a speed (UBT-8.2a)."""

    start: int
    heading: int
    """Hundredths of a degree."""
    knots: int
    """Tenths."""


class Drive(NamedTuple):
    """What the own boat's way is planned for; something else aboard, and it is planned anew."""

    course: int
    knots: int
    """Tenths: what the telegraph asks for and the engines give."""
    surfaced: bool
    turn: int
    """Rate of turn in percent."""
    steer: int = 0
    """Degrees that it steers off its course."""


class OwnBoat(NamedTuple):
    """The own boat. Depths in mm, the battery in parts of a million."""

    surfaced: bool = True
    depth: int = 0
    """Where the last leg began, or where the boat lies while there is none."""
    target: int = 0
    legs: tuple[DepthLeg, ...] = ()
    dived: bool = True
    """Down from the surface it is past 10 m, or at its depth: from there on the slower rates hold (UBT-8.2b)."""
    course: int = 0
    setting: str = "stop"
    battery: int = 1_000_000
    cell: str = ""
    pace: int = 100
    """The legs take so many percent of the usual time, by the faults of when they were planned."""
    way: tuple[WayLeg, ...] = ()
    """Headings and speeds from the present one on; the last one holds. Empty before `begin`."""
    steps: tuple[tuple[int, int], ...] = ()
    """Steps of a change of speed still to come: game time and tenths of knots."""
    drive: Drive | None = None
    charging: int = 0
    """Parts of a million of the battery an hour, less than 0 while it is used."""
    charged: int = 0
    """Game time at which `battery` was so full."""
    capacity: int = 100
    """How much of the battery its faults leave, in percent."""
    noisy: tuple[tuple[str, int], ...] = ()
    """What makes noise for a while, and until when (UBT-8.2f)."""
    grounded: bool = False
    """It lies on the bottom (UBT-8.11f)."""


class Room(NamedTuple):
    """A room: whether it is flooded, and what lies in it."""

    flooded: bool = False
    emergencies: tuple[str, ...] = ()
    """One entry a token."""
    devices: tuple[str, ...] = ()
    toolboxes: tuple[str, ...] = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """What can be carried away from here."""
        return self.devices + self.toolboxes

    def holding(self, token: str) -> Room:
        """Return the room with a token more."""
        if token in TOOLBOXES:
            return self._replace(toolboxes=(*self.toolboxes, token))
        return self._replace(devices=(*self.devices, token))

    def without(self, token: str) -> Room:
        """Return the room with a token less."""
        devices, toolboxes = (tuple(t for t in lying if t != token) for lying in (self.devices, self.toolboxes))
        return self._replace(devices=devices, toolboxes=toolboxes)


class OpenFault(NamedTuple):
    """An open fault: the level of UBT-3.12a, and the game time from which it is counted to the next one.

    The count stands still while its repair runs: `since` moves on with that time (UBT-3.12b).
    """

    device: str
    level: str
    since: int = 0


class RepairJob(NamedTuple):
    """A repair that runs or is paused (UBT-3.12e)."""

    device: str
    required: int = 0
    men: tuple[int, ...] = ()
    """The figures at it."""
    helped: int = 0
    """The men that its card counts for."""
    card: str = ""
    done: int = 0
    """Parts of a million, at `since`."""
    running: bool = True
    since: int = 0
    span: int = 0
    """Game milliseconds that the whole takes with the team of `since`."""
    percent: int = 100
    """How much of the usual time its card leaves."""
    spared: int = 0
    """Unskilled men to whom its card spares the ACT beside the token."""
    eased: int = 0
    """Men who lose one ACT when it is done."""

    @property
    def least(self) -> int:
        """The men without whom it stops: a card counts for men, but somebody has to work (UBT-3.12j, UBT-3.12l)."""
        return max(1, self.required - self.helped)


class OrderPlace(NamedTuple):
    """A place of an order: a symbol in a room. Without a symbol: the man more that a dark room asks for (UBT-3.3m)."""

    symbol: str
    room: int


class Activation(NamedTuple):
    """A man in a place, and the tokens it costs him."""

    figure: int
    place: OrderPlace
    tokens: int


class PendingOrder(NamedTuple):
    """An order that was announced and paid, and waits for its men (UBT-3.3e)."""

    order: str
    args: tuple[str, ...]
    places: tuple[OrderPlace, ...]
    least: int
    """So many places must be filled; the others may be."""
    number: int
    """Number of the prompt to the first role; the other roles have the numbers after it."""
    named: tuple[int, ...] = ()
    """The figures named for it, in seat and shape order."""
    paid: str = "order"
    due: int = 0
    """Table time at which it lapses; 0: never."""


class Positions(NamedTuple):
    """A change of positions (UBT-3.4). The figures already stand where they were told to go."""

    purpose: str
    start: tuple[int, ...]
    """Figure -> the room where it stood when the change began."""
    numbers: tuple[int, ...]
    """Role -> number of its prompt; 0 once it is ready."""
    carried: tuple[tuple[int, str], ...] = ()
    """Figure and token."""
    due: int = 0


class Post(NamedTuple):
    """A relief who has yet to be given a room (UBT-3.6l)."""

    figure: int
    number: int
    due: int = 0


class OpenView(NamedTuple):
    """A view that a man holds open: periscope, hydrophone or TDC, and what the TDC is laid on (UBT-8.6b)."""

    name: str
    figure: int
    contact: str = ""


class Contact(NamedTuple):
    """A contact as it was last reported."""

    name: str
    kind: str
    by: str
    klass: str
    reported: int
    """Game time of the report, in whole seconds."""
    fields: tuple[tuple[str, int | str], ...]
    group: str = ""
    """The contact of the group to which a ship belongs."""


class Waters(NamedTuple):
    """What the crew perceives of the sea."""

    weather: str = "clear"
    sea: int = 3
    contacts: tuple[Contact, ...] = ()
    detected: bool = False
    hunted: bool = False
    light: str = "day"


class Stores(NamedTuple):
    """What lies in the open beside the boat: cards in hand and toolboxes, food, medicines, cigarettes, deck sizes."""

    hand: tuple[str, ...] = ()
    box_a: tuple[str, ...] = ()
    box_b: tuple[str, ...] = ()
    pyramid: tuple[str, ...] = ()
    supply: int = 0
    ration: tuple[str, ...] = ()
    discard: tuple[tuple[str, int], ...] = ()
    medicine: tuple[tuple[str, int], ...] = ()
    cigarettes: tuple[int, ...] = (2, 2, 2, 2)
    decks: tuple[int, ...] = ()
    """Cards left, in the order of DECKS."""


class Briefing(NamedTuple):
    """The mission as the crew knows it (UBT-5#61)."""

    id: str
    title: str
    date: str
    hours: int
    start: str
    texts: tuple[tuple[str, str], ...]
    """Language and text."""
    primary: str
    """Its kind."""
