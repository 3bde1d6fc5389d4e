"""Renewal: when keys are renewed, which open pages get the new ones, and which are closed.

Keys belong to a table. When it is left, every open station page gets a new key over its connection; a key that no
open page has then is void. An umpire has to enter the next PIN.
"""

from __future__ import annotations

from collections.abc import Callable

from klaxon.web.stations.guest import Guest, Parting
from klaxon.web.stations.stations_server import UMPIRE, StationsServer

CLOSED = Parting(4411, "closed")
"""Closes a page for good: it gives up."""
LESS = Parting(4412, "less")
"""Closes a page of the whole console, which then reconnects and finds other stations."""


class Renewal:
    """What a console asks of its pages: see `klaxon.console.onlook.onlooker_marks`."""

    def __init__(self, page: StationsServer, kept: Callable[[], None], on_new_links: Callable[[], None]) -> None:
        """Take the open pages. `kept` is called when the keys are to be saved, `on_new_links` when links are new."""
        self._page, self._kept, self._on_new_links = page, kept, on_new_links
        page.door.hand_out = self.hand_out

    def hand_out(self, station: str) -> str:
        """Return the new key of a station, for somebody who joined there; the one before is void."""
        page = self._page
        page.keys.renew_station(station)
        page.tickets.revoke(station)
        for guest in page.guests:
            if guest.is_whole:
                page.hand_key(guest)
        self._kept()
        return page.keys.of(station)

    def begin_table(self, name: str) -> None:
        """Handle that a table is opened: keys that were used at another one are void."""
        if self._page.keys.table not in ("", name):
            self._hand_on()
        self.go_on(name)

    def go_on(self, name: str) -> None:
        """Handle a rematch: another game with the same people."""
        if name and name != self._page.keys.table:
            self._page.keys.table = name
            self._kept()

    def leave_table(self) -> None:
        """Handle that the table was left: new keys for all open pages, and a new PIN."""
        self._hand_on()
        self._kept()

    def close_others(self, station: str) -> None:
        """Close all pages of a station but the one used last, and renew its key.

        At a panel with keys of its own that is all of them. A page of the whole console reconnects without the station.
        """
        keys, presser = self._page.keys, self._presser(station)
        keys.renew_station(station)
        self._page.tickets.revoke(station)
        self._page.door.empty(station)
        whole = presser is not None and presser.is_whole
        if whole:
            keys.renew_console()
        for guest in tuple(self._page.guests):
            if guest is presser:
                self._page.hand_key(guest)
            elif station in guest.opened:
                self._send_away(guest, LESS if guest.is_whole and not whole else CLOSED)
        if whole:
            self._on_new_links()
        else:
            keys.withheld.add(station)
        self._kept()

    def send_umpire_away(self) -> None:
        """Replace the PIN, and ask every umpire for it."""
        self._renew_pin()
        self._on_new_links()

    def renew_all(self, station: str) -> None:
        """Renew every key and the PIN, and close all pages but the last one used at each station."""
        page, presser = self._page, self._presser(station)
        page.keys.renew_players()
        page.keys.renew_spectators()
        self._void_tickets()
        for guest in tuple(page.guests):
            if guest is presser:
                page.hand_key(guest)
            else:
                self._send_away(guest, CLOSED)
        for visit in tuple(page.onlookers):
            visit.part(CLOSED)
        page.door.empty(*page.keys.of_station)
        page.archive.renew()
        for guest in page.guests:
            guest.note("games", {"games": page.archive.ticket})
        self._renew_pin()
        self._renew_code()
        self._kept()
        self._on_new_links()

    def _hand_on(self) -> None:
        page = self._page
        back = bool(page.keys.withheld)
        page.keys.renew_players()
        page.keys.table = ""
        self._void_tickets()
        for guest in tuple(page.guests):
            page.hand_key(guest)
            if back and guest.is_whole:
                self._send_away(guest, LESS)
        page.door.empty(*(station for station in page.keys.of_station if not page.own_pages(station)))
        self._renew_pin()
        self._renew_code()
        self._on_new_links()

    def _renew_pin(self) -> None:
        self._page.keys.renew_umpire()
        self._page.pin.renew()
        for visit in tuple(self._page.onlookers):
            if visit.role == UMPIRE:
                visit.part(CLOSED)
        self._page.counted()

    def _renew_code(self) -> None:
        door = self._page.door
        door.code.renew()
        for visit in tuple(door.callers):
            del door.callers[visit]
            visit.part(CLOSED)
        self._page.show_door()

    def _void_tickets(self) -> None:
        for station in self._page.keys.of_station:
            self._page.tickets.revoke(station)

    def _presser(self, station: str) -> Guest | None:
        """Return the page that was used at a station last; None if it was not a page, or has gone."""
        grip = self._page.console.last_grip(station)
        return next((guest for guest in self._page.guests if guest.grip is grip), None)

    def _send_away(self, guest: Guest, parting: Parting) -> None:
        guest.part(parting)
        self._page.dismiss(guest)
