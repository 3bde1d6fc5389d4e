"""Restoring a backup: all of it or nothing, and never overwriting existing files.

Everything is first written and checked in a folder of its own. Then a plan file that says what goes where is written,
the files are put in place, and the plan file is removed. If power fails before that, the next start removes what the
plan names, so the folder is as it was.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO

from klaxon.table.backup.archive import BackupError, read
from klaxon.table.backup.collect import names_in, read_all
from klaxon.table.backup.games import Games, Sums, free_name
from klaxon.table.backup.names import ASIDE, KEY, is_aside, journal_of
from klaxon.table.backup.unfinished import KEY_BEFORE, MARK, STAGE, take_away, undo_unfinished
from klaxon.table.disk.durable_files import sync_folder, write_synced

KEY_SIZE = 32


@dataclass
class Restored:
    """The result of a restore."""

    games: list[str] = field(default_factory=list)
    """Games that were restored, by their names here."""
    known: list[str] = field(default_factory=list)
    """Games that existed here before, played as far as in the backup or further."""
    renamed: dict[str, str] = field(default_factory=dict)
    """Games whose name was taken by another game -> their names here."""
    kept: list[str] = field(default_factory=list)
    """Files that differ from the backup and were left as they are."""
    put: dict[str, str] = field(default_factory=dict)
    """Files of the backup that were restored -> their names here."""


def restore(path: Path, folder: Path) -> Restored:
    """Restore a backup into a folder; if it raises BackupError, nothing was changed."""
    undo_unfinished(folder)
    is_new = not folder.exists()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _open_backup(path, folder) as file, _begin_import(folder) as mark:
            staged = _stage(file, folder / STAGE)
            restored = _plan(staged, folder)
            _write_restored(restored, folder, mark)
    except BackupError as error:
        error.facts = {"path": str(path), "folder": str(folder), **error.facts}
        raise
    except OSError as error:
        raise BackupError("unwritten", path=str(folder), reason=error.strerror or "") from None
    finally:
        if is_new:
            with suppress(OSError):
                folder.rmdir()  # unless something was brought back into it
    return restored


@contextmanager
def _open_backup(path: Path, folder: Path) -> Iterator[IO[bytes]]:
    """Open a backup: a regular file for which there is enough room."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise BackupError("unread", path=str(path), reason=error.strerror or "") from None
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise BackupError("foreign")
        if shutil.disk_usage(folder).free < found.st_size:
            raise BackupError("no-room", needed=found.st_size >> 20)
        yield file


@contextmanager
def _begin_import(folder: Path) -> Iterator[int]:
    """Begin an import, only one at a time; if it fails, everything is as before."""
    try:
        mark = os.open(folder / MARK, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise BackupError("twice") from None
    try:
        fcntl.flock(mark, fcntl.LOCK_EX)
        yield mark
        (folder / MARK).unlink()  # from here on it is all there
    except BaseException:
        take_away(folder, mark)
        raise
    finally:
        os.close(mark)
    with suppress(OSError):  # it is there; a disk that fails now may lose it, as it may anything else
        sync_folder(folder)
    shutil.rmtree(folder / STAGE, ignore_errors=True)


def _stage(file: IO[bytes], stage: Path) -> Sums:
    """Read a whole backup and write it to the staging folder; return what is in it."""
    shutil.rmtree(stage, ignore_errors=True)
    (stage / ASIDE).mkdir(mode=0o700, parents=True)
    sums: dict[str, bytes] = {}
    for name, content in read(file):
        write_synced(stage / name, content, 0o400 if is_aside(name) else 0o600)
        sums[name] = sha256(content).digest()
    return sums


def _plan(staged: Sums, folder: Path) -> Restored:
    """Decide what is put where."""
    here = {name: sha256(content).digest() for name, content in read_all(folder, names_in(folder))}
    key, restored = _plan_key(staged, here, folder), Restored()
    theirs, ours = Games(folder / STAGE, staged), Games(folder, here)
    taken = {*theirs.names, *ours.names}
    for journal in theirs.names:
        if ours.know(journal, theirs, key):
            restored.known.append(journal)
            continue
        name = free_name(journal, taken) if journal in ours.names else journal
        taken.add(name)
        if name != journal:
            restored.renamed[journal] = name
        restored.games.append(name)
        restored.put |= {journal + part: name + part for part in theirs.parts(journal)}
    for name in (name for name in staged if not journal_of(name)):
        if name not in here or (name == KEY and staged[name] != here[name]):
            restored.put[name] = name
        elif staged[name] != here[name]:
            restored.kept.append(name)
    return restored


def _plan_key(staged: Sums, here: Sums, folder: Path) -> bytes:
    """Return the key of the backup. A key that seals games here is never replaced: nobody could open them any more."""
    if KEY not in staged:
        return b""
    seals = any(map(journal_of, here)) and (folder / KEY).is_file() and (folder / KEY).stat().st_size == KEY_SIZE
    if seals and staged[KEY] != here.get(KEY):
        raise BackupError("other-console")
    return (folder / STAGE / KEY).read_bytes()


def _write_restored(restored: Restored, folder: Path, mark: int) -> None:
    """Write the plan, then put the files in place. Nothing is overwritten except an unusable key."""
    stage = folder / STAGE
    inodes = {name: (stage / part).stat().st_ino for part, name in restored.put.items()}
    with os.fdopen(os.dup(mark), "wb") as file:
        file.write(json.dumps(inodes).encode())
        file.flush()
        os.fsync(mark)
    if any(map(is_aside, restored.put.values())):
        (folder / ASIDE).mkdir(mode=0o700, exist_ok=True)
    sync_folder(folder)
    for part, name in restored.put.items():
        if name == KEY and os.path.lexists(folder / KEY):
            (folder / KEY).rename(stage / KEY_BEFORE)
        os.link(stage / part, folder / name)
    for touched in {(folder / name).parent for name in restored.put.values()}:
        sync_folder(touched)
