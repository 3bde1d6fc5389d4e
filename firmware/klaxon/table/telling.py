"""Telling: what every seat has heard and is shown. It knows nothing that is not on the disk."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from klaxon.rules.contract import Event, Game, Ms, Seat
from klaxon.table.play import Entry
from klaxon.table.session import Message, Session, WrittenValues
from klaxon.table.sights import Sights

REMEMBERED = 20
"""The last events of a seat, for a client that joins there."""

SeatMessages = list[tuple[Seat, Message]]


class Telling:
    """What goes out to the sessions of one game: numbered events, and views of the state that is shown."""

    def __init__(self, game: Game[Any, Any], state: Any, sessions: Sequence[Session]) -> None:
        """Nothing was heard yet. `sessions` are those of the table, whoever they are at a moment."""
        self._sessions = sessions
        self._sights = Sights(game)
        self._shown = state
        """The state that is shown: it is on the disk, and time alone has changed no watched view since."""
        self._written: WrittenValues = {}
        """What is in the views of the state that is shown, as far as it was sent."""
        self.heard: defaultdict[Seat, int] = defaultdict(int)
        """How many events each seat has heard, or will when they are on the disk."""
        self._log: defaultdict[Seat, deque[Message]] = defaultdict(lambda: deque(maxlen=REMEMBERED))

    def remember(self, pages: Iterable[Entry], heard: Mapping[str, int]) -> None:
        """Take up what the seats heard in a game that goes on: the counts, and the last of it."""
        self.heard.update({Seat(seat): count for seat, count in heard.items()})
        for page in pages:
            for seat, message in self.number(page):
                self._log[seat].append(message)

    def number(self, page: Entry) -> SeatMessages:
        """Return the events of a page as messages, numbered for each seat that is to hear them."""
        return [(seat, self.message(seat, page, event)) for event in page.events for seat in sorted(event.to)]

    def message(self, seat: Seat, page: Entry, event: Event) -> Message:
        """Return an event as the next message of a seat."""
        self.heard[seat] += 1
        heard = {"n": self.heard[seat], "at": page.row.at, "type": event.type, "facts": event.facts}
        return {"heard": heard, "seat": seat}

    def tell(self, messages: SeatMessages) -> None:
        """Send events to the sessions of their seats."""
        for seat, message in messages:
            self._log[seat].append(message)
            for session in self._sessions:
                if seat in session.watches:
                    session.send(message)

    def show_state(self, state: Any) -> None:
        """Show a state from now on, through every lens."""
        self._shown = state
        self._written.clear()
        for session in self._sessions:
            for seat in session.watches:
                self.show(session, seat)

    def show(self, session: Session, seat: Seat, *, full: bool = False) -> None:
        """Show a session what changed in the view of a seat, or all of it."""
        data = self._sights.find(self._shown, seat, session.watches[seat].lens).data
        session.show(seat, data, self._written, full=full)

    def repeat(self, session: Session) -> None:
        """Send a session its views in full, and the last that its seats heard."""
        for seat in session.watches:
            self.show(session, seat, full=True)
            for message in self._log[seat]:
                session.send(message)

    def stale_moments(self) -> list[Ms]:
        """Return the moments at which views of the sessions go stale by time alone."""
        find, shown = self._sights.find, self._shown
        watched = [(seat, watch.lens) for session in self._sessions for seat, watch in session.watches.items()]
        return [stale for seat, lens in watched if (stale := find(shown, seat, lens).stale) is not None]
