"""What every seat has heard and is shown. Nothing here is newer than what is on the disk."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from klaxon.rules.contract import Game, Ms, Seat
from klaxon.table.delta_writer import DeltaWriter, write_json
from klaxon.table.play import Entry
from klaxon.table.session import Session
from klaxon.table.sights import Sights

REMEMBERED = 20
"""How many events of a seat are kept for a client that joins there."""


class ToldEvent(NamedTuple):
    """An event as it is told: most of it is the same for all who hear it, and written once."""

    what: str
    """Its moment, type and facts as JSON."""
    numbers: Mapping[Seat, int]
    """Who hears it -> the how manieth event that is for him."""

    def text_for(self, seat: Seat) -> str:
        """Return the message for a seat."""
        return f'{{"heard":{{"n":{self.numbers[seat]},{self.what}}},"seat":"{seat}"}}'


@lru_cache(maxsize=256)
def _in_order(seats: frozenset[Seat]) -> list[Seat]:
    """Return the seats of an event in the order in which it is told; most events are told to the same few sets."""
    return sorted(seats)


class Telling:
    """What goes out to the sessions of one game: numbered events, and views of the state that is shown."""

    def __init__(self, game: Game[Any, Any], state: Any, sessions: Sequence[Session]) -> None:
        """Begin with nothing heard. `sessions` are those of the table, live."""
        self._sessions = sessions
        self._sights = Sights(game)
        self._shown = state
        """The state that is shown: it is on the disk, and time alone has changed no watched view since."""
        self._deltas = DeltaWriter()
        self.heard: defaultdict[Seat, int] = defaultdict(int)
        """How many events each seat has heard, or will have once they are on the disk."""
        self._log: defaultdict[Seat, deque[ToldEvent]] = defaultdict(lambda: deque(maxlen=REMEMBERED))

    def remember(self, pages: Iterable[Entry], heard: Mapping[str, int]) -> None:
        """Restore what the seats heard in a resumed game: the counts, and the last messages."""
        self.heard.update({Seat(seat): count for seat, count in heard.items()})
        for page in pages:
            self._note(self.number(page))

    def number(self, page: Entry) -> list[ToldEvent]:
        """Return the events of an entry, numbered for each seat that hears them."""
        at, count = page.row.at, self.count
        return [
            ToldEvent(
                f'"at":{at},"type":{write_json(event.type)},"facts":{write_json(event.facts)}',
                {seat: count(seat) for seat in _in_order(event.to)},
            )
            for event in page.events
        ]

    def count(self, seat: Seat) -> int:
        """Return the number of the next event that a seat hears."""
        self.heard[seat] += 1
        return self.heard[seat]

    def tell(self, events: Sequence[ToldEvent]) -> None:
        """Send events to the sessions of their seats."""
        self._note(events)
        for session in self._sessions:
            watches = session.watches
            session.send_texts([told.text_for(seat) for told in events for seat in watches if seat in told.numbers])

    def _note(self, events: Iterable[ToldEvent]) -> None:
        """Keep events for clients that join later."""
        for told in events:
            for seat in told.numbers:
                self._log[seat].append(told)

    def show_state(self, state: Any) -> None:
        """Set the state that is shown, and send what changed through every lens."""
        self._shown = state
        self._deltas.clear()
        for session in self._sessions:
            for seat in session.watches:
                self.show(session, seat)

    def show(self, session: Session, seat: Seat, *, full: bool = False) -> None:
        """Send a session what changed in the view of a seat, or all of it."""
        data = self._sights.find(self._shown, seat, session.watches[seat].lens).data
        session.show(seat, data, self._deltas, full=full)

    def repeat(self, session: Session) -> None:
        """Send a session its views in full, and the last events that its seats heard."""
        for seat in session.watches:
            self.show(session, seat, full=True)
            session.send_texts([told.text_for(seat) for told in self._log[seat]])

    def stale_moments(self) -> list[Ms]:
        """Return the moments at which views of the sessions go stale by time alone."""
        find, shown = self._sights.find, self._shown
        watched = [(seat, watch.lens) for session in self._sessions for seat, watch in session.watches.items()]
        return [stale for seat, lens in watched if (stale := find(shown, seat, lens).stale) is not None]
