"""A station whose seats were handed over: it shows who works them now, and OK takes them back from an understudy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from klaxon.console.drawing.fonts import LABEL, TALL_LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.game_words import Voice
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station
from klaxon.rules.contract import Seat


class SeatTaker(Protocol):
    """Knows who works each seat, and can take a seat back."""

    def holders(self) -> Mapping[Seat, str]:
        """Return every seat with the station that works it, '' for understudies."""

    def unclaimed_seats(self, station: Station) -> Sequence[Seat]:
        """Return the seats that a station may take over from understudies."""

    def take_over(self, station: Station, *seats: Seat) -> None:
        """Take seats over from their understudies."""


class RelievedPage(Page):
    """The page of a station that has no seat any more."""

    def __init__(self, station: Station, seats: Sequence[Seat], seating: SeatTaker, voice: Voice) -> None:
        """Take the seats that the station had."""
        self._station, self.seats, self._seating, self._voice = station, tuple(seats), seating, voice

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show who works the seats."""
        font, room = TALL_LABEL if self.large else LABEL, Area(0, self.head, width, height - BOTTOM - self.head)
        return (
            Place(Area(0, 0, width, self.head), Title(self._voice().roles(self.seats))),
            Place(room, Text(tuple(map(self._holder, self.seats)), font, wrap=True, middle=True)),
        )

    def _holder(self, seat: Seat) -> str:
        phrases, holder = self._voice(), self._seating.holders().get(seat, "")
        role = phrases.role(seat.rpartition(".")[2])
        return phrases.say("relieved.station" if holder else "relieved.understudy", role=role, station=holder)

    def _free(self) -> list[Seat]:
        """Return the seats that can be taken back."""
        unclaimed = self._seating.unclaimed_seats(self._station)
        return [seat for seat in self.seats if seat in unclaimed]

    def bottom(self) -> BottomLine:
        """Return that OK takes the seats over, if understudies have them."""
        return BottomLine(self._voice().say("relieved.ok")) if self._free() else BottomLine("", "idle")

    def ok(self) -> None:
        """Take the seats over."""
        if seats := self._free():
            self._seating.take_over(self._station, *seats)
