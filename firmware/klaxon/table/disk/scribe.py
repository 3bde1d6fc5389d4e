"""The scribe: the only thread that waits for the disk. Rows that arrive meanwhile share the next commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol

from klaxon.table.disk.journal import Journal, JournalError, Snapshot
from klaxon.table.play import JournalRow

_log = logging.getLogger(__name__)


class Scribe(Protocol):
    """Writes rows so that they survive a power cut; raises JournalError if it cannot."""

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        """Wait until the rows are on disk."""

    async def finish(self) -> None:
        """Write everything into one file: the game is over."""

    def close(self) -> None:
        """Close the file."""


class JournalScribe:
    """Writes a journal in a thread of its own, named `scribe`."""

    def __init__(self, journal: Journal) -> None:
        """Take over a journal: from now on only the thread uses it."""
        self._journal = journal
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="scribe")

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        """Commit rows. A checkpoint comes afterwards, so that no announcement waits for it."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._journal.append, rows, snapshot)
        if self._journal.wants_fold:
            with suppress(RuntimeError):  # the table was left meanwhile: closing folds too
                asyncio.get_running_loop().run_in_executor(self._thread, self._fold)

    async def finish(self) -> None:
        """Checkpoint the journal into one file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._journal.finish)

    def close(self) -> None:
        """Wait for the thread and close the file."""
        self._thread.shutdown(wait=True)
        self._journal.close()
        _log.info("the journal %s is closed", self._journal.path.stem)

    def _fold(self) -> None:
        try:
            self._journal.fold()
        except JournalError as error:  # all rows are where they were; the next rows bring it up again
            _log.warning("the journal %s could not be folded: %s", self._journal.path.stem, error.code)


class NoScribe:
    """Writes nothing: for a game that is not kept."""

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        """Discard the rows."""

    async def finish(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
