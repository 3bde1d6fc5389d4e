"""A claim: only one console runs with a state folder, and a locked file there says which. It ends with the process."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import NamedTuple

NAME = "console.lock"
LONGEST = 1024


class Holder(NamedTuple):
    """The console that uses a folder."""

    process: int
    page: str
    """Where its page is, without a key; '' if it serves none."""


class FolderClaim:
    """The lock on a state folder while a console runs; nothing if the disk is read-only."""

    def __init__(self, file: int | None = None) -> None:
        """Keep a locked file."""
        self._file = file

    def tell(self, page: str = "") -> None:
        """Write down who runs, for a second console to report. If the disk refuses, the game goes on."""
        if self._file is None:
            return
        data = json.dumps({"process": os.getpid(), "page": page}).encode()
        try:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, data, 0)
        except OSError:
            return

    def close(self) -> None:
        """Release the folder."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def claim_folder(folder: Path) -> FolderClaim | Holder:
    """Return a claim on a folder, or who has it."""
    try:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        file = os.open(folder / NAME, flags, 0o600)
    except OSError:
        return FolderClaim()
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = _read_holder(file)
        os.close(file)
        return holder
    except OSError:  # a file system without locks
        os.close(file)
        return FolderClaim()
    claim = FolderClaim(file)
    claim.tell()
    return claim


def _read_holder(file: int) -> Holder:
    try:
        data = json.loads(os.pread(file, LONGEST, 0))
        return Holder(int(data["process"]), str(data["page"]))
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return Holder(0, "")
