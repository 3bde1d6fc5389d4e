"""Tickets: short words that open one station, once and soon. They fit into a QR code on a small panel.

A ticket is used up by the first page that sends it, not by a request for its link: QR readers like to fetch a link
before a person does.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

LIFE = 120.0
"""Seconds a ticket is valid."""
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No letters that look alike, and all in the alphanumeric set of QR codes."""
LENGTH = 8


class Tickets:
    """The valid tickets: one for each station, the newest."""

    def __init__(self, time: Callable[[], float]) -> None:
        """Begin with none; `time` is in seconds."""
        self._time = time
        self._out: dict[str, tuple[str, float]] = {}

    def issue(self, station: str) -> str:
        """Return a new ticket of a station; the one before becomes void."""
        ticket = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._out[station] = ticket, self._time() + LIFE
        return ticket

    def opens(self, ticket: str) -> str:
        """Return the station that a ticket opens; '' if it is unknown or too old."""
        given, found = ticket.upper().encode("utf-8", "replace"), ""
        for station, (word, end) in self._out.items():  # all are compared, so that time tells nothing
            if hmac.compare_digest(given, word.encode()) and self._time() < end:
                found = station
        return found

    def use_up(self, ticket: str) -> None:
        """Void a ticket: it has opened a page."""
        if station := self.opens(ticket):
            self.revoke(station)

    def revoke(self, station: str) -> None:
        """Void the ticket of a station, if there is one."""
        self._out.pop(station, None)
