"""Files that survive a power cut: content and names are on the disk when these functions return.

They wait for the disk: a loop calls them in a thread.
"""

from __future__ import annotations

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_synced(path: Path, content: bytes, mode: int) -> None:
    """Write a new file, and wait until its content is on the disk; the caller has to sync the folder."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def replace_file(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Replace a file atomically: a power cut leaves the old one or the new one, never a part."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    write_synced(fresh, content, mode)
    fresh.replace(path)
    sync_folder(path.parent)
