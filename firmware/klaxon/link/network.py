"""The carrier over a network: TCP with TLS. The host waits, the guest looks for it by its address, or calls for it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress

from klaxon.console.linked.other_console import LinkReport
from klaxon.link.carrier import CarrierEvents
from klaxon.link.certificates import digest_of_peer
from klaxon.link.discovery import ANY, answer_calls, call_for_hosts

PORT = 28_447
NETWORK = "network"
BEAT = 1.0
"""Seconds between two signs of life, where nothing else is sent."""
SILENT_AFTER = 3.0
RETRY = 2.0
"""Seconds before a guest looks again."""
HANDSHAKE = 10.0
_BEAT = b"\0"
_DATA = b"\1"
_LENGTH = 3
_LONGEST = 1 << 20


class NetworkStream(asyncio.Protocol):
    """One connection: records of a length, each data or a sign of life."""

    is_pressed = False
    """Whoever listens on a network sees lengths; what repeats what must not show there, and bytes cost nothing."""

    def __init__(self, on_connect: Callable[[NetworkStream], None] = lambda _: None) -> None:
        """`on_connect` is called when the connection stands."""
        self.certificate = ""
        self.is_here = False
        self.trouble = ""
        self.closed = asyncio.get_running_loop().create_future()
        self._on_connect = on_connect
        self._events: CarrierEvents | None = None
        self._transport: asyncio.Transport | None = None
        self._part = bytearray()
        self._sent = self._received = 0
        self._beat: asyncio.TimerHandle | None = None
        self._silence: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """Bytes that were written and are still here."""
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    @property
    def report(self) -> LinkReport:
        """What was counted."""
        return LinkReport(NETWORK, sent_bytes=self._sent, received_bytes=self._received)

    def open(self, events: CarrierEvents) -> None:
        """Begin with a connection that stands."""
        self._events = events
        self.is_here = True
        events.on_stream()
        events.on_presence()
        self._take_records(events)  # what came before somebody listened

    def write(self, data: bytes) -> None:
        """Add to the stream."""
        self._send(_DATA + data)

    def restart(self) -> None:
        """Give this stream up: the guest begins another."""
        self.close()

    def close(self) -> None:
        """End the connection."""
        if self._transport is not None:
            self._transport.close()

    def _send(self, record: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._sent += _LENGTH + len(record)
            self._transport.write(len(record).to_bytes(_LENGTH, "little") + record)
            self._arm_beat()

    def _arm_beat(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        self._beat = asyncio.get_running_loop().call_later(BEAT, self._send, _BEAT)

    def _arm_silence(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        self._silence = asyncio.get_running_loop().call_later(SILENT_AFTER, self._abort)

    def _abort(self) -> None:
        """Nothing came for so long that nobody is there."""
        if self._transport is not None:
            self._transport.abort()

    # What the loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport
            shown = transport.get_extra_info("ssl_object")
            self.certificate = digest_of_peer(shown.getpeercert(binary_form=True)) if shown is not None else ""
            self._arm_beat()
            self._arm_silence()
            self._on_connect(self)

    def data_received(self, data: bytes) -> None:
        """Take what came, record by record."""
        self._arm_silence()
        self._received += len(data)
        self._part += data
        if self._events is not None:
            self._take_records(self._events)

    def _take_records(self, events: CarrierEvents) -> None:
        while len(self._part) >= _LENGTH:
            length = int.from_bytes(self._part[:_LENGTH], "little")
            if length > _LONGEST:
                self._abort()
                return
            if len(self._part) < _LENGTH + length:
                return
            record = bytes(self._part[_LENGTH : _LENGTH + length])
            del self._part[: _LENGTH + length]
            if record[:1] == _DATA:
                events.on_bytes(record[1:])

    def resume_writing(self) -> None:
        """There is room again."""
        if self._events is not None:
            self._events.on_presence()

    def connection_lost(self, _: Exception | None) -> None:
        """The connection has ended."""
        for timer in (self._beat, self._silence):
            if timer is not None:
                timer.cancel()
        self.is_here, self._transport = False, None
        if self._events is not None:
            self._events.on_presence()
        if not self.closed.done():
            self.closed.set_result(None)


class NetworkDoor:
    """A host on the network: each connection is a carrier of its own, and not trusted before it has the key."""

    def __init__(self, context: ssl.SSLContext, on_carrier: Callable[[NetworkStream], None], port: int = PORT) -> None:
        """`on_carrier` is called with each new connection."""
        self._context, self._on_carrier, self.port = context, on_carrier, port
        self._server: asyncio.Server | None = None
        self._calls: asyncio.BaseTransport | None = None

    async def open(self, number: str) -> str:
        """Let guests in; return why that fails, ''. `number` is which console this is."""
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(
                lambda: NetworkStream(self._on_carrier),
                ANY,
                self.port,
                ssl=self._context,
                ssl_handshake_timeout=HANDSHAKE,
            )
        except OSError:
            return "no-network"
        self.port = self._server.sockets[0].getsockname()[1]
        with suppress(OSError):  # without it a guest needs the address
            self._calls = await answer_calls(number, self.port)
        return ""

    def close(self) -> None:
        """Let nobody in any more."""
        for each in (self._server, self._calls):
            if each is not None:
                each.close()


class NetworkCarrier:
    """A guest on the network: it looks for its host until it is told not to."""

    is_pressed = NetworkStream.is_pressed

    def __init__(
        self, context: ssl.SSLContext, address: str, is_wanted: Callable[[str, str], bool], port: int = PORT
    ) -> None:
        """Look at `address`, else call on the network. `is_wanted` says of (number, certificate) whether to go on."""
        self._context, self._address, self._is_wanted, self._port = context, address, is_wanted, port
        self._events: CarrierEvents | None = None
        self._stream: NetworkStream | None = None
        self._task: asyncio.Task[None] | None = None
        self.trouble = ""

    @property
    def is_here(self) -> bool:
        """Whether the host is heard."""
        return self._stream is not None and self._stream.is_here

    @property
    def certificate(self) -> str:
        """The digest of the host's certificate."""
        return self._stream.certificate if self._stream is not None else ""

    @property
    def waiting(self) -> int:
        """Bytes that were written and are still here."""
        return self._stream.waiting if self._stream is not None else 0

    @property
    def report(self) -> LinkReport:
        """What was counted since the host was found."""
        return self._stream.report if self._stream is not None else LinkReport(NETWORK)

    def open(self, events: CarrierEvents) -> None:
        """Begin to look for the host."""
        self._events = events
        self._task = asyncio.create_task(self._look(events), name="link network")

    def write(self, data: bytes) -> None:
        """Add to the stream."""
        if self._stream is not None:
            self._stream.write(data)

    def restart(self) -> None:
        """Give this stream up; the next one begins by itself."""
        if self._stream is not None:
            self._stream.close()

    def close(self) -> None:
        """Look for nobody any more."""
        if self._task is not None:
            self._task.cancel()
        if self._stream is not None:
            self._stream.close()

    async def _look(self, events: CarrierEvents) -> None:
        while True:
            with suppress(OSError, TimeoutError):
                await self._visit(events)
            await asyncio.sleep(RETRY)

    async def _visit(self, events: CarrierEvents) -> None:
        """Go to the host, and stay until the connection ends."""
        for number, address, port in await self._find():
            connect: Awaitable[tuple[asyncio.Transport, NetworkStream]] = asyncio.get_running_loop().create_connection(
                NetworkStream, address, port, ssl=self._context, ssl_handshake_timeout=HANDSHAKE
            )
            _, stream = await asyncio.wait_for(connect, HANDSHAKE)
            if not self._is_wanted(number, stream.certificate):
                self._set_trouble("wrong-console", events)
                stream.close()
                continue
            self._stream = stream
            self._set_trouble("", events)
            stream.open(events)
            await stream.closed

    async def _find(self) -> list[tuple[str, str, int]]:
        if self._address:
            host, _, port = self._address.partition(":")
            return [("", host, int(port) if port.isdigit() else self._port)]
        return await call_for_hosts()

    def _set_trouble(self, trouble: str, events: CarrierEvents) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            events.on_presence()
