"""A finished game at any moment: its states are kept row by row and more, and time passes from the nearest one before.

What was seen then is asked of that state, through any lens. Nobody gets it while a game goes on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from klaxon.rules.contract import UMPIRE, Game, Ms, Seat
from klaxon.rules.games import game_named
from klaxon.table.debrief import FinishedGame, steps_of

FARTHEST = 20_000
"""Milliseconds from any moment to a kept state before it, at most: at transit that is 80 minutes of the sea."""


class PastMoment(NamedTuple):
    """What a seat saw at a moment of a finished game, and the whole truth then, both as data.

    The view has the moment under `past_at`, for clocks that run between two views.
    """

    at: Ms
    view: Mapping[str, Any]
    truth: Mapping[str, Any]


class ReplayedGame:
    """A finished game with a state kept for every row, and for every while without one."""

    def __init__(self, finished: FinishedGame) -> None:
        """Play it again once; afterwards any moment is a short way from a kept state."""
        self.game: Game[Any, Any] = game_named(finished.header.game)
        kept = (step.state for step in steps_of(self.game, finished) if step.is_last or step.row is None)
        self._states = list(self._fill(kept))
        self._moments = [self.game.now(state) for state in self._states]

    def _fill(self, states: Iterable[Any]) -> Iterator[Any]:
        """Yield the states, and in a long time between two of them one every so often."""
        before: Any = None
        for state in states:
            while before is not None and self.game.now(before) + FARTHEST < self.game.now(state):
                before = self._pass_time(before, self.game.now(before) + FARTHEST)
                yield before
            yield state
            before = state

    @property
    def last(self) -> Ms:
        """The moment of its last row."""
        return self._moments[-1]

    def state_at(self, at: int) -> Any:
        """Return the state at a moment; before the beginning the first, after the end the last."""
        place = max(0, bisect_right(self._moments, at) - 1)
        return self._pass_time(self._states[place], min(at, self.last))

    def _pass_time(self, state: Any, until: int) -> Any:
        """Return the state at a later moment; `advance` may stop before, where the game looks."""
        while self.game.now(state) < until:
            state = self.game.advance(state, Ms(until)).state
        return state

    def look(self, at: int, seat: str, lens: Mapping[str, str]) -> PastMoment:
        """Return what a seat saw through a lens at a moment."""
        state = self.state_at(at)
        view = self.game.show(self.game.sight(state, Seat(seat), lens).view)
        truth = self.game.show(self.game.view(state, UMPIRE)).get("truth", {})
        return PastMoment(self.game.now(state), {**view, "past_at": self.game.now(state)}, truth)
