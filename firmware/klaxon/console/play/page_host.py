"""The berth of a page of play: its station, and the console behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from klaxon.console.drawing.parts import Banner
from klaxon.console.play.seat_client import Heard
from klaxon.console.station.gestures import Later
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station
from klaxon.rules.contract import Seat

if TYPE_CHECKING:
    from klaxon.console.console import Console


class PageHost(Protocol):
    """What a page of play needs of the station and the console it is at."""

    dials: int
    """How many dials the station has."""

    @property
    def language(self) -> str:
        """What the station speaks now."""

    @property
    def latin(self) -> bool:
        """Whether the columns of a chart are Latin."""

    later: Later
    time: Callable[[], float]

    def notice(self, text: str) -> None:
        """Show a person what to read."""

    def make_way(self) -> None:
        """Take away what a person should have read: something urgent came."""

    def interrupt(self, page: Page) -> None:
        """Lay a page on top that nobody asked for."""

    def settle(self, seconds: float) -> None:
        """Keep the keys dead for a moment."""

    def tell(self, text: str) -> None:
        """Show in a banner what became of something that was asked."""

    def drop(self, page: Page) -> None:
        """Take a page away, wherever it lies."""

    def draw(self) -> None:
        """Show the top page as it is now."""

    def heard(self, seat: Seat, heard: Heard) -> None:
        """A seat heard something: a cue for bell and banner."""

    def stands(self, state: str) -> None:
        """The table stands otherwise than before: a cue for bell and banner too."""

    def told(self) -> None:
        """Everything new is known."""

    def debrief(self) -> None:
        """Tell the game again that is over."""

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None:
        """Let something be worked out for a seat."""

    def plot(self, seat: Seat) -> Mapping[str, Any] | None:
        """Return what was worked out for a seat."""

    def leave(self) -> None:
        """Leave the table."""


class StationPageHost:
    """What a page of play needs, at one station of a console."""

    def __init__(self, console: Console, station: Station) -> None:
        """Pass on what is the station's own affair."""
        self._console, self._station = console, station
        self.notice, self.make_way, self.settle = station.notice, station.make_way, station.settle
        self.interrupt, self.drop, self.leave = station.interrupt, station.drop, console.match.leave
        self.draw, self.dials = station.draw, station.fitting.dials
        self.plot = console.room.plot
        loop = asyncio.get_running_loop()
        self.later: Later = loop.call_later
        self.time = loop.time

    @property
    def language(self) -> str:
        """What the station speaks now."""
        return self._station.language

    @property
    def latin(self) -> bool:
        """Whether the columns of a chart are Latin."""
        return self._console.seating.is_latin(self._station.language)

    def tell(self, text: str) -> None:
        """Show in a banner what became of something that was asked."""
        self._station.announce(Banner(text), urgent=True)

    def heard(self, seat: Seat, heard: Heard) -> None:
        """A seat heard something."""
        self._console.heard(self._station, seat, heard)

    def stands(self, state: str) -> None:
        """The table stands otherwise than before."""
        self._console.stands(self._station, state)

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None:
        """Let something be worked out for a seat."""
        self._console.room.follow(seat, view, heard, self._station.draw)

    def debrief(self) -> None:
        """Tell the game again that is over."""
        self._console.debrief(self._station)

    def told(self) -> None:
        """Everything new is known."""
        self._console.call_lamps()
        self._console.briefings.told(self._station, self._station.pile[0])
        self._station.draw()
