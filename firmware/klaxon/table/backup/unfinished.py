"""An interrupted import of a backup: the files it has restored are removed at the next start."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from klaxon.table.backup.names import ASIDE, KEY
from klaxon.table.disk.durable_files import sync_folder

MARK, STAGE = "import.json", ".import"
"""The plan of what goes where, and the staging folder."""
KEY_BEFORE = "key-before"
"""In the staging folder: a key that sealed nothing. It is put back if the import is interrupted."""


def undo_unfinished(folder: Path) -> None:
    """Remove what an interrupted import has put into a folder; an import in progress is left alone."""
    try:
        mark = os.open(folder / MARK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        shutil.rmtree(folder / STAGE, ignore_errors=True)  # of an import that was done but for this
        return
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return
    else:
        take_away(folder, mark)
    finally:
        os.close(mark)


def take_away(folder: Path, mark: int) -> None:
    """Remove what was restored: only files that came from the staging folder, not others of the same name."""
    for name, inode in _read_mark(mark).items():
        with suppress(OSError):
            if (folder / name).lstat().st_ino == inode:
                (folder / name).unlink()
    with suppress(OSError):
        (folder / STAGE / KEY_BEFORE).replace(folder / KEY)
    with suppress(OSError):
        (folder / ASIDE).rmdir()  # unless something was in it before
    sync_folder(folder)
    (folder / MARK).unlink(missing_ok=True)
    sync_folder(folder)
    shutil.rmtree(folder / STAGE, ignore_errors=True)


def _read_mark(mark: int) -> Mapping[str, int]:
    """Return the plan of an import; empty if power failed before it was written."""
    try:
        data = json.loads(os.pread(mark, os.fstat(mark).st_size, 0))
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
