"""The journal of a game: one SQLite file that survives a power cut.

WAL mode with synchronous=FULL: when `append` returns, the rows are on the disk. Rows are only added. Each carries a
MAC over itself and the one before, keyed by this installation, so that a torn, altered or foreign journal is found
before it is played on (`disk/examine.py`); a damaged one is left as it is, to the byte. An open journal holds
the file's lock: a second daemon is turned away. A finished game is one file.

Nothing here knows asyncio; `scribe.py` calls it from the one thread that may wait for a disk.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from klaxon.rules.contract import Header
from klaxon.table.disk.database import FORMAT, PAGE, TABLES, Snapshot, connect, write_header
from klaxon.table.disk.durable_files import sync_folder
from klaxon.table.disk.errors import JournalError, failures
from klaxon.table.disk.examine import Examined, examine
from klaxon.table.disk.files import WAL, lock, parts_of, read_parts
from klaxon.table.disk.seal import mac
from klaxon.table.disk.witness import Witness
from klaxon.table.play import JournalRow

__all__ = ["FOLD_EVERY", "SNAPSHOT_EVERY", "Journal", "JournalError", "Snapshot", "look_into"]

SNAPSHOT_EVERY = 500
FOLD_EVERY = 50
"""Rows after which the write-ahead file is checkpointed into the journal's own file."""


def look_into(path: Path, key: bytes) -> Examined:
    """Return the contents of a journal that nobody has open, without changing anything."""
    with failures(path):
        held = lock(path, os.O_RDONLY, fcntl.LOCK_SH)
        try:
            parts = read_parts(path)
        finally:
            os.close(held)
        return examine(path, parts, key)


class Journal:
    """An open journal. Only one process has it at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection, header: Header, key: bytes) -> None:
        self.path, self.header = path, header
        self.count = 0
        self._key, self._head = key, b""
        self._connection = connection
        self._frame_counter = Witness(path, key)
        self._held = ExitStack()
        self._finished = False
        self._unfolded = 0
        self._fold_soon = False

    @classmethod
    def create(cls, path: Path, header: Header, key: bytes, *, note: str = "", synchronous: str = "FULL") -> Journal:
        """Create a journal at a path that does not exist yet; `synchronous` is changed only by tests that must fail."""
        text = write_header(header)
        with failures(path), ExitStack() as held:
            held.callback(os.close, lock(path, os.O_RDWR | os.O_CREAT | os.O_EXCL))
            try:
                connection = held.enter_context(closing(connect(path)))
                journal = cls(path, connection, header, key)
                journal._head = mac(key, b"", (text,))
                connection.execute(f"PRAGMA page_size={PAGE}")
                _use_wal(connection, synchronous)
                with connection:
                    connection.execute("BEGIN IMMEDIATE")
                    for statement in TABLES.values():
                        connection.execute(statement)
                    connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", (FORMAT, text, note, journal._head))
                _fold(connection)  # what the game starts from never lies in a write-ahead file alone
            except (sqlite3.Error, OSError):
                held.close()
                for file in parts_of(path).values():
                    file.unlink(missing_ok=True)  # nothing was ever shown of it
                raise
            journal._held = held.pop_all()
        return journal

    @classmethod
    def open(
        cls, path: Path, key: bytes, *, synchronous: str = "FULL"
    ) -> tuple[Journal, list[JournalRow], Snapshot | None]:
        """Open a journal to continue it: with its rows and the last snapshot. Everything is checked first."""
        with failures(path), ExitStack() as held:
            held.callback(os.close, lock(path))
            examined = examine(path, read_parts(path), key)
            header, rows, snapshot, head = examined.contents
            if not examined.sound:
                raise examined.damage(path)
            connection = held.enter_context(closing(connect(path)))
            finished = connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            if not finished:  # a finished game stays one file, as it is, until somebody adds to it
                _use_wal(connection, synchronous)
                _fold(connection)  # a torn end is gone before anything is written over it
            last = connection.execute("SELECT n, mac FROM rows ORDER BY n DESC LIMIT 1").fetchone()
            if last != ((len(rows), head) if rows else None):
                raise JournalError("journal-corrupt", path, where="file")  # it changed since it was examined
            journal = cls(path, connection, header, key)
            with connection:  # SQLite opens to read what it could not open to write, and says so only here
                connection.execute("DELETE FROM rows WHERE n < 0")
            journal.count, journal._head, journal._finished = len(rows), head, finished
            if examined.torn:
                journal.append(examined.torn)
            journal._held = held.pop_all()
        return journal, examined.rows, snapshot

    @property
    def wants_fold(self) -> bool:
        """Whether to checkpoint: the write-ahead file is long, the game is paused, or a write has failed."""
        return self._unfolded > 0 and (self._fold_soon or self._unfolded >= FOLD_EVERY)

    def append(self, rows: Sequence[JournalRow], snapshot: Snapshot | None = None) -> None:
        """Add rows, all of them or none; they are on the disk when this returns."""
        head, count, written = self._head, self.count, []
        for row in rows:
            count += 1
            head = mac(self._key, head, (count, row.at, row.kind, row.line))
            written.append((count, row.at, row.kind, row.line, head))
        with failures(self.path):
            try:
                self._insert(written, snapshot)
            except sqlite3.Error:
                self._fold_soon = True  # what it left behind the last commit must not be there for long
                raise
        self._head, self.count = head, count
        self._unfolded += len(rows)
        self._fold_soon = self._fold_soon or any(_is_pause(row) for row in rows)
        if written:
            self._frame_counter.note(count, head)

    def _insert(self, written: Sequence[tuple[object, ...]], snapshot: Snapshot | None) -> None:
        if self._finished:
            _use_wal(self._connection)  # in the other mode a row is safe only when a deletion is
            self._finished = False
        with self._connection:
            self._connection.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", written)
            if snapshot is not None:
                after = self._connection.execute("SELECT mac FROM rows WHERE n = ?", (snapshot.n,)).fetchone()[0]
                kept = (*snapshot, mac(self._key, after, ("snapshot", snapshot.state)))
                self._connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", kept)

    def fold(self) -> None:
        """Checkpoint the write-ahead file into the journal's own file, so that damage to one file costs few rows."""
        with failures(self.path):
            _fold(self._connection)
        self._unfolded, self._fold_soon = 0, False

    def finish(self) -> None:
        """Checkpoint everything into one file: the game is over."""
        with failures(self.path):
            _fold(self._connection)
            self._connection.execute("PRAGMA journal_mode=DELETE")
            self._connection.execute("PRAGMA locking_mode=NORMAL")
            self._connection.execute("SELECT format FROM journal").fetchone()  # now SQLite deletes what it kept open
            sync_folder(self.path.parent)
        self._finished, self._unfolded, self._fold_soon = True, 0, False
        self._frame_counter.remove()

    def close(self) -> None:
        """Close the file. If SQLite could checkpoint all of it, it is one file again."""
        self._frame_counter.close()
        with suppress(sqlite3.Error):
            self._connection.close()
        if not self.path.with_name(self.path.name + WAL).exists():
            self._frame_counter.remove()
        self._held.close()


def _is_pause(row: JournalRow) -> bool:
    return row.kind == "table" and row.line.split()[1:] == ["pause"]


def _fold(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _use_wal(connection: sqlite3.Connection, synchronous: str = "FULL") -> None:
    """Use WAL mode with full syncing and an exclusive lock (which avoids a third file)."""
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={synchronous}")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("COMMIT")
