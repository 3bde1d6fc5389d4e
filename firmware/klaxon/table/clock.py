"""The clock of a game: milliseconds of play, on top of the loop's monotonic time. It stands still in a pause."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.rules.contract import Ms


class PlayClock:
    """Runs or stands. It never looks at the wall: a jump of the wall clock moves no game."""

    def __init__(self, time: Callable[[], float], now: Ms) -> None:
        """Stand at a moment of play. `time` is the loop's, in seconds."""
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
        """By what the moment of play is counted: the same as long as the clock only runs, or only stands."""
        return self._base, self._since

    def start(self) -> None:
        """Let time pass from now on."""
        self._base, self._since = self.now(), self._time()

    def stop(self) -> None:
        """Let time stand."""
        self._base, self._since = self.now(), None

    def set(self, now: Ms) -> None:
        """Go to another moment, as an undo does."""
        self._base = now
        if self._since is not None:
            self._since = self._time()

    def when(self, moment: Ms) -> float:
        """Return the loop's time at which a moment of play comes, if the clock keeps running."""
        return self._time() + max(0, moment - self.now()) / 1000
