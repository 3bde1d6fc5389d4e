"""What a station makes of the views of its seats: it reads each once, pretends marks, and knows where they look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.play.draft import Draft
from klaxon.console.play.seat_screen import NO_AID, SeatScreen, StationAid
from klaxon.rules.contract import Seat

ViewData = Mapping[str, Any]
Lens = Mapping[str, str]


class SeatLenses:
    """The views of the seats of one station as it shows them, and where the seats look."""

    def __init__(self, screens: Mapping[Seat, SeatScreen[Any]]) -> None:
        """Begin with nobody seeing anything or looking anywhere in particular."""
        self._screens = screens
        self._aids: dict[Seat, StationAid] = dict.fromkeys(screens, NO_AID)
        self._views: dict[Seat, Any] = {seat: {} for seat in screens}
        self._made: set[Seat] = set()
        """Seats that have made the mark they only pretend."""
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
        before, known = self._lenses[seat], self._aids[seat].lens_keys
        self._lenses[seat] = lens
        data = {key: lens[key] for key in known if key in lens}
        return data if data != {key: before[key] for key in known if key in before} else None

    def see(self, seat: Seat, data: ViewData, draft: Draft) -> None:
        """Read a view that came, once for the draft and the screen: now and then with a mark that is only pretended."""
        self._aids[seat] = aid = self._screens[seat].aid(data)
        if aid.pretended is None:
            self._made.discard(seat)
        shown = data if aid.pretended is None or seat in self._made else aid.pretended
        self._views[seat] = self._screens[seat].read(shown, draft.see(shown))

    def view(self, seat: Seat) -> Any:
        """Return the view of a seat as its screen reads it; empty before there is one."""
        return self._views[seat]

    def is_solved(self, seat: Seat) -> bool:
        """Return whether something is worked out for a seat."""
        return self._aids[seat].is_solved

    def pretends(self, seat: Seat) -> bool:
        """Return whether a seat is asked for a mark that is only pretended."""
        return self._aids[seat].pretended is not None and seat not in self._made

    def make_pretended(self, seat: Seat) -> None:
        """Make the mark that a seat only pretends: the next view is shown as it is."""
        self._made.add(seat)
