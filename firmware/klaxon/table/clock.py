"""The clock of a game: milliseconds of play, based on the loop's monotonic time. It is stopped during a pause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from klaxon.rules.contract import Ms


class TableClock(Protocol):
    """The clock of a table, here or at another console."""

    @property
    def running(self) -> bool:
        """Whether time passes."""

    def now(self) -> int:
        """Return the moment of play."""


class PlayClock:
    """A clock that runs or is stopped. It uses monotonic time only: a jump of the wall clock does not affect a game."""

    def __init__(self, time: Callable[[], float], now: Ms) -> None:
        """Start stopped at a moment of play. `time` is the loop's time in seconds."""
        self._time, self._base = time, now
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._since is not None

    def now(self) -> Ms:
        """Return the moment of play."""
        passed = 0 if self._since is None else round((self._time() - self._since) * 1000)
        return Ms(self._base + passed)

    @property
    def pace(self) -> tuple[int, float | None]:
        """The base from which the moment of play is computed.

        It changes only when the clock is started, stopped or set.
        """
        return self._base, self._since

    def start(self) -> None:
        """Start the clock."""
        self._base, self._since = self.now(), self._time()

    def stop(self) -> None:
        """Stop the clock."""
        self._base, self._since = self.now(), None

    def set(self, now: Ms) -> None:
        """Jump to another moment of play, as an undo does."""
        self._base = now
        if self._since is not None:
            self._since = self._time()

    def when(self, moment: Ms) -> float:
        """Return the loop's time at which a moment of play comes, if the clock keeps running."""
        return self._time() + max(0, moment - self.now()) / 1000
