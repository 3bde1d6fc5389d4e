"""Kept files: small JSON files in the state folder. A power cut leaves the old one or the new; a broken one moves."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from klaxon.console.words import say

MOST_KEPT = 99
"""Files that may be set aside: one that was cannot be lost to the next."""


def write_json(path: Path, told: object) -> str:
    """Write a file so that a power cut leaves the old one or the new; return why not, '' where it is done.

    It waits for the disk: a loop calls it in a thread.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(told, file, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync(path.parent)
    except OSError as error:
        return say("learned.unkept", {"path": str(path), "reason": error.strerror or ""})
    return ""


def set_aside(path: Path) -> Path | None:
    """Move a file out of the way under a name that is free; None where that cannot be done."""
    names = (path.with_name(f"{path.name}.broken-{number}") for number in range(1, MOST_KEPT + 1))
    free = next((name for name in names if not name.exists()), None)
    with suppress(OSError):
        return path.rename(free) if free else None
    return None


def _sync(folder: Path) -> None:
    """See to it that the name of a file is on the disk, not only what is in it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
