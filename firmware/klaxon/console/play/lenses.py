"""Sight: where the seats of one station look, and what of their views is only pretended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.play.seat_screen import SeatScreen
from klaxon.rules.contract import Seat

View = Mapping[str, Any]
Lens = Mapping[str, str]


class SeatLenses:
    """What a station itself makes of the views of its seats."""

    def __init__(self, screens: Mapping[Seat, SeatScreen]) -> None:
        """Begin with nobody looking anywhere in particular."""
        self._screens = screens
        self._feigned: set[Seat] = set()
        """Seats that made a mark they only pretend."""
        self._lenses: dict[Seat, Lens] = {}
        self.clear()

    def clear(self) -> None:
        """Look nowhere in particular."""
        self._lenses = {seat: {} for seat in self._screens}

    def lens(self, seat: Seat) -> Lens:
        """Return where a seat looks."""
        return self._lenses[seat]

    def look(self, seat: Seat, lens: Lens) -> Lens | None:
        """Look elsewhere; return what the rules know of where that is new to them."""
        before, known = self._lenses[seat], self._screens[seat].told
        self._lenses[seat] = lens
        told = {key: lens[key] for key in known if key in lens}
        return told if told != {key: before[key] for key in known if key in before} else None

    def shown(self, seat: Seat, view: View) -> View:
        """Return the view as the station shows it: now and then with a mark that is only pretended."""
        feigned = self._screens[seat].feign(view) if view else None
        if feigned is None:
            self._feigned.discard(seat)
        return view if feigned is None or seat in self._feigned else feigned

    def feign(self, seat: Seat) -> None:
        """Make the mark that a seat only pretends."""
        self._feigned.add(seat)
