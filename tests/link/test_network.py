"""Over the network: TLS, a certificate that the pairing proved, and a table that both ends share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

import pytest

from klaxon import data
from klaxon.console.linked.other_console import LentSeats, LinkStage
from klaxon.console.play.seat_client import SeatClient, SeatListener
from klaxon.link.certificates import guest_context, host_context
from klaxon.link.console_link import ConsoleLink, LinkSetup
from klaxon.link.discovery import answer_calls, call_for_hosts, read_answer
from klaxon.link.network import NetworkCarrier, NetworkDoor
from klaxon.rules.contract import Seat
from klaxon.rules.games import game_named
from klaxon.table.host import Tokens, open_table
from klaxon.table.setup import make_header
from tests.link.kit.two_consoles import Keeping

HERE = "127.0.0.1"
PATIENCE = 120.0


class Station(SeatListener):
    """A station of the guest that notes what it sees."""

    def __init__(self, changed: asyncio.Event) -> None:
        self.seen: list[Seat] = []
        self._changed = changed

    def on_view(self, seat: Seat) -> None:
        self.seen.append(seat)
        self._changed.set()


class Nobody:
    """A game that a guest asks nothing of."""

    def call_understudies(self, seats: object) -> None: ...

    def leave(self) -> None: ...


class Network:
    """Consoles on a network of this machine."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.links: list[ConsoleLink] = []
        self.doors: list[NetworkDoor] = []

    async def host(self, keeping: Keeping) -> ConsoleLink:
        def no_ways(_role: str, _link: ConsoleLink) -> list[NetworkCarrier]:
            return []

        link = self._start(ConsoleLink(LinkSetup("host", "test", no_ways), keeping.memory, keeping))
        door = NetworkDoor(host_context(link.memory.own_certificate), link.meet, 0)
        assert not await door.open(link.memory.number)
        self.doors.append(door)
        return link

    def guest(self, keeping: Keeping, door: int = 0) -> ConsoleLink:
        def ways(_role: str, link: ConsoleLink) -> list[NetworkCarrier]:
            return [NetworkCarrier(guest_context(), f"{HERE}:{self.doors[door].port}", link.identity.is_wanted)]

        return self._start(ConsoleLink(LinkSetup("guest", "test", ways), keeping.memory, keeping))

    def _start(self, link: ConsoleLink) -> ConsoleLink:
        link.changed = self.changed.set
        link.start()
        self.links.append(link)
        return link

    async def until(self, is_so: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                self.changed.clear()
                await self.changed.wait()

    async def pair(self, host: ConsoleLink, guest: ConsoleLink) -> None:
        host.show_code()
        guest.enter_code(host.standing.code)
        await self.until(lambda: all(each.standing.stage is LinkStage.JOINED for each in (host, guest)))


@asynccontextmanager
async def network() -> AsyncIterator[Network]:
    made = Network()
    try:
        with mock.patch("klaxon.link.network.SILENT_AFTER", PATIENCE):  # a busy machine is no silence
            yield made
    finally:
        for link in made.links:
            link.close()
        for door in made.doors:
            door.close()
        await asyncio.sleep(0)


def over_the_network(tell: Callable[[Network], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    async def run() -> None:
        async with network() as net:
            await tell(net)

    def test() -> None:
        asyncio.run(run())

    test.__name__ = tell.__name__
    return test


@over_the_network
async def test_a_guest_is_shown_its_own_seat(net: Network) -> None:
    host, guest = await net.host(Keeping("host")), net.guest(Keeping("guest"))
    await net.pair(host, guest)
    game = game_named("sonar")
    header = make_header(game, {}, data.read, "7")
    assert not isinstance(header, list)
    tokens = Tokens.create(game)
    table = open_table(game, header, None, tokens, data.read)
    table.begin()
    host.lend(table, tokens, LentSeats("sonar", "blue", (Seat("blue.captain"),), "captain"), Nobody())
    await net.until(lambda: guest.lent_table)
    assert guest.lent_table is not None
    station = Station(net.changed)
    client = SeatClient(guest.lent_table, "blue", "blue-1", [Seat("blue.captain")], station)
    await net.until(lambda: station.seen)
    assert client.seen[Seat("blue.captain")].view
    host.end_lending()
    await net.until(lambda: guest.lent_table is None)
    table.close()


@over_the_network
async def test_a_guest_that_starts_again_is_let_in_by_its_key(net: Network) -> None:
    kept = Keeping("guest")
    host, guest = await net.host(Keeping("host")), net.guest(kept)
    await net.pair(host, guest)
    guest.close()
    await net.until(lambda: host.standing.stage is LinkStage.SILENT)
    net.guest(kept)
    await net.until(lambda: host.standing.stage is LinkStage.JOINED)


@over_the_network
async def test_another_host_at_the_same_address_is_refused(net: Network) -> None:
    kept = Keeping("guest")
    host, guest = await net.host(Keeping("host")), net.guest(kept)
    await net.pair(host, guest)
    guest.close()
    await net.host(Keeping("host"))
    stranger = net.guest(kept, door=1)
    await net.until(lambda: stranger.standing.trouble)
    assert stranger.standing.trouble == "wrong-console"


@over_the_network
async def test_a_second_guest_is_told_that_there_is_one(net: Network) -> None:
    first, second = Keeping("guest"), Keeping("guest")
    host, guest = await net.host(Keeping("host")), net.guest(first)
    await net.pair(host, guest)
    known = dict(host.memory.known)
    late = net.guest(second)
    host.show_code()
    late.enter_code(host.standing.code)
    await net.until(lambda: late.standing.trouble)
    assert late.standing.trouble == "two-guests"
    assert guest.standing.stage is LinkStage.JOINED
    assert known.items() <= host.memory.known.items()


@pytest.mark.parametrize(
    "answer", [b"", b"klaxon link ", b"klaxon link a b", b"klaxon link a 0", b"klaxon link a 70000"]
)
def test_what_is_no_answer_names_no_host(answer: bytes) -> None:
    assert read_answer(answer, HERE) is None


def test_a_host_answers_a_call() -> None:
    async def call() -> list[tuple[str, str, int]]:
        answering = await answer_calls("abc", 4711, 0)
        port = answering.get_extra_info("sockname")[1]
        try:
            return await call_for_hosts(HERE, port)
        finally:
            answering.close()

    assert asyncio.run(call()) == [("abc", HERE, 4711)]
