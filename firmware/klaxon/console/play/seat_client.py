"""The seat client: a station's end of a session, in this process.

It speaks the protocol of docs/protocol.md like any client, so a wired station knows exactly what a bot in its seat
would know.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from klaxon.rules.contract import Order, Seat
from klaxon.rules.deltas import apply_delta
from klaxon.table.foreign_json import UNREADABLE
from klaxon.table.session import PROTOCOL, Message, Session, SessionTable

LOOKS = 0.1
"""Seconds between two messages about a lens: the rate of a session is limited."""
RUNNING = ("running", "unsaved")
"""The states of a table in which orders may be given."""
REMEMBERED = 50
"""How many events a seat can scroll back through."""


class Heard(NamedTuple):
    """An event that the seat perceived."""

    n: int
    at: int
    type: str
    facts: Mapping[str, Any]


@dataclass(slots=True)
class SeatKnowledge:
    """What the station knows of one seat."""

    view: Mapping[str, Any] = field(default_factory=dict)
    heard: deque[Heard] = field(default_factory=lambda: deque(maxlen=REMEMBERED))


class SeatListener:
    """Receives the messages of a seat client."""

    def on_view(self, seat: Seat) -> None:
        """Called when the view of a seat has changed."""

    def on_event(self, seat: Seat, heard: Heard) -> None:
        """Called for every new event of a seat."""

    def on_word(self, by: Seat, word: str) -> None:
        """Called when somebody of the own crew has said a word."""

    def on_answer(self, number: int, refused: Message | None) -> None:
        """Called when an order was accepted, or refused with code and facts."""

    def stands(self, table: Message) -> None:
        """Called when the state of the table has changed."""

    def wrong(self, code: str) -> None:
        """Called when something that was sent could not be done."""

    def on_batch_end(self) -> None:
        """Called after a batch of messages was handled."""


class SeatClient:
    """One station's session."""

    def __init__(
        self, table: SessionTable, token: str, name: str, seats: Sequence[Seat], listener: SeatListener
    ) -> None:
        """Join the table."""
        self.table, self.seats, self._listener = table, tuple(seats), listener
        self.seen: dict[Seat, SeatKnowledge] = {seat: SeatKnowledge() for seat in seats}
        self.stands: Message = {}
        self._since = 0.0
        """When the table last sent its state, in loop time."""
        self._number = 0
        self._looks: dict[Seat, Mapping[str, str] | None] = {}
        """Seats whose lens was sent a moment ago, with their current lens."""
        self._asleep, self._settled = True, False
        self._session = Session(table.loop.time, self._wake)
        table.open_session(self._session)
        self._say({"hello": PROTOCOL, "token": token, "name": name, "seats": list(seats)})

    @property
    def state(self) -> str:
        """The state of the table; it counts as running while an order of the own boat is being saved."""
        state = str(self.stands.get("state", ""))
        return "running" if state == "saving" and self.stands["running"] else state

    @property
    def now(self) -> int:
        """The moment of play, in milliseconds: sent by the table, and advanced while it runs."""
        passed = self.table.loop.time() - self._since if self.stands.get("running") else 0.0
        return int(self.stands.get("now", 0)) + round(passed * 1000)

    def close(self) -> None:
        """Leave the table."""
        self.table.close_session(self._session)

    def order(self, order: Order) -> int:
        """Give an order; its number comes back with the answer."""
        self._number += 1
        line = str(order).removeprefix(f"{order.seat} ")
        self._say({"order": self._number, "seat": order.seat, "line": line})
        return self._number

    def act(self, act: str, **facts: object) -> None:
        """Send a table act."""
        self._say({"act": act, **facts})

    def look(self, seat: Seat, lens: Mapping[str, str]) -> None:
        """Send the lens of a seat: at once, but of a fast dial only now and then the latest position."""
        if not self._looks:
            self._say({"lens": dict(lens), "seat": seat})
            self.table.loop.call_later(LOOKS, self._look_again)
            self._looks[seat] = None
        else:
            self._looks[seat] = lens

    def _look_again(self) -> None:
        waiting = {seat: lens for seat, lens in self._looks.items() if lens is not None}
        self._looks.clear()
        if not self._session.gone:
            for seat, lens in waiting.items():
                self.look(seat, lens)

    def _say(self, message: Message) -> None:
        self.table.receive(self._session, json.dumps(message))

    def _wake(self) -> None:
        if self._asleep:
            self._asleep = False
            asyncio.get_running_loop().call_soon(self._carry)

    def _carry(self) -> None:
        self._asleep = True
        if self._session.gone:
            return
        for text in self._session.carry():
            try:
                self._take(json.loads(text))
            except UNREADABLE as error:
                self.table.on_unreadable(error)
                return
        self._settled = True
        if self._session.take_missed():
            self.table.refresh(self._session)
        self._listener.on_batch_end()

    def _take(self, message: Message) -> None:
        match message:
            case {"welcome": {"order": int(number)}}:
                self._number = number
            case {"view": dict(view), "seat": str(seat)}:
                self._show(Seat(seat), view)
            case {"delta": dict(delta), "seat": str(seat)}:
                self._show(Seat(seat), apply_delta(self.seen[Seat(seat)].view, delta))
            case {"heard": dict(heard), "seat": str(seat)}:
                self._hear(Seat(seat), Heard(heard["n"], heard["at"], heard["type"], heard["facts"]))
            case {"table": dict(table)}:
                if self.stands.get("state") == "over" and table["state"] != "over":
                    self._forget()
                self.stands, self._since = table, self.table.loop.time()
                self._listener.stands(table)
            case {"word": str(word), "by": str(seat)}:
                self._listener.on_word(Seat(seat), word)
            case {"sent": int(number)}:
                self._listener.on_answer(number, None)
            case {"refused": int(number)}:
                self._listener.on_answer(number, message)
            case {"error": str(code)}:
                self._listener.wrong(code)

    def _forget(self) -> None:
        """Forget everything: another game begins at the same table, and its events count from one again."""
        for seen in self.seen.values():
            seen.heard.clear()

    def _show(self, seat: Seat, view: Mapping[str, Any]) -> None:
        self.seen[seat].view = view
        self._listener.on_view(seat)

    def _hear(self, seat: Seat, heard: Heard) -> None:
        known = self.seen[seat].heard
        if not known or heard.n > known[-1].n:
            known.append(heard)
            if self._settled:  # what came with the welcome is history: it is shown, and rings no bell
                self._listener.on_event(seat, heard)
