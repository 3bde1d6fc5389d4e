"""A disk that forgets: what a journal's files would be after a power cut, from the system calls that wrote them.

Only what POSIX promises is kept: bytes once their file was synced, names once their directory was. Whatever else was
written may be there after a cut or not; `torn` draws one such outcome.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

SUFFIXES = ("", "-wal", "-journal", "-rows")
SECTOR = 512


@dataclass(frozen=True)
class Image:
    """The files of a journal, by the end of their names."""

    files: dict[str, bytes]

    @classmethod
    def of(cls, journal: Path) -> Image:
        """Read the files of a journal."""
        paths = {suffix: Path(f"{journal}{suffix}") for suffix in SUFFIXES}
        return cls({suffix: path.read_bytes() for suffix, path in paths.items() if path.exists()})

    def put(self, place: Path) -> Path:
        """Write the files into a folder and return the path of the journal there."""
        for suffix, data in self.files.items():
            (place / f"journal{suffix}").write_bytes(data)
        return place / "journal"


class Change(NamedTuple):
    """A write, or with no data a change of length."""

    offset: int
    data: bytes | None

    def apply(self, content: bytearray) -> None:
        """Change the content of a file."""
        if self.data is None:
            del content[self.offset :]
            content.extend(bytes(self.offset - len(content)))
        else:
            content.extend(bytes(max(0, self.offset - len(content))))
            content[self.offset : self.offset + len(self.data)] = self.data


@dataclass(eq=False)
class File:
    """A file: what is sure to be on the disk, and the changes since."""

    kept: bytearray = field(default_factory=bytearray)
    changes: list[Change] = field(default_factory=list)

    def keep(self, count: int) -> None:
        """Let the first changes be sure."""
        for change in self.changes[:count]:
            change.apply(self.kept)
        del self.changes[:count]


class Disk:
    """The disk under one journal."""

    def __init__(self, journal: Path, before: Image) -> None:
        """Begin with what was there; all of that is sure."""
        self.journal = str(journal)
        self.folder = os.path.dirname(self.journal)  # noqa: PTH120 - a plain string, as strace shows it
        self.syncs = 0
        self._names = {f"{journal}{suffix}": File(bytearray(data)) for suffix, data in before.files.items()}
        self._past: list[dict[str, File]] = [dict(self._names)]
        """The names, after each change of the folder since it was synced."""
        self._syncing: dict[int, tuple[File | None, int]] = {}
        self._durable: Image | None = None

    def holds(self, path: str) -> bool:
        """Tell whether a path is one of the journal's."""
        return path.startswith(self.journal) and path[len(self.journal) :] in SUFFIXES

    def opened(self, path: str, flags: str) -> None:
        """Note a file that was opened, and perhaps made or emptied by that."""
        if not self.holds(path):
            return
        if path not in self._names:
            self._names[path] = File()
            self._past.append(dict(self._names))
        if "O_TRUNC" in flags:
            self.truncated(path, 0)

    def removed(self, path: str) -> None:
        """Note a name that was removed."""
        if path in self._names:
            del self._names[path]
            self._past.append(dict(self._names))

    def written(self, path: str, offset: int, data: bytes) -> None:
        """Note a write that has returned."""
        if self.holds(path):
            self._names[path].changes.append(Change(offset, data))

    def truncated(self, path: str, length: int) -> None:
        """Note a change of length that has returned."""
        if self.holds(path):
            self._names[path].changes.append(Change(length, None))

    def sync_begins(self, pid: int, path: str) -> None:
        """Note what a sync will have made sure of when it ends: what had been done when it began."""
        if path == self.folder:
            self._syncing[pid] = (None, len(self._past) - 1)
        elif path in self._names:
            self._syncing[pid] = (self._names[path], len(self._names[path].changes))

    def sync_ends(self, pid: int, succeeded: bool) -> None:
        """Note that a sync has returned."""
        file, count = self._syncing.pop(pid, (None, -1))
        if not succeeded or count < 0:
            return
        self.syncs += 1
        if file is None:
            del self._past[:count]
        else:
            file.keep(count)
        self._durable = None

    def durable(self) -> Image:
        """Return what is sure to be there after a cut now; the same object while that is the same."""
        if self._durable is None:
            self._durable = self._image(self._past[0], lambda file: bytes(file.kept))
        return self._durable

    def torn(self, chance: Random) -> Image:
        """Return what may be there after a cut now: any of the writes, in part, and the folder as it was at a time."""
        return self._image(chance.choice(self._past), lambda file: _torn(file, chance))

    def _image(self, names: dict[str, File], content: Callable[[File], bytes]) -> Image:
        return Image({path[len(self.journal) :]: content(file) for path, file in sorted(names.items())})


def _torn(file: File, chance: Random) -> bytes:
    """Return a file with some of its changes, each whole, in some of its sectors, or not at all."""
    content = bytearray(file.kept)
    likely = chance.random()
    for change in file.changes:
        if chance.random() < likely:
            change.apply(content)
        elif change.data is not None and chance.random() < likely:
            for sector in range(0, len(change.data), SECTOR):
                if chance.random() < likely:
                    Change(change.offset + sector, change.data[sector : sector + SECTOR]).apply(content)
    return bytes(content)
