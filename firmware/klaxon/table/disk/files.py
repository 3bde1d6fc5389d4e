"""The files of a journal: which exist, who has locked them, and their bytes, up to the largest size of a journal.

Nothing here follows a link or blocks on a pipe: the folder may contain anybody's files.
"""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

from klaxon.table.disk.errors import JournalError

WAL, ROLLBACK, ROWS = "-wal", "-journal", "-rows"
SUFFIXES = ("", WAL, ROLLBACK, ROWS)
LARGEST = 32 * 1024 * 1024
"""Most bytes of one file. A game of three days has about six million; the rest is for crews that talk a lot."""

_KINDS = {
    stat.S_IFDIR: "folder",
    stat.S_IFLNK: "link",
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "socket",
}


def parts_of(path: Path) -> dict[str, Path]:
    """Return the files that a journal may consist of, by suffix; the first is the journal itself."""
    return {suffix: path.with_name(path.name + suffix) for suffix in SUFFIXES}


def lock(path: Path, flags: int = os.O_RDWR, way: int = fcntl.LOCK_EX) -> int:
    """Open a journal, and lock it for as long as the descriptor is open.

    SQLite's own locks are lost when any descriptor of the file is closed in this process; this one is not.
    """
    descriptor = _open(path, flags)
    try:
        fcntl.flock(descriptor, way | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def read_parts(path: Path) -> dict[str, bytes]:
    """Return the bytes of every file that a journal has."""
    found = {suffix: _read(part) for suffix, part in parts_of(path).items()}
    return {suffix: content for suffix, content in found.items() if content is not None}


def _read(path: Path) -> bytes | None:
    try:
        descriptor = _open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise JournalError("journal-not-ours", path, where="size")
    return content


def _open(path: Path, flags: int) -> int:
    """Open a regular file, and nothing else."""
    if not flags & os.O_CREAT and (kind := _KINDS.get(stat.S_IFMT(path.lstat().st_mode))):
        raise JournalError("journal-not-ours", path, where=kind)
    descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise JournalError("journal-not-ours", path, where="device")
    return descriptor
