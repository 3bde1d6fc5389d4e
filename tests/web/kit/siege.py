"""How long forged clients keep the loop of the page from everything else: `python -m tests.web.kit.siege`.

The attackers are a process of their own. Measured is the CPU time that one turn of the server's loop takes at most:
so much later comes whatever else is to be done, a key that was pressed or the row of an order. Wall time is shown
beside it; on a busy machine it tells of the machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter, process_time

from websockets.asyncio.client import ClientConnection, connect

from tests.web.kit.stand import Stand

TICK = 0.001


async def _enter(host: str, port: int) -> ClientConnection:
    address = f"{host}:{port}"
    return await connect(f"ws://{address}/ws", origin=f"http://{address}", compression=None)  # type: ignore[arg-type]


async def _nothing(_host: str, _port: int, _token: str) -> None:
    await asyncio.sleep(1)


async def _connections(host: str, port: int, _token: str) -> None:
    """Open 1,000 connections at once and say nothing."""
    held = []
    for _ in range(1000):
        held.append(socket.socket())
        held[-1].setblocking(False)
        with contextlib.suppress(BlockingIOError):
            held[-1].connect((host, port))
    await asyncio.sleep(1.5)
    for each in held:
        each.close()


async def _large(host: str, port: int, token: str) -> None:
    """Send messages of 10 MB, twenty times, with a good key."""
    for _ in range(20):
        with contextlib.suppress(Exception):
            page = await _enter(host, port)
            await page.send(json.dumps({"hello": 1, "token": token}))
            await page.send("x" * 10_000_000)
            await page.recv()


async def _flood(host: str, port: int, token: str) -> None:
    """Turn a dial 3,000 times without a pause, ten times over."""
    for _ in range(10):
        with contextlib.suppress(Exception):
            page = await _enter(host, port)
            await page.send(json.dumps({"hello": 1, "token": token}))
            for _ in range(3000):
                await page.send('{"turn":["red-1",0,1]}')


async def _handshakes(host: str, port: int, _token: str) -> None:
    """Shake hands 300 times and never say who it is."""
    for _ in range(300):
        with contextlib.suppress(Exception):
            await _enter(host, port)


ATTACKS: Mapping[str, Callable[[str, int, str], Awaitable[None]]] = {
    "nothing": _nothing,
    "connections": _connections,
    "large": _large,
    "flood": _flood,
    "handshakes": _handshakes,
}


async def main() -> None:
    """Measure every attack."""
    stand = Stand()
    async with stand.served() as address:
        gc.collect()
        gc.freeze()  # as the daemon does once it runs
        for name in ATTACKS:
            turns: list[tuple[float, float]] = []
            meter = asyncio.create_task(_measure(turns))
            facts = [address.host, str(address.port), stand.keys.of_station["red-1"], name]
            attacker = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.web.kit.siege", *facts)
            await attacker.wait()
            meter.cancel()
            cpu, wall = (sorted(column) for column in zip(*turns, strict=True))
            print(  # noqa: T201
                f"{name:<12} {len(turns):>5} turns   CPU a turn: p99 {1000 * cpu[len(cpu) * 99 // 100]:5.1f} "
                f"most {1000 * cpu[-1]:5.1f} ms   late: p99 {1000 * wall[len(wall) * 99 // 100]:5.1f} "
                f"most {1000 * wall[-1]:5.1f} ms"
            )


async def _measure(turns: list[tuple[float, float]]) -> None:
    while True:
        cpu, wall = process_time(), perf_counter()
        await asyncio.sleep(TICK)
        turns.append((process_time() - cpu, perf_counter() - wall - TICK))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(ATTACKS[sys.argv[4]](sys.argv[1], int(sys.argv[2]), sys.argv[3]))  # type: ignore[arg-type]
    else:
        asyncio.run(main())
