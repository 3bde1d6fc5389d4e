"""The gate: who may stand in the doorway, and for how long. It knows connections, not what they say.

A stranger is a connection that has shown no key yet. There is room for a few; when they are too many the one that has
stood there longest goes, so a crowd that says nothing cannot keep out a page that has a key. Guests have shown one;
there is room for some to each key, so that one key's pages cannot take the room of another's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

STRANGERS = 48
GUESTS = 8
"""To each key."""
PATIENCE = 15.0
"""Seconds a stranger may stay; a browser that fetched the page and keeps its line open comes back when it needs one."""

Address = tuple[str, int]
"""Where a connection comes from: no two that are open have the same."""


class Gate:
    """All connections of one server."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._aborts: dict[Address, Callable[[], None]] = {}
        self._strangers: dict[Address, asyncio.TimerHandle] = {}
        self._guests: dict[Address, str] = {}

    def __len__(self) -> int:
        return len(self._aborts)

    def knock(self, who: Address, abort: Callable[[], None]) -> None:
        """Let a stranger stand in the doorway; the one that stood there longest makes room."""
        self._aborts[who] = abort
        self._strangers[who] = asyncio.get_running_loop().call_later(PATIENCE, self.throw_out, who)
        if len(self._strangers) > STRANGERS:
            self.throw_out(next(iter(self._strangers)))

    def welcome(self, who: Address, key: str, room: int = GUESTS) -> bool:
        """Make a stranger a guest; tell whether there was room."""
        if who not in self._strangers or sum(theirs == key for theirs in self._guests.values()) >= room:
            return False
        self._strangers.pop(who).cancel()
        self._guests[who] = key
        return True

    def leave(self, who: Address) -> None:
        """Forget somebody who is gone."""
        self._aborts.pop(who, None)
        self._guests.pop(who, None)
        if timer := self._strangers.pop(who, None):
            timer.cancel()

    def throw_out(self, who: Address) -> None:
        """Cut a connection, whatever waits to be sent."""
        if abort := self._aborts.get(who):
            self.leave(who)
            abort()

    def clear(self) -> None:
        """Cut all."""
        for who in list(self._aborts):
            self.throw_out(who)
