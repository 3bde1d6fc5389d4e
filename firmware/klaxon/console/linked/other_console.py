"""The other console, as this one sees it. How it is reached, by a network or a cable, only `link/` knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

from klaxon.rules.contract import Seat
from klaxon.table.clock import TableClock
from klaxon.table.fair_play.proof import GameProof
from klaxon.table.fair_play.verdict import GameVerdict
from klaxon.table.host import Tokens
from klaxon.table.play import Play
from klaxon.table.session import Message, SessionTable
from klaxon.table.table import Table

ALONE, HOST, GUEST = "alone", "host", "guest"
ROLES = (ALONE, HOST, GUEST)
"""What a console is: on its own; the one with the table; or one that lends its stations to the table of another."""


class LinkStage(Enum):
    """How far two consoles are."""

    OFF = "off"
    SEEKING = "seeking"
    """Nobody is there yet."""
    PAIRING = "pairing"
    """Both are busy with the code."""
    JOINED = "joined"
    SILENT = "silent"
    """It was here, and is not heard any more."""
    REFUSED = "refused"
    """There is a console, and it is the wrong one; `trouble` says why."""


@dataclass(frozen=True, slots=True)
class LinkStanding:
    """How this console stands with the other."""

    role: str = ALONE
    stage: LinkStage = LinkStage.OFF
    peer: str = ""
    """The name of the other console, as far as it is known."""
    code: str = ""
    """The code that this host shows, until it is used up."""
    trouble: str = ""
    """What is wrong: the end of a message `link.trouble.*`."""
    news: str = ""
    """What came of taking a game over: the end of a message `link.copy.*`."""
    verdict: GameVerdict | None = None
    """Whether the game that is over was fair, where that was verified."""


@dataclass(frozen=True, slots=True)
class CopyOffer:
    """A game of another console that can be gone on with here."""

    id: str
    game: str
    host: str
    """The name of the console that played it."""


@dataclass(frozen=True, slots=True)
class LinkReport:
    """How the way to the other console is, for service mode. What a way does not count is None."""

    carrier: str
    """The end of a message `service.link.carrier.*`."""
    baud: int | None = None
    good_frames: int | None = None
    bad_frames: int | None = None
    resent: int | None = None
    round_trip_ms: float | None = None
    sent_bytes: int | None = None
    received_bytes: int | None = None


class FarGame(NamedTuple):
    """A game of the host that is over, as the guest has it."""

    name: str
    """What the host calls it."""
    play: Play
    names: Mapping[str, str]
    """The names of its boats."""
    proof: GameProof


@dataclass(frozen=True, slots=True)
class LentSeats:
    """The seats of a game that the guest's stations work."""

    game: str
    boat: str
    seats: tuple[Seat, ...]
    crew: str
    """How people man them, as for any boat."""


class LentTable(SessionTable, Protocol):
    """The table of the host, as the guest has it."""

    lent: LentSeats
    about: Message
    """What the table told of itself last."""

    @property
    def clock(self) -> TableClock:
        """Its clock."""

    def call_understudies(self, seats: Sequence[Seat]) -> None:
        """Have understudies take these seats."""

    def leave(self) -> None:
        """Leave the table, with the host: the game is saved there."""


class LentFrom(Protocol):
    """What a guest may ask of the game of its host."""

    def call_understudies(self, seats: Sequence[Seat]) -> None:
        """Seat understudies."""

    def leave(self) -> None:
        """Leave the table."""


class OtherConsole(Protocol):
    """The link to the other console."""

    signs: str
    """The signs of a code."""
    length: int
    """How many of them it has."""
    changed: Callable[[], None]
    """Called when `standing`, `lent_table` or `far_game` changes."""
    code_signs: int
    """How many signs the code of a copy has."""

    @property
    def standing(self) -> LinkStanding:
        """How this console stands with the other."""

    @property
    def lent_table(self) -> LentTable | None:
        """At a guest: the table at which its stations are wanted now."""

    @property
    def copy_code(self) -> str:
        """At a host: the code that opens the guest's copy of the game that is played; '' where there is none."""

    @property
    def offers(self) -> Sequence[CopyOffer]:
        """The games of other consoles that can be gone on with here."""

    @property
    def far_game(self) -> FarGame | None:
        """At a guest: the game that is over, once its host has handed it over."""

    @property
    def way_report(self) -> LinkReport | None:
        """How the way to the other console is, where it is heard."""

    def take_over(self, offer: str, code: str) -> None:
        """Go on with a game here, as the host."""

    def drop_copy(self) -> None:
        """The game that the host handed over is on the shelf here: no copy of it is needed any more."""

    def open_debrief(self) -> None:
        """The game is over: a host hands it to its guest, a guest asks for it."""

    def choose_role(self, role: str) -> None:
        """Be a host, a guest or alone from now on, also after a start."""

    def show_code(self) -> None:
        """Show a new code at this host."""

    def enter_code(self, code: str) -> None:
        """Use the code that the host shows."""

    def forget(self) -> None:
        """Forget all consoles that this one was paired with."""

    def lend(self, table: Table, tokens: Tokens, lent: LentSeats, game: LentFrom) -> None:
        """Let the guest work seats of a table."""

    def end_lending(self) -> None:
        """Take the seats back: the table is left."""
