"""Which boats wait for the disk.

A boat whose order is not written soon is shown that it waits; no other boat is, because that would reveal the order.
All others see it when the ledger stops the clock, which is late enough to be rare.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from klaxon.rules.contract import Seat
from klaxon.table.play import Entry, JournalRow

SOON = 0.3
"""Seconds after which a boat is shown that its own order is still being saved."""


@dataclass(slots=True)
class _Waiting:
    """Entries that came together: whose they are, and whether they have waited for long."""

    pages: int
    boats: frozenset[str]
    timer: asyncio.TimerHandle
    late: bool = False


class Waits:
    """The entries that are not sent yet."""

    def __init__(self, loop: asyncio.AbstractEventLoop, changed: Callable[[], None]) -> None:
        """Begin empty. `changed` is called when a boat has waited for long."""
        self._loop, self._changed = loop, changed
        self._waiting: deque[_Waiting] = deque()

    def add(self, pages: Sequence[Entry]) -> None:
        """Add entries that wait for the disk."""
        boats = frozenset(boat for boat in (_boat_of(page.row) for page in pages) if boat)
        waiting = _Waiting(len(pages), boats, self._loop.call_later(SOON, self._is_late))
        self._waiting.append(waiting)

    def drop_first(self, pages: int) -> None:
        """Forget the first `pages` entries: they are on disk and sent."""
        while pages > 0:
            first = self._waiting[0]
            taken = min(pages, first.pages)
            first.pages -= taken
            pages -= taken
            if first.pages == 0:
                self._waiting.popleft().timer.cancel()

    def are_long_for(self, seats: Collection[Seat]) -> bool:
        """Return whether an order of one of the boats of these seats has waited too long."""
        if not self._waiting:
            return False
        late = {boat for each in self._waiting if each.late for boat in each.boats}
        return any(seat.partition(".")[0] in late for seat in seats)

    def clear(self) -> None:
        """Forget everything that waits."""
        for each in self._waiting:
            each.timer.cancel()
        self._waiting.clear()

    def _is_late(self) -> None:
        """Mark the oldest entries as late. Entries arrive and are sent in order."""
        next(each for each in self._waiting if not each.late).late = True
        self._changed()


def _boat_of(row: JournalRow) -> str:
    """Return the boat that a row reveals, '' for time and table acts."""
    boat, dot, _ = row.line.partition(" ")[0].partition(".")
    return boat if dot and row.kind != "time" else ""
