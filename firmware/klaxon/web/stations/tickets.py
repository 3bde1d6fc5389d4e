"""Tickets: short words that open one station once, in a short while. They are what fits into a code on a small panel.

A ticket is used up by the first page that says it, not by a look at its link: what reads codes likes to look at a link
before a person does.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

LIFE = 120.0
"""Seconds a ticket is good for."""
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""None that is easily taken for another, and all in the small alphabet of QR codes."""
LENGTH = 8


class Tickets:
    """The tickets that are out: one to a station, the newest."""

    def __init__(self, time: Callable[[], float]) -> None:
        """Begin without any; `time` is in seconds."""
        self._time = time
        self._out: dict[str, tuple[str, float]] = {}

    def issue(self, station: str) -> str:
        """Return a new ticket of a station; the one before is void."""
        ticket = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._out[station] = ticket, self._time() + LIFE
        return ticket

    def opens(self, ticket: str) -> str:
        """Return the station that a ticket opens; '' where it is none, or is too old."""
        given, found = ticket.upper().encode("utf-8", "replace"), ""
        for station, (word, end) in self._out.items():  # all are compared, so that time tells nothing
            if hmac.compare_digest(given, word.encode()) and self._time() < end:
                found = station
        return found

    def use_up(self, ticket: str) -> None:
        """Make a ticket void: a page was opened by it."""
        if station := self.opens(ticket):
            self.revoke(station)

    def revoke(self, station: str) -> None:
        """Make the ticket of a station void, where one is out."""
        self._out.pop(station, None)
