"""A desk at work: its disk, its loop, its jobs, its connection to the broker."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from klaxon.club.broker.account import BrokerAccount
from klaxon.club.broker.connection import BrokerConnection
from klaxon.club.desk.desk import Desk
from klaxon.club.desk.disk import DeskDisk
from klaxon.club.desk.jobs import DeskJobs, VerifyJobs, verify_apart
from klaxon.club.desk.pages import DeskPages
from klaxon.club.joining.newcomers import NewTables
from klaxon.club.outbox.kept import KeptRowsError
from klaxon.club.working import EndWorker


class RunningDesk:
    """A desk and all that works it."""

    def __init__(
        self,
        folder: Path,
        find: Callable[[], BrokerAccount | None],
        tournament: str = "",
        verify: VerifyJobs = verify_apart,
        newcomers: NewTables | None = None,
    ) -> None:
        """Open the folder of a desk; KeptRowsError or BookError where that fails. `find` says where the broker is."""
        self.disk = DeskDisk(folder, tournament)
        try:
            hall = self.disk.hall()
            self.desk = Desk(hall, self.disk.journals(hall), newcomers)
        except KeptRowsError:
            self.disk.close()
            raise
        self.worker = EndWorker(self.desk, self.disk.write, time.monotonic, self._on_written)
        self.jobs = DeskJobs(self.desk, self.worker, verify)
        self.connection = BrokerConnection(self.worker, find)
        self.pages = DeskPages(self.desk, self.worker, self.disk.journal)

    async def run(self) -> None:
        """Work until cancelled."""
        self.jobs.look()
        try:
            async with asyncio.TaskGroup() as tasks:
                working = tasks.create_task(self.worker.run(), name="desk")
                jobs = tasks.create_task(self.jobs.run(), name="desk jobs")
                try:
                    await self.connection.run()
                finally:
                    jobs.cancel()
                    working.cancel()
        finally:
            self.disk.close()

    def _on_written(self) -> None:
        self.jobs.look()
        self.desk.tell_lookers()
