"""What seats are shown of one state through each lens: computed once, however many sessions look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.contract import UMPIRE, Game, Seat
from klaxon.rules.deltas import SharedView
from klaxon.table.telling.delta_writer import ShownSight
from klaxon.table.umpire import waiting

MOST = 128
"""Most sights that are cached for a state: more than stations, phones and understudies use at once."""
_NOTHING: Mapping[str, Any] = {}


class Sights:
    """The sights of a game, cached while the state they were made from is the one that is shown."""

    def __init__(self, game: Game[Any, Any]) -> None:
        """Begin with an empty cache."""
        self._game = game
        self._state: Any = None
        self._made: dict[Seat | tuple[Seat, frozenset[tuple[str, str]]], ShownSight] = {}

    def find(self, state: Any, seat: Seat, lens: Mapping[str, str]) -> ShownSight:
        """Return what a seat is shown of a state through a lens; the umpire also sees who is waited for."""
        if state is not self._state:
            self._begin(state)
        key = (seat, frozenset(lens.items())) if lens else seat
        sight = self._made.get(key)
        if sight is None:
            if lens and len(self._made) >= MOST:  # somebody turns a lens, and nothing else happens
                self._made.clear()
            sight = self._made[key] = self._look(state, seat, lens)
        return sight

    def _begin(self, state: Any) -> None:
        """Begin with what many seats are shown of another state."""
        self._state = state
        self._made = {
            seat: ShownSight(shared, own, stale)
            for shared, of_seats, stale in self._game.shared_sights(state)
            for seat, own in of_seats.items()
        }

    def _look(self, state: Any, seat: Seat, lens: Mapping[str, str]) -> ShownSight:
        view, stale = self._game.sight(state, seat, lens)
        data = self._game.show(view)
        shared, own = (data.shared, data.own) if isinstance(data, SharedView) else (data, _NOTHING)
        if seat == UMPIRE:
            own = {**own, "waiting": waiting(self._game, state)}
        return ShownSight(shared, own, stale)
