"""A session: what connects a station that is not wired to this Pi. See docs/protocol.md.

A session is a queue of messages down and a counter of orders up; the door that carries them (a pipe, a socket, a
page) is separate. It is bounded in both directions: what a client does not read is dropped and replaced by
full views later; what it sends too fast is ignored.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from klaxon.rules.contract import Seat
from klaxon.table.foreign_json import read_json
from klaxon.table.telling.delta_writer import ShownSight, write_json
from klaxon.table.token_bucket import TokenBucket

PROTOCOL = 1
LONGEST_UP = 8 * 1024
LONGEST_NAME = 40
QUEUE = 256
"""Messages that may wait for a client to read them."""
ANSWERS = 16
"""Orders whose answers are kept for a client that asks again; as many may have been lost with its last connection."""
BURST, RATE = 80, 40
"""Messages a client may send at once, and per second in the long run."""
WORDS, WORDS_RATE = 4, 0.25
"""Words to its crew that a client may say at once, and per second in the long run."""
MOST_SESSIONS = 32
"""Most sessions of one token at once."""

Message = dict[str, Any]


@dataclass(slots=True)
class WatchedSeat:
    """One seat as one session sees it: its lens, and what it was shown last."""

    lens: Mapping[str, str] = field(default_factory=dict)
    shown: ShownSight | None = None
    n: int = 0


@dataclass(slots=True)
class OrderDesk:
    """Survives a lost connection: the number of orders under one token and name, and the last answers to them."""

    orders: int = 0
    answers: dict[int, Message] = field(default_factory=dict)

    def answer(self, number: int, message: Message) -> None:
        """Remember the answer to a new order."""
        self.orders = number
        self.answers[number] = message
        self.answers.pop(number - ANSWERS, None)


class Session:
    """One client at the table."""

    def __init__(self, time: Callable[[], float], wake: Callable[[], None]) -> None:
        """Start unknown and without a seat. `wake` is called when there are messages to send."""
        self.token = ""
        self.name = ""
        self.watches: dict[Seat, WatchedSeat] = {}
        self.desk = OrderDesk()
        self.told: Message = {}
        """The state of the table that was sent last."""
        self.gone = False
        self.dismissed = False
        """Whether the table has said goodbye: then its door closes."""
        self.said = 0
        """Messages since its last order, accepted or not: a client cannot number its orders faster than it sends."""
        self._wake = wake
        self._queue: deque[str] = deque()
        self._gap = self._warned = False
        self._messages = TokenBucket(time, BURST, RATE)
        self._words = TokenBucket(time, WORDS, WORDS_RATE)

    @property
    def is_known(self) -> bool:
        """Whether it has sent a valid hello."""
        return bool(self.token)

    def counts_too_far(self, number: int) -> bool:
        """Return whether an order's number is so high that all later orders of the client would count as old."""
        return number > self.desk.orders + self.said + ANSWERS

    def send(self, message: Message) -> None:
        """Queue a message."""
        self.send_texts((write_json(message),))

    def send_texts(self, texts: Sequence[str]) -> None:
        """Queue messages that are written already. Who does not read misses all until he does."""
        if self.gone or self._gap or not texts:
            return
        self._queue += texts
        if len(self._queue) > QUEUE:
            self._queue.clear()
            self._gap = True
        self._wake()

    def carry(self) -> list[str]:
        """Return the queued messages, for the door to send."""
        waiting = list(self._queue)
        self._queue.clear()
        return waiting

    def take_missed(self) -> bool:
        """Return whether messages were dropped since the last call: then the client needs full views."""
        missed, self._gap = self._gap, False
        return missed

    def may_speak(self) -> bool:
        """Return whether it may send one more message now. A client that may not gets an error once."""
        self.said += 1
        if self._messages.spend():
            self._warned = False
            return True
        if not self._warned:
            self.send({"error": "too-fast"})
        self._warned = True
        return False

    def may_tell_crew(self) -> bool:
        """Return whether it may say one more word to its crew now: each is a banner on everybody's panel."""
        return self._words.spend()

    def show(self, seat: Seat, sight: ShownSight) -> None:
        """Send a view in full."""
        watch = self.watches[seat]
        watch.n += 1
        watch.shown = sight
        self.send({"view": sight.data, "seat": seat, "n": watch.n})

    def show_change(self, seat: Seat, sight: ShownSight, delta: str) -> None:
        """Send what changed in a view, written already."""
        watch = self.watches[seat]
        watch.n += 1
        watch.shown = sight
        self.send_texts((f'{{"delta":{delta},"seat":"{seat}","n":{watch.n}}}',))


class SessionTable(Protocol):
    """What the client of a session needs of its table, wherever that is: here, or at another console."""

    loop: asyncio.AbstractEventLoop

    def open_session(self, session: Session) -> None:
        """Let a client in; it has to say hello before anything else."""

    def close_session(self, session: Session) -> None:
        """Remove a client that has gone."""

    def receive(self, session: Session, text: str) -> None:
        """Take one message of a client."""

    def refresh(self, session: Session) -> None:
        """Send a session everything in full."""

    def on_unreadable(self, error: Exception) -> None:
        """A client could not read what this table sent: a fault here, which is raised, or a lie from elsewhere."""


def named_seat(message: Message) -> Seat:
    """Return the seat a message names, '' if it names none."""
    seat = message.get("seat")
    return Seat(seat if isinstance(seat, str) else "")


def read_message(text: str) -> Message | None:
    """Return the message in a line, None if it is not one."""
    try:
        message = read_json(text)
    except ValueError:
        return None
    return message if isinstance(message, dict) else None
