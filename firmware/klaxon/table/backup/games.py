"""Games in a backup and games on this console: which are the same, and which names are free."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from klaxon.rules.contract import Header
from klaxon.table.backup.names import is_aside, journal_of
from klaxon.table.disk.journal import Journal, JournalError
from klaxon.table.play import JournalRow

Sums = Mapping[str, bytes]
"""Name of a file -> the checksum of its content."""


class _Game(NamedTuple):
    header: Header
    rows: list[JournalRow]


class Games:
    """The journals in a folder, each with all of its files."""

    def __init__(self, folder: Path, sums: Sums) -> None:
        """Find the journals among the files of a folder."""
        self._folder = folder
        self._parts: dict[str, dict[str, bytes]] = {}
        for name, total in sums.items():
            if journal := journal_of(name):
                self._parts.setdefault(journal, {})[name.removeprefix(journal)] = total
        self._contents = {(is_aside(name), frozenset(parts.items())) for name, parts in self._parts.items()}

    @property
    def names(self) -> AbstractSet[str]:
        """The journals."""
        return self._parts.keys()

    def parts(self, journal: str) -> AbstractSet[str]:
        """Return the suffixes of the files of a journal."""
        return self._parts[journal].keys()

    def know(self, journal: str, theirs: Games, key: bytes) -> bool:
        """Return whether another console's game exists here, played as far or further, under any name."""
        if (is_aside(journal), frozenset(theirs._parts[journal].items())) in self._contents:
            return True
        if journal not in self.names:
            return False
        game = theirs._read(journal, key)
        others = [name for name in self.names if is_aside(name) == is_aside(journal)]
        return game is not None and any(_goes_further(self._read(name, key), game) for name in others)

    def _read(self, journal: str, key: bytes) -> _Game | None:
        """Return the game in a journal; None if it cannot be read. It reads a copy, since opening may change a file."""
        with TemporaryDirectory(prefix="klaxon-") as place:
            path = Path(place, "journal.klaxon")
            for part in self.parts(journal):
                shutil.copyfile(self._folder / (journal + part), path.with_name(path.name + part))
            try:
                opened, rows, _ = Journal.open(path, key)
            except JournalError:
                return None
            opened.close()
            return _Game(opened.header, rows)


def free_name(journal: str, taken: AbstractSet[str]) -> str:
    """Return a free name: a game gets the next number, a game that was set aside gets a suffix."""
    if is_aside(journal):
        return next(name for number in range(2, len(taken) + 3) if (name := f"{journal}.{number}") not in taken)
    numbers = [name.rpartition("/")[2].partition("-")[0] for name in taken]
    last = max((int(number) for number in numbers if number.isdecimal()), default=0)
    return f"{last + 1:05d}-{journal.partition('-')[2] or journal}"


def _goes_further(here: _Game | None, there: _Game) -> bool:
    return here is not None and here.header == there.header and here.rows[: len(there.rows)] == there.rows
