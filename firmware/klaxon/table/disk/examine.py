"""A journal is examined before it is used: a copy is read, and what a disk has damaged is had back where that can be.

SQLite mends, folds and converts what it opens, and takes a hole in a write-ahead file for its end. So it first gets a
copy, and what it says is held against what the files themselves and the witness say.
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
from klaxon.table.disk.witness import rows_told
from klaxon.table.play import JournalRow

HARMED = ("journal-corrupt", "journal-not-ours", "journal-foreign")
"""What is said of a journal that is not as it was written: some of it may be had back."""


class Examined(NamedTuple):
    """A journal that is ours, and what became of it."""

    contents: Contents
    about: int
    """Rows that there were, as far as anybody can tell."""
    sound: bool
    """Whether its files may be used as they are."""
    whole: bool
    """Whether every row is here, if not by its files then had back."""
    torn: Sequence[JournalRow] = ()
    """Rows of a torn commit that are valid but were never sent to anybody: they may be added again."""

    @property
    def rows(self) -> list[JournalRow]:
        """Every row that is proved."""
        return [*self.contents.rows, *self.torn]

    def damage(self, path: Path) -> JournalError:
        """Return what is said of a journal whose files cannot be used as they are."""
        return JournalError("journal-damaged", path, rows=len(self.rows), about=self.about)


def examine(path: Path, parts: Mapping[str, bytes], key: bytes) -> Examined:
    """Read the files of a journal. JournalError if it is not ours, or nothing of it can be proved."""
    rows_seen, tail = rows_told(parts.get(ROWS, b""), key), tail_of(parts.get(WAL, b""))
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
    """Hold what SQLite reads against what was had back from the bytes."""
    best = found if len(found.rows) > len(read.rows) else read
    lost = about > len(best.rows)
    return Examined(best, about, sound=checked and read is best and not lost, whole=not lost)


def _read_copy(path: Path, parts: Mapping[str, bytes], key: bytes) -> tuple[Contents, bool]:
    """Return what SQLite reads in a copy, and whether the rest of its file is in order too."""
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
