"""Inputs: turns edges of lines into key and dial events. Pure: time comes with the edges, and a timer is injected.

A back-end passes on every edge with the kernel's time, and now and then the levels of all lines. The times decide, not
the moment at which an edge arrives: a busy loop that finds ten edges at once makes the same presses of them.
`input_lines` says what hangs on which line, `contacts` what a level there means.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter

from klaxon.console.devices import Hands
from klaxon.console.devices.health import InputHealth, LineName
from klaxon.console.station.gestures import Later, Timer
from klaxon.hal.contacts import DialContacts, DialPhase, KeyContact
from klaxon.hal.debounce import NEVER
from klaxon.hal.input_lines import SECOND, DialLines, Wiring

STUCK = 60_000_000_000
"""Nanoseconds after which a pressed key is called stuck."""

_due = attrgetter("due")


class Inputs:
    """The keys and dials of a console, as seen through their lines."""

    def __init__(self, wiring: Wiring, hands: Hands, later: Later) -> None:
        """Begin with no key down; the first `sync` gives the positions of the dials."""
        self._hands, self._later = hands, later
        self._keys = [KeyContact(key) for key in wiring.keys]
        self._dials = [DialContacts(dial) for dial in wiring.dials]
        phases = [phase for dial in self._dials for phase in (dial.a, dial.b)]
        self._contacts: dict[LineName, KeyContact | DialPhase] = {
            **{key.line: key for key in self._keys},
            **{phase.line: phase for phase in phases},
        }
        self._waiting: dict[KeyContact | DialPhase, None] = {}
        """Lines whose level is not accepted yet."""
        self._timer: Timer | None = None
        self._armed = NEVER
        """The moment that the timer is set for."""
        self._begun: set[KeyContact | DialPhase] = set()
        """Lines whose first level was taken: chips come up one after the other."""
        self.drain: Callable[[], None] = _nothing
        """Called before a timer lets a level be accepted: a back-end passes on all pending edges (limits.md, L1)."""
        self._stray = self._dropped = 0

    def edge(self, line: LineName, at: int, level: int) -> None:
        """Take an edge."""
        contact = self._contacts.get(line)
        if contact is None:
            self._stray += 1
            return
        if self._waiting:
            self._settle(at)
        contact.edge(at, level)
        self._wait_for(contact, at)

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        """Take the levels of lines as they were read at a moment, to make up for lost edges.

        A key event is sent as if its edge came now. A dial is only set to its position, since its direction is unknown.
        """
        for line, level in levels.items():
            contact = self._contacts.get(line)
            if contact is None:
                continue
            if level != contact.raw and contact.due <= now:
                self._settle(contact.due)  # it had held before it went
            if contact in self._begun:
                contact.look(now, level)
            else:
                self._begun.add(contact)
                contact.begin(now, level)
            self._wait_for(contact, now)
        for key in self._keys:
            key.stuck = key.down and now - key.since >= STUCK

    def drop(self, count: int, now: int) -> None:  # noqa: ARG002 - a recorder needs the moment
        """Handle that edges were dropped."""
        self._dropped += count

    def lose(self, lines: Collection[LineName], now: int) -> None:
        """Release keys whose lines cannot be read any more; one that is still down afterwards was not pressed anew."""
        for line in lines:
            if isinstance(contact := self._contacts.get(line), KeyContact):
                if contact.due <= now:
                    self._settle(contact.due)  # it had held before
                self._waiting.pop(contact, None)
                contact.lose(self._hands)

    def health(self) -> InputHealth:
        """Return counters of all inputs, for fault finding."""
        keys = tuple(key.health() for key in self._keys)
        return InputHealth(keys, tuple(dial.health() for dial in self._dials), self._stray, self._dropped)

    def refit(self, dial: DialLines) -> None:
        """Decode a dial differently from now on: its lines and position stay."""
        next(each for each in self._dials if (each.a.line, each.b.line) == (dial.a, dial.b)).refit(dial)

    def close(self) -> None:
        """Cancel the timers; pending levels are dropped."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait_for(self, contact: KeyContact | DialPhase, now: int) -> None:
        if contact.due == NEVER:
            self._waiting.pop(contact, None)
        else:
            self._waiting[contact] = None
            self._arm(now)

    def _arm(self, now: int) -> None:
        """Set the timer for the next level to be accepted; one that goes off too early is set again."""
        first = min(self._waiting, key=_due)
        if self._timer is not None:
            if self._armed <= first.due:
                return
            self._timer.cancel()
        self._armed = first.due
        # Edges of two chips may come out of order, so `now` may be long past: but D from here is always enough.
        self._timer = self._later(min(first.due - now, first.hold) / SECOND, self._ring)

    def _ring(self) -> None:
        rings = self._timer
        self.drain()
        if self._timer is not rings:
            return  # an edge that waited has asked for an earlier one, or all is closed
        self._timer = None
        try:
            self._settle(self._armed)
        finally:
            if self._waiting:
                self._arm(self._armed)

    def _settle(self, now: int) -> None:
        """Accept every level that has held by a moment, in the order in which they began."""
        while self._waiting:
            first = min(self._waiting, key=_due)
            if first.due > now:
                return
            del self._waiting[first]
            if isinstance(first, KeyContact):
                first.tell(self._hands)
            else:
                if first.other.due == first.due:
                    del self._waiting[first.other]
                first.dial.tell(first, self._hands)


def _nothing() -> None:
    """Do nothing: a back-end that passes edges on at once has none pending."""
