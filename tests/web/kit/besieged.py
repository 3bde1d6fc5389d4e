"""How honest pages fare beside a crowd and beside a greedy key: `python -m tests.web.kit.besieged`.

The daemon, the attackers and the honest pages are processes of their own. A crowd connects at a rate and says nothing;
an honest page takes the time of a slow network before each thing it says. A greedy key is open on eight pages that
turn a dial as often as one page may.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
from collections import deque
from collections.abc import AsyncIterator, Sequence
from itertools import product
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

SECONDS = 6.0
HELD = 900
"""Connections that a crowd keeps open; it closes the oldest."""
HONEST = "127.0.0.1"
CROWDS = {
    "same address": (HONEST,),
    "one address": ("127.0.0.2",),
    "40 addresses": tuple(f"127.0.1.{n}" for n in range(40)),
}
RATES = (0, 1000, 5000)
LAGS = (0.03, 0.2)
"""Seconds an honest page takes before its request, and again before its hello."""
GREEDY, TURNS = 8, 99
"""Pages of one key, and turns of each a second."""


class Door(NamedTuple):
    """Where the page is, and the key to all of it."""

    host: str
    port: int
    token: str


@contextlib.asynccontextmanager
async def daemon() -> AsyncIterator[Door]:
    """A daemon that keeps nothing."""
    command = [
        sys.executable,
        "-m",
        "klaxon.cli",
        "run",
        "--json",
        "--port",
        "0",
        "--keep-nothing",
        "--profile",
        "virtual",
    ]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    link = urlsplit(json.loads(await process.stdout.readline())["page"])
    try:
        yield Door(str(link.hostname), int(link.port or 0), link.fragment)
    finally:
        process.terminate()
        await process.wait()


@contextlib.asynccontextmanager
async def attacker(*arguments: object) -> AsyncIterator[None]:
    """A process that attacks for as long as the context lasts."""
    command = [sys.executable, "-m", "tests.web.kit.besieged", *map(str, arguments)]
    process = await asyncio.create_subprocess_exec(*command)
    await asyncio.sleep(0.5)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def knock(door: Door, rate: int, sources: Sequence[str]) -> None:
    """Connect at a rate, and say nothing."""
    held: deque[socket.socket] = deque()
    begun, made = perf_counter(), 0
    while True:
        while made < (perf_counter() - begun) * rate:
            if len(held) >= HELD:
                held.popleft().close()
            each = socket.socket()
            each.setblocking(False)
            with contextlib.suppress(OSError):
                each.bind((sources[made % len(sources)], 0))
                each.connect((door.host, door.port))
            held.append(each)
            made += 1
        await asyncio.sleep(0.002)


async def come_in(door: Door, lag: float) -> bool:
    """Open a page over a slow network; tell whether it was let in."""
    host = f"{door.host}:{door.port}"
    lines = [f"Host: {host}", f"Origin: http://{host}", "Upgrade: websocket", "Connection: Upgrade"]
    request = ["GET /ws HTTP/1.1", *lines, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"]
    reader, writer = await asyncio.open_connection(door.host, door.port, local_addr=(HONEST, 0))
    try:
        await asyncio.sleep(lag)
        writer.write("\r\n".join([*request, "", ""]).encode())
        await reader.readuntil(b"\r\n\r\n")
        await asyncio.sleep(lag)
        hello = json.dumps({"hello": 1, "token": door.token}).encode()
        writer.write(bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello)
        return b"welcome" in await reader.readexactly(20)
    except (OSError, asyncio.IncompleteReadError):
        return False
    finally:
        writer.transport.abort()


async def entries(door: Door, lag: float) -> tuple[int, int]:
    """How many of so many honest pages are let in, one after another."""
    came, tried, begun = 0, 0, perf_counter()
    while perf_counter() - begun < SECONDS:
        tried += 1
        with contextlib.suppress(OSError, TimeoutError):
            came += await asyncio.wait_for(come_in(door, lag), 3)
        await asyncio.sleep(0.05)
    return came, tried


async def enter(door: Door, token: str) -> ClientConnection:
    """Open a page."""
    host = f"{door.host}:{door.port}"
    page = await connect(f"ws://{host}/ws", origin=f"http://{host}", compression=None)  # type: ignore[arg-type]
    await page.send(json.dumps({"hello": 1, "token": token}))
    return page


async def turn(door: Door, pages: int) -> None:
    """Turn a dial on so many pages as often as each may, and come back when shown out."""

    async def one() -> None:
        while True:
            with contextlib.suppress(Exception):
                page = await enter(door, door.token)
                reading = asyncio.create_task(_drain(page))
                begun, made = perf_counter(), 0
                while not reading.done():
                    while made < (perf_counter() - begun) * TURNS:
                        await page.send('{"turn":["red-1",0,1]}')
                        made += 1
                    await asyncio.sleep(0.005)
            await asyncio.sleep(0.25)

    await asyncio.gather(*(one() for _ in range(pages)))


async def _drain(page: ClientConnection) -> None:
    with contextlib.suppress(Exception):
        async for _ in page:
            pass


async def answers(door: Door, token: str) -> list[float]:
    """Milliseconds an honest page waits for each answer, in order of size."""
    page, waited, begun = await enter(door, token), [], perf_counter()
    while perf_counter() - begun < SECONDS:
        asked = perf_counter()
        await page.send('{"ping":7}')
        while await page.recv() != '{"pong":7}':
            pass
        waited.append(1000 * (perf_counter() - asked))
        await asyncio.sleep(0.02)
    await page.close()
    return sorted(waited)


async def station_key(door: Door, station: str) -> str:
    """The key of one station."""
    page = await enter(door, door.token)
    welcome = json.loads(await page.recv())["welcome"]
    await page.close()
    return next(str(each["link"]) for each in welcome["stations"] if each["name"] == station)


async def main() -> None:
    """Measure crowds of all kinds, then a greedy key."""
    async with daemon() as door:
        await _measure_crowds(door)
        await _measure_keys(door)


async def _measure_crowds(door: Door) -> None:
    for name, sources in CROWDS.items():
        for rate, lag in product(RATES, LAGS):
            async with attacker("knock", *door, rate, *sources):
                came, tried = await entries(door, lag)
            print(f"{rate:>5} knocks a second, {name}, 2 x {1000 * lag:3.0f} ms: {came} of {tried} come in")  # noqa: T201


async def _measure_keys(door: Door) -> None:
    red, blue = await station_key(door, "red-1"), await station_key(door, "blue-1")
    for pages in (0, 1, GREEDY):
        async with attacker("turn", door.host, door.port, red, pages):
            waited = await answers(door, blue)
        p50, p99 = waited[len(waited) // 2], waited[len(waited) * 99 // 100]
        print(f"beside {pages} pages of one key: an answer takes p50 {p50:.1f}, p99 {p99:.1f} ms")  # noqa: T201


def attack(kind: str, host: str, port: str, token: str, number: str, *sources: str) -> None:
    """Attack until killed."""
    door = Door(host, int(port), token)
    asyncio.run(knock(door, int(number), sources) if kind == "knock" else turn(door, int(number)))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        attack(*sys.argv[1:])
    else:
        asyncio.run(main())
