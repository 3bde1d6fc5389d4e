"""The berth of a page of play: its station, and the console behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from klaxon.console.station import Station
from klaxon.console.wire import Heard
from klaxon.rules.contract import Seat

if TYPE_CHECKING:
    from klaxon.console.console import Console


class StationBerth:
    """What a page of play needs, at one station of a console."""

    def __init__(self, console: Console, station: Station) -> None:
        """Pass on what is the station's own affair."""
        self._console, self._station = console, station
        self.notice, self.lay, self.drop, self.leave = station.notice, station.lay, station.drop, console.leave

    def heard(self, seat: Seat, heard: Heard) -> None:
        """A seat heard something."""
        self._console.heard(self._station, seat, heard)

    def stands(self, state: str) -> None:
        """The table stands otherwise than before."""
        self._console.stands(self._station, state)

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None:
        """Let something be worked out for a seat."""
        self._console.room.follow(seat, view, heard, self._station.draw)

    def plot(self, seat: Seat) -> Mapping[str, Any] | None:
        """Return what was worked out for a seat."""
        return self._console.room.plot(seat)

    def debrief(self) -> None:
        """Tell the game again that is over."""
        self._console.debrief(self._station)

    def told(self) -> None:
        """Everything new is known."""
        self._console.light_lamps()
        self._station.draw()
