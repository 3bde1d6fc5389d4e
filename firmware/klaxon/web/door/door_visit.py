"""A visit in the door: a page shows the code of the table, sees which places are free, and takes one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from starlette.websockets import WebSocket

from klaxon.console.language.catalogue import languages
from klaxon.table.token_bucket import TokenBucket
from klaxon.web.server.gate import Address
from klaxon.web.stations.guest import Message, Parting
from klaxon.web.stations.moves import PROTOCOL, BadMove, read_object, read_secret, read_wish, take_moment
from klaxon.web.stations.stations_server import StationsServer, available_language, labels
from klaxon.web.stations.visit import (
    BAD_KEY,
    FULL,
    HELLO_SECONDS,
    PENALTY,
    TOO_FAST,
    TOO_MANY_TRIES,
    carrying,
    hear,
    serve_visit,
)

ROOM, EACH = 48, 16
"""Most pages in the door, and most of them from one address."""
BURST, RATE = 20, 1
"""Messages that a page in the door may send at once, and per second in the long run."""
LONGEST_NICKNAME = 48
"""Most letters of a nickname as it is typed; panels show fewer."""


class DoorVisit:
    """One page in the door, and what has to be sent to it."""

    def __init__(self, welcome: Mapping[str, Any], wake: Callable[[], None]) -> None:
        """Begin with the welcome."""
        self._wake = wake
        self._notes: dict[str, Mapping[str, Any]] = {"welcome": {"welcome": welcome}}
        self._parting: Parting | None = None
        wake()

    def note(self, subject: str, message: Mapping[str, Any]) -> None:
        """Queue a message that replaces all earlier ones of its subject."""
        self._notes[subject] = message
        self._wake()

    def part(self, parting: Parting) -> None:
        """Close it with a reason."""
        self._parting = parting
        self._wake()

    def carry(self) -> list[Message]:
        """Return what has to be sent now."""
        if self._parting is not None:
            return [self._parting]
        notes, self._notes = self._notes, {}
        return [json.dumps(note, separators=(",", ":"), ensure_ascii=False) for note in notes.values()]


async def stand_in_door(page: StationsServer, socket: WebSocket) -> None:
    """Serve a page in the door until it leaves or breaks the rules."""
    await serve_visit(socket, lambda address: _host(page, socket, address))


async def _host(page: StationsServer, socket: WebSocket, address: Address) -> tuple[int, str]:
    async with asyncio.timeout(HELLO_SECONDS):
        hello = await hear(socket)
        _, code = read_secret(hello, ("code",))
    door = page.door
    if not door.code.tries.may_try(address[0]):
        return TOO_MANY_TRIES, "tries"
    if not door.code.opens(code, address[0]) or door.joining is None:
        await asyncio.sleep(PENALTY)
        return BAD_KEY, "key"
    if not page.gate.welcome(address, "door", ROOM, EACH):
        return FULL, "full"
    language = available_language(read_wish(hello), page.language)
    words = {"language": language, "labels": labels(language), "languages": languages()}
    welcome = {"protocol": PROTOCOL, **words, "places": door.places(language)}
    return await _attend(page, socket, address, welcome)


async def _attend(
    page: StationsServer, socket: WebSocket, address: Address, welcome: Mapping[str, Any]
) -> tuple[int, str]:
    news, language = asyncio.Event(), str(welcome["language"])
    own = TokenBucket(asyncio.get_running_loop().time, BURST, RATE)
    visit = DoorVisit(welcome, news.set)
    page.door.callers[visit] = language
    try:
        async with carrying(page.gate, socket, visit.carry, news, address):
            while True:
                message = read_object(await hear(socket))
                if not own.spend():
                    return TOO_FAST, "too-fast"
                take_moment(message)
                if visit in page.door.callers:
                    _take(message, page, visit, language)
    finally:
        page.door.callers.pop(visit, None)


def _take(message: Mapping[str, Any], page: StationsServer, visit: DoorVisit, language: str) -> None:
    match message:
        case {"ping": int(number)} if len(message) == 1:
            visit.note("pong", {"pong": number & 0xFFFFFFFF})
        case {"take": str(station), "name": str(name)} if len(message) == 2 and len(name) <= LONGEST_NICKNAME:
            visit.note("taken", page.door.take(station, name, language))
        case _:
            raise BadMove("unknown")
