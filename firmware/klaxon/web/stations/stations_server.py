"""The page of a console: who has it open, and what each of them is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Protocol

from klaxon.console.devices import Call, Fitting, Picture, Sentence
from klaxon.console.devices.virtual_console import OnlookerSource, Roster, VirtualDevices
from klaxon.console.language.catalogue import ENGLISH, languages, texts
from klaxon.console.language.game_words import Phrases
from klaxon.web.debrief.debriefs import Handout
from klaxon.web.door.door import Door, JoinSource, code_rows
from klaxon.web.onlook.pin import Pin
from klaxon.web.reading.past_games import Archive
from klaxon.web.server.gate import Gate
from klaxon.web.stations.guest import Guest, Parting
from klaxon.web.stations.moves import PROTOCOL
from klaxon.web.stations.station_keys import WHOLE, StationKeys
from klaxon.web.stations.tickets import Tickets

UMPIRE, SPECTATOR = "umpire", "spectator"
"""Roles without a station."""


class OnlookerCounter(Protocol):
    """An onlooker page."""

    role: str

    @property
    def has_parted(self) -> bool:
        """Whether it was closed."""

    def part(self, parting: Parting) -> None:
        """Close it."""

    def note(self, subject: str, message: Mapping[str, Any]) -> None:
        """Queue a message that replaces all earlier ones of its subject."""


class StationsServer:
    """All open pages of one console. It watches the console and sends each page what it may know."""

    def __init__(
        self,
        console: VirtualDevices,
        keys: StationKeys,
        roster: Roster | None = None,
        language: str = ENGLISH,
        booths: Mapping[str, OnlookerSource] | None = None,
        joining: JoinSource | None = None,
    ) -> None:
        """Begin without pages. `booths`: umpire and spectator, if they may look on; `joining`: the places to join.

        `language` is that of pages that belong to no station.
        """
        self.console, self.keys, self.gate = console, keys, Gate()
        self.handout, self.archive = Handout(), Archive()
        self.tickets, self.pin = Tickets(monotonic), Pin(monotonic)
        self.door = Door(joining)
        self.door.pages_at = self.own_pages
        self.pin.tries.noticed = self.door.code.tries.noticed = self._tell_tries
        self.short_link: Callable[[str], str] | None = None
        """Ticket -> the link in a code to scan; None where no phone reaches the page."""
        self.booths: Mapping[str, OnlookerSource] = booths or {}
        self.guests: dict[Guest, None] = {}
        """The open pages in the order they came; messages go out in that order too."""
        self.onlookers: dict[OnlookerCounter, None] = {}
        """The onlooker pages."""
        self.counted: Callable[[], None] = lambda: None
        """Called when the number of pages changes."""
        self._fittings = {fitting.name: fitting for fitting in console.fittings}
        self._boats = frozenset(fitting.side for fitting in console.fittings)
        self._roster, self.language = roster or Roster(), language

    def open(self) -> None:
        """Start watching the console."""
        self.console.watch(self)

    def close(self) -> None:
        """Stop watching, and cut all connections that are left."""
        self.console.unwatch(self)
        self.door.close()
        self.gate.clear()

    def send_roster(self, roster: Roster) -> None:
        """Send who works the stations from now on."""
        if roster == self._roster:
            return
        tickets = {guest: self._debrief(guest) for guest in self.guests}
        spoken = {guest: (self._language(guest), self._roster.pauses) for guest in self.guests}
        self._roster = roster
        self.handout.offer(roster.debrief)
        for guest, ticket in tickets.items():
            if (self._language(guest), roster.pauses) != spoken[guest]:
                guest.note("speak", {"speak": self._words(guest)})
            guest.note("stations", self._stations(guest))
            if self._debrief(guest) != ticket:
                guest.note("debrief", {"debrief": self._debrief(guest)})
                guest.note("logbook", {"logbook": self._logbook(guest)})
        self.door.tell_places()

    # What the console tells us

    def panel(self, station: str, picture: Picture) -> None:
        """Send a picture to the pages that show the station."""
        for guest in self.guests:
            guest.show(station, picture)

    def light(self, station: str, level: int) -> None:
        """Send the brightness of a panel."""
        for guest in self.guests:
            if station in guest.opened:
                guest.note(f"light {station}", {"light": [station, level]})

    def bell(self, boat: str, call: Call | None) -> None:
        """Send a call, or silence, to the pages of the boat's stations."""
        for guest in self.guests:
            guest.ring(boat, call)

    def speech(self, sentence: Sentence | None) -> None:
        """Send what is spoken to every page, in its language; None silences them."""
        for guest in self.guests:
            language = self._language(guest)
            guest.say({"say": [sentence(language), language]} if sentence else {"say": []})

    def lamp(self, lamp: str, *, lit: bool) -> None:
        """Send the state of a lamp."""
        for guest in self.guests:
            if self._shows_lamp(lamp, guest):
                guest.note(f"lamp {lamp}", {"lamps": {lamp: lit}})

    # What a guest is told

    def admit(self, token: str, time: Callable[[], float], wake: Callable[[], None]) -> Guest:
        """Open what a valid token opens, and send the welcome: words and lamps, then every panel in full."""
        place = self.find(token) or WHOLE
        self.tickets.use_up(token)
        fittings = [self._fittings[station] for station in self.keys.opens(self.keys.of(place))]
        guest = Guest(place, fittings, self.console.grip(), time, wake)
        self.guests[guest] = None
        guest.note("welcome", {"welcome": self._welcome(guest)})
        if token != self.keys.of(place):
            self.hand_key(guest)
        for station in guest.opened:
            self.console.open_page(station)
            guest.show(station, self.console.picture(station))
        self._on_pages(guest)
        return guest

    def dismiss(self, guest: Guest) -> None:
        """Remove a guest; all keys it holds come up."""
        guest.grip.close()
        if guest in self.guests:
            del self.guests[guest]
            for station in guest.opened:
                self.console.close_page(station)
            if not self.pages_at(guest.place):  # a station that nobody has open is the host's again
                self.keys.withheld.discard(guest.place)
            self._on_pages(guest)

    def _on_pages(self, guest: Guest) -> None:
        self.counted()
        if not guest.is_whole:
            self.door.note_pages(guest.place)

    def find(self, token: str) -> str | None:
        """Return what a key or a ticket opens: a station, or the whole console; None if it opens nothing."""
        if not (stations := self.keys.opens(token)):
            return self.tickets.opens(token) or None
        return WHOLE if self.keys.is_whole(token) else stations[0]

    def hand_key(self, guest: Guest) -> None:
        """Send a page a new key for what it shows."""
        guest.note("key", {"key": self.keys.of(guest.place)})
        if guest.is_whole:
            guest.note("stations", self._stations(guest))

    def pages_at(self, station: str) -> int:
        """Return how many pages show a station."""
        return sum(station in guest.opened for guest in self.guests)

    def own_pages(self, station: str) -> int:
        """Return how many pages show a station alone."""
        return sum(guest.place == station for guest in self.guests)

    def show_scan(self, guest: Guest, station: str) -> None:
        """Send a page the code to scan of the door, or (the whole console only) that of one of its stations."""
        if not station:
            guest.note("door", self.door.sign_data(with_scan=True))
        elif guest.is_whole and self.short_link is not None:
            rows = code_rows(self.short_link(self.tickets.issue(station)))
            guest.note("scan", {"scan": [station, rows]})

    def show_door(self) -> None:
        """Send every page how this table is joined from now on."""
        for guest in self.guests:
            guest.note("door", self.door.sign_data())
        for visit in self.onlookers:
            visit.note("door", self.door.sign_data(with_scan=True))

    def looking(self, role: str) -> int:
        """Return how many pages of an onlooker role are open."""
        return sum(visit.role == role and not visit.has_parted for visit in self.onlookers)

    def add_onlooker(self, visit: OnlookerCounter) -> None:
        """Add an onlooker; an umpire gets the number of wrong PINs."""
        self.onlookers[visit] = None
        if visit.role == UMPIRE and self._wrong_tries:
            visit.note("tries", {"tries": self._wrong_tries})
        visit.note("door", self.door.sign_data(with_scan=True))
        self.counted()

    def remove_onlooker(self, visit: OnlookerCounter) -> None:
        """Remove an onlooker."""
        self.onlookers.pop(visit, None)
        self.counted()

    @property
    def _wrong_tries(self) -> int:
        return self.pin.tries.wrong + self.door.code.tries.wrong

    def _tell_tries(self) -> None:
        for visit in self.onlookers:
            if visit.role == UMPIRE:
                visit.note("tries", {"tries": self._wrong_tries})

    def _welcome(self, guest: Guest) -> dict[str, Any]:
        return {
            "protocol": PROTOCOL,
            **self._words(guest),
            "lamps": {lamp: lit for lamp, lit in self.console.lamps.items() if self._shows_lamp(lamp, guest)},
            "whole": guest.is_whole,
            "debrief": self._debrief(guest),
            "logbook": self._logbook(guest),
            **self.door.sign_data(),
            "games": self.archive.ticket,
            **self._stations(guest),
        }

    def _language(self, guest: Guest) -> str:
        """Return the language of a page: that of its station, or of the first of several."""
        return self._roster.languages.get(next(iter(guest.opened), ""), self.language)

    def _words(self, guest: Guest) -> dict[str, Any]:
        language = self._language(guest)
        words = labels(language)
        lost = words["lost.pauses" if self._roster.pauses else "lost.goes-on"]
        return {"language": language, "labels": {**words, "lost.more": lost}}

    def _stations(self, guest: Guest) -> dict[str, Any]:
        fittings, language = guest.opened.values(), self._language(guest)
        words = Phrases("", language)
        boats = {f.side: words.boat(self._roster.boats.get(f.side, f.side)) for f in fittings}
        return {"boats": boats, "stations": [self._station(fitting, guest) for fitting in fittings]}

    def _station(self, fitting: Fitting, guest: Guest) -> dict[str, Any]:
        name, roster = fitting.name, self._roster
        station = {
            "name": name,
            "boat": fitting.side,
            "label": roster.stations.get(name, name),
            "manned": name not in roster.unmanned,
            "width": fitting.width,
            "height": fitting.height,
            "keys": fitting.keys,
            "dials": fitting.dials,
            "light": self.console.level(name),
        }
        # Who has the whole console may hand out its stations; who has one station may not.
        return {**station, "link": self.keys.of_station[name]} if guest.is_whole else station

    def _debrief(self, guest: Guest) -> str:
        """Return the ticket to the debrief for a page with a station of that game, else ''."""
        return self.handout.ticket if set(guest.opened) - self._roster.unmanned else ""

    def _logbook(self, guest: Guest) -> str:
        """Return the ticket to the logbook, for such a page and a game that has one; else ''."""
        return self.handout.logbook_ticket if self._debrief(guest) else ""

    def _shows_lamp(self, lamp: str, guest: Guest) -> bool:
        """Return whether a guest may see a lamp: only those of boats it has a station of."""
        return lamp in guest.boats or lamp not in self._boats


def labels(language: str) -> Mapping[str, str]:
    """Return the words of the page itself."""
    return texts("web.", language)


def available_language(wish: str, otherwise: str) -> str:
    """Return a requested language if it is available, else the other one."""
    return wish if wish in languages() else otherwise
