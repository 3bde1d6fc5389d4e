"""Looking on: the pages of people without a station. The latest view goes down, the umpire's commands come up."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.websockets import WebSocket

from klaxon.console.devices.virtual_console import OnlookerSource
from klaxon.console.language.catalogue import languages
from klaxon.web.onlook.onlooker_visit import OnlookerVisit, Talk, converse
from klaxon.web.server.gate import Address
from klaxon.web.stations.guest import BURST, RATE
from klaxon.web.stations.moves import PROTOCOL, read_secret, read_wish
from klaxon.web.stations.stations_server import SPECTATOR, UMPIRE, StationsServer, available_language, labels
from klaxon.web.stations.visit import (
    BAD_KEY,
    FULL,
    HELLO_SECONDS,
    PENALTY,
    TOO_MANY_TRIES,
    hear,
    serve_visit,
)

ROOM, EACH = {UMPIRE: 4, SPECTATOR: 24}, 4
"""Most pages that a key opens at once, and most of them from one address."""


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
    news = asyncio.Event()
    visit = OnlookerVisit(booth, welcome, news.set)
    page.add_onlooker(visit)

    async def take(message: Mapping[str, Any]) -> bool:
        return booth.act(message)

    try:
        return await converse(page.gate, socket, address, visit, Talk(news, take, BURST, RATE))
    finally:
        visit.leave()
        page.remove_onlooker(visit)
