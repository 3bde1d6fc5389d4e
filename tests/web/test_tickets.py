"""Tickets: the short links that a code on a panel holds."""

from __future__ import annotations

import asyncio
import socket
from contextlib import closing
from http.client import HTTPConnection

from klaxon.web.server.serve import Address, own_address
from klaxon.web.stations.tickets import LENGTH, LETTERS, LIFE, Tickets
from tests.web.kit.stand import Stand


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_ticket_opens_its_station_for_a_while() -> None:
    clock = Clock()
    tickets = Tickets(clock)
    ticket = tickets.issue("red-1")
    assert len(ticket) == LENGTH
    assert set(ticket) <= set(LETTERS)
    assert tickets.opens(ticket) == tickets.opens(ticket.lower()) == "red-1"
    clock.now += LIFE
    assert tickets.opens(ticket) == ""


def test_a_new_ticket_voids_the_one_before_but_not_that_of_others() -> None:
    tickets = Tickets(Clock())
    old, other, new = tickets.issue("red-1"), tickets.issue("red-2"), tickets.issue("red-1")
    assert [tickets.opens(ticket) for ticket in (old, other, new)] == ["", "red-2", "red-1"]


def test_what_is_no_ticket_opens_nothing() -> None:
    tickets = Tickets(Clock())
    tickets.issue("red-1")
    assert [tickets.opens(word) for word in ("", "0" * LENGTH, "Ä" * LENGTH, "\ud800")] == ["", "", "", ""]


def test_the_link_has_only_letters_of_the_small_alphabet() -> None:
    link = Address("192.168.1.20", 8080).short("7K3M9QXZ")
    assert link == "HTTP://192.168.1.20:8080/P/7K3M9QXZ"


def test_a_page_for_all_is_reached_by_the_address_of_this_machine() -> None:
    assert Address("0.0.0.0", 80).link("key") == f"http://{own_address()}:80/#key"  # noqa: S104 - only said
    socket.inet_aton(own_address())


def test_the_link_leads_to_the_page_of_the_station() -> None:
    async def scan() -> None:
        house = Stand()
        async with house.served() as address:
            ticket = house.page.tickets.issue("red-2")
            for _ in range(2):  # what reads codes looks at a link before a person does
                assert await _get(address, f"/P/{ticket}") == (303, f"/#{ticket}")
            assert await _get(address, f"/P/{ticket[::-1]}x") == (410, None)
            assert await _get(address, "/P/") == (404, None)

    asyncio.run(scan())


async def _get(address: Address, path: str) -> tuple[int, str | None]:
    def ask() -> tuple[int, str | None]:
        with closing(HTTPConnection(address.host, address.port, timeout=30)) as line:
            line.request("GET", path)
            with line.getresponse() as answer:
                return answer.status, answer.getheader("Location")

    return await asyncio.to_thread(ask)
