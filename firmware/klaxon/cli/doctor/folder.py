"""Checks of the state folder, where games are stored, and of the secrets in it."""

from __future__ import annotations

import os
from abc import ABC
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from klaxon.cli.daemon.console_page import PAGE_KEYS
from klaxon.cli.doctor.check import Check, Finding
from klaxon.cli.doctor.world import World, is_folder, is_there
from klaxon.table.disk import key

MEGABYTE = 1024 * 1024
LOW, FULL = 200 * MEGABYTE, 20 * MEGABYTE
FORGETFUL = ("tmpfs", "ramfs", "overlay")
WEAK = ("vfat", "exfat", "msdos", "ntfs", "ntfs3", "fuseblk", "nfs", "nfs4", "cifs", "smb3", "9p")


class _OfFolder(Check, ABC):
    """A check that needs the folder."""

    def applies(self, world: World) -> bool:
        """Return whether there is a folder."""
        return world.has_folder


class StateFolder(Check):
    """The folder itself."""

    code = "DOC-201"
    cases: ClassVar = {"ok": "ok", "absent": "info", "blocked": "fail", "no-folder": "fail", "read-only": "fail"}

    def look(self, world: World) -> Iterator[Finding]:
        """Check that it exists or can be created, and is writable."""
        writing = os.R_OK | os.W_OK | os.X_OK
        above = next((path for path in world.folder.absolute().parents if is_folder(path)), Path("/"))
        if is_folder(world.folder):
            case = "ok" if world.may(world.folder, writing) else "read-only"
        elif world.may(above, writing):
            case = "no-folder" if is_there(world.folder) else "absent"
        else:
            case = "blocked"
        yield self.finding(case, folder=str(world.folder), above=str(above))


class FreeSpace(_OfFolder):
    """Free space for games."""

    code = "DOC-202"
    cases: ClassVar = {"ok": "ok", "low": "warn", "full": "fail"}

    def look(self, world: World) -> Iterator[Finding]:
        """Check how much is free."""
        free = world.free(world.folder)
        case = "full" if free < FULL else "low" if free < LOW else "ok"
        yield self.finding(case, free=free // MEGABYTE)


class FileSystem(_OfFolder):
    """A file system that stores data durably."""

    code = "DOC-203"
    cases: ClassVar = {"ok": "ok", "unknown": "info", "forgetful": "warn", "weak": "warn", "read-only": "fail"}

    def look(self, world: World) -> Iterator[Finding]:
        """Look it up among the mounts."""
        kind, options = _mount_of(world.read("/proc/self/mountinfo") or "", world.folder.resolve())
        case = "forgetful" if kind in FORGETFUL else "weak" if kind in WEAK else "ok" if kind else "unknown"
        yield self.finding("read-only" if "ro" in options else case, kind=kind)


def _mount_of(mounts: str, folder: Path) -> tuple[str, list[str]]:
    """Return the kind and the options of the file system that a folder is on."""
    best = (-1, "", [""])
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        columns = before.split()
        if len(columns) < 6 or not after:
            continue
        place = Path(columns[4].replace("\\040", " "))
        if folder.is_relative_to(place) and len(place.parts) >= best[0]:
            best = (len(place.parts), after.split()[0], columns[5].split(","))
    return best[1], best[2]


class FolderMode(_OfFolder):
    """Who owns the folder, and who else may write to it."""

    code = "DOC-204"
    cases: ClassVar = {"ok": "ok", "open": "warn", "foreign": "warn"}

    def look(self, world: World) -> Iterator[Finding]:
        """Check its mode and owner."""
        status = world.folder.stat()
        case = "open" if status.st_mode & 0o022 else "ok"
        if world.host.uid not in (0, status.st_uid):
            case = "foreign"
        yield self.finding(case, mode=f"{status.st_mode & 0o777:o}", folder=str(world.folder))


class _Secret(_OfFolder):
    """A file that only its owner may read."""

    cases: ClassVar = {"ok": "ok", "none": "info", "open": "fail"}
    name: ClassVar[str]

    def look(self, world: World) -> Iterator[Finding]:
        """Check its mode."""
        path = world.folder / self.name
        if not is_there(path):
            yield self.finding("none", file=self.name)
            return
        mode = path.stat().st_mode & 0o777
        yield self.finding("open" if mode & 0o077 else "ok", file=self.name, mode=f"{mode:o}", folder=str(world.folder))


class PageKeysCheck(_Secret):
    """The keys of the page: whoever has them controls every station."""

    code = "DOC-205"
    name = PAGE_KEYS


class ShelfKey(_Secret):
    """The key that seals the journals: whoever has it can forge a game."""

    code = "DOC-206"
    name = key.NAME
    cases: ClassVar = {**_Secret.cases, "unusable": "fail"}

    def look(self, world: World) -> Iterator[Finding]:
        """Check that it can be a key at all, then its mode."""
        path = world.folder / self.name
        if os.path.lexists(path) and not key.has_key(world.folder):
            yield self.finding("unusable", file=self.name, folder=str(world.folder), size=key.SIZE)
        else:
            yield from super().look(world)


class OpenPages(_OfFolder):
    """Who looks on at the running console."""

    code = "DOC-209"
    cases: ClassVar = {"ok": "ok", "none": "info"}

    def look(self, world: World) -> Iterator[Finding]:
        """Ask the console."""
        found = world.onlookers_at(world.folder)
        yield self.finding("ok", pages=found.pages, umpires=found.umpires) if found else self.finding("none")
