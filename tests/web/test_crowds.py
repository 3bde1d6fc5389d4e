"""Clients that are too many, too slow, or silent: who is at the table does not notice."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from klaxon.web.server import gate
from klaxon.web.server.gate import ASKING
from klaxon.web.stations import visit
from tests.web.kit.callers import Caller, House, at_home, under_attack


def test_hundreds_of_connections_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "SILENT", 48)  # with both ends here a test would need more files than it has
    monkeypatch.setattr(gate, "SILENT_EACH", 48)

    async def attack(house: House) -> None:
        crowd: list[asyncio.StreamWriter] = []
        for _ in range(900):
            _, writer = await asyncio.open_connection(house.address.host, house.address.port)
            crowd.append(writer)
        async with house.guest("blue-2") as late:  # comes after all of them
            await late.settled()
            assert len(house.stand.page.gate) <= 48 + 2
        for writer in crowd:
            writer.transport.abort()

    under_attack(attack)


def test_a_crowd_that_shakes_hands_and_says_nothing_keeps_nobody_out() -> None:
    async def attack(house: House) -> None:
        async with contextlib.AsyncExitStack() as crowd:
            callers = []
            for _ in range(200):
                with contextlib.suppress(ConnectionClosed, InvalidMessage, OSError):
                    callers.append(await crowd.enter_async_context(house.stranger(close_timeout=0.01)))
            async with house.guest("blue-2") as late:
                await late.settled()
            gone = [caller for caller in callers if caller.socket.close_code is not None]
            assert len(callers) - len(gone) <= ASKING

    under_attack(attack)


def test_whoever_says_no_hello_has_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "HELLO_SECONDS", 0.05)

    async def attack(house: House) -> None:
        async with house.stranger() as silent:
            assert await silent.ended() == (4408, "hello")

    under_attack(attack)


def test_whoever_says_nothing_at_all_has_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.web.server.gate.PATIENCE", 0.05)

    async def attack(house: House) -> None:
        reader, writer = await asyncio.open_connection(house.address.host, house.address.port)
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()

    under_attack(attack)


@contextlib.asynccontextmanager
async def not_reading(house: House, station: str) -> AsyncIterator[Caller]:
    """A page that was welcomed and reads nothing any more; its pockets are small."""
    pocket = socket.socket()
    pocket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 * 1024)
    pocket.connect(house.address)
    async with house.guest(station, sock=pocket, max_queue=None, ping_interval=None) as guest:
        await guest.settled()
        guest.socket.transport.pause_reading()
        yield guest
        guest.socket.transport.abort()


def test_a_page_that_does_not_read_is_sent_the_latest_only() -> None:
    async def attack(house: House) -> None:
        async with not_reading(house, "red-3") as slow, house.guest("red-3") as other:
            for n in range(800):  # many times what all buffers hold
                lines = lines_of(n)
                house.stand.show("red-3", *lines)
                await other.hear_until(lambda message, lines=lines: message == {"words": ["red-3", lines]})  # type: ignore[misc]
            waiting = [guest for guest in house.stand.page.guests if guest._latest]
            assert all(list(guest._latest) == ["red-3"] for guest in waiting)
            assert waiting
            slow.socket.transport.resume_reading()
            last = list(house.stand.console.picture("red-3").words)
            await slow.hear_until(lambda message: message == {"words": ["red-3", last]})
            assert bytes(slow.panels[0]) == house.stand.console.picture("red-3").bits

    under_attack(attack)


def test_a_page_that_never_reads_again_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "STALL", 0.05)

    async def story(house: House) -> None:
        async with not_reading(house, "red-3") as slow, house.guest() as honest:
            await slow.say({"down": ["red-3", "ok"]})
            n = 0
            while len(house.stand.page.guests) > 1:
                n += 1
                house.stand.show("red-3", *lines_of(n))
                await honest.hear_until(lambda message, n=n: message == {"words": ["red-3", lines_of(n)]})  # type: ignore[misc]
            await house.until(lambda: len(house.stand.log.moves) == 2)
            assert house.stand.moves == ["red-3 ok down", "red-3 ok up"]  # nobody holds a key who is not there
            await house.still_serves(honest)

    at_home(story)


def lines_of(n: int) -> list[str]:
    """Lines that differ from those before them in most of their pixels."""
    return [f"{n * 7 + row:05d} {'#' * (n % 11)}" for row in range(5)]
