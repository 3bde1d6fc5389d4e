"""An import of a backup that was cut off: what it has put into the folder is taken away at the next start."""

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
"""What is being put where, and where it is made ready."""
KEY_BEFORE = "key-before"
"""A key that sealed nothing, on the stage: it comes back where the import is cut off."""


def undo_unfinished(folder: Path) -> None:
    """Take away what an import that was cut off has put into a folder; one that is under way is left alone."""
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
    """Remove what was put: only files that came from the stage, whatever else has one of their names now."""
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
    """Return what was to be put where; nothing if the cut came before that was written down."""
    try:
        data = json.loads(os.pread(mark, os.fstat(mark).st_size, 0))
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
