"""Counted tries: guessing a short secret is slowed down until it is useless, logged, and shown."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable

from klaxon.table.token_bucket import TokenBucket, TokenBuckets

TRIES, AGAIN = 5, 1 / 30
"""Tries that one address has at once, and per second in the long run."""
ALL_TRIES, ALL_AGAIN = 60, 1 / 3
"""The same for all addresses together."""
ADDRESSES = 256
"""Most addresses that are remembered; the least recent one is dropped."""

_log = logging.getLogger(__name__)


class CountedTries:
    """The tries at one short secret."""

    def __init__(self, time: Callable[[], float], what: str) -> None:
        """Begin without a try; `time` is in seconds, `what` is its name in the log."""
        self.wrong = 0
        """Wrong ones since the start of the console, including those that were not checked."""
        self.noticed: Callable[[], None] = lambda: None
        """Called on every wrong one."""
        self._time, self._what = time, what
        self._all = TokenBucket(time, ALL_TRIES, ALL_AGAIN)
        self._each = TokenBuckets(TRIES, AGAIN, ADDRESSES)

    def may_try(self, address: str) -> bool:
        """Use up one try of an address; return whether there was one."""
        if self._each.of(address, self._time).spend() and self._all.spend():
            return True
        self._count()
        return False

    def opens(self, given: str, secret: str, address: str) -> bool:
        """Return whether the secret was given, in constant time. Who knows it has all tries again."""
        right = hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
        if right:
            self._each.forget(address)
        else:
            self._count()
        return right

    def _count(self) -> None:
        """Count a wrong one; the first, second, fourth and so on are logged, so that an attack cannot fill the log."""
        self.wrong += 1
        if self.wrong & (self.wrong - 1) == 0:
            _log.warning("wrong tries at the %s so far: %d", self._what, self.wrong)
        self.noticed()
