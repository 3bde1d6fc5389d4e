"""The ledger: events are written to disk first, and sent to clients after that.

Entries that arrive while a commit is under way share the next one. A commit that takes long, because the disk is slow
or fails, stops the clock; one that fails is retried until it succeeds, or until the players choose to go on unsaved:
then everything is sent at once, and written when possible.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from klaxon.table.disk.journal import JournalError, Snapshot
from klaxon.table.disk.scribe import Scribe
from klaxon.table.play import Entry

LATE = 2.0
"""Seconds after which an unfinished commit stops the clock and is shown to everybody.

If it were shorter, everybody could see when the enemy gives a secret order.
"""
RETRY = 1.0
"""Seconds between tries to write to a disk that failed."""

Told = tuple[Entry, Any]
"""An entry, and the messages to send about it."""


class Ledger:
    """Sits between a table and the writer of its journal: writes entries first, then sends them."""

    def __init__(
        self,
        scribe: Scribe,
        tell: Callable[[list[Told]], None],
        changed: Callable[[], None],
        snapshot: Callable[[Sequence[Entry]], Snapshot | None],
    ) -> None:
        """`tell` sends what is on disk.

        `changed` is called when the state of saving changes; `snapshot` is asked before a commit.
        """
        self.scribe = scribe
        self.trouble: JournalError | None = None
        self.unsaved = False
        self.saving = False
        self.over = False
        """The game is over: when everything is written the journal becomes one file."""
        self._tell, self._changed, self._snapshot = tell, changed, snapshot
        self._loop = asyncio.get_running_loop()
        self._pending: list[Told] = []
        self._backlog: list[Entry] = []
        self._task: asyncio.Task[None] | None = None
        self._late_task: asyncio.Task[None] | None = None
        self._closed = False
        self._go_on = asyncio.Event()

    @property
    def standing(self) -> str:
        """`saving`, `stuck` or `unsaved`; '' if all is well, or is likely to be before anybody notices."""
        if self.unsaved:
            return "unsaved"
        if not self.saving:
            return ""
        return "saving" if self.trouble is None else "stuck"

    @property
    def is_settled(self) -> bool:
        """Whether everything is on disk and sent."""
        return not self._pending and self._task is None and not self._backlog

    @property
    def quiet(self) -> bool:
        """Whether nothing waits to be sent."""
        return not self._pending and self._task is None

    def add(self, pages: list[Told]) -> None:
        """Take entries to write, then to send."""
        if self._closed:
            return
        self._pending += pages
        if self._pending and self._task is None:
            self._task = self._loop.create_task(self._commit(), name="commit")

    def close(self) -> None:
        """Stop for good: nothing is written, retried or sent any more."""
        self._closed = True
        for task in (self._task, self._late_task):
            if task is not None:
                task.cancel()
        self.scribe.close()

    def go_on_unsaved(self) -> bool:
        """Go on without saving, as the players chose; return whether that was possible."""
        if self.standing != "stuck":
            return False
        self._go_on.set()
        return True

    async def _commit(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            pages = [page for page, _ in batch]
            if self.unsaved:
                self._backlog += pages
            else:
                await self._save(pages)
            self._tell(batch)
        if self.over and not self.unsaved:
            await self._finish()
        self._task = None
        self.add([])
        self._changed()

    async def _save(self, pages: list[Entry]) -> None:
        """Wait until entries are on disk, or until the players choose to go on unsaved."""
        late = self._loop.call_later(LATE, self._takes_long)
        self._go_on.clear()
        while not await self._write(pages):
            self._changed()
            try:
                async with asyncio.timeout(RETRY):
                    await self._go_on.wait()
            except TimeoutError:
                continue
            self.unsaved = True
            self._backlog = pages
            self._loop.call_later(RETRY, self._retry)
            break
        else:
            self.trouble = None
        late.cancel()
        if self.saving or self.unsaved:
            self.saving = False
            self._changed()

    async def _write(self, pages: list[Entry]) -> bool:
        snapshot = None if self._pending else self._snapshot(pages)
        try:
            await self.scribe.write([page.row for page in pages], snapshot)
        except JournalError as error:
            self.trouble = error
            return False
        return True

    def _takes_long(self) -> None:
        self.saving = True
        self._changed()

    def _retry(self) -> None:
        if not self._closed:
            self._late_task = self._loop.create_task(self._write_backlog(), name="backlog")

    async def _write_backlog(self) -> None:
        """Write everything that was not saved, as soon as the disk works again."""
        pages = self._backlog[:]  # they stay until they are written: nobody may take the table for settled
        if not await self._write(pages):
            self._loop.call_later(RETRY, self._retry)
            return
        del self._backlog[: len(pages)]
        if self._backlog:
            self._retry()
        else:
            self.unsaved, self.trouble = False, None  # not before: what was sent meanwhile is unsaved, too
            if self.over:
                await self._finish()
            self._changed()

    async def _finish(self) -> None:
        try:
            await self.scribe.finish()
        except JournalError as error:
            self.trouble = error
