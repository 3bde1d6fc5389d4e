"""What a table of U-BOOT takes of a core at each time mode, as a part of `klaxon bench sea`.

A session at every seat, one of them at an open glass, 40 ships in contact; time passes as a table lets it pass, from
look to look and from picture to picture. In transit no ship may be near, so there the sea is empty.
"""

from __future__ import annotations

from time import process_time
from typing import Any

from klaxon.cli.bench.steps import bytes_of_changes, carry, sessions_at_seats
from klaxon.cli.uboot.sea_trials import GAME, begin_trial, give, ships_beside
from klaxon.rules.contract import Ms, Seat
from klaxon.table.play import Entry, JournalRow
from klaxon.table.session import WatchedSeat
from klaxon.table.telling.telling import Telling

MODES = {"real": 40, "dynamic": 40, "accelerated": 40, "transit": 0}
"""Time mode -> ships in contact."""
MINUTES = 4
"""Of table time that are measured."""
GLASS = {"view": "bridge", "bearing": "900", "zoom": "1"}
BEFORE = 5_000
"""Table milliseconds in which contacts are told, before anything is measured."""


def share_of_a_core(mode: str) -> dict[str, Any]:
    """Return percent of a core, and looks and bytes a minute of table time."""
    ships = MODES[mode]
    sea = _MeasuredTable(begin_trial(ships_beside(ships, 9_000), 96), mode)
    sea.pass_until(BEFORE)
    sea.looks = sea.bytes = 0
    begun, first = process_time(), GAME.now(sea.state)
    sea.pass_until(first + MINUTES * 60_000)
    seconds = process_time() - begun
    return {
        "ships": ships,
        "percent": round(100 * seconds / (MINUTES * 60), 3),
        "looks": round(sea.looks / MINUTES, 1),
        "bytes": sea.bytes // MINUTES,
    }


class _MeasuredTable:
    """A table without a disk: its state, and what it tells."""

    def __init__(self, state: Any, mode: str) -> None:
        self.state, self.mode = state, mode
        self.looks = self.bytes = 0
        self._sessions = sessions_at_seats(GAME)
        self._sessions[0].watches[Seat(GAME.seats[0])] = WatchedSeat(lens=GLASS)
        self._telling = Telling(GAME, state, self._sessions)
        self._telling.show_state(state)

    def pass_until(self, until: int) -> None:
        """Let table time pass, and tell the seats whatever a table would."""
        while GAME.now(self.state) < until and GAME.outcome(self.state) is None:
            if self.state.board.clock.mode != self.mode:
                self.state = give(self.state, f"captain time {self.mode}")
            due, stale = GAME.due(self.state), self._telling.stale_moments()
            step = GAME.advance(self.state, Ms(min(until, *stale, *([due] if due is not None else []))))
            self.state = step.state
            self.looks += GAME.now(self.state) == due and not step.events
            if step.events:
                row = JournalRow(GAME.now(step.state), "time", "")
                self._telling.tell(self._telling.number(Entry(row, step.events, step.state)))
            if step.events or any(moment <= GAME.now(self.state) for moment in stale):
                self._telling.show_state(self.state)
            self.bytes += bytes_of_changes(carry(self._sessions))
