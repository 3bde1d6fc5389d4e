"""The journal of a game: one SQLite file that survives the mains plug.

WAL mode with synchronous=FULL: when `append` returns, the rows are on the disk. Rows are only added. Each carries a
MAC over itself and the one before, keyed by this installation, so that a torn, altered or foreign journal is found
before it is played on; one that is not sound is left as it is, to the byte. An open journal holds the file's lock: a
second daemon is turned away. A finished game is one file.

Nothing here knows asyncio; `scribe.py` calls it from the one thread that may wait for a disk.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
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

_SQLITE_CODES = {
    "SQLITE_BUSY": "journal-locked",
    "SQLITE_FULL": "disk-full",
    "SQLITE_READONLY": "disk-read-only",
    "SQLITE_CANTOPEN": "journal-unopened",
    "SQLITE_NOTADB": "journal-corrupt",
    "SQLITE_CORRUPT": "journal-corrupt",
    "SQLITE_ERROR": "journal-corrupt",  # a table or column that is not there
}
_SYSTEM_CODES = {
    errno.EWOULDBLOCK: "journal-locked",
    errno.EEXIST: "journal-exists",
    errno.ENOENT: "journal-missing",
    errno.EISDIR: "journal-unopened",
    errno.EACCES: "disk-read-only",
    errno.EPERM: "disk-read-only",
    errno.EROFS: "disk-read-only",
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
}


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
        self._held = ExitStack()
        self._finished = False

    @classmethod
    def create(cls, path: Path, header: Header, key: bytes, *, note: str = "", synchronous: str = "FULL") -> Journal:
        """Begin a journal at a path that does not exist yet; another `synchronous` is for tests that must fail."""
        text = json.dumps({name: getattr(header, name) for name in header.__slots__}, default=dict, sort_keys=True)
        with _failures(path), ExitStack() as held:
            held.callback(os.close, _lock(path, os.O_CREAT | os.O_EXCL))
            try:
                connection = held.enter_context(closing(_connect(path)))
                journal = cls(path, connection, header, key)
                journal._head = journal._mac(b"", text)
                _use_wal(connection, synchronous)
                with connection:
                    connection.execute("BEGIN IMMEDIATE")
                    for statement in _SCHEMA.strip().split(";\n"):
                        connection.execute(statement)
                    connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", (FORMAT, text, note, journal._head))
            except sqlite3.Error:
                for file in _files(path):
                    file.unlink(missing_ok=True)  # nothing was ever shown of it
                raise
            journal._held = held.pop_all()
        return journal

    @classmethod
    def open(cls, path: Path, key: bytes, *, synchronous: str = "FULL") -> tuple[Journal, list[Row], Snapshot | None]:
        """Open a journal to go on with: with its rows, and the last snapshot. Everything is checked first."""
        with _failures(path), ExitStack() as held:
            held.callback(os.close, _lock(path))
            _check_copy(path, key)
            connection = held.enter_context(closing(_connect(path)))
            finished = connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            if not finished:  # a finished game stays one file, as it is, until somebody adds to it
                _use_wal(connection, synchronous)
            header, rows, snapshot, head = _read(path, connection, key)
            journal = cls(path, connection, header, key)
            with connection:  # SQLite opens to read what it could not open to write, and says so only here
                connection.execute("DELETE FROM rows WHERE n < 0")
            journal.count, journal._head, journal._finished = len(rows), head, finished
            journal._held = held.pop_all()
        return journal, rows, snapshot

    def append(self, rows: Sequence[Row], snapshot: Snapshot | None = None) -> None:
        """Add rows, all of them or none; they are on the disk when this returns."""
        head, count, written = self._head, self.count, []
        for row in rows:
            count += 1
            head = self._mac(head, count, row.at, row.kind, row.line)
            written.append((count, row.at, row.kind, row.line, head))
        with _failures(self.path):
            if self._finished:
                _use_wal(self._connection)  # in the other mode a row is safe only when a deletion is
                self._finished = False
            with self._connection:
                self._connection.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", written)
                if snapshot is not None:
                    after = self._connection.execute("SELECT mac FROM rows WHERE n = ?", (snapshot.n,)).fetchone()[0]
                    kept = (*snapshot, self._mac(after, "snapshot", snapshot.state))
                    self._connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", kept)
        self._head, self.count = head, count

    def finish(self) -> None:
        """Fold everything into one file: the game is over."""
        with _failures(self.path):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute("PRAGMA journal_mode=DELETE")
            self._connection.execute("PRAGMA locking_mode=NORMAL")
            self._connection.execute("SELECT format FROM journal").fetchone()  # now SQLite deletes what it kept open
            _sync_folder(self.path)
        self._finished = True

    def close(self) -> None:
        """Let go of the file."""
        self._held.close()

    def _mac(self, head: bytes, *facts: object) -> bytes:
        return _mac(self._key, head, facts)


def _files(path: Path) -> list[Path]:
    """Return the files that a journal may consist of."""
    return [path.with_name(path.name + suffix) for suffix in ("", "-wal", "-journal")]


def _lock(path: Path, flags: int = 0) -> int:
    """Open the file, and lock it for as long as the descriptor lives.

    SQLite's own locks are lost when any descriptor of the file is closed in this process; this one is not.
    """
    lock = os.open(path, os.O_RDWR | flags, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _sync_folder(path: Path) -> None:
    """Wait until the names beside a journal are on the disk as they are."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=0, isolation_level="IMMEDIATE", check_same_thread=False)


def _use_wal(connection: sqlite3.Connection, synchronous: str = "FULL") -> None:
    """Write ahead, wait for the disk, and share the file with nobody (that spares a third file)."""
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={synchronous}")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("COMMIT")


def _check_copy(path: Path, key: bytes) -> None:
    """Read a copy first: SQLite mends, folds and converts what it opens, and a bad journal stays as it is."""
    with TemporaryDirectory(prefix="klaxon-") as place:
        copy = Path(place, "journal")
        for source, target in zip(_files(path), _files(copy), strict=True):
            if source.exists():
                shutil.copyfile(source, target)
        with closing(_connect(copy)) as connection:
            _read(path, connection, key)
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise JournalError("journal-corrupt", path, where="file")  # its rows are sound, but the next may not be


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
    heads = [head]
    for n, at, kind, line, mac in connection.execute("SELECT n, at, kind, line, mac FROM rows ORDER BY n"):
        head = _mac(key, head, (n, at, kind, line))
        if n != len(rows) + 1 or head != mac:
            raise JournalError("journal-corrupt", path, where=f"row {len(rows) + 1}")
        rows.append(Row(Ms(at), kind, line))
        heads.append(head)
    return Header(**json.loads(text)), rows, _last_snapshot(connection, key, heads), head


def _last_snapshot(connection: sqlite3.Connection, key: bytes, heads: Sequence[bytes]) -> Snapshot | None:
    """Return the newest snapshot that is sound; they are a cache, so a bad one is passed over."""
    kept = connection.execute("SELECT n, state, mac FROM snapshots ORDER BY n DESC")
    for n, state, mac in kept:
        sound = 0 < n < len(heads) and isinstance(state, bytes) and _mac(key, heads[n], ("snapshot", state)) == mac
        if sound:
            return Snapshot(n, state)
    return None


def _mac(key: bytes, head: bytes, facts: Iterable[object]) -> bytes:
    text = json.dumps(list(facts), separators=(",", ":"), default=bytes.hex)
    return blake2b(head + text.encode(), key=key, digest_size=16, person=b"klaxon-row").digest()


@contextmanager
def _failures(path: Path) -> Iterator[None]:
    """Turn an error of SQLite or the system into what it means for a person."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")  # none: Python could not decode a text
        code = next((code for prefix, code in _SQLITE_CODES.items() if name.startswith(prefix)), "disk-failed")
        raise JournalError(code, path, reason=str(error), where="file") from None
    except OSError as error:
        code = _SYSTEM_CODES.get(error.errno or 0, "disk-failed")
        raise JournalError(code, path, reason=str(error), where="file") from None
