"""Finding a host on the network: a guest calls, hosts answer with who and where they are. Nothing secret is said."""

from __future__ import annotations

import asyncio
import socket
from typing import cast

CALL_PORT = 28_447
CALL = b"klaxon link?"
ANSWER = b"klaxon link "
LISTEN = 1.0
"""Seconds in which hosts answer."""
EVERYBODY = "255.255.255.255"
ANY = "0.0.0.0"  # noqa: S104 - a host is called by whoever is on its network
_MOST = 8

Found = tuple[str, str, int]
"""Which console, its address and its port."""


class _Answering(asyncio.DatagramProtocol):
    """Answers every call."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the socket."""
        self._transport = cast("asyncio.DatagramTransport", transport)

    def datagram_received(self, data: bytes, address: tuple[str | int, ...]) -> None:
        """Answer a call; nothing else."""
        if data == CALL and self._transport is not None:
            self._transport.sendto(self._answer, address)


class _Calling(asyncio.DatagramProtocol):
    """Collects answers."""

    def __init__(self) -> None:
        self.found: dict[Found, None] = {}

    def datagram_received(self, data: bytes, address: tuple[str | int, ...]) -> None:
        """Take an answer, if it is one."""
        if len(self.found) < _MOST and (host := read_answer(data, str(address[0]))) is not None:
            self.found[host] = None


def read_answer(data: bytes, address: str) -> Found | None:
    """Return the host of an answer; None where it is none."""
    words = data.removeprefix(ANSWER).decode("ascii", "replace").split()
    if not data.startswith(ANSWER) or len(words) != 2:
        return None
    number, port = words
    return (number, address, int(port)) if port.isdigit() and 0 < int(port) < 1 << 16 else None


async def answer_calls(number: str, port: int, call_port: int = CALL_PORT) -> asyncio.BaseTransport:
    """Answer guests that call, until the returned transport is closed."""
    loop = asyncio.get_running_loop()
    answer = ANSWER + f"{number} {port}".encode()
    transport, _ = await loop.create_datagram_endpoint(
        lambda: _Answering(answer),
        local_addr=(ANY, call_port),
        family=socket.AF_INET,
    )
    return transport


async def call_for_hosts(to: str = EVERYBODY, call_port: int = CALL_PORT) -> list[Found]:
    """Call, and return the hosts that answered."""
    loop = asyncio.get_running_loop()
    caller = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    caller.setblocking(False)
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    transport, calling = await loop.create_datagram_endpoint(_Calling, sock=caller)
    try:
        transport.sendto(CALL, (to, call_port))
        await asyncio.sleep(LISTEN)
    finally:
        transport.close()
    return list(calling.found)
