"""The room code: four letters that open the free places of a table, and nothing else. Every table has a new one."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from klaxon.web.server.counted_tries import CountedTries

LETTERS = "BCDFGHJKLMNPRSTVWXYZ"
"""No vowels, so that no word comes out, and no Q, which is read as an O."""
LENGTH = 4


class RoomCode:
    """A room code, and the tries at it. At the rate of all addresses together, trying all codes takes six days."""

    def __init__(self, time: Callable[[], float]) -> None:
        """Create the code; `time` is in seconds."""
        self.letters = _letters()
        self.tries = CountedTries(time, "room-code")

    def renew(self) -> None:
        """Replace the code. Addresses that tried too often still have to wait."""
        before = self.letters
        while self.letters == before:
            self.letters = _letters()

    def opens(self, given: str, address: str) -> bool:
        """Return whether it is the code; small letters and spaces do not matter."""
        return self.tries.opens("".join(given.split()).upper(), self.letters, address)


def _letters() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
