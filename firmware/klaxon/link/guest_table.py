"""The table of the host, as a guest's stations sit at it. Sessions survive a silence: none is lost, nothing is doubled.

An order that got no answer is sent again when the line is back. It keeps its number, and a table answers a number it
knows without carrying anything out again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from klaxon.console.linked.other_console import LentSeats
from klaxon.rules.contract import Seat
from klaxon.table.fair_play.verdict import Evidence, as_given
from klaxon.table.session import Message, Session, read_message


@dataclass(slots=True)
class CarriedSession:
    """A session of a station here, and what it needs to be taken up again."""

    session: Session
    hello: Message = field(default_factory=dict)
    lenses: dict[str, Message] = field(default_factory=dict)
    orders: dict[int, Message] = field(default_factory=dict)
    """Orders without an answer."""
    is_welcome: bool = False
    evidence: Evidence = field(default_factory=Evidence)
    state: str = ""


@dataclass(frozen=True, slots=True)
class AtHost:
    """Which table of which host it is."""

    number: str
    """Which console the host is."""
    run: str
    """What names the table, until the host starts again."""
    game: str
    """What names the game, at any host."""


class LentClock:
    """The clock of the table of a host, as it is known at its guest."""

    def __init__(self, table: GuestTable) -> None:
        """Take the table."""
        self._table = table

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._table.is_running

    def now(self) -> int:
        """Return the moment of play."""
        return self._table.now()


class GuestTable:
    """What the stations of a guest take for the table."""

    def __init__(
        self,
        lent: LentSeats,
        at: AtHost,
        send: Callable[[Message], None],
        on_leave: Callable[[], None],
        on_unreadable: Callable[[Exception], None],
    ) -> None:
        """`send` takes a message for the host; away, it is dropped. `on_leave`: people leave while it is away."""
        self.loop = asyncio.get_running_loop()
        self.lent, self.at = lent, at
        self.clock = LentClock(self)
        self.about: Message = {}
        self._send, self._on_leave, self.on_unreadable = send, on_leave, on_unreadable
        self._carried: dict[int, CarriedSession] = {}
        self._last = 0
        self._is_away = False
        self._told_at = 0.0
        """When the table told of itself, in loop time."""
        self._risen = Evidence()
        """What sessions have noted that are closed."""

    # What stations do

    def open_session(self, session: Session) -> None:
        """Let a station in; it has to say hello before anything else."""
        self._last += 1
        self._carried[self._last] = CarriedSession(session)
        self._send({"open": self._last})

    def close_session(self, session: Session) -> None:
        """Remove a station that has left its seats."""
        session.gone = True
        if (number := self._number_of(session)) is not None:
            self._risen.add(self._carried.pop(number).evidence)
            self._send({"close": number})

    def receive(self, session: Session, text: str) -> None:
        """Take one message of a station."""
        number, message = self._number_of(session), read_message(text)
        if number is None or message is None:
            return
        carried = self._carried[number]
        if self._is_away and ("act" in message or "order" in message):
            session.send({"error": "console-away"})
            return
        if "hello" in message:
            carried.hello = message
        elif "lens" in message:
            carried.lenses[str(message.get("seat"))] = message
        elif "order" in message:
            carried.orders[message["order"]] = message
        self._send({"up": number, "message": message})

    def refresh(self, session: Session) -> None:
        """Ask for everything in full."""
        if (number := self._number_of(session)) is not None:
            self._send({"again": number})

    def call_understudies(self, seats: Sequence[Seat]) -> None:
        """Have understudies take these seats."""
        self._send({"ask": "understudies", "seats": list(seats)})

    def leave(self) -> None:
        """Leave the table, with the host: the game is saved there. A host that is away is not waited for."""
        self._send({"ask": "leave"})
        if self._is_away:
            self._on_leave()

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.about.get("state") == "over"

    def evidence(self) -> Evidence:
        """Return what the stations here noted of the game: what they heard, and which orders they gave."""
        found = Evidence()
        for each in (self._risen, *(carried.evidence for carried in self._carried.values())):
            found.add(each)
        return found

    def _number_of(self, session: Session) -> int | None:
        return next((number for number, carried in self._carried.items() if carried.session is session), None)

    # What the host says

    def set_away(self, *, away: bool) -> None:
        """The host has gone silent, or is heard again: every station shows that."""
        self._is_away = away
        if self.is_over:
            return
        shown = {**self.about, "state": "away", "running": False, "now": self.now()} if away else self.about
        for carried in self._carried.values():
            if self.about:
                carried.session.send({"table": shown})

    @property
    def is_running(self) -> bool:
        """Whether the clock of the table runs, as far as is known here."""
        return bool(self.about.get("running")) and not self._is_away

    def now(self) -> int:
        """Return the moment of play."""
        passed = self.loop.time() - self._told_at if self.about.get("running") else 0.0
        return int(self.about.get("now", 0)) + round(passed * 1000)

    def take_up_again(self) -> None:
        """Open every session again at the host, and send again what got no answer."""
        for number, carried in self._carried.items():
            self._send({"open": number})
            for message in (carried.hello, *carried.lenses.values(), *carried.orders.values()):
                if message:
                    self._send({"up": number, "message": message})

    def take(self, number: int, messages: Sequence[Any]) -> None:
        """Hand messages of the host to the session they are for."""
        carried = self._carried.get(number)
        if carried is None:
            return
        for message in messages:
            if isinstance(message, dict) and self._note(carried, message):
                carried.session.send(message)

    def _note(self, carried: CarriedSession, message: Mapping[str, Any]) -> bool:
        """Note what a message says of the session; return whether its station should have it."""
        match message:
            case {"welcome": _}:
                was_welcome, carried.is_welcome = carried.is_welcome, True
                return not was_welcome
            case {"table": {"state": str(_), "now": int(_), "running": bool(_)} as about}:
                if carried.state == "over" != about.get("state"):  # taken back, or played once more: another game
                    carried.evidence, self._risen = Evidence(), Evidence()
                carried.state = str(about.get("state"))
                self.about, self._told_at = about, self.loop.time()
                return not self._is_away
            case {"table": _}:
                raise ValueError(message)
            case {"heard": {"n": int(_), "at": _, "type": _, "facts": _} as heard, "seat": str(seat)}:
                carried.evidence.note_heard(seat, heard)
            case {"sent": int(number)} if number in carried.orders:
                given = carried.orders.pop(number)
                carried.evidence.orders.append(as_given(Seat(str(given.get("seat"))), str(given.get("line"))))
                return True
            case {"sent": int(number)} | {"refused": int(number)} | {"error": str(_), "order": int(number)}:
                return carried.orders.pop(number, None) is not None
        return True
