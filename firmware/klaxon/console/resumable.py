"""The games that the lobby offers to go on with. A thread looks at their journals, and at each only when it changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from klaxon.table.shelf import Kept, Shelf

OFFERED = 5
"""Games looked at for one that was cut off: the newest."""

Identity = tuple[tuple[int, int, int], ...]
"""Inode, size and time of change of each file of a journal: as long as it is the same, so is what is in them."""


class ResumableGames:
    """The games on a shelf that were cut off."""

    def __init__(self, shelf: Shelf | None) -> None:
        """Know where to look; without a shelf nothing is kept."""
        self._shelf = shelf
        self._looked: dict[str, tuple[Identity, Kept]] = {}

    async def find(self) -> list[Kept]:
        """Return the games that wait to be taken up again, newest first; the loop goes on meanwhile."""
        if self._shelf is None:
            return []
        return await asyncio.get_running_loop().run_in_executor(None, self._find, self._shelf)

    def _find(self, shelf: Shelf) -> list[Kept]:
        newest = shelf.names()[: -OFFERED - 1 : -1]
        kept = [self._look(shelf, name) for name in newest]
        self._looked = {name: self._looked[name] for name in newest if name in self._looked}
        return [game for game in kept if game.standing == "open"]

    def _look(self, shelf: Shelf, name: str) -> Kept:
        before = _identity(shelf.path(name))
        known = self._looked.get(name)
        if known is not None and known[0] == before:
            return known[1]
        kept = shelf.look(name)
        if before and before == _identity(shelf.path(name)):  # else somebody writes, or SQLite folded the file
            self._looked[name] = before, kept
        return kept


def _identity(path: Path) -> Identity:
    files = (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-journal"))
    try:
        found = [file.stat() for file in files if file.exists()]
    except OSError:  # it went away while it was looked at
        return ()
    return tuple((each.st_ino, each.st_size, each.st_mtime_ns) for each in found)
