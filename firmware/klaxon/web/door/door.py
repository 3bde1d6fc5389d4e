"""The door of a table: its code and its sign, the free places, and who stands in the door at the moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any, Protocol

from klaxon.console.language.catalogue import say
from klaxon.console.lobby.door_sign import DoorSign
from klaxon.console.lobby.joining import JoinPlace
from klaxon.console.lobby.players import Players
from klaxon.console.station.qr_page import modules
from klaxon.web.door.room_code import RoomCode
from klaxon.web.stations.guest import Parting

AWAY = 120.0
"""Seconds that the place of a player is kept after the last page of it was closed."""


class JoinSource(Protocol):
    """What the door asks of a console. `klaxon.console.lobby.joining` has it."""

    players: Players

    def places(self, language: str) -> Sequence[JoinPlace]:
        """Return all places of the table, taken ones too."""

    def take(self, station: str, given: str, language: str = "") -> str:
        """Seat somebody who speaks a language at a free place; return why not, '' if it is done."""


class DoorCaller(Protocol):
    """A page that stands in the door."""

    def note(self, subject: str, message: dict[str, Any]) -> None:
        """Queue a message that replaces all earlier ones of its subject."""

    def part(self, parting: Parting) -> None:
        """Close it with a reason."""


class Door:
    """The door of the table that a console plays at."""

    def __init__(self, joining: JoinSource | None = None) -> None:
        """Without places to join nobody comes in."""
        self.joining = joining
        self.code = RoomCode(monotonic)
        self.address = ("", "")
        """Where pages are: (host and port that phones reach, '' if none does; host and port on this computer)."""
        self.callers: dict[DoorCaller, str] = {}
        """The pages in the door, each with its language."""
        self.hand_out: Callable[[str], str] = lambda _: ""
        """Renews the key of a station and returns it."""
        self.pages_at: Callable[[str], int] = lambda _: 0
        """Station -> how many pages of its own are open."""
        self._scan: tuple[str, list[str]] = "", []
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def sign(self) -> DoorSign:
        """How people join by their phones."""
        reached, here = self.address
        link = f"HTTP://{reached}/J/{self.code.letters}".upper() if reached else ""
        return DoorSign(self.code.letters, reached or here, link)

    def sign_data(self, *, with_scan: bool = False) -> dict[str, Any]:
        """Return the sign for a page, if there is one; `local` says that only this computer reaches the console.

        `with_scan`: with the rows of the code to scan, where phones do.
        """
        sign = self.sign
        if self.joining is None:
            return {"door": None}
        shown: dict[str, Any] = {"code": sign.code, "address": sign.address, "local": not sign.link}
        if with_scan and sign.link:
            if self._scan[0] != sign.link:
                self._scan = sign.link, code_rows(sign.link)
            shown["scan"] = self._scan[1]
        return {"door": shown}

    def places(self, language: str) -> list[Mapping[str, Any]]:
        """Return the places for a page in the door."""
        found = self.joining.places(language) if self.joining else ()
        return [
            {"station": p.station, "boat": p.boat, "side": p.side, "roles": p.roles, "who": p.who, "free": p.is_free}
            for p in found
        ]

    def tell_places(self) -> None:
        """Tell everybody in the door which places are free now."""
        for caller, language in self.callers.items():
            caller.note("places", {"places": self.places(language)})

    def take(self, station: str, nickname: str, language: str) -> dict[str, Any]:
        """Seat somebody; return the message with the key of the place, or why it is not to be had."""
        if self.joining is None:
            return {"refused": say("web.door.gone", {}, language)}
        refused = self.joining.take(station, nickname, language)
        if refused:
            return {"refused": say(f"web.door.{refused}", {}, language)}
        key = self.hand_out(station)
        self.note_pages(station)
        return {"seat": key}

    def note_pages(self, station: str) -> None:
        """Handle that a page of a station was opened or closed: a player without one for long is away."""
        if self.joining is None:
            return
        if self.joining.players.name_at(station):
            self._note_player(self.joining.players, station)
        self.tell_places()

    def _note_player(self, players: Players, station: str) -> None:
        if timer := self._timers.pop(station, None):
            timer.cancel()
        if self.pages_at(station):
            players.mark_away(station, away=False)
        else:
            later = asyncio.get_running_loop().call_later
            self._timers[station] = later(AWAY, self._mark_away, players, station)

    def _mark_away(self, players: Players, station: str) -> None:
        players.mark_away(station, away=True)
        self.tell_places()

    def close(self) -> None:
        """Stop waiting for pages that come back."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def empty(self, *stations: str) -> None:
        """Forget who joined at these stations: their pages were sent away."""
        if self.joining is None:
            return
        for station in stations:
            if timer := self._timers.pop(station, None):
                timer.cancel()
            self.joining.players.leave(station)


def code_rows(link: str) -> list[str]:
    """Return the rows of a code to scan, a 1 for each dark module."""
    return ["".join("1" if dark else "0" for dark in row) for row in modules(link)]
