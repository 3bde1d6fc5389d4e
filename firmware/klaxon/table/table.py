"""The table: a running game and the clients who sit at it. It reads what they send, and lets nobody in unknown."""

from __future__ import annotations

from typing import Any

from klaxon.rules.contract import Seat
from klaxon.table.acts import ACTS
from klaxon.table.naming import is_good_name
from klaxon.table.running_game import RunningGame
from klaxon.table.session import (
    LONGEST_UP,
    MOST_SESSIONS,
    PROTOCOL,
    Message,
    Session,
    named_seat,
    read_message,
)
from klaxon.table.umpire import speaks_for


class Table(RunningGame):
    """One running game and its clients."""

    def open_session(self, session: Session) -> None:
        """Let a client in; it has to say hello before anything else."""
        self.sessions.append(session)

    def close_session(self, session: Session) -> None:
        """Remove a client that has gone; the game goes on."""
        session.gone = True
        if session in self.sessions:
            self.sessions.remove(session)
            self.tell_table()

    def receive(self, session: Session, text: str) -> None:
        """Take one message of a client, whatever it is."""
        if not session.may_speak():
            return
        message = read_message(text) if len(text) <= LONGEST_UP else None
        if message is None:
            session.send({"error": "unreadable"})
        elif not session.is_known:
            self._hello(session, message)
        else:
            session_error = self._dispatch(session, message)
            if session_error:
                session.send({"error": session_error})

    def _dispatch(self, session: Session, message: Message) -> str:
        """Carry out a message; return the error, '' if there is none."""
        seat = named_seat(message)
        if "again" in message:
            self.refresh(session)
            return ""
        if "act" in message:
            act = ACTS.get(message["act"]) if isinstance(message["act"], str) else None
            return act(self, session, message) if act else "unknown-act"
        if seat not in session.watches and not speaks_for(self.play, session, seat, message):
            return "not-your-seat"
        match message:
            case {"order": int(number), "line": str(line)} if not isinstance(number, bool):
                self.order(session, number, seat, line)
            case {"lens": dict(lens)} if all(isinstance(value, str) for value in lens.values()):
                session.watches[seat].lens = lens
                self.catch_up()
                self._show_stale()
                self._telling.show(session, seat)
                self._arm()
            case _:
                return "unknown-message"
        return ""

    def _hello(self, session: Session, message: Message) -> None:
        match message:
            case {"hello": int(version), "token": str(token), "name": str(name), "seats": list(seats)}:
                rights = self.seats_by_token.get(token)
                error = self._hello_error(version, rights, name, seats)
            case _:
                error = "hello-first"
        if not error and sum(other.token == token for other in self.sessions) >= MOST_SESSIONS:
            error = "too-many-sessions"
        if error:
            session.send({"error": error, "bye": True})
            session.dismissed = True
            return
        session.token, session.name = token, name
        session.desk = self._desks[token, name]
        for seat in seats:
            self.seat(session, Seat(seat))
        welcome = {"protocol": PROTOCOL, "game": self.play.game.name, "table": self.name}
        session.send({"welcome": {**welcome, "seats": list(session.watches), "order": session.desk.orders}})
        self.refresh(session)
        self.tell_table()

    def _hello_error(self, version: int, rights: frozenset[Seat] | None, name: str, seats: list[Any]) -> str:
        if version != PROTOCOL:
            return "other-protocol"
        if rights is None:
            return "unknown-token"
        if not is_good_name(name):
            return "bad-name"
        return "" if all(isinstance(seat, str) and seat in rights for seat in seats) else "not-your-seat"
