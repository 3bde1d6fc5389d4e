"""A visit: one connection of a page, from hello to close. Nothing it does may stop another, or a game."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from klaxon.web.server.files import is_ours
from klaxon.web.server.gate import Address, Gate
from klaxon.web.stations.guest import Guest, Message, Parting
from klaxon.web.stations.moves import BadMove, Ping, PlaceAim, Press, ScanWish, Turn, read_move, read_secret
from klaxon.web.stations.stations_server import StationsServer

HELLO_SECONDS = 5.0
PENALTY = 1.0
"""Seconds that a wrong key delays its sender."""
STALL = 20.0
"""Seconds a page may go without reading."""
GOING = 2.0
"""Seconds a closed page has to close its connection."""

BAD_KEY, FULL, TOO_MANY_TRIES = 4401, 4429, 4430
"""Close codes after which a page gives up."""
NO_HELLO, FAULT, TOO_LATE, TOO_FAST, BROKEN = 4408, 4400, 4410, 4008, 1011
"""Close codes after which it reconnects."""

_log = logging.getLogger(__name__)


async def meet(page: StationsServer, socket: WebSocket) -> None:
    """Serve a page of stations until it leaves or breaks the rules."""
    await serve_visit(socket, lambda address: _host(page, socket, address))


async def serve_visit(socket: WebSocket, host: Callable[[Address], Awaitable[tuple[int, str]]]) -> None:
    """Let a page in, if it is one of ours, and send the reason if we close it."""
    if not is_ours(socket) or socket.client is None:
        await socket.close()
        return
    with contextlib.suppress(WebSocketDisconnect):
        await socket.accept()
        code, reason = await _guard(host, (socket.client.host, socket.client.port))
        await _end(socket, code, reason)


async def _guard(host: Callable[[Address], Awaitable[tuple[int, str]]], address: Address) -> tuple[int, str]:
    try:
        return await host(address)
    except TimeoutError:
        return NO_HELLO, "hello"
    except BadMove as fault:
        return FAULT, str(fault)
    except WebSocketDisconnect:
        raise
    except Exception:  # noqa: BLE001 - whatever it was, the game goes on
        _log.exception("a page failed and was dropped")
        return BROKEN, ""


async def _host(page: StationsServer, socket: WebSocket, address: Address) -> tuple[int, str]:
    async with asyncio.timeout(HELLO_SECONDS):
        _, token = read_secret(await hear(socket), ("token",))
    place = page.find(token)
    if place is None:
        await asyncio.sleep(PENALTY)
        return BAD_KEY, "key"
    door = f"/{place}"  # not its key: that changes, and the pages stay
    if not page.gate.welcome(address, door):
        return FULL, "full"
    return await _play(page, socket, address, token, door)


async def _play(page: StationsServer, socket: WebSocket, address: Address, token: str, door: str) -> tuple[int, str]:
    news = asyncio.Event()
    time = asyncio.get_running_loop().time
    guest, shared = page.admit(token, time, news.set), page.gate.buckets.of(door, time)
    try:
        async with carrying(page.gate, socket, guest.carry, news, address):
            while True:
                text = await hear(socket)
                if not guest.messages.spend():
                    # Not merely unheard: a key whose release was dropped would stay down. Closing lets all of them go.
                    return TOO_FAST, "too-fast"
                # 0 s are a turn of the loop: a heap of messages keeps nobody waiting
                await asyncio.sleep(shared.borrow())
                move = read_move(text, guest.opened)
                if guest.punctuality.is_late(move.at):
                    # It was sent before the connection was lost. The page reconnects, and its clock is measured again.
                    return TOO_LATE, "late"
                if isinstance(move, ScanWish):
                    page.show_scan(guest, move.station)
                else:
                    _carry_up(move, guest)
    finally:
        page.dismiss(guest)


def _carry_up(move: Ping | Turn | PlaceAim | Press, guest: Guest) -> None:
    grip = guest.grip
    if isinstance(move, Ping):
        guest.note("pong", {"pong": move.number})
    elif isinstance(move, Turn):
        grip.turn(move.station, move.dial, move.steps)
    elif isinstance(move, PlaceAim):
        grip.aim(move.station, move.words)
    elif move.down:
        grip.press(move.station, move.key)
    else:
        grip.release(move.station, move.key)


@contextlib.asynccontextmanager
async def carrying(
    gate: Gate, socket: WebSocket, carry: Callable[[], list[Message]], news: asyncio.Event, address: Address
) -> AsyncIterator[None]:
    """Send queued messages whenever there are any, while the context lasts."""
    down = asyncio.create_task(_carry_down(gate, socket, carry, news, address), name="page down")
    try:
        yield
    finally:
        down.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await down


async def _carry_down(
    gate: Gate, socket: WebSocket, carry: Callable[[], list[Message]], news: asyncio.Event, address: Address
) -> None:
    try:
        while True:
            await news.wait()
            news.clear()
            for message in carry():
                async with asyncio.timeout(STALL):
                    await _send(socket, message)
                if isinstance(message, Parting):  # it has a moment to go by itself
                    await asyncio.sleep(GOING)
                    gate.disconnect(address)
                    return
    except TimeoutError:
        gate.disconnect(address)
    except WebSocketDisconnect:
        return  # the other direction notices too, and ends the visit
    except Exception:  # noqa: BLE001 - as above
        _log.exception("a page could not be told what it has to show, and was dropped")
        gate.disconnect(address)


async def _send(socket: WebSocket, message: Message) -> None:
    try:
        if isinstance(message, Parting):
            await socket.close(message.code, message.reason)
            return
        await (socket.send_text(message) if isinstance(message, str) else socket.send_bytes(message))
    except RuntimeError:  # uvicorn's word for a connection that it has cut itself
        raise WebSocketDisconnect from None


async def _end(socket: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(RuntimeError):  # as above
        await socket.close(code, reason)


async def hear(socket: WebSocket) -> str:
    """Return the next message of a page."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if text is None:
        raise BadMove("binary")
    return str(text)
