"""A console's way into a hall: it asks to be let in, and once it is a table there it stays connected."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from klaxon.club.table_side.membership import HallMembership, keep_membership, new_membership
from klaxon.console.console import Console
from klaxon.console.devices.health import DeviceHealth
from klaxon.console.linked.hall_page import HallStage, HallStanding
from klaxon.table.disk.shelf import Shelf

if TYPE_CHECKING:  # a console that is in no hall loads neither zeroconf nor MQTT, nor what makes it a table
    from klaxon.club.broker.account import BrokerAccount
    from klaxon.club.joining.asking import Asking
    from klaxon.club.joining.discovery import DeskBrowser
    from klaxon.club.joining.introduction import FoundDesk
    from klaxon.club.table_side.console_table import ConsoleTable
    from klaxon.club.table_side.table_end import TableEnd

ROWS = "hall.rows"
ASK_EVERY = 0.5
"""Seconds between two questions to a desk, while nobody has typed the code."""
LOOK_AGAIN = 5.0
"""Seconds until a network is looked for again where there was none."""

NO_TABLE = "this console is no table of its hall: %s: %s"

_log = logging.getLogger(__name__)


class HallLink:
    """This console and the hall it is a table of, if it is one of any."""

    def __init__(self, folder: Path, kept: HallMembership | None, where: str = "") -> None:
        """Use a state folder. `where` is the address of the desk (HOST:PORT), '' to find it by itself."""
        self.changed: Callable[[], None] = lambda: None
        self._folder, self._membership, self._where = folder, kept or new_membership(), where
        self._browser: DeskBrowser | None = None
        self._asking: Asking | None = None
        self._attached: tuple[Console, Shelf | None, DeviceHealth | None] | None = None
        self._table: ConsoleTable | None = None
        self._end: TableEnd | None = None
        self._is_there = False
        self._tasks: dict[str, asyncio.Task[None]] = {}

    # What the console asks

    @property
    def standing(self) -> HallStanding:
        """How this console stands with a hall."""
        own = self._membership
        if self._asking is not None:
            asked = self._asking
            return HallStanding(HallStage.ASKING, asked.hall, "", asked.code, asked.is_wrong)
        if not own.is_member:
            return HallStanding()
        stage = HallStage.THERE if self._end is not None and self._end.desk_here else HallStage.AWAY
        return HallStanding(stage, own.hall, own.name)

    def ask(self) -> None:
        """Look for a desk, and show a code."""
        from klaxon.club.joining.asking import Asking  # noqa: PLC0415 - most consoles are in no hall

        if self._asking is None and not self._membership.is_member:
            self._asking = Asking(self._membership, socket.gethostname())
            self._look()
            self._run("asking", self._ask(self._asking))
            self.changed()

    def leave(self) -> None:
        """Stop asking, or be no table of the hall any more."""
        self._stop("asking")
        self._asking = None
        if self._membership.is_member:
            self._stop("table")
            self._keep(self._membership.without_hall())
        self.changed()

    # The console

    def attach(self, console: Console, shelf: Shelf | None, health: DeviceHealth | None) -> None:
        """Be the way of a console; `start` follows."""
        self._attached = (console, shelf, health)

    def start(self) -> None:
        """Go to the hall of the last evening, if there was one."""
        if self._membership.is_member:
            self._look()
            self._run("table", self._be_table())

    def close(self) -> None:
        """The console ends."""
        for name in [*self._tasks]:
            self._stop(name)

    def _run(self, name: str, work: Any) -> None:
        self._tasks[name] = asyncio.get_running_loop().create_task(work, name=f"hall {name}")

    def _stop(self, name: str) -> None:
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()

    def _keep(self, membership: HallMembership) -> None:
        self._membership = membership
        loop = asyncio.get_running_loop()
        loop.run_in_executor(None, keep_membership, self._folder, membership).add_done_callback(_log_failure)

    # Finding the desk

    def _look(self) -> None:
        if "looking" not in self._tasks and not self._where:
            from klaxon.club.joining.discovery import DeskBrowser  # noqa: PLC0415 - most consoles are in no hall

            self._browser = DeskBrowser()
            self._run("looking", self._browse(self._browser))

    async def _browse(self, browser: DeskBrowser) -> None:
        while True:
            try:
                await browser.run()
            except OSError as error:
                _log.info("no network to find a desk on: %s", error)
            await asyncio.sleep(LOOK_AGAIN)

    def _desk(self, hall: str = "") -> FoundDesk | None:
        from klaxon.club.joining.introduction import FoundDesk  # noqa: PLC0415 - most consoles are in no hall

        if self._where:
            host, _, port = self._where.rpartition(":")
            return FoundDesk(hall, host or port, int(port) if host and port.isdigit() else 8080)
        return self._browser.desk(hall) if self._browser is not None else None

    async def _ask(self, asking: Asking) -> None:
        from klaxon.club.joining.question import put_question  # noqa: PLC0415 - most consoles are in no hall

        while asking.member is None:
            desk = self._desk()
            if desk is not None:
                before = (asking.hall, asking.code)
                answer = await put_question(desk, asking.question())
                asking.take(answer, desk.host)
                if before != (asking.hall, asking.code):
                    self.changed()
            if not asking.is_under_way:
                await asyncio.sleep(ASK_EVERY)
        desk = self._desk()
        if desk is not None and asking.is_under_way:  # the last word: the desk waits for it
            await put_question(desk, asking.question())
        self._asking = None
        self._keep(asking.member)
        self._run("table", self._be_table())
        self.changed()

    # Being a table

    def _account(self) -> BrokerAccount:
        from klaxon.club.broker.account import BrokerAccount  # noqa: PLC0415 - most consoles are in no hall

        own = self._membership
        found = self._desk(own.hall)
        return BrokerAccount(found.host if found else own.host, own.port, own.id, own.password, own.authority)

    async def _be_table(self) -> None:
        if self._attached is None:
            return
        from klaxon.club.broker.connection import BrokerConnection  # noqa: PLC0415 - most consoles are in no hall
        from klaxon.club.outbox.kept import KeptRows, KeptRowsError  # noqa: PLC0415 - as above
        from klaxon.club.signing import SigningKey  # noqa: PLC0415 - as above
        from klaxon.club.table_side.console_health import ConsoleHealth  # noqa: PLC0415 - as above
        from klaxon.club.table_side.console_table import ConsoleTable  # noqa: PLC0415 - as above
        from klaxon.club.table_side.table_end import TableEnd, TableIdentity  # noqa: PLC0415 - as above
        from klaxon.club.working import EndWorker  # noqa: PLC0415 - as above

        console, shelf, health = self._attached
        own, loop = self._membership, asyncio.get_running_loop()
        try:
            rows = await loop.run_in_executor(None, KeptRows.open, self._folder / ROWS)
        except KeptRowsError as error:
            _log.warning(NO_TABLE, error.path, error.problem)
            return
        table = ConsoleTable(console, shelf)
        identity = TableIdentity(own.id, SigningKey(bytes.fromhex(own.secret)), own.box, own.name)
        kept = self._folder if shelf is not None else None
        try:
            with rows.understood():
                end = TableEnd(identity, rows.read, table.carry_out, ConsoleHealth(health, kept))
        except KeptRowsError as error:
            _log.warning(NO_TABLE, error.path, error.problem)
            rows.close()
            return
        worker = EndWorker(end, rows.write, loop.time, self._on_written)
        table.end, table.wake, table.on_name = end, worker.wake, self._take_name
        self._table, self._end = table, end
        table.begin()
        try:
            async with asyncio.TaskGroup() as tasks:
                working = tasks.create_task(worker.run(), name="hall worker")
                try:
                    await BrokerConnection(worker, self._account).run()
                finally:
                    working.cancel()
        finally:
            table.close()
            self._end = self._table = None
            rows.close()

    def _on_written(self) -> None:
        is_there = self._end is not None and self._end.desk_here
        if is_there != self._is_there:
            self._is_there = is_there
            self.changed()

    def _take_name(self, name: str) -> None:
        if name != self._membership.name:
            self._keep(replace(self._membership, name=name[:40]))
            self.changed()


def _log_failure(done: asyncio.Future[None]) -> None:
    if not done.cancelled() and done.exception() is not None:
        _log.warning("the membership of a hall cannot be kept: %s", done.exception())
