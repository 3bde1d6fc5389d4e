"""Who may stand in the doorway: a crowd pushes out itself, never who comes from elsewhere with a key."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from klaxon.table.fake_time import travel
from klaxon.table.token_bucket import TokenBucket, TokenBuckets
from klaxon.web.server import gate
from klaxon.web.server.gate import ASKING, GUESTS, PATIENCE, SILENT, Address, Crowd, Gate
from tests.web.kit.callers import House, at_home

HONEST: Address = ("192.0.2.1", 1)


def crowd_of(addresses: int) -> Iterator[Address]:
    """Connections of so many addresses, in turn and without end."""
    port = 1
    while True:
        port += 1
        yield f"198.51.100.{port % addresses}", port


@pytest.mark.parametrize("addresses", [1, 2, 7, 40, 200])
@pytest.mark.parametrize("knocks", [100, 5000])
def test_a_crowd_of_few_addresses_pushes_out_itself(addresses: int, knocks: int) -> None:
    crowd, knocking = Crowd(SILENT, SILENT), crowd_of(addresses)
    before, after = ([next(knocking) for _ in range(knocks)] for _ in range(2))
    for who in (*before, HONEST, *after):
        if gone := crowd.add(who):
            assert gone != HONEST
            crowd.discard(gone)
        assert len(crowd) <= SILENT


def test_an_address_has_no_more_than_its_share() -> None:
    crowd = Crowd(10, 3)
    assert [crowd.add(("a", n)) for n in range(3)] == [None] * 3
    assert crowd.add(("a", 3)) == ("a", 0)


def test_of_many_that_have_come_alone_the_oldest_makes_room() -> None:
    crowd = Crowd(3, 3)
    assert [crowd.add((host, 1)) for host in "abc"] == [None] * 3
    assert crowd.add(("d", 1)) == ("a", 1)


def in_a_loop(story: Callable[[], None]) -> None:
    """Tell a story of a gate, whose patience is measured by a loop."""

    async def tell() -> None:
        story()

    asyncio.run(tell())


def test_who_has_said_something_is_not_pushed_out_by_who_says_nothing() -> None:
    def story() -> None:
        doors, gone = Gate(), []
        doors.admit_silent(HONEST, lambda: gone.append(HONEST))
        doors.ask(HONEST)
        for port in range(2, 3 * SILENT):  # even from the same address
            doors.admit_silent((HONEST[0], port), lambda: None)
        assert doors.strangers <= SILENT + 1
        assert not gone
        assert doors.welcome(HONEST, "key")
        doors.clear()
        assert not len(doors)

    in_a_loop(story)


def test_who_asks_from_elsewhere_is_not_pushed_out_by_who_asks_on() -> None:
    def story() -> None:
        doors, gone = Gate(), []
        doors.admit_silent(HONEST, lambda: gone.append(HONEST))
        doors.ask(HONEST)
        knocking = crowd_of(5)
        for _ in range(3 * ASKING):
            who = next(knocking)
            doors.admit_silent(who, lambda: None)
            doors.ask(who)
        assert doors.strangers <= ASKING
        assert doors.welcome(HONEST, "key")
        assert not gone
        doors.clear()

    in_a_loop(story)


def test_a_stranger_whose_answer_is_being_made_may_wait_for_it_and_then_has_its_time() -> None:
    async def story() -> None:
        doors, cut = Gate(), list[Address]()
        for who in (HONEST, ("192.0.2.2", 2)):
            doors.admit_silent(who, partial(cut.append, who))
            doors.ask(who)
        with doors.answering(HONEST):
            await asyncio.sleep(3 * PATIENCE)
            assert cut == [("192.0.2.2", 2)], "nobody makes an answer for the other"
        await asyncio.sleep(PATIENCE - 1)
        assert HONEST not in cut
        await asyncio.sleep(2)
        assert HONEST in cut

    travel(story)


def test_a_key_has_room_for_some_and_each_address_for_its_share() -> None:
    def story() -> None:
        doors = Gate()
        knocking = [(f"h{n % 4}", n) for n in range(20)]
        for who in knocking:
            doors.admit_silent(who, lambda: None)
        assert [doors.welcome(who, "key", 6, 2) for who in knocking[:8]] == [True] * 6 + [False] * 2
        assert doors.welcome(("h0", 8), "other", GUESTS)
        doors.leave(("h1", 1))
        assert [doors.welcome(who, "key", 6, 2) for who in [("h0", 12), ("h1", 9)]] == [False, True]
        doors.clear()

    in_a_loop(story)


def test_a_crowd_keeps_out_nobody_who_takes_a_slow_network_s_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many come between what a page says and what it says next: it is let in."""
    for name, room in {"SILENT": 60, "SILENT_EACH": 40, "ASKING": 20, "ASKING_EACH": 10}.items():
        monkeypatch.setattr(gate, name, room)  # a test has fewer files than a daemon

    async def story(house: House) -> None:
        host = f"{house.address.host}:{house.address.port}"
        lines = [f"Host: {host}", f"Origin: http://{host}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"]
        request = "\r\n".join(["GET /ws HTTP/1.1", *lines, "", ""]).encode()
        with contextlib.ExitStack() as crowd:
            reader, writer = await asyncio.open_connection(*house.address)
            await _knock(house, crowd, "127.0.0.2", 100, b"")
            writer.write(request)
            await reader.readuntil(b"\r\n\r\n")
            await _knock(house, crowd, "127.0.0.2", 100, b"")
            await _knock(house, crowd, "127.0.0.3", 40, request)
            hello = json.dumps({"hello": 1, "token": house.stand.keys.of_station["red-1"]}).encode()
            writer.write(bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello)
            assert b"welcome" in await reader.readexactly(20)
            writer.transport.abort()

    at_home(story)


async def _knock(house: House, crowd: contextlib.ExitStack, source: str, count: int, said: bytes) -> None:
    """Come from an address so many times, and say something; all of them are let in before this returns."""
    loop = asyncio.get_running_loop()
    for _ in range(count):
        each = crowd.enter_context(socket.socket())
        each.setblocking(False)
        each.bind((source, 0))
        await loop.sock_connect(each, house.address)
        if said:
            await loop.sock_sendall(each, said)
    doors, last = house.stand.page.gate, each.getsockname()
    await house.until(lambda: last in doors._asking if said else last in doors._timers)


def test_pages_of_one_key_share_a_bucket_and_others_have_their_own() -> None:
    now = 0.0
    buckets = TokenBuckets(10, 5, 4)
    pages = [buckets.of("red", lambda: now) for _ in range(8)]
    waits = [page.borrow() for page in pages for _ in range(2)]
    assert waits == [0.0] * 10 + [pytest.approx(n / 5) for n in range(1, 7)]
    assert buckets.of("blue", lambda: now).borrow() == 0.0
    now = 60.0
    assert pages[0].borrow() == 0.0


def test_the_bucket_unused_for_longest_is_forgotten() -> None:
    buckets = TokenBuckets(1, 1, 2)
    first = buckets.of("a", lambda: 0.0)
    second = buckets.of("b", lambda: 0.0)
    assert buckets.of("a", lambda: 0.0) is first
    buckets.of("c", lambda: 0.0)
    assert buckets.of("a", lambda: 0.0) is first
    assert buckets.of("b", lambda: 0.0) is not second


def test_what_is_spent_comes_back_in_time() -> None:
    now = 0.0
    bucket = TokenBucket(lambda: now, 2, 1)
    assert [bucket.spend() for _ in range(3)] == [True, True, False]
    now = 1.0
    assert [bucket.spend() for _ in range(2)] == [True, False]
