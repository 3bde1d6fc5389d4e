"""Token buckets: how much somebody may do, at once and a second in the long run."""

from __future__ import annotations

from collections.abc import Callable


class TokenBucket:
    """What one client may do now: `burst` at once, `rate` a second in the long run."""

    def __init__(self, time: Callable[[], float], burst: float, rate: float) -> None:
        """Begin full."""
        self._time, self._burst, self._rate = time, burst, rate
        self._left, self._since = burst, time()

    def spend(self, amount: float = 1) -> bool:
        """Take something out; return whether there was enough."""
        self._fill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def borrow(self, amount: float = 1) -> float:
        """Take something out, there or not; return the seconds after which it is paid for."""
        self._fill()
        self._left -= amount
        return max(0.0, -self._left / self._rate)

    def _fill(self) -> None:
        now = self._time()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now


class TokenBuckets:
    """A bucket for each name, which all connections under that name share. The one unused for longest is forgotten."""

    def __init__(self, burst: float, rate: float, most: int) -> None:
        """Begin without any."""
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: dict[str, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, name: str, time: Callable[[], float]) -> TokenBucket:
        """Return the bucket of a name."""
        bucket = self._buckets.pop(name, None) or TokenBucket(time, self._burst, self._rate)
        self._buckets[name] = bucket
        if len(self._buckets) > self._most:
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def forget(self, name: str) -> None:
        """Let the next bucket of a name be a full one."""
        self._buckets.pop(name, None)
