"""The journal of a game: one SQLite file that survives the mains plug.

WAL mode with synchronous=FULL: when `append` returns, the rows are on the disk. Rows are only added. Each carries a
MAC over itself and the one before, keyed by this installation, so that a torn, altered or foreign journal is found
before it is played on. The connection holds the file's lock while it is open: a second daemon is turned away. A
finished game is one file.

Nothing here knows asyncio; `scribe.py` calls it from the one thread that may wait for a disk.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from klaxon.rules.contract import Header, Ms
from klaxon.table.play import Row

FORMAT = 1
SNAPSHOT_EVERY = 500
_SCHEMA = """
CREATE TABLE journal (format INTEGER NOT NULL, header TEXT NOT NULL, note TEXT NOT NULL, mac BLOB NOT NULL);
CREATE TABLE rows (
    n INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, line TEXT NOT NULL, mac BLOB NOT NULL);
CREATE TABLE snapshots (n INTEGER PRIMARY KEY, state BLOB NOT NULL, mac BLOB NOT NULL);
"""


class JournalError(Exception):
    """A journal that cannot be used. `code` and `facts` make the sentence; the file is left as it is."""

    def __init__(self, code: str, path: Path, **facts: object) -> None:
        super().__init__(code)
        self.code, self.facts = code, {"path": str(path), **facts}


class Snapshot(NamedTuple):
    """The state after the first `n` rows, encoded: a cache that spares a resume the rows before it."""

    n: int
    state: bytes


class Journal:
    """An open journal. Only one process has it at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection, header: Header, key: bytes) -> None:
        self.path, self.header = path, header
        self.count = 0
        self._key, self._head = key, b""
        self._connection = connection

    @classmethod
    def create(cls, path: Path, header: Header, key: bytes, *, note: str = "", synchronous: str = "FULL") -> Journal:
        """Begin a journal at a path that does not exist yet. Another `synchronous` is for tests that must fail."""
        if path.exists():
            raise JournalError("journal-exists", path)
        connection = _connect(path, synchronous)
        text = json.dumps(asdict(header), sort_keys=True)
        journal = cls(path, connection, header, key)
        journal._head = journal._mac(b"", text)
        try:
            with connection:
                for statement in _SCHEMA.strip().split(";\n"):
                    connection.execute(statement)
                connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", (FORMAT, text, note, journal._head))
        except sqlite3.Error as error:
            connection.close()
            raise _failed(path, error) from None
        return journal

    @classmethod
    def open(cls, path: Path, key: bytes, *, synchronous: str = "FULL") -> tuple[Journal, list[Row], Snapshot | None]:
        """Open a journal to go on with: with its rows, and the last snapshot. Everything is checked first."""
        if not path.exists():
            raise JournalError("journal-missing", path)
        connection = _connect(path, synchronous)
        try:
            header, rows, snapshot, head = _read(path, connection, key)
        except sqlite3.Error as error:
            connection.close()
            raise _failed(path, error) from None
        except JournalError:
            connection.close()
            raise
        journal = cls(path, connection, header, key)
        journal.count, journal._head = len(rows), head
        return journal, rows, snapshot

    def append(self, rows: Sequence[Row], snapshot: Snapshot | None = None) -> None:
        """Add rows, all of them or none; they are on the disk when this returns."""
        head, count, written = self._head, self.count, []
        for row in rows:
            count += 1
            head = self._mac(head, count, row.at, row.kind, row.line)
            written.append((count, row.at, row.kind, row.line, head))
        try:
            with self._connection:
                self._connection.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", written)
                if snapshot is not None:
                    kept = (snapshot.n, snapshot.state, self._mac(b"snapshot", snapshot.n, snapshot.state.decode()))
                    self._connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", kept)
        except sqlite3.Error as error:
            raise _failed(self.path, error) from None
        self._head, self.count = head, count

    def finish(self) -> None:
        """Fold everything into one file: the game is over."""
        try:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as error:
            raise _failed(self.path, error) from None

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _mac(self, head: bytes, *facts: object) -> bytes:
        return _mac(self._key, head, facts)


def _connect(path: Path, synchronous: str) -> sqlite3.Connection:
    """Open the file and take its lock, for as long as the connection lives."""
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level="IMMEDIATE", check_same_thread=False)
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={synchronous}")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise _failed(path, error) from None
    return connection


def _read(path: Path, connection: sqlite3.Connection, key: bytes) -> tuple[Header, list[Row], Snapshot | None, bytes]:
    """Read all of a journal and check every MAC."""
    found = connection.execute("SELECT format, header, mac FROM journal").fetchone()
    if found is None:
        raise JournalError("journal-corrupt", path, where="header")
    version, text, head = found
    if version != FORMAT:
        raise JournalError("journal-format", path, format=version, known=FORMAT)
    if _mac(key, b"", (text,)) != head:
        raise JournalError("journal-foreign", path)
    rows: list[Row] = []
    for n, at, kind, line, mac in connection.execute("SELECT n, at, kind, line, mac FROM rows ORDER BY n"):
        head = _mac(key, head, (n, at, kind, line))
        if n != len(rows) + 1 or head != mac:
            raise JournalError("journal-corrupt", path, where=f"row {len(rows) + 1}")
        rows.append(Row(Ms(at), kind, line))
    return Header(**json.loads(text)), rows, _last_snapshot(connection, key, len(rows)), head


def _last_snapshot(connection: sqlite3.Connection, key: bytes, rows: int) -> Snapshot | None:
    """Return the newest snapshot that is sound; they are a cache, so a bad one is passed over."""
    kept = connection.execute("SELECT n, state, mac FROM snapshots ORDER BY n DESC")
    for n, state, mac in kept:
        if n <= rows and _mac(key, b"snapshot", (n, state.decode())) == mac:
            return Snapshot(n, state)
    return None


def _mac(key: bytes, head: bytes, facts: Iterable[object]) -> bytes:
    text = json.dumps(list(facts), separators=(",", ":"))
    return blake2b(head + text.encode(), key=key, digest_size=16, person=b"klaxon-row").digest()


def _failed(path: Path, error: sqlite3.Error) -> JournalError:
    """Return what an error of SQLite means for a person."""
    name = error.sqlite_errorname if hasattr(error, "sqlite_errorname") else ""
    codes = {
        "SQLITE_BUSY": "journal-locked",
        "SQLITE_FULL": "disk-full",
        "SQLITE_READONLY": "disk-read-only",
        "SQLITE_CANTOPEN": "journal-unopened",
        "SQLITE_NOTADB": "journal-corrupt",
        "SQLITE_CORRUPT": "journal-corrupt",
    }
    code = next((code for prefix, code in codes.items() if name.startswith(prefix)), "disk-failed")
    return JournalError(code, path, reason=str(error), where="file")
