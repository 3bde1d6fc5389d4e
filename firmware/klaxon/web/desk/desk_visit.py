"""A visit to the desk: one page of an organiser, of the hall, or of a crew, from hello to close."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from starlette.websockets import WebSocket

from klaxon.console.language.catalogue import languages, texts
from klaxon.web.desk.desk_booths import CrewBooth, DeskBooth, hall_picture
from klaxon.web.desk.desk_server import DeskServer
from klaxon.web.onlook.onlooker_visit import OnlookerVisit, Talk, converse
from klaxon.web.server.gate import Address
from klaxon.web.stations.moves import PROTOCOL, BadMove, read_object, read_secret, read_wish
from klaxon.web.stations.stations_server import available_language, labels
from klaxon.web.stations.visit import (
    BAD_KEY,
    FULL,
    HELLO_SECONDS,
    PENALTY,
    TOO_MANY_TRIES,
    hear,
    serve_visit,
)

ROOM = {"desk": (8, 8), "hall": (64, 8), "crew": (300, 8)}
"""Most pages of each kind, and most of them from one address."""
BURST, RATE = 30, 3
"""Messages that a page may send at once, and per second in the long run."""
LONGEST_TICKET = 64

Take = Callable[[Mapping[str, Any], OnlookerVisit], Awaitable[bool]]
"""Handles a message of a page; returns whether it was one that this page may send."""


class DeskPage(NamedTuple):
    """A page that was let in: what it shows, and what it may say."""

    kind: str
    language: str
    booth: DeskBooth
    take: Take
    token: str = ""
    """The key that it keeps instead of its PIN."""


async def visit_as_organiser(server: DeskServer, socket: WebSocket) -> None:
    """Serve a page of an organiser: who has the key or the PIN."""

    async def host(address: Address) -> tuple[int, str]:
        hello = await _hear_hello(socket)
        kind, secret = read_secret(hello, ("token", "pin"))
        if kind == "pin" and not server.pin.tries.may_try(address[0]):
            return TOO_MANY_TRIES, "tries"
        right = server.pin.opens(secret, address[0]) if kind == "pin" else server.is_key(secret)
        if not right:
            await asyncio.sleep(PENALTY)
            return BAD_KEY, "key"
        language = available_language(read_wish(hello), server.language)
        token = server.key if kind == "pin" else ""
        booth = DeskBooth(server.source, lambda tongue: _organiser_picture(server, tongue))

        async def take(message: Mapping[str, Any], visit: OnlookerVisit) -> bool:
            match message:
                case {"n": int(number), "act": dict(act)} if len(message) == 2:
                    refused = await server.source.act(act, language)
                    visit.note(f"answer {number}", {"answer": {"n": number, "refused": refused}})
                    return True
            return False

        return await _attend(server, socket, address, DeskPage("desk", language, booth, take, token))

    await serve_visit(socket, host)


async def visit_hall(server: DeskServer, socket: WebSocket) -> None:
    """Serve a screen in the hall: whoever looks sees what everybody may see."""

    async def host(address: Address) -> tuple[int, str]:
        hello = await _hear_hello(socket)
        _read_hello(hello)
        language = available_language(read_wish(hello), server.language)
        booth = DeskBooth(server.source, lambda tongue: hall_picture(server, tongue))

        async def take(_message: Mapping[str, Any], _visit: OnlookerVisit) -> bool:
            return False

        return await _attend(server, socket, address, DeskPage("hall", language, booth, take))

    await serve_visit(socket, host)


async def visit_as_crew(server: DeskServer, socket: WebSocket) -> None:
    """Serve the phone of a crew: it checks in, and is told where it plays."""

    async def host(address: Address) -> tuple[int, str]:
        hello = await _hear_hello(socket)
        ticket = _read_hello(hello).get("ticket", "")
        if not isinstance(ticket, str) or len(ticket) > LONGEST_TICKET:
            raise BadMove("hello")
        language = available_language(read_wish(hello), server.language)
        booth = CrewBooth(server.source, ticket)

        async def take(message: Mapping[str, Any], visit: OnlookerVisit) -> bool:
            match message:
                case {"spell": str(name)} if len(message) == 1:
                    visit.note("spelled", {"spelled": server.source.spell(name, language)})
                    return True
                case {"check_in": str(name)} if len(message) == 1:
                    visit.note("checked", {"checked": await _check_in(server, booth, name, address, language)})
                    return True
            return False

        return await _attend(server, socket, address, DeskPage("crew", language, booth, take))

    await serve_visit(socket, host)


async def _check_in(
    server: DeskServer, booth: CrewBooth, name: str, address: Address, language: str
) -> Mapping[str, Any]:
    """Check a crew in, unless too many were from this address: a single phone cannot fill the list."""
    if not server.check_ins.of(address[0], asyncio.get_running_loop().time).spend():
        return {"refused": texts("hall.", language)["check-in.slowly"]}
    done = await server.source.check_in(name, language)
    booth.ticket = str(done.get("ticket", booth.ticket))
    return done


async def _attend(server: DeskServer, socket: WebSocket, address: Address, page: DeskPage) -> tuple[int, str]:
    """Send a page what it shows and handle what it says, until it leaves or breaks the rules."""
    room, each = ROOM[page.kind]
    if not server.gate.welcome(address, page.kind, room, each):
        return FULL, "full"
    news = asyncio.Event()
    visit = OnlookerVisit(page.booth, _welcome(page), news.set)

    async def take(message: Mapping[str, Any]) -> bool:
        return await page.take(message, visit)

    try:
        return await converse(server.gate, socket, address, visit, Talk(news, take, BURST, RATE))
    finally:
        visit.leave()


async def _hear_hello(socket: WebSocket) -> str:
    async with asyncio.timeout(HELLO_SECONDS):
        return await hear(socket)


def _read_hello(text: str) -> Mapping[str, Any]:
    message = read_object(text)
    if message.get("hello") != PROTOCOL:
        raise BadMove("protocol")
    return message


def _organiser_picture(server: DeskServer, language: str) -> Mapping[str, Any]:
    tries = {"tried": server.pin.tries.wrong} if server.pin.tries.wrong else {}
    report = server.source.report(language)
    past = server.past
    claims = [past.with_links(each) for each in report["claims"]]
    disputes = [{**each, "claim": past.with_links(each["claim"])} for each in report["disputes"]]
    return {**report, "claims": claims, "disputes": disputes, "check_in": server.check_in_link.lower(), **tries}


def _welcome(page: DeskPage) -> Mapping[str, Any]:
    own = {f"hall.{name}": text for name, text in texts("hall.", page.language).items()}
    words = {"labels": {**labels(page.language), **own}, "languages": languages(), "language": page.language}
    return {"protocol": PROTOCOL, "role": page.kind, **words, **({"token": page.token} if page.token else {})}
