"""Plots: what a station computes from what its seat was shown and heard, if the table chose such help.

The work is done in another process and may take its time. The result belongs to the station: it is drawn when it is
ready, and no other seat sees it.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from klaxon.console.play.seat_client import Heard
from klaxon.rules.contract import Seat
from klaxon.table.worker import Message, Tell, worker

Plots = Callable[[str, Tell], AbstractAsyncContextManager[Tell]]
"""Game, receiver of plots -> context manager of a function that takes the views and events of seats."""


def child_plots(game: str, on_answer: Tell) -> AbstractAsyncContextManager[Tell]:
    """Compute plots in a child process."""
    return worker([sys.executable, "-m", "klaxon.crew.plot", game], on_answer)


class Solver:
    """The plots of the seats at this console, in one game."""

    def __init__(self, plots: Plots | None) -> None:
        """Start without plots. `plots` does the work, None if there is no help."""
        self._work = plots
        self._draw: dict[Seat, Callable[[], None]] = {}
        self._tell: Tell | None = None
        self._heard: dict[Seat, int] = {}
        self._plots: dict[Seat, Mapping[str, Any]] = {}

    @asynccontextmanager
    async def open(self, game: str) -> AsyncIterator[None]:
        """Compute plots for the seats of a game, while the context lasts."""
        self._heard.clear()
        self._plots.clear()
        if self._work is None:
            yield
            return
        try:
            async with self._work(game, self._on_message) as self._tell:
                yield
        finally:
            self._tell = None

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard], draw: Callable[[], None]) -> None:
        """Pass on what is new to a seat. If something is missing, or was undone, begin with its view again.

        `draw` is called when there is a result.
        """
        self._draw[seat] = draw
        if self._tell is None:
            return
        last = heard[-1].n if heard else 0
        new = [each for each in heard if each.n > self._heard.get(seat, last)]
        whole = not new or new[0].n == self._heard[seat] + 1
        undone = any(each.type == "undone" for each in new)
        if seat not in self._heard or last < self._heard[seat] or not whole or undone:
            self._tell({"seat": seat, "view": view})
        else:
            for each in new:
                self._tell({"seat": seat, "heard": {**each.facts, "type": each.type}})
        self._heard[seat] = last

    def plot(self, seat: Seat) -> Mapping[str, Any] | None:
        """Return the last result for a seat."""
        return self._plots.get(seat)

    def _on_message(self, message: Message) -> None:
        seat = Seat(message["seat"])
        self._plots[seat] = message["plot"]
        self._draw[seat]()
