"""The umpire's PIN: six digits, new for every table. At the rate of counted tries guessing takes weeks."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from klaxon.web.server.counted_tries import CountedTries

DIGITS = 6


class Pin:
    """A PIN, and the tries at it."""

    def __init__(self, time: Callable[[], float]) -> None:
        """Create the PIN; `time` is in seconds."""
        self.digits = _digits()
        self.tries = CountedTries(time, "pin")

    def renew(self) -> None:
        """Replace the PIN. Addresses that tried too often still have to wait."""
        self.digits = _digits()

    def opens(self, given: str, address: str) -> bool:
        """Return whether it is the PIN."""
        return self.tries.opens(given, self.digits, address)


def _digits() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))
