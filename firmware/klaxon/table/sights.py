"""What seats are shown of one state through each lens: computed once, however many sessions look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from klaxon.rules.contract import UMPIRE, Game, Ms, Seat
from klaxon.rules.deltas import SharedView
from klaxon.table.umpire import waiting

MOST = 128
"""Most sights that are cached for a state: more than stations, phones and understudies use at once."""


class ShownSight(NamedTuple):
    """What a seat is shown, and the moment at which time alone changes it (None: only an event does)."""

    data: Mapping[str, Any]
    stale: Ms | None


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
            self._state = state
            self._made.clear()
        key = (seat, frozenset(lens.items())) if lens else seat
        sight = self._made.get(key)
        if sight is None:
            if lens and len(self._made) >= MOST:  # somebody turns a lens, and nothing else happens
                self._made.clear()
            view, stale = self._game.sight(state, seat, lens)
            shown = self._game.show(view)
            sight = self._made[key] = ShownSight(self._add_waiting(shown, state) if seat == UMPIRE else shown, stale)
        return sight

    def _add_waiting(self, shown: Mapping[str, Any], state: Any) -> Mapping[str, Any]:
        asked = {"waiting": waiting(self._game, state)}
        return SharedView(shown.shared, {**shown.own, **asked}) if isinstance(shown, SharedView) else {**shown, **asked}
