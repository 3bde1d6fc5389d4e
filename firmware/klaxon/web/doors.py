"""Doors: uvicorn's connections, with the limits that it does not have. What is cut here never costs the loop much."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from klaxon.web.gate import Gate
from klaxon.web.guest import Credit

LONGEST_UP = 1024
"""Bytes of a message of a page."""
BURST_BYTES, RATE_BYTES = 16 * 1024, 8 * 1024
"""Bytes a page may send at once, and a second in the long run, frames that carry nothing included."""
LONGEST_REQUEST = 16 * 1024
KERNEL_BUFFER, BUFFER = 32 * 1024, 8 * 1024
"""Bytes on their way to a page, in the kernel and here: what is in them can no longer be exchanged for the latest."""


def knocking(gate: Gate) -> type[H11Protocol]:
    """Return connections that the gate knows of from the first moment, before they have said a word."""

    class Knock(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if self.client is None:
                transport.abort()
            else:
                gate.knock(self.client, transport.abort)

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

    return Knock


def speaking(gate: Gate) -> type[WebSocketsSansIOProtocol]:
    """Return WebSockets that are cut when they send too much, whatever it is: we parse no more than we allow."""

    class Speak(WebSocketsSansIOProtocol):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._credit = Credit(self.loop.time, BURST_BYTES, RATE_BYTES)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self.transport.set_write_buffer_limits(high=BUFFER)

        def connection_lost(self, exc: Exception | None) -> None:
            if self.client is not None:
                gate.leave(self.client)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._credit.spend(len(data)):
                super().data_received(data)
                return
            super().data_received(data[:LONGEST_UP])  # enough to find out, and to say, that a message is too long
            if not self.close_sent:
                self.conn.fail(1008, "too-much")
                self.handle_parser_exception()

    return Speak
