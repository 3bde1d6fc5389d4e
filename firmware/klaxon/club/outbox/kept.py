"""What survives a power cut: rows by shelf and key, in one SQLite file, written batch by batch."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from klaxon.table.foreign_json import UNREADABLE

FORMAT = 1
_APPLICATION = 0x4B4C5843
_TABLES = (
    "CREATE TABLE kept (area TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (area, key)) STRICT"
)


class KeptRow(NamedTuple):
    """A row to write; without a value it is deleted."""

    area: str
    key: str
    value: bytes | None


class KeptRowsError(Exception):
    """A file that cannot be used; `code` is `not-kept-rows`, `other-format`, `not-read` or `no-such-row`."""

    def __init__(self, code: str, path: Path, problem: str = "") -> None:
        """Say which."""
        super().__init__(code)
        self.code, self.path, self.problem = code, path, problem or code


class KeptRows:
    """The file. It is written in a thread, one batch at a time; a batch is there as a whole or not at all."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        """Use `KeptRows.open`."""
        self._database, self._path = database, path

    @classmethod
    def open(cls, path: Path) -> KeptRows:
        """Open a file, or make it."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            new = not path.exists()
            if new:
                path.touch(0o600)
            database = sqlite3.connect(path, timeout=5, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise KeptRowsError("not-read", path, str(error)) from error
        try:
            _prepare(database, path)
        except KeptRowsError:
            database.close()
            raise
        except sqlite3.DatabaseError as error:
            database.close()
            raise KeptRowsError("not-kept-rows", path, str(error)) from error
        return cls(database, path)

    def read(self, area: str) -> dict[str, bytes]:
        """Return all rows of an area, in the order of their keys. KeptRowsError where the file is damaged."""
        wanted = "SELECT key, value FROM kept WHERE area = ? ORDER BY key"
        try:
            return dict(self._database.execute(wanted, (area,)))
        except sqlite3.Error as error:
            raise KeptRowsError("not-read", self._path, str(error)) from error

    @contextmanager
    def understood(self) -> Iterator[None]:
        """Read rows in this context: KeptRowsError where one says what nobody here has written."""
        try:
            yield
        except UNREADABLE as error:
            problem = f"{type(error).__name__}: {error}"[:80]
            raise KeptRowsError("no-such-row", self._path, problem) from error

    def write(self, rows: Iterable[KeptRow]) -> None:
        """Write rows; they are on the disk when this returns. OSError where the disk refuses."""
        try:
            with self._database:
                for area, key, value in rows:
                    if value is None:
                        self._database.execute("DELETE FROM kept WHERE area = ? AND key = ?", (area, key))
                    else:
                        self._database.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (area, key, value))
        except sqlite3.Error as error:
            raise OSError(str(error)) from error

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def read_row(path: Path, area: str, key: str) -> bytes:
    """Return one row of a file that may be open elsewhere; b'' if it is not there. OSError where it cannot be read."""
    try:
        with closing(sqlite3.connect(path, timeout=5)) as database:
            found = database.execute("SELECT value FROM kept WHERE area = ? AND key = ?", (area, key)).fetchone()
    except sqlite3.Error as error:
        raise OSError(str(error)) from error
    return bytes(found[0]) if found else b""


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    mark, made_as = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    empty = database.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    if empty and not mark:
        database.execute("PRAGMA journal_mode = WAL")
        with database:
            database.execute(f"PRAGMA application_id = {_APPLICATION}")
            database.execute(f"PRAGMA user_version = {FORMAT}")
            database.execute(_TABLES)
    elif mark != _APPLICATION:
        raise KeptRowsError("not-kept-rows", path)
    elif made_as != FORMAT:
        raise KeptRowsError("other-format", path)
    database.execute("PRAGMA synchronous = FULL")
