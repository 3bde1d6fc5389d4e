"""Three, two, one: what lies between the key that starts a pen and the pen that runs."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.station.gestures import Later, Timer

COUNTS, SECOND = 3, 1.0
"""What is counted down from, and how long each number is shown."""


class CountIn:
    """A count that can be stopped."""

    def __init__(self, later: Later, draw: Callable[[], None], then: Callable[[], None]) -> None:
        """`then` is called when it is through."""
        self._later, self._draw, self._then = later, draw, then
        self.left = 0
        """The number that is shown; 0: nothing is counted."""
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Count from the beginning."""
        self.stop()
        self.left = COUNTS
        self._timer = self._later(SECOND, self._go_on)

    def stop(self) -> None:
        """Count no further."""
        self.left = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _go_on(self) -> None:
        self.left -= 1
        if self.left:
            self._timer = self._later(SECOND, self._go_on)
        else:
            self._timer = None
            self._then()
        self._draw()
