"""Looking on: the pages of people without a station. The latest view goes down, the umpire's commands come up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from starlette.websockets import WebSocket

from klaxon.console.devices.virtual_console import OnlookerSource
from klaxon.console.language.catalogue import languages
from klaxon.table.token_bucket import TokenBucket
from klaxon.web.server.gate import Address
from klaxon.web.stations.guest import BURST, RATE, Message, Parting, Punctuality
from klaxon.web.stations.moves import PROTOCOL, BadMove, read_object, read_secret, read_wish, take_moment
from klaxon.web.stations.stations_server import SPECTATOR, UMPIRE, StationsServer, available_language, labels
from klaxon.web.stations.visit import (
    BAD_KEY,
    FULL,
    HELLO_SECONDS,
    PENALTY,
    TOO_FAST,
    TOO_LATE,
    TOO_MANY_TRIES,
    carrying,
    hear,
    serve_visit,
)

ROOM, EACH = {UMPIRE: 4, SPECTATOR: 24}, 4
"""Most pages that a key opens at once, and most of them from one address."""


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


async def look_on(page: StationsServer, role: str, socket: WebSocket) -> None:
    """Serve a page of an umpire or spectator until it leaves or breaks the rules."""
    await serve_visit(socket, lambda address: _host(page, role, socket, address))


async def _host(page: StationsServer, role: str, socket: WebSocket, address: Address) -> tuple[int, str]:
    booth = page.booths.get(role)
    async with asyncio.timeout(HELLO_SECONDS):
        hello = await hear(socket)
        kind, secret = read_secret(hello, ("token", "pin") if role == UMPIRE else ("token",))
    if kind == "pin" and not page.pin.tries.may_try(address[0]):
        return TOO_MANY_TRIES, "tries"
    right = page.pin.opens(secret, address[0]) if kind == "pin" else page.keys.looks_on(role, secret)
    if booth is None or not right:
        await asyncio.sleep(PENALTY)
        return BAD_KEY, "key"
    if not page.gate.welcome(address, role, ROOM[role], EACH):
        return FULL, "full"
    language = available_language(read_wish(hello), page.language)
    words = {"language": language, "labels": labels(language), "languages": languages()}
    welcome: dict[str, Any] = {"protocol": PROTOCOL, **words, "role": role}
    if kind == "pin":  # whoever has shown it once need not type it again after every gap in the network
        welcome["token"] = page.keys.umpire
    return await _attend(page, booth, socket, address, welcome)


async def _attend(
    page: StationsServer, booth: OnlookerSource, socket: WebSocket, address: Address, welcome: Mapping[str, Any]
) -> tuple[int, str]:
    news, time = asyncio.Event(), asyncio.get_running_loop().time
    own, punctuality = TokenBucket(time, BURST, RATE), Punctuality(time)
    shared = page.gate.buckets.of(f"{welcome['role']} {address[0]}", time)
    visit = OnlookerVisit(booth, welcome, news.set)
    page.add_onlooker(visit)
    try:
        async with carrying(page.gate, socket, visit.carry, news, address):
            while True:
                message = read_object(await hear(socket))
                if not own.spend():
                    return TOO_FAST, "too-fast"
                await asyncio.sleep(shared.borrow())  # as for stations: nobody keeps the others waiting
                if punctuality.is_late(take_moment(message)):
                    return TOO_LATE, "late"
                if not visit.has_parted:
                    _take(message, booth, visit)
    finally:
        visit.leave()
        page.remove_onlooker(visit)


def _take(message: Mapping[str, Any], booth: OnlookerSource, visit: OnlookerVisit) -> None:
    match message:
        case {"ping": int(number)} if len(message) == 1:
            visit.note("pong", {"pong": number & 0xFFFFFFFF})
        case _ if not booth.act(message):
            raise BadMove("unknown")
