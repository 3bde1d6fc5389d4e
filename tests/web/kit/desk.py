"""A desk whose pages are served: the hall of the club's tests behind it, and a disk that is there at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from websockets.asyncio.client import connect

from klaxon.club.desk.pages import DeskPages
from klaxon.web.desk.desk_routes import serve_desk
from klaxon.web.desk.desk_server import DeskServer
from klaxon.web.server.serve import Address
from tests.club.kit.hall import FakeHall
from tests.web.kit.callers import Caller


class DiskAtOnce:
    """Stands in for the worker of a desk: what was done is written, and the mail is out, when it is asked."""

    trouble = ""

    def __init__(self, hall: FakeHall) -> None:
        self._hall = hall

    def clock(self) -> float:
        return self._hall.now

    async def until_written(self) -> None:
        self._hall.turn()


class ServedDesk:
    """A hall, its server, and how to call it."""

    def __init__(self, hall: FakeHall, server: DeskServer, address: Address) -> None:
        self.hall, self.server, self.address = hall, server, address

    def link(self, page: str = "") -> str:
        return self.address.link(self.server.key if page == "desk" else "", page)

    @contextlib.asynccontextmanager
    async def caller(self, kind: str, **hello: Any) -> AsyncIterator[Caller]:
        host = f"{self.address.host}:{self.address.port}"
        async with connect(f"ws://{host}/ws/{kind}", origin=f"http://{host}", compression=None) as socket:  # type: ignore[arg-type]
            caller = Caller(socket)
            await caller.say({"hello": 1, **hello})
            yield caller

    async def picture(self, caller: Caller) -> dict[str, Any]:
        """The first picture of a page."""
        found = await caller.hear_until(lambda message: "tableau" in message)
        return dict(found["tableau"]["set"])


@contextlib.asynccontextmanager
async def served_desk(hall: FakeHall) -> AsyncIterator[ServedDesk]:
    """Serve the pages of a desk on a free port; all must have left in the end."""

    def read_journal(claim: str) -> bytes:
        return hall.rows.read("journals").get(claim, b"")

    server = DeskServer(DeskPages(hall.desk, DiskAtOnce(hall), read_journal))  # type: ignore[arg-type]
    async with serve_desk(server, "127.0.0.1", 0) as address:
        yield ServedDesk(hall, server, address)
    async with asyncio.timeout(30):
        while len(server.gate):  # noqa: ASYNC110 - connections end by themselves
            await asyncio.sleep(0.01)
