"""The umpire's PIN: six digits, new for every table. Guessing is slowed down until it is useless, and shown."""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Callable

from klaxon.table.token_bucket import TokenBucket, TokenBuckets

DIGITS = 6
TRIES, AGAIN = 5, 1 / 30
"""Tries that one address has at once, and per second in the long run."""
ALL_TRIES, ALL_AGAIN = 60, 1 / 3
"""The same for all addresses together: at that rate guessing takes weeks."""
ADDRESSES = 256
"""Most addresses that are remembered; the least recent one is dropped."""

_log = logging.getLogger(__name__)


class Pin:
    """A PIN, and its failed tries."""

    def __init__(self, time: Callable[[], float]) -> None:
        """Create the PIN; `time` is in seconds."""
        self.digits = _digits()
        self.wrong = 0
        """Wrong PINs since the start of the console, including those that were not checked."""
        self.noticed: Callable[[], None] = lambda: None
        """Called on every wrong PIN."""
        self._time = time
        self._all = TokenBucket(time, ALL_TRIES, ALL_AGAIN)
        self._each = TokenBuckets(TRIES, AGAIN, ADDRESSES)

    def renew(self) -> None:
        """Replace the PIN. Addresses that tried too often still have to wait."""
        self.digits = _digits()

    def may_try(self, address: str) -> bool:
        """Use up one try; return whether there was one."""
        if self._each.of(address, self._time).spend() and self._all.spend():
            return True
        self._count()
        return False

    def opens(self, given: str, address: str) -> bool:
        """Return whether it is the PIN, in constant time."""
        right = hmac.compare_digest(given.encode("utf-8", "replace"), self.digits.encode())
        if right:
            self._each.forget(address)
        else:
            self._count()
        return right

    def _count(self) -> None:
        """Count a wrong PIN; the first, second, fourth and so on are logged, so that an attack cannot fill the log."""
        self.wrong += 1
        if self.wrong & (self.wrong - 1) == 0:
            _log.warning("wrong PINs for the umpire's page so far: %d", self.wrong)
        self.noticed()


def _digits() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))
