"""Examining a journal before it is used: a copy is read, and rows that a disk has damaged are recovered if possible.

SQLite repairs, checkpoints and converts what it opens, and takes a hole in a write-ahead file for its end. So it first
gets a copy, and its result is compared with what the files themselves and the witness file say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from klaxon.table.disk.database import Contents, check_schema, connect, limit_steps, read_contents
from klaxon.table.disk.errors import JournalError, failures
from klaxon.table.disk.files import ROLLBACK, ROWS, WAL
from klaxon.table.disk.wal import tail_of
from klaxon.table.disk.witness import witnessed_rows
from klaxon.table.play import JournalRow

HARMED = ("journal-corrupt", "journal-not-ours", "journal-foreign")
"""The error codes of a journal that is not as it was written: some rows may be recoverable."""


class Examined(NamedTuple):
    """A journal of ours, and its condition."""

    contents: Contents
    about: int
    """How many rows there were, as far as can be known."""
    sound: bool
    """Whether its files can be used as they are."""
    whole: bool
    """Whether every row is here, from its files or recovered."""
    torn: Sequence[JournalRow] = ()
    """Rows of a torn commit that are valid but were never sent to anybody: they may be added again."""

    @property
    def rows(self) -> list[JournalRow]:
        """Every verified row."""
        return [*self.contents.rows, *self.torn]

    def damage(self, path: Path) -> JournalError:
        """Return the error of a journal whose files cannot be used as they are."""
        return JournalError("journal-damaged", path, rows=len(self.rows), about=self.about)


def examine(path: Path, parts: Mapping[str, bytes], key: bytes) -> Examined:
    """Read the files of a journal. JournalError if it is not ours, or no row can be verified."""
    rows_seen, tail = witnessed_rows(parts.get(ROWS, b""), key), tail_of(parts.get(WAL, b""))
    fault: JournalError | None = None
    read, checked = None, False
    try:
        read, checked = _read_copy(path, parts, key)
    except JournalError as error:
        if error.code not in HARMED:
            raise
        fault = error
    if read is not None and checked and rows_seen <= len(read.rows) and tail.empty:
        return Examined(read, len(read.rows), sound=True, whole=True)
    from klaxon.table.disk.salvage import salvage  # noqa: PLC0415 - only for a journal that is damaged

    salvaged = salvage(parts, key)
    if fault is not None and (salvaged is None or not max(salvaged.seen, rows_seen)):
        raise fault  # nothing of a game is in it
    found, seen = salvaged or (read, 0)
    if found is None:
        raise JournalError("journal-corrupt", path, where="header")
    if read is None:
        return Examined(found, max(seen, rows_seen, len(found.rows)), sound=False, whole=False)
    if checked and tail.may_be_torn and rows_seen <= len(read.rows):
        more = found.rows[len(read.rows) :] if seen == len(found.rows) else []
        return Examined(read, len(read.rows) + len(more), sound=True, whole=True, torn=more)
    return _weigh(read, found, max(seen, rows_seen, len(read.rows) + tail.commits), checked=checked)


def _weigh(read: Contents, found: Contents, about: int, *, checked: bool) -> Examined:
    """Compare what SQLite reads with what was recovered from the bytes."""
    best = found if len(found.rows) > len(read.rows) else read
    lost = about > len(best.rows)
    return Examined(best, about, sound=checked and read is best and not lost, whole=not lost)


def _read_copy(path: Path, parts: Mapping[str, bytes], key: bytes) -> tuple[Contents, bool]:
    """Return what SQLite reads in a copy, and whether the rest of its file is valid too."""
    with TemporaryDirectory(prefix="klaxon-") as place:
        copy = Path(place, "journal")
        for suffix in ("", WAL, ROLLBACK):
            if suffix in parts:
                copy.with_name(copy.name + suffix).write_bytes(parts[suffix])
        with failures(path), closing(connect(copy)) as connection:
            connection.execute("PRAGMA synchronous=OFF")  # the copy is thrown away
            limit_steps(connection)
            check_schema(path, connection)
            contents = read_contents(path, connection, key)
            return contents, connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
