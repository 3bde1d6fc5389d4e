"""The host of a page of play: its station, and the console behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from klaxon.console.drawing.parts import Banner
from klaxon.console.play.seat_client import Heard
from klaxon.console.play.solver import Solver
from klaxon.console.sound.beats import Beat
from klaxon.console.station.gestures import Later
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station
from klaxon.rules.contract import Seat


class PageHost(Protocol):
    """What a page of play needs of its station and console."""

    dials: int
    """How many dials the station has."""

    @property
    def language(self) -> str:
        """The station's current language."""

    @property
    def latin(self) -> bool:
        """Whether the columns of a chart are Latin."""

    later: Later
    time: Callable[[], float]

    def notice(self, text: str) -> None:
        """Show a notice to read."""

    def make_way(self) -> None:
        """Remove a notice: something urgent came."""

    def interrupt(self, page: Page) -> None:
        """Open a page on top that nobody asked for."""

    def settle(self, seconds: float) -> None:
        """Ignore the keys for a moment."""

    def tell(self, text: str) -> None:
        """Show the answer to a question in a banner."""

    def drop(self, page: Page) -> None:
        """Remove a page, wherever it is in the stack."""

    def draw(self) -> None:
        """Draw the top page again."""

    def on_event(self, seat: Seat, heard: Heard) -> None:
        """Called for every event of a seat, for bell and banner."""

    def stands(self, state: str) -> None:
        """Called when the state of the table has changed, also for bell and banner."""

    def repeat(self, seat: Seat, beats: tuple[Beat, ...]) -> None:
        """Let the bell repeat what a seat hears at this station; () ends it."""

    def on_batch_end(self) -> None:
        """Called after a batch of messages was handled."""

    def debrief(self) -> None:
        """Open the debrief of the finished game."""

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None:
        """Have something computed for a seat."""

    def plot(self, seat: Seat) -> Mapping[str, Any] | None:
        """Return what was computed for a seat."""

    def leave(self) -> None:
        """Leave the table."""


class PageOwner(Protocol):
    """What a console does for its pages of play."""

    def on_event(self, station: Station, seat: Seat, heard: Heard) -> None:
        """Ring for an event of a seat, and show its banner at the station."""

    def stands(self, station: Station, state: str) -> None:
        """Ring for the state of the table, and show its banner at the station."""

    def repeat(self, station: Station, seat: Seat, beats: tuple[Beat, ...]) -> None:
        """Let the bell of a station repeat what its seat hears."""

    def on_station_news(self, station: Station) -> None:
        """Handle news of a station: lamps, briefings and its panel."""

    def debrief(self, station: Station) -> None:
        """Open the debrief of the finished game."""


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
        self.repeat = partial(owner.repeat, station)
        self.on_batch_end, self.debrief = partial(owner.on_station_news, station), partial(owner.debrief, station)
        loop = asyncio.get_running_loop()
        self.later: Later = loop.call_later
        self.time = loop.time

    @property
    def language(self) -> str:
        """The station's current language."""
        return self._station.language

    @property
    def latin(self) -> bool:
        """Whether the columns of a chart are Latin."""
        return self._is_latin(self._station.language)

    def tell(self, text: str) -> None:
        """Show the answer to a question in a banner."""
        self._station.announce(Banner(text), urgent=True)

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None:
        """Have something computed for a seat."""
        self._solver.follow(seat, view, heard, self._station.draw)
