"""What a backup contains: the files of a state folder, as they are at one moment, even during a game."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from heapq import merge
from pathlib import Path

from klaxon.table.backup.archive import LARGEST, BackupError, write
from klaxon.table.backup.names import ASIDE, KEY, PARTS, TABLE_FILE, is_name, journal_of, place_of
from klaxon.table.disk.durable_files import sync_folder

PASSING = ("starts.json", "import.json")
"""Files that matter only to this machine at this moment."""
TRIES = 100
"""How often a journal is read until two readings agree."""

File = tuple[str, bytes]
"""The name of a file and its content."""


def export_all(folder: Path, file: Path, klaxon: str, beside: Mapping[str, Path]) -> int:
    """Write everything in a state folder into one new file; return how many games it holds.

    `beside` are files from elsewhere that belong to the console, by their names in the backup.
    """
    beside = {name: path for name, path in beside.items() if path.is_file()}
    names = [name for name in names_in(folder) if name not in beside]
    if not names and not beside:
        raise BackupError("empty", folder=str(folder))
    if os.path.lexists(file):
        raise BackupError("exists", path=str(file))
    draft = file.with_name(f"{file.name}.new")
    try:
        draft.unlink(missing_ok=True)  # of an export that was cut off
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            write(out, {"klaxon": klaxon}, _members(folder, names, beside))
            out.flush()
            os.fsync(out.fileno())
        draft.rename(file)
        sync_folder(file.parent)
    except OSError as error:
        raise BackupError("unwritten", path=str(file), reason=error.strerror or "") from None
    finally:
        draft.unlink(missing_ok=True)
    return len({journal_of(name) for name in names} - {""})


def names_in(folder: Path) -> list[str]:
    """Return what a folder holds: games, those set aside, the key, and settings and learned values."""
    try:
        return sorted([*_names(folder, ""), *_names(folder / ASIDE, f"{ASIDE}/")], key=place_of)
    except OSError as error:
        raise _unreadable_error(error) from None


def read_all(folder: Path, names: list[str]) -> Iterator[File]:
    """Yield files of a folder; those of one journal are consistent with each other."""
    try:
        for name in dict.fromkeys(journal_of(name) or name for name in names):
            yield from _read_still(folder, name) if journal_of(name) else _read(folder, name)
    except OSError as error:
        raise _unreadable_error(error) from None


def _members(folder: Path, names: list[str], beside: Mapping[str, Path]) -> Iterator[File]:
    """Yield the members of a backup in order, one journal at a time, since together they may be large."""
    others = (file for name, path in beside.items() for file in _read(path.parent, path.name, name))
    yield from merge(read_all(folder, names), sorted(others), key=lambda file: place_of(file[0]))


def _names(folder: Path, before: str) -> Iterator[str]:
    """Yield the files of a folder that are to be kept; in `aside` that is all of them."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        kept = before or path.name in (KEY, TABLE_FILE) or journal_of(path.name) or path.suffix == ".json"
        if not kept or path.name in PASSING:
            continue
        if not stat.S_ISREG(path.lstat().st_mode) or not is_name(before + path.name):
            raise BackupError("odd", path=ascii(str(path))[1:-1])
        yield before + path.name


def _read_still(folder: Path, journal: str) -> Iterator[File]:
    """Yield the files of a journal after two equal readings."""
    before: list[File] | None = None
    for _ in range(TRIES):
        now = [file for part in PARTS for file in _read(folder, journal + part)]
        if now == before:
            yield from sorted(now)
            return
        before = now
    raise BackupError("busy", name=journal)


def _read(folder: Path, name: str, known_as: str = "") -> Iterator[File]:
    """Yield one file; nothing if it was deleted meanwhile."""
    try:
        descriptor = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    with os.fdopen(descriptor, "rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise BackupError("large", path=str(folder / name), most=LARGEST >> 20)
    yield known_as or name, content


def _unreadable_error(error: OSError) -> BackupError:
    return BackupError("unread", path=str(error.filename), reason=error.strerror or "")
