"""The berth of a page of play: its station, and the console behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from klaxon.console.drawing.parts import Banner
from klaxon.console.play.seat_client import Heard
from klaxon.console.play.solver import Solver
from klaxon.console.station.gestures import Later
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station
from klaxon.rules.contract import Seat


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
        """Open a page on top that nobody asked for."""

    def settle(self, seconds: float) -> None:
        """Keep the keys dead for a moment."""

    def tell(self, text: str) -> None:
        """Show in a banner what became of something that was asked."""

    def drop(self, page: Page) -> None:
        """Take a page away, wherever it lies."""

    def draw(self) -> None:
        """Show the top page as it is now."""

    def on_event(self, seat: Seat, heard: Heard) -> None:
        """Called for every event of a seat, for bell and banner."""

    def stands(self, state: str) -> None:
        """Called when the state of the table has changed, also for bell and banner."""

    def on_batch_end(self) -> None:
        """Called after a batch of messages was handled."""

    def debrief(self) -> None:
        """Tell the game again that is over."""

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None:
        """Let something be worked out for a seat."""

    def plot(self, seat: Seat) -> Mapping[str, Any] | None:
        """Return what was worked out for a seat."""

    def leave(self) -> None:
        """Leave the table."""


class PageOwner(Protocol):
    """What a console does for the pages of play at its stations."""

    def on_event(self, station: Station, seat: Seat, heard: Heard) -> None:
        """Ring for what a seat heard, and show its twin at the station."""

    def stands(self, station: Station, state: str) -> None:
        """Ring for how the table stands, and show its twin at the station."""

    def on_station_news(self, station: Station) -> None:
        """Follow what a station knows now: with lamps, briefings and its panel."""

    def debrief(self, station: Station) -> None:
        """Tell the game again that is over."""


class StationPageHost:
    """What a page of play needs, at one station of a console."""

    def __init__(
        self,
        owner: PageOwner,
        station: Station,
        solver: Solver,
        is_latin: Callable[[str], bool],
        leave: Callable[[], None],
    ) -> None:
        """Bind what the station or the owner does by itself."""
        self._station, self._solver, self._is_latin = station, solver, is_latin
        self.notice, self.make_way, self.settle = station.notice, station.make_way, station.settle
        self.interrupt, self.drop, self.leave = station.interrupt, station.drop, leave
        self.draw, self.dials, self.plot = station.draw, station.fitting.dials, solver.plot
        self.on_event, self.stands = partial(owner.on_event, station), partial(owner.stands, station)
        self.on_batch_end, self.debrief = partial(owner.on_station_news, station), partial(owner.debrief, station)
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
        return self._is_latin(self._station.language)

    def tell(self, text: str) -> None:
        """Show in a banner what became of something that was asked."""
        self._station.announce(Banner(text), urgent=True)

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None:
        """Let something be worked out for a seat."""
        self._solver.follow(seat, view, heard, self._station.draw)
