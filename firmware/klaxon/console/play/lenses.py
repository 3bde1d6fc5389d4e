"""The views of the seats of a station: each is read once, marks are pretended, and lenses are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.play.draft import Draft
from klaxon.console.play.seat_screen import NO_AID, SeatScreen, StationAid
from klaxon.rules.contract import Seat, boat_of

ViewData = Mapping[str, Any]
Lens = Mapping[str, str]


class SeatLenses:
    """The views of the seats of one station as it shows them, and their lenses."""

    def __init__(self, screens: Mapping[Seat, SeatScreen[Any]]) -> None:
        """Begin without views, and with empty lenses."""
        self._screens = screens
        self._aids: dict[Seat, StationAid] = dict.fromkeys(screens, NO_AID)
        self._views: dict[Seat, Any] = {seat: {} for seat in screens}
        self._made: set[Seat] = set()
        """Seats that have made their pretended mark."""
        self._lenses: dict[Seat, Lens] = {}
        self.clear()

    def clear(self) -> None:
        """Reset all lenses."""
        self._lenses = {seat: {} for seat in self._screens}

    def lens(self, seat: Seat) -> Lens:
        """Return the lens of a seat."""
        return self._lenses[seat]

    def look(self, seat: Seat, lens: Lens) -> Lens | None:
        """Change a lens; return the part that is new to the rules."""
        before, known = self._lenses[seat], self._aids[seat].lens_keys
        self._lenses[seat] = lens
        data = {key: lens[key] for key in known if key in lens}
        return data if data != {key: before[key] for key in known if key in before} else None

    def new_notes(self, seat: Seat, lens: Lens) -> Lens:
        """Return the notes of a lens that the seat has not made before."""
        before, begins = self._lenses[seat], self._screens[seat].notes
        return {key: value for key, value in lens.items() if key.startswith(begins) and before.get(key) != value}

    def take_notes(self, boat: str, notes: Lens) -> None:
        """Take over what another seat of a boat has noted."""
        for seat, screen in self._screens.items():
            if boat_of(seat) == boat:
                known = {key: value for key, value in notes.items() if key.startswith(screen.notes)}
                self._lenses[seat] = {**self._lenses[seat], **known}

    def see(self, seat: Seat, data: ViewData, draft: Draft, now: int = 0) -> None:
        """Read a view once for the draft and the screen, with a pretended mark if one is due."""
        self._aids[seat] = aid = self._screens[seat].aid(data)
        if aid.pretended is None:
            self._made.discard(seat)
        shown = data if aid.pretended is None or seat in self._made else aid.pretended
        screen, before = self._screens[seat], self._views[seat]
        self._views[seat] = screen.recall(before or None, screen.read(shown, draft.see(shown)), now)

    def view(self, seat: Seat) -> Any:
        """Return the view of a seat in the form of its screen; empty before there is one."""
        return self._views[seat]

    def is_solved(self, seat: Seat) -> bool:
        """Return whether something is computed for a seat."""
        return self._aids[seat].is_solved

    def pretends(self, seat: Seat) -> bool:
        """Return whether a seat is asked for a pretended mark."""
        return self._aids[seat].pretended is not None and seat not in self._made

    def make_pretended(self, seat: Seat) -> None:
        """Make the pretended mark of a seat: the next view is shown as it is."""
        self._made.add(seat)
