"""uvicorn's connections, with limits that it does not have. Cutting one here costs the loop little."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.server import ServerProtocol

from klaxon.table.token_bucket import TokenBucket
from klaxon.web.server.files import HEADERS
from klaxon.web.server.gate import Address, Gate

LONGEST_UP = 1024
"""Most bytes of a message of a page."""
BURST_BYTES, RATE_BYTES = 16 * 1024, 8 * 1024
"""Bytes a page may send at once, and per second in the long run, including frames without payload."""
LONGEST_REQUEST = 16 * 1024
KERNEL_BUFFER, BUFFER = 32 * 1024, 8 * 1024
"""Bytes on their way to a page, in the kernel and here: these can no longer be replaced by newer ones."""
NO_REQUEST = (
    b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n"
    + "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items()).encode("ascii")
    + b"\r\n"
)
"""The answer to something that is not a request."""


class SilentConnection(asyncio.Protocol):
    """A connection that has sent nothing yet. It is cheap until it does; then it becomes a real one."""

    def __init__(self, gate: Gate, answering: Callable[[], asyncio.Protocol]) -> None:
        """Begin without a connection."""
        self._gate, self._answering = gate, answering
        self._who: Address = ("", 0)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection at the gate at once."""
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        if not peer:  # it has left before we could ask
            self._transport.abort()
            return
        self._who = str(peer[0]), int(peer[1])
        self._gate.admit_silent(self._who, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        """Hand over to a connection that answers."""
        self._gate.ask(self._who)
        answering = self._answering()
        self._transport.set_protocol(answering)
        answering.connection_made(self._transport)
        if not self._transport.is_closing():
            answering.data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - however it was lost
        """Remove the connection from the gate."""
        self._gate.leave(self._who)


def http_protocol(gate: Gate) -> type[asyncio.Protocol]:
    """Return a protocol whose connections are registered at the gate before they send anything."""

    class Answer(H11Protocol):
        def connection_lost(self, exc: Exception | None) -> None:
            if self.client is not None:
                gate.leave(self.client)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            # Requests are a few hundred bytes, and nobody has to send us a file.
            if len(data) > LONGEST_REQUEST:
                self.transport.abort()
            else:
                super().data_received(data)

        def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - whatever was wrong with it
            self.transport.write(NO_REQUEST)
            self.transport.close()

    class Knock(SilentConnection):
        def __init__(self, **named: Any) -> None:
            super().__init__(gate, lambda: Answer(**named))

    return Knock


class _Handshake(ServerProtocol):
    """The handshake of a WebSocket. A refusal has the same headers as all other answers."""

    def send_response(self, response: Response) -> None:
        if response.status_code != 101:
            response.headers.update(HEADERS)
        super().send_response(response)


def websocket_protocol(gate: Gate) -> type[WebSocketsSansIOProtocol]:
    """Return WebSockets that are cut when they send too much, before it is parsed."""

    class Speak(WebSocketsSansIOProtocol):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.conn = _Handshake(max_size=self.config.ws_max_size, logger=self.logger)
            self._bytes = TokenBucket(self.loop.time, BURST_BYTES, RATE_BYTES)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self.transport.set_write_buffer_limits(high=BUFFER)

        def connection_lost(self, exc: Exception | None) -> None:
            if self.client is not None:
                gate.leave(self.client)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._bytes.spend(len(data)):
                super().data_received(data)
                if not self.handshake_initiated and self.conn.handshake_exc is not None:
                    self.transport.write(NO_REQUEST)
                    self.transport.close()
                return
            super().data_received(data[:LONGEST_UP])  # enough to find out, and to say, that a message is too long
            if not self.close_sent:
                self.conn.fail(1008, "too-much")
                self.handle_parser_exception()

        async def send(self, message: ASGISendEvent) -> None:
            await self.writable.wait()
            if self.transport.is_closing() and message["type"] == "websocket.send":
                raise ClientDisconnected  # each byte written after that would be a line in the log
            await super().send(message)

    return Speak
