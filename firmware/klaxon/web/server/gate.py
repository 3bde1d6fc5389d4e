"""The gate: which connections may stay, and for how long. It knows connections, not what they say.

A stranger is a connection that has shown no key yet: silent at first, asking once it has sent something. Both kinds
have limits of their own, so silent ones cannot push out one that is about to show a key. When there are too many, the
oldest of the busiest address is cut: a crowd from one address pushes out itself. Guests have shown a key; there is a
limit for each key, so that one key's pages cannot take the room of another's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from klaxon.table.token_bucket import TokenBuckets

SILENT, SILENT_EACH = 512, 384
"""Most silent strangers, in all and of one address. They cost little, and a slow network takes its time."""
ASKING, ASKING_EACH = 96, 64
"""Most asking strangers, in all and of one address: pages on their way in, and connections of browsers."""
GUESTS = 8
"""Most guests of each key."""
MESSAGES, MESSAGES_RATE = 200, 100
"""Messages that all pages of a key may send at once, and per second in the long run; more have to wait."""
BUCKETS = 64
"""Most keys whose buckets are remembered."""
PATIENCE = 15.0
"""Seconds a stranger may stay; a browser that keeps its connection open reconnects when it needs one."""

Address = tuple[str, int]
"""The peer address of a connection; it is unique among open ones."""


class Crowd:
    """Strangers of one kind, by the host they come from."""

    def __init__(self, room: int, each: int) -> None:
        """Begin empty; `room` is the limit in all, `each` the limit of a host."""
        self._room, self._each = room, each
        self._hosts: dict[str, dict[Address, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, who: Address) -> bool:
        return who in self._hosts.get(who[0], ())

    def add(self, who: Address) -> Address | None:
        """Add a stranger; return who is cut for it: the oldest of the same host, or of the host with most."""
        own = self._hosts.setdefault(who[0], {})
        own[who] = None
        self._count += 1
        if len(own) > self._each:
            return next(iter(own))
        if self._count > self._room:
            crowded = max(self._hosts.values(), key=len)
            return next(iter(crowded))
        return None

    def discard(self, who: Address) -> None:
        """Remove a stranger."""
        if who in self:
            del self._hosts[who[0]][who]
            self._count -= 1
            if not self._hosts[who[0]]:
                del self._hosts[who[0]]


class Gate:
    """All connections of one server."""

    def __init__(self) -> None:
        """Begin without connections."""
        self._aborts: dict[Address, Callable[[], None]] = {}
        self._timers: dict[Address, asyncio.TimerHandle] = {}
        self._silent, self._asking = Crowd(SILENT, SILENT_EACH), Crowd(ASKING, ASKING_EACH)
        self._guests: dict[Address, str] = {}
        self.buckets = TokenBuckets(MESSAGES, MESSAGES_RATE, BUCKETS)
        """What the pages of a key may send together, however many are open."""

    def __len__(self) -> int:
        return len(self._aborts)

    @property
    def strangers(self) -> int:
        """How many connections have shown no key yet."""
        return len(self._timers)

    def admit_silent(self, who: Address, abort: Callable[[], None]) -> None:
        """Register a stranger that has sent nothing yet."""
        self._aborts[who] = abort
        self._timers[who] = asyncio.get_running_loop().call_later(PATIENCE, self.disconnect, who)
        self._make_room(self._silent.add(who))

    def ask(self, who: Address) -> None:
        """Record that a stranger has sent something."""
        self._silent.discard(who)
        self._make_room(self._asking.add(who))

    def welcome(self, who: Address, key: str, room: int = GUESTS, each: int = GUESTS) -> bool:
        """Make a stranger a guest; return whether the limits of the key and of its host allow it."""
        hosts = [address[0] for address, theirs in self._guests.items() if theirs == key]
        if who not in self._timers or len(hosts) >= room or hosts.count(who[0]) >= each:
            return False
        self._forget_stranger(who)
        self._guests[who] = key
        return True

    @contextmanager
    def answering(self, who: Address) -> Iterator[None]:
        """Let a stranger wait while its answer is made, however long that takes; then its time runs anew."""
        if timer := self._timers.get(who):
            timer.cancel()
        try:
            yield
        finally:
            if who in self._timers:
                self._timers[who] = asyncio.get_running_loop().call_later(PATIENCE, self.disconnect, who)

    def leave(self, who: Address) -> None:
        """Remove a connection that is gone."""
        self._aborts.pop(who, None)
        self._guests.pop(who, None)
        self._forget_stranger(who)

    def disconnect(self, who: Address) -> None:
        """Cut a connection, whatever waits to be sent."""
        if abort := self._aborts.get(who):
            self.leave(who)
            abort()

    def disconnect_strangers(self) -> None:
        """Cut all strangers."""
        for who in list(self._timers):
            self.disconnect(who)

    def clear(self) -> None:
        """Cut all."""
        for who in list(self._aborts):
            self.disconnect(who)

    def _make_room(self, who: Address | None) -> None:
        if who is not None:
            self.disconnect(who)

    def _forget_stranger(self, who: Address) -> None:
        self._silent.discard(who)
        self._asking.discard(who)
        if timer := self._timers.pop(who, None):
            timer.cancel()
