"""Callers: pages as a test plays them, honest and forged, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from klaxon.web.server.serve import Address
from tests.web.kit.stand import Stand

PATIENCE = 30
"""Seconds after which a test gives up; none is measured by it."""


class Caller:
    """One connection to the page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.panels: dict[int, bytearray] = {}
        self.welcome: dict[str, Any] = {}

    async def say(self, message: object) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def hear(self) -> Any:
        """The next message; of a frame, the number of its station."""
        async with asyncio.timeout(PATIENCE):
            data = await self.socket.recv()
        if isinstance(data, bytes):
            self._lay(data)
            return data[0]
        message = json.loads(data)
        if "welcome" in message:
            self.welcome = message["welcome"]
            sizes = [(station["width"], station["height"]) for station in self.welcome.get("stations", ())]
            self.panels = {n: bytearray(width * height // 8) for n, (width, height) in enumerate(sizes)}
        return message

    async def hear_until(self, enough: Callable[[Any], bool]) -> Any:
        while not enough(message := await self.hear()):
            pass
        return message

    async def settled(self) -> None:
        """All that was on its way has arrived."""
        await self.say({"ping": 7})
        await self.hear_until(lambda message: message == {"pong": 7})

    async def ended(self) -> tuple[int, str]:
        """Why we were shown the door."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.hear()
        return self.socket.close_code or 0, self.socket.close_reason or ""

    def _lay(self, frame: bytes) -> None:
        panel, at = self.panels[frame[0]], 1
        width = self.welcome["stations"][frame[0]]["width"]
        while at < len(frame):
            page, column, length = frame[at], frame[at + 1], frame[at + 2] + 1
            panel[page * width + column : page * width + column + length] = frame[at + 3 : at + 3 + length]
            at += 3 + length
        assert at == len(frame)


class House:
    """A page that is served, and how to call it."""

    def __init__(self, stand: Stand, address: Address) -> None:
        self.stand, self.address = stand, address

    @contextlib.asynccontextmanager
    async def stranger(self, origin: str | None = "", path: str = "/ws", **named: Any) -> AsyncIterator[Caller]:
        """A connection that has said nothing yet."""
        host = f"{self.address.host}:{self.address.port}"
        ours = f"http://{host}" if origin == "" else origin
        async with connect(f"ws://{host}{path}", origin=ours, compression=None, **named) as socket:  # type: ignore[arg-type]
            yield Caller(socket)

    @contextlib.asynccontextmanager
    async def looker(self, role: str, source: str = "127.0.0.1", **secret: str) -> AsyncIterator[Caller]:
        """Somebody who wants to look on, and has shown a secret."""
        async with self.stranger(path=f"/ws/{role}", local_addr=(source, 0)) as caller:
            await caller.say({"hello": 1, **secret})
            yield caller

    @contextlib.asynccontextmanager
    async def guest(self, station: str = "", **named: Any) -> AsyncIterator[Caller]:
        """A good page: of a station, or of the whole console."""
        async with self.stranger(**named) as caller:
            token = self.stand.keys.of_station[station] if station else self.stand.keys.console
            await caller.say({"hello": 1, "token": token})
            await caller.hear_until(lambda message: isinstance(message, dict) and "welcome" in message)
            yield caller

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for something that tells nobody when it happens."""
        async with asyncio.timeout(PATIENCE):
            while not true():  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.001)

    async def still_serves(self, guest: Caller) -> None:
        """A page that was open all the time works as if nothing had happened, and it alone has moved anything."""
        mark = f"still here {len(self.stand.log.moves)}"
        await guest.settled()
        self.stand.show("red-1", mark)
        await guest.hear_until(lambda message: message == {"words": ["red-1", [mark]]})
        assert bytes(guest.panels[0]) == self.stand.console.picture("red-1").bits
        assert self.stand.moves == []
        await guest.say({"turn": ["red-1", 0, 3]})
        await guest.settled()
        assert self.stand.moves == ["red-1 0 +3"]


def at_home(story: Callable[[House], Awaitable[None]]) -> None:
    """Play a story before a page that is served; it must leave nobody behind."""

    async def play() -> None:
        stand = Stand()
        async with stand.served() as address:
            await story(House(stand, address))
        assert len(stand.page.gate) == 0
        assert not stand.page.guests

    asyncio.run(play())


def under_attack(attack: Callable[[House], Awaitable[None]]) -> None:
    """Let an attack run while an honest page is open; it must go on as if nothing had happened."""

    async def story(house: House) -> None:
        async with house.guest() as honest:
            await attack(house)
            await house.still_serves(honest)

    at_home(story)


async def told_off(house: House, *messages: Any, station: str = "red-1") -> tuple[int, str]:
    """Say something with a good key, and return how it ended."""
    async with house.guest(station) as guest:
        with contextlib.suppress(ConnectionClosed):
            for message in messages:
                await guest.say(message)
        return await guest.ended()


async def asked(house: House, request: bytes | str, *, stays: bool = False) -> bytes:
    """Send something over a bare socket, and return whatever comes back.

    Who does not stay closes its half at once, and misses an answer that is still being made.
    """
    reader, writer = await asyncio.open_connection(house.address.host, house.address.port)
    answer = b""
    with contextlib.suppress(ConnectionError):
        writer.write(request.encode() if isinstance(request, str) else request)
        if not stays:
            writer.write_eof()
        while piece := await reader.read(65536):
            answer += piece
    writer.close()
    return answer
