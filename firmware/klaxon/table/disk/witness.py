"""The witness file: how many rows of a journal were sent to clients, in a separate file beside it.

It is written after each commit and never waited for, so it may be behind the journal, but not ahead of it: a journal
with fewer rows was damaged, even if all that is left of it is valid. It exists as long as the write-ahead file does.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from klaxon.table.disk.files import ROWS
from klaxon.table.disk.seal import SIZE, mac

_COUNT = 8


class Witness:
    """Records the rows of one journal that were sent. If it cannot be written, the game goes on without."""

    def __init__(self, journal: Path, key: bytes) -> None:
        """Create the file when the first rows are noted."""
        self._path, self._key = journal.with_name(journal.name + ROWS), key
        self._file = -1

    def note(self, count: int, head: bytes) -> None:
        """Record that the rows up to a number are on the disk."""
        with suppress(OSError):
            if self._file < 0:
                flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
                self._file = os.open(self._path, flags, 0o600)
            os.pwrite(self._file, _statement(count, head, self._key), 0)

    def close(self) -> None:
        """Close the file."""
        file, self._file = self._file, -1
        if file >= 0:
            with suppress(OSError):
                os.close(file)

    def remove(self) -> None:
        """Remove the file: everything is in the journal's own file now."""
        self.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def witnessed_rows(statement: bytes, key: bytes) -> int:
    """Return how many rows a witness file records; 0 if there is none, or it is invalid."""
    count, head = int.from_bytes(statement[:_COUNT], "big"), statement[_COUNT : _COUNT + SIZE]
    return count if statement and statement == _statement(count, head, key) else 0


def _statement(count: int, head: bytes, key: bytes) -> bytes:
    return count.to_bytes(_COUNT, "big") + head + mac(key, head, ("told", count))
