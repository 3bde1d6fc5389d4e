"""Token buckets: limits on how much a client may do, at once and per second in the long run."""

from __future__ import annotations

from collections.abc import Callable


class TokenBucket:
    """What one client may do now: `burst` at once, `rate` per second in the long run."""

    def __init__(self, time: Callable[[], float], burst: float, rate: float) -> None:
        """Begin full."""
        self._time, self._burst, self._rate = time, burst, rate
        self._left, self._since = burst, time()

    def spend(self, amount: float = 1) -> bool:
        """Take tokens out; return whether there were enough."""
        self._fill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def borrow(self, amount: float = 1) -> float:
        """Take tokens out even if there are not enough; return the seconds until they are paid back."""
        self._fill()
        self._left -= amount
        return max(0.0, -self._left / self._rate)

    def _fill(self) -> None:
        now = self._time()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now


class TokenBuckets:
    """A bucket for each name, shared by all connections under that name. The least recently used one is dropped."""

    def __init__(self, burst: float, rate: float, most: int) -> None:
        """Begin with no buckets."""
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
        """Drop the bucket of a name; the next one is full."""
        self._buckets.pop(name, None)
