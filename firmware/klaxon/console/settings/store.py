"""Kept files: small JSON files in the state folder. A power cut leaves the old one or the new; a broken one moves."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from klaxon import data
from klaxon.console.language.catalogue import say, say_refusal

T = TypeVar("T")

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


def read_kept(path: Path, read: Callable[[str], dict[str, T]], moved: str, stuck: str) -> tuple[dict[str, T], str]:
    """Return what was kept in a file, and what to tell people where it was no good: then it is set aside.

    `read` raises a ValueError for what cannot be right; `moved` and `stuck` are what is said then.
    """
    if not path.exists():
        return {}, ""
    try:
        return read(data.read_file(path)), ""
    except data.ContentError as error:
        reason = say_refusal(error.code, error.facts)
    except (ValueError, RecursionError):
        reason = say("learned.json", {})
    aside = set_aside(path)
    facts = {"path": str(path), "aside": aside.name if aside else "", "reason": reason}
    return {}, say(moved if aside else stuck, facts)


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
