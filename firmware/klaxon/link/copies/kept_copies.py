"""The copies that a guest keeps: one file each, of blocks that it cannot open."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from klaxon.link.copies.sent_copy import RECORD
from klaxon.table.foreign_json import read_json

SUFFIX = ".copy"
FORMAT = 1
MOST = 8
"""Copies that are kept; the oldest makes room."""
_FIRST_LINE = 1 << 20
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CopyAbout:
    """What a copy is of; all of it may be known."""

    id: str
    game: str
    host: str
    """The name of the console that played it."""
    number: str
    """Which console that is."""
    check: str
    """What the key of its commitments will be compared with."""
    header: str
    """What the game starts from, sealed."""


class KeptCopy:
    """One copy."""

    def __init__(self, about: CopyAbout, path: Path | None, records: bytes = b"") -> None:
        """Go on with what is there; without a path it is kept in memory alone."""
        self.about, self._path = about, path
        self.records = bytearray(records)
        self._is_writing = False
        self._written = len(records)

    @property
    def last(self) -> bytes:
        """The last record."""
        return bytes(self.records[-RECORD:])

    def add(self, record: bytes) -> None:
        """Keep a block, without waiting for the disk."""
        self.records += record
        if self._path is not None and not self._is_writing:
            self._write(self._path)

    def _write(self, path: Path) -> None:
        new, self._is_writing = bytes(self.records[self._written :]), True
        self._written += len(new)
        asyncio.get_running_loop().run_in_executor(None, _append, path, new).add_done_callback(self._on_written)

    def _on_written(self, _: asyncio.Future[None]) -> None:
        self._is_writing = False
        if self._path is not None and self._written < len(self.records):
            self._write(self._path)


class KeptCopies:
    """All copies of a console."""

    def __init__(self, folder: Path | None) -> None:
        """Keep them in a state folder, or in memory where nothing is kept."""
        self._folder = folder
        self._open: dict[str, KeptCopy] = {}

    def find(self, name: str) -> KeptCopy | None:
        """Return the copy of a game, None where there is none that can be read."""
        if name not in self._open and self._folder is not None and name.isalnum():
            found = read_copy(self._folder / f"{name}{SUFFIX}")
            if found is not None:
                self._open[name] = found
        return self._open.get(name)

    def begin(self, about: CopyAbout) -> KeptCopy:
        """Begin the copy of a game."""
        path = self._folder / f"{about.id}{SUFFIX}" if self._folder is not None else None
        self._open[about.id] = copy = KeptCopy(about, path)
        if path is not None:
            self._make_room()
            first = json.dumps({"klaxon-copy": FORMAT, **asdict(about)})
            _create(path, f"{first}\n".encode())
        return copy

    def all(self) -> list[CopyAbout]:
        """Return what there are copies of, the newest first."""
        if self._folder is None:
            return [copy.about for copy in reversed(self._open.values())]
        return [about for path in _newest_first(self._folder) if (about := _read_about(path)) is not None]

    def drop(self, name: str) -> None:
        """Delete a copy: the game is over, and here."""
        self._open.pop(name, None)
        if self._folder is not None and name.isalnum():
            with suppress(OSError):
                (self._folder / f"{name}{SUFFIX}").unlink(missing_ok=True)

    def _make_room(self) -> None:
        if self._folder is not None:
            for path in _newest_first(self._folder)[MOST - 1 :]:
                path.unlink(missing_ok=True)


def read_copy(path: Path) -> KeptCopy | None:
    """Return the copy of a file; a record that a power cut has cut off is left out. None where it is no copy."""
    about = _read_about(path)
    if about is None:
        return None
    _, _, records = path.read_bytes().partition(b"\n")
    whole = records[: len(records) // RECORD * RECORD]
    if len(whole) < len(records):
        with suppress(OSError):
            os.truncate(path, path.stat().st_size - len(records) + len(whole))
    return KeptCopy(about, path, whole)


def _read_about(path: Path) -> CopyAbout | None:
    try:
        with path.open("rb") as file:
            return about_of(read_json(file.readline(_FIRST_LINE)))
    except (OSError, ValueError):
        return None


def about_of(found: Any) -> CopyAbout | None:
    """Return what a copy is of, as it was written into its file; None where it is no copy of ours."""
    match found:
        case {
            "klaxon-copy": 1,
            "id": str(name),
            "game": str(game),
            "host": str(host),
            "number": str(number),
            "check": str(check),
            "header": str(header),
        }:
            return CopyAbout(name, game, host, number, check, header)
    return None


def _newest_first(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)


def _create(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
    except OSError as error:
        _log.warning("no copy of the game can be kept: %s", error.strerror)


def _append(path: Path, content: bytes) -> None:
    try:
        with path.open("ab") as file:
            file.write(content)
    except OSError as error:
        _log.warning("the copy of the game cannot be written: %s", error.strerror)
