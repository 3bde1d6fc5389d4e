"""A visit of a page that looks on: what changed goes down, and what it may say comes up, no faster than is good."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from starlette.websockets import WebSocket

from klaxon.console.devices.virtual_console import OnlookerSource
from klaxon.table.token_bucket import TokenBucket
from klaxon.web.server.gate import Address, Gate
from klaxon.web.stations.guest import Message, Parting, Punctuality
from klaxon.web.stations.moves import BadMove, read_object, take_moment
from klaxon.web.stations.visit import TOO_FAST, TOO_LATE, carrying, hear


class OnlookerVisit:
    """One onlooker page: what it was sent, and what has to be sent now."""

    def __init__(self, booth: OnlookerSource, welcome: Mapping[str, Any], wake: Callable[[], None]) -> None:
        """Begin with the welcome, in its language."""
        self._booth, self._wake, self._language = booth, wake, str(welcome["language"])
        self.role = str(welcome["role"])
        self._sent: Mapping[str, Any] = {}
        self._notes: dict[str, Mapping[str, Any]] = {"welcome": {"welcome": welcome}}
        self._parting: Parting | None = None
        self._leave = booth.look(wake)
        wake()

    @property
    def has_parted(self) -> bool:
        """Whether it was closed: it gets and sends nothing more."""
        return self._parting is not None

    def note(self, subject: str, message: Mapping[str, Any]) -> None:
        """Queue a message besides the view; it replaces all earlier ones of its subject."""
        self._notes[subject] = message
        self._wake()

    def part(self, parting: Parting) -> None:
        """Close it with a reason."""
        if self._parting is None:
            self._parting = parting
            self._leave()
            self._wake()

    def leave(self) -> None:
        """Handle that the page has gone."""
        if self._parting is None:
            self._leave()

    def carry(self) -> list[Message]:
        """Return what has changed since the last call."""
        if self._parting is not None:
            return [self._parting]
        notes, self._notes = self._notes, {}
        before, now = self._sent, self._booth.picture(self._language)
        self._sent = now
        changed = {key: value for key, value in now.items() if key not in before or before[key] != value}
        dropped = [key for key in before if key not in now]
        messages: list[Mapping[str, Any]] = [*notes.values()]
        if changed or dropped:
            messages.append({"tableau": {"set": changed, "drop": dropped}})
        return [json.dumps(message, separators=(",", ":"), ensure_ascii=False) for message in messages]


class Talk(NamedTuple):
    """What one page may say, and how much of it."""

    news: asyncio.Event
    """Set when it has to be sent something."""
    take: Callable[[Mapping[str, Any]], Awaitable[bool]]
    """Handles a message; returns whether it was one that this page may send."""
    burst: float
    rate: float
    """Messages at once, and per second in the long run."""


async def converse(
    gate: Gate, socket: WebSocket, address: Address, visit: OnlookerVisit, talk: Talk
) -> tuple[int, str]:
    """Send a page what it shows and handle what it says, until it breaks the rules; return which."""
    time = asyncio.get_running_loop().time
    own, punctuality = TokenBucket(time, talk.burst, talk.rate), Punctuality(time)
    shared = gate.buckets.of(f"{visit.role} {address[0]}", time)
    async with carrying(gate, socket, visit.carry, talk.news, address):
        while True:
            message = read_object(await hear(socket))
            if not own.spend():
                return TOO_FAST, "too-fast"
            await asyncio.sleep(shared.borrow())  # as for stations: nobody keeps the others waiting
            if punctuality.is_late(take_moment(message)):
                return TOO_LATE, "late"
            if visit.has_parted:
                continue
            match message:
                case {"ping": int(number)} if len(message) == 1:
                    visit.note("pong", {"pong": number & 0xFFFFFFFF})
                case _ if not await talk.take(message):
                    raise BadMove("unknown")
