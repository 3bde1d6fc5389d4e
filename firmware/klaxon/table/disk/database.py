"""A journal as SQLite sees it: the tables, and safe reading of files that may be hostile."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from klaxon.rules.contract import Header, Ms
from klaxon.table.disk.errors import JournalError
from klaxon.table.disk.files import LARGEST
from klaxon.table.disk.seal import mac
from klaxon.table.play import JournalRow

FORMAT = 1
PAGE = 4096
TABLES = {
    "journal": "CREATE TABLE journal (format INTEGER NOT NULL, header TEXT NOT NULL, note TEXT NOT NULL,"
    " mac BLOB NOT NULL)",
    "rows": "CREATE TABLE rows (\n    n INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL,"
    " line TEXT NOT NULL, mac BLOB NOT NULL)",
    "snapshots": "CREATE TABLE snapshots (n INTEGER PRIMARY KEY, state BLOB NOT NULL, mac BLOB NOT NULL)",
}
_SCHEMA = [("table", name, name, statement) for name, statement in TABLES.items()]
_STEPS, _MOST_STEPS = 10_000, 20_000_000
"""SQLite steps between two checks, and how many reading a journal may take: ten times the largest."""


class Snapshot(NamedTuple):
    """The state after the first `n` rows, encoded: a cache that saves replaying the rows before it."""

    n: int
    state: bytes


class Contents(NamedTuple):
    """The contents of a journal, verified row by row."""

    header: Header
    rows: list[JournalRow]
    snapshot: Snapshot | None
    head: bytes
    """The MAC of the last row."""


def write_header(header: Header) -> str:
    """Return a header as text; the same header is the same text everywhere."""
    return json.dumps({name: getattr(header, name) for name in header.__slots__}, default=dict, sort_keys=True)


def read_header(text: str) -> Header:
    """Return the header of a text."""
    return Header(**json.loads(text))


def connect(path: Path) -> sqlite3.Connection:
    """Open an untrusted database: it may not call functions or be larger than a journal."""
    connection = sqlite3.connect(path, timeout=0, isolation_level="IMMEDIATE", check_same_thread=False)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    return connection


def limit_steps(connection: sqlite3.Connection) -> None:
    """Make a connection abort if reading takes longer than for any valid journal."""
    left = _MOST_STEPS

    def is_spent() -> bool:
        nonlocal left
        left -= _STEPS
        return left < 0

    connection.set_progress_handler(is_spent, _STEPS)


def check_schema(path: Path, connection: sqlite3.Connection) -> None:
    """Make sure that a database has our tables and nothing else: no view, trigger, index or other column."""
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid")
    if found.fetchmany(len(_SCHEMA) + 1) != _SCHEMA:
        raise JournalError("journal-not-ours", path, where="schema")


def read_contents(path: Path, connection: sqlite3.Connection, key: bytes) -> Contents:
    """Read all of a journal whose schema is ours, and check every type and every MAC."""
    found = connection.execute("SELECT format, header, mac FROM journal LIMIT 1").fetchone()
    if found is None or not isinstance(found[0], int):
        raise JournalError("journal-corrupt", path, where="header")
    version, text, head = found
    if version != FORMAT:
        raise JournalError("journal-format", path, format=version, known=FORMAT)
    if not isinstance(text, str) or mac(key, b"", (text,)) != head:
        raise JournalError("journal-foreign", path)
    rows: list[JournalRow] = []
    heads = [head]
    for n, at, kind, line, sealed in connection.execute("SELECT n, at, kind, line, mac FROM rows ORDER BY n"):
        proved = is_row(at, kind, line, sealed) and mac(key, head, (n, at, kind, line)) == sealed
        if n != len(rows) + 1 or not proved:
            raise JournalError("journal-corrupt", path, where=f"row {len(rows) + 1}")
        rows.append(JournalRow(Ms(at), kind, line))
        heads.append(head := sealed)
    return Contents(read_header(text), rows, _last_snapshot(connection, key, heads), head)


def is_row(at: object, kind: object, line: object, sealed: object) -> bool:
    """Return whether the columns of a row have their types."""
    return isinstance(at, int) and isinstance(kind, str) and isinstance(line, str) and isinstance(sealed, bytes)


def _last_snapshot(connection: sqlite3.Connection, key: bytes, heads: Sequence[bytes]) -> Snapshot | None:
    """Return the newest valid snapshot; snapshots are a cache, so a bad one is skipped."""
    for n, state, sealed in connection.execute("SELECT n, state, mac FROM snapshots ORDER BY n DESC"):
        known = isinstance(n, int) and 0 < n < len(heads) and isinstance(state, bytes)
        if known and mac(key, heads[n], ("snapshot", state)) == sealed:
            return Snapshot(n, state)
    return None
