"""The sessions of a guest at the table of its host: what its stations say goes up, what their seats may know goes down.

To the table each is a session like that of a phone. Nothing else ever leaves for the guest, so what it is sent, and
when, cannot depend on what its seats may not know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from klaxon.console.linked.other_console import LentFrom, LentSeats
from klaxon.link.copies.copy_code import id_of
from klaxon.rules.contract import SPECTATOR, Seat
from klaxon.table.host import Tokens
from klaxon.table.session import LONGEST_NAME, Session
from klaxon.table.table import Table

ROOM = 2_000
"""Bytes that may wait for the line; what is newer waits in its session, where it can be left out."""
MOST_AT_ONCE = 16_000
"""Characters in one message for several stations."""
MOST_SESSIONS = 24
"""Stations of a guest, and its bells."""


class HostSessions:
    """What a guest has at one table."""

    def __init__(
        self, table: Table, tokens: Tokens, lent: LentSeats, game: LentFrom, send: Callable[[str], None]
    ) -> None:
        """`send` takes a message for the guest, written already."""
        self.table, self.lent = table, lent
        self._tokens, self._game, self._send = tokens, game, send
        self._sessions: dict[int, Session] = {}
        self._peer = ""
        self._waiting: Callable[[], int] = lambda: 0
        self._is_called = False
        self._first = 0
        """The session that gave an order last: it is answered first."""

    def begin(self, peer: str, waiting: Callable[[], int]) -> None:
        """A guest is here, for the first time or again: its stations open their sessions anew."""
        self.end()
        self._peer, self._waiting = peer, waiting
        lent = self.lent
        game = {"game": lent.game, "boat": lent.boat, "seats": lent.seats, "crew": lent.crew, "run": self.run}
        self._send(json.dumps({"table": {**game, "id": id_of(self.table.play.header)}}))

    @property
    def run(self) -> str:
        """What names this table: another one of the same name has another."""
        return self._tokens.token_of[SPECTATOR][:8]

    def end(self) -> None:
        """Close all sessions of the guest."""
        for session in self._sessions.values():
            self.table.close_session(session)
        self._sessions.clear()

    def take(self, message: Mapping[str, Any]) -> None:
        """Take a message of the guest."""
        match message:
            case {"up": int(number), "message": dict(said)} if number in self._sessions:
                self._take_up(number, said)
            case {"open": int(number)} if number not in self._sessions and len(self._sessions) < MOST_SESSIONS:
                self._sessions[number] = session = Session(self.table.loop.time, self._call)
                self.table.open_session(session)
            case {"close": int(number)} if number in self._sessions:
                self.table.close_session(self._sessions.pop(number))
            case {"again": int(number)} if number in self._sessions:
                self.table.refresh(self._sessions[number])
            case {"ask": "understudies", "seats": list(seats)} if all(seat in self.lent.seats for seat in seats):
                self._game.call_understudies([Seat(seat) for seat in seats])
            case {"ask": "leave"}:
                self._game.leave()

    def _take_up(self, number: int, said: dict[str, Any]) -> None:
        session = self._sessions[number]
        if "hello" in said:
            self._let_in(session, said)
        else:
            if "order" in said:
                self._first = number
            self.table.receive(session, json.dumps(said))

    def _let_in(self, session: Session, said: dict[str, Any]) -> None:
        """Say hello for a station of the guest. It names its boat; the token of that never leaves the host."""
        seats, asked = said.get("seats"), said.get("token")
        wanted = seats if isinstance(seats, list) else []
        is_lent = asked == self.lent.boat and all(seat in self.lent.seats for seat in wanted)
        if not is_lent and not (asked == SPECTATOR and wanted == [SPECTATOR]):
            return
        if is_lent:
            self._take_from_understudies(wanted)
        name = f"{self._peer} {said.get('name')}"[:LONGEST_NAME]
        hello = {**said, "token": self._tokens.token_of[str(asked)], "name": name}
        self.table.receive(session, json.dumps(hello))

    def _take_from_understudies(self, seats: list[str]) -> None:
        crew = self._tokens.token_of["crew"]
        for session in tuple(self.table.sessions):
            if session.token == crew:
                for seat in [seat for seat in seats if seat in session.watches]:
                    self.table.unseat(session, Seat(seat))

    # Down

    def _call(self) -> None:
        if not self._is_called:
            self._is_called = True
            self.table.loop.call_soon(self._flush_called)

    def _flush_called(self) -> None:
        """Wait once more: where the disk is quick an order's effect follows its answer at once, and joins it."""
        self.table.loop.call_soon(self._flush_soon)

    def _flush_soon(self) -> None:
        self._is_called = False
        self.flush()

    def flush(self) -> None:
        """Send what waits, as far as the line has room: first to who gave an order last, then to all others at once."""
        batch: list[str] = []
        for number, session in sorted(self._sessions.items(), key=lambda each: each[0] != self._first):
            if self._waiting() > ROOM:
                break
            if texts := session.carry():
                batch.append(f"[{number},[{','.join(texts)}]]")
            if number == self._first or sum(map(len, batch)) > MOST_AT_ONCE:
                self._send_batch(batch)
            if session.take_missed():
                self.table.refresh(session)
            if session.dismissed:
                self.table.close_session(session)
                del self._sessions[number]
        self._send_batch(batch)

    def _send_batch(self, batch: list[str]) -> None:
        if batch:
            self._send(f'{{"down":[{",".join(batch)}]}}')
            batch.clear()
