"""What every seat has heard and is shown. Nothing here is newer than what is on the disk."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring_ascii as quote
from typing import Any, NamedTuple

from klaxon.rules.contract import Game, Ms, Seat
from klaxon.table.play import Entry
from klaxon.table.session import Session
from klaxon.table.telling.delta_writer import DeltaWriter, write_json
from klaxon.table.telling.sights import Sights

REMEMBERED = 20
"""How many events of a seat are kept for a client that joins there."""


class ToldEvent(NamedTuple):
    """An event as it is told: most of it is the same for all who hear it, and written once."""

    to: frozenset[Seat]
    """Who hears it."""
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
        self._log: defaultdict[frozenset[Seat], deque[ToldEvent]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        """The last events, by who heard them: most were heard by the same seats, and each is noted once."""

    def remember(self, pages: Iterable[Entry], heard: Mapping[str, int]) -> None:
        """Restore what the seats heard in a resumed game: the counts, and the last messages."""
        self.heard.update({Seat(seat): count for seat, count in heard.items()})
        for page in pages:
            self._note(self.number(page))

    def number(self, page: Entry) -> list[ToldEvent]:
        """Return the events of an entry, numbered for each seat that hears them."""
        at = page.row.at
        return [
            ToldEvent(
                event.to,
                f'"at":{at},"type":{quote(event.type)},"facts":{write_json(event.facts)}',
                self.count(event.to),
            )
            for event in page.events
        ]

    def count(self, seats: frozenset[Seat]) -> dict[Seat, int]:
        """Return for each of some seats the number of the next event that it hears."""
        heard = self.heard
        numbers = {seat: heard[seat] + 1 for seat in _in_order(seats)}
        heard.update(numbers)
        return numbers

    def tell(self, events: Sequence[ToldEvent]) -> None:
        """Send events to the sessions of their seats."""
        self._note(events)
        for session in self._sessions:
            watches = session.watches
            session.send_texts([told.text_for(seat) for told in events for seat in watches if seat in told.numbers])

    def _note(self, events: Iterable[ToldEvent]) -> None:
        """Keep events for clients that join later."""
        for told in events:
            self._log[told.to].append(told)

    def _heard_last(self, seat: Seat) -> list[ToldEvent]:
        """Return the last events that a seat heard."""
        kept = [told for to, log in self._log.items() if seat in to for told in log]
        return sorted(kept, key=lambda told: told.numbers[seat])[-REMEMBERED:]

    def show_state(self, state: Any) -> None:
        """Set the state that is shown, and send what changed through every lens."""
        self._shown = state
        self._deltas.clear()
        for session in self._sessions:
            for seat in session.watches:
                self.show(session, seat)

    def show(self, session: Session, seat: Seat, *, full: bool = False) -> None:
        """Send a session what changed in the view of a seat, or all of it."""
        watch = session.watches[seat]
        sight = self._sights.find(self._shown, seat, watch.lens)
        if full or watch.shown is None:
            session.show(seat, sight)
        elif delta := self._deltas.write(watch.shown, sight):
            session.show_change(seat, sight, delta)

    def repeat(self, session: Session) -> None:
        """Send a session its views in full, and the last events that its seats heard."""
        for seat in session.watches:
            self.show(session, seat, full=True)
            session.send_texts([told.text_for(seat) for told in self._heard_last(seat)])

    def stale_moments(self) -> list[Ms]:
        """Return the moments at which views of the sessions go stale by time alone."""
        find, shown = self._sights.find, self._shown
        watched = [(seat, watch.lens) for session in self._sessions for seat, watch in session.watches.items()]
        return [stale for seat, lens in watched if (stale := find(shown, seat, lens).stale) is not None]
