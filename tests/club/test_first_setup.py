"""The first set-up as a volunteer has it: a real desk with its page and broker, a real console, and one code."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from klaxon.club.broker import connection
from klaxon.club.broker.certificates import compact_authority
from klaxon.club.broker.hall_files import AUTHORITY
from klaxon.club.desk.running import RunningDesk
from klaxon.club.joining.introduction import DeskIntroduction, TableIntroduction, password_of
from klaxon.club.joining.newcomers import NewTables
from klaxon.club.table_side.hall_link import HallLink
from klaxon.club.table_side.membership import read_membership
from klaxon.club.topics import DESK_USER
from klaxon.console.console import Console
from klaxon.console.linked.hall_page import HallPage, HallStage
from klaxon.console.linked.pairing import Paired
from klaxon.console.options import ConsoleOptions
from klaxon.console.profile import virtual
from klaxon.hal.virtual import VirtualConsole
from klaxon.table.disk.shelf import Shelf
from klaxon.web.desk.desk_routes import serve_desk
from klaxon.web.desk.desk_server import DeskServer
from tests.club.kit.mosquitto import Mosquitto, needs_mosquitto
from tests.club.kit.waiting import until
from tests.console.kit.playing import in_process

pytestmark = needs_mosquitto


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mosquitto]:
    monkeypatch.setattr(connection, "SOONEST", 0.05)
    monkeypatch.setattr(connection, "LATEST", 0.2)
    started = Mosquitto(tmp_path / "broker")
    started.start()
    yield started
    started.close()


class Desk:
    """A desk with its page, and what it lets in."""

    def __init__(self, folder: Path, broker: Mosquitto) -> None:
        self._broker = broker
        authority = compact_authority((broker.files.folder / AUTHORITY).read_text("utf-8"))
        newcomers = NewTables(DeskIntroduction("Autumn", broker.port, authority), self._let_in)
        account = broker.files.account(DESK_USER, "127.0.0.1", broker.port)
        self.running = RunningDesk(folder, lambda: account, newcomers=newcomers)
        self.port = 0

    def _let_in(self, about: TableIntroduction, paired: Paired, name: str) -> None:
        self.running.desk.let_in(about.id, name, about.key, self.running.worker.clock())
        self._broker.files.let_in(about.id, password_of(paired.key))
        self._broker.load_again()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        server = DeskServer(self.running.pages)
        async with serve_desk(server, "127.0.0.1", 0) as address:
            self.port = address.port
            task = asyncio.create_task(self.running.run())
            try:
                yield
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


def test_a_code_on_the_panel_makes_a_console_a_table_of_the_hall(broker: Mosquitto, tmp_path: Path) -> None:
    async def story() -> None:
        desk = Desk(tmp_path / "desk", broker)
        async with desk.open():
            link = HallLink(tmp_path / "table", None, f"127.0.0.1:{desk.port}")
            hardware, shelf = VirtualConsole(virtual(), ()), Shelf(tmp_path / "table")
            console = Console(virtual(), hardware.devices(), shelf, in_process, ConsoleOptions(hall=link))
            link.attach(console, shelf, None)
            playing = asyncio.create_task(console.run())
            link.start()
            station = next(iter(console.stations.values()))
            await until(lambda: bool(station.pile))
            station.lay(HallPage(link, station))
            await until(lambda: link.standing.hall == "Autumn")
            pages = desk.running.pages
            (newcomer,) = pages.report("en")["newcomers"]
            wrong = "A" * 6 if link.standing.code != "A" * 6 else "B" * 6
            admit = {"do": "admit", "newcomer": newcomer["id"], "name": "Table 4"}
            assert await pages.act({**admit, "code": wrong}, "en") == ""
            await until(lambda: link.standing.is_wrong)
            await until(lambda: bool(pages.report("en")["newcomers"][0]["wrong"]))
            assert await pages.act({**admit, "code": link.standing.code}, "en") == ""
            await until(lambda: link.standing.stage is HallStage.THERE)
            await until(lambda: link.standing.name == "Table 4")
            (table,) = pages.report("en")["tables"]
            assert (table["name"], table["standing"], table["state"]) == ("Table 4", "here", "lobby")
            kept = read_membership(tmp_path / "table")
            assert kept is not None
            assert kept.is_member
            link.close()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await until(lambda: pages.report("en")["tables"][0]["standing"] == "away")

    asyncio.run(story())
