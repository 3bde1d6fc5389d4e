"""The key of an installation: 32 bytes that seal its journals. Any other file called `key` is moved aside."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from klaxon.table.disk.durable_files import sync_folder, write_synced
from klaxon.table.disk.errors import failures

NAME, SIZE = "key", 32


def has_key(folder: Path) -> bool:
    """Return whether there is a file that could be a key, without reading it."""
    try:
        found = (folder / NAME).stat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size == SIZE


def read_key(folder: Path) -> bytes | None:
    """Return the key of a folder; None if there is no usable one. Nothing is changed."""
    path = folder / NAME
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as file:
            found = file.read(SIZE + 1)
    except (FileNotFoundError, PermissionError, NotADirectoryError):
        return None
    return found if len(found) == SIZE else None


def is_unusable(folder: Path) -> bool:
    """Return whether there is a file called `key` that is not a key."""
    with failures(folder / NAME):
        return os.path.lexists(folder / NAME) and read_key(folder) is None


def ensure_key(folder: Path, aside: Path) -> bytes:
    """Return the key; create a new one if there is no usable one, and move an unusable file to `aside`."""
    path, new = folder / NAME, folder / f"{NAME}.new"
    with failures(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with failures(path):
        found = read_key(folder)
        if found is not None:
            return found
        key = secrets.token_bytes(SIZE)
        new.unlink(missing_ok=True)  # of a start that failed
        write_synced(new, key, 0o600)
        if os.path.lexists(path):
            path.rename(free_name(aside, NAME))
        new.rename(path)
        sync_folder(folder)
        return key


def free_name(aside: Path, name: str) -> Path:
    """Return an unused path in a folder for files that are set aside; create the folder."""
    aside.mkdir(mode=0o700, exist_ok=True)
    path, number = aside / name, 1
    while os.path.lexists(path):
        number += 1
        path = aside / f"{name}.{number}"
    return path
