"""Credit: how much somebody may do, at once and a second in the long run."""

from __future__ import annotations

from collections.abc import Callable


class Credit:
    """What somebody may do now: so much at once, so much a second in the long run."""

    def __init__(self, time: Callable[[], float], burst: float, rate: float) -> None:
        """Begin with a full purse."""
        self._time, self._burst, self._rate = time, burst, rate
        self._left, self._since = burst, time()

    def spend(self, amount: float = 1) -> bool:
        """Take something off; tell whether there was enough."""
        self._fill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def borrow(self, amount: float = 1) -> float:
        """Take something off, there or not; return the seconds after which it is paid for."""
        self._fill()
        self._left -= amount
        return max(0.0, -self._left / self._rate)

    def _fill(self) -> None:
        now = self._time()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now


class Purses:
    """A purse for each name, which all connections under that name share. The one unused for longest is forgotten."""

    def __init__(self, burst: float, rate: float, most: int) -> None:
        """Begin without any."""
        self._burst, self._rate, self._most = burst, rate, most
        self._purses: dict[str, Credit] = {}

    def of(self, name: str, time: Callable[[], float]) -> Credit:
        """Return the purse of a name."""
        purse = self._purses.pop(name, None) or Credit(time, self._burst, self._rate)
        self._purses[name] = purse
        if len(self._purses) > self._most:
            del self._purses[next(iter(self._purses))]
        return purse
