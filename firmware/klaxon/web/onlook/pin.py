"""The umpire's PIN: six digits, new for every table. Guessing is slowed down until it is useless, and shown."""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Callable

from klaxon.table.token_bucket import TokenBucket, TokenBuckets

DIGITS = 6
TRIES, AGAIN = 5, 1 / 30
"""Tries that one address has at once, and a second in the long run."""
ALL_TRIES, ALL_AGAIN = 60, 1 / 3
"""The same of all addresses together: at that rate the digits last for weeks."""
ADDRESSES = 256
"""Addresses that are remembered; the one that has not tried for longest is forgotten first."""

_log = logging.getLogger(__name__)


class Pin:
    """A PIN, and who has tried it."""

    def __init__(self, time: Callable[[], float]) -> None:
        """Cut it; `time` is in seconds."""
        self.digits = _digits()
        self.wrong = 0
        """Wrong PINs since the console was started, those included that nobody looked at."""
        self.noticed: Callable[[], None] = lambda: None
        """Called when there was another wrong one."""
        self._time = time
        self._all = TokenBucket(time, ALL_TRIES, ALL_AGAIN)
        self._each = TokenBuckets(TRIES, AGAIN, ADDRESSES)

    def renew(self) -> None:
        """Cut another one. Who has tried too often has to wait as before."""
        self.digits = _digits()

    def may_try(self, address: str) -> bool:
        """Take one try off; return whether there was one."""
        if self._each.of(address, self._time).spend() and self._all.spend():
            return True
        self._count()
        return False

    def opens(self, given: str, address: str) -> bool:
        """Return whether it is the PIN, in a time that does not tell how much of it was right."""
        right = hmac.compare_digest(given.encode("utf-8", "replace"), self.digits.encode())
        if right:
            self._each.forget(address)
        else:
            self._count()
        return right

    def _count(self) -> None:
        """Count a wrong PIN; the first, second, fourth and so on are logged, so that a crowd cannot fill the log."""
        self.wrong += 1
        if self.wrong & (self.wrong - 1) == 0:
            _log.warning("wrong PINs for the umpire's page so far: %d", self.wrong)
        self.noticed()


def _digits() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))
