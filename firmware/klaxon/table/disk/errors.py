"""What can be wrong with a journal or its disk, as codes for messages."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SQLITE_CODES = {
    "SQLITE_BUSY": "journal-locked",
    "SQLITE_FULL": "disk-full",
    "SQLITE_READONLY": "disk-read-only",
    "SQLITE_CANTOPEN": "journal-unopened",
    "SQLITE_NOTADB": "journal-corrupt",
    "SQLITE_CORRUPT": "journal-corrupt",
    "SQLITE_ERROR": "journal-corrupt",  # a table or column that is not there
    "SQLITE_TOOBIG": "journal-corrupt",
    "SQLITE_INTERRUPT": "journal-corrupt",  # it takes longer to read than any journal of ours
}
_SYSTEM_CODES = {
    errno.EWOULDBLOCK: "journal-locked",
    errno.EEXIST: "journal-exists",
    errno.ENOENT: "journal-missing",
    errno.EACCES: "disk-read-only",
    errno.EPERM: "disk-read-only",
    errno.EROFS: "disk-read-only",
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
}


class JournalError(Exception):
    """A journal that cannot be used. `code` and `facts` make the message; the file is left as it is."""

    def __init__(self, code: str, path: Path, **facts: object) -> None:
        super().__init__(code)
        self.code, self.facts = code, {"path": str(path), **facts}


@contextmanager
def failures(path: Path) -> Iterator[None]:
    """Turn errors of SQLite or the system into a JournalError."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")  # none: Python could not decode a text
        code = next((code for prefix, code in _SQLITE_CODES.items() if name.startswith(prefix)), "disk-failed")
        raise JournalError(code, path, reason=str(error), where="file") from None
    except UnicodeDecodeError:  # SQLite complains in the words of a file that are none
        raise JournalError("journal-corrupt", path, reason="", where="file") from None
    except OSError as error:
        code = _SYSTEM_CODES.get(error.errno or 0, "disk-failed")
        raise JournalError(code, path, reason=str(error), where="file") from None
