"""The interrupted games that the lobby offers. A thread reads their journals, and each only when it changed.

Files that are not journals are set aside, so that they do not hide real ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from klaxon.rules.contract import Refusal
from klaxon.rules.games import LINKED
from klaxon.table.disk.files import parts_of
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import DAMAGED, KeptGame, Shelf

OFFERED = 5
"""How many games are searched for an interrupted one: the newest."""

FURTHER = 12
"""How many older games are searched for one that has a sequel, of those that may have one."""

MOST_ASIDE = 20
"""Most files that are set aside at once."""

RESUMED = ("open", DAMAGED)
"""How a game stands that can be resumed."""

_log = logging.getLogger(__name__)

Identity = tuple[tuple[int, int, int], ...]
"""Inode, size and time of change of each file of a journal: while it is the same, so is their content."""


class ResumableGames:
    """The interrupted games on a shelf."""

    def __init__(self, shelf: Shelf | None) -> None:
        """Use a shelf; without one there are no games."""
        self._shelf = shelf
        self._looked: dict[str, tuple[Identity, KeptGame]] = {}
        self._said: set[str] = set()
        self._aside: list[str] = []

    def news(self, kept: Sequence[KeptGame]) -> Refusal | None:
        """Return news that was not shown yet: something was set aside, or a game is damaged."""
        if self._aside:
            names, self._aside = ", ".join(self._aside), []
            return Refusal("journals-aside", {"names": names})
        for game in kept:
            if game.standing == DAMAGED and game.name not in self._said:
                self._said.add(game.name)
                number = game.name.partition("-")[0].lstrip("0")
                return Refusal("game-damaged", {"number": number, "rows": game.rows, "about": game.about})
        return None

    async def find(self) -> list[KeptGame]:
        """Return the games that can be resumed and those that have a sequel, newest first; the loop goes on."""
        if self._shelf is None:
            return []
        return await asyncio.get_running_loop().run_in_executor(None, self._find, self._shelf)

    def _find(self, shelf: Shelf) -> list[KeptGame]:
        kept: list[KeptGame] = []
        aside = 0
        names = shelf.names()[::-1]
        for name in names:
            if len(kept) == OFFERED:
                break
            game = self._look(shelf, name)
            if game.standing == "journal-not-ours" and aside < MOST_ASIDE:
                aside += self._set_aside(shelf, name)
            else:
                kept.append(game)
        older = [name for name in names[OFFERED + aside :] if name.partition("-")[2] in LINKED][:FURTHER]
        linked = [*kept, *(self._look(shelf, name) for name in older)]
        self._looked = {game.name: self._looked[game.name] for game in linked if game.name in self._looked}
        going_on = _with_sequels(linked)
        return [game for game in linked if game.name in going_on or (game.standing in RESUMED and game in kept)]

    def _set_aside(self, shelf: Shelf, name: str) -> int:
        try:
            shelf.set_aside(name)
        except JournalError as error:  # it stays where it is, and is looked at again
            _log.warning("%s cannot be set aside: %s", name, error.code)
        else:
            self._aside.append(name)
        return 1

    def _look(self, shelf: Shelf, name: str) -> KeptGame:
        before = _identity(shelf.path(name))
        known = self._looked.get(name)
        if known is not None and known[0] == before:
            return known[1]
        kept = shelf.look(name)
        if before and before == _identity(shelf.path(name)):  # else somebody writes, or SQLite folded the file
            self._looked[name] = before, kept
        return kept


def _with_sequels(games: Sequence[KeptGame]) -> set[str]:
    """Return the names of those whose sequel nobody has begun yet, of games with the newest first."""
    found, begun = set[str](), set[str]()
    for game in games:
        if game.sequel is not None and not begun.intersection(game.starts_from):
            found.add(game.name)
        begun.update(game.options.values() if game.game in LINKED else ())
        begun.update(game.starts_from)
    return found


def _identity(path: Path) -> Identity:
    try:
        found = [file.stat() for file in parts_of(path).values() if file.exists()]
    except OSError:  # it went away while it was looked at
        return ()
    return tuple((each.st_ino, each.st_size, each.st_mtime_ns) for each in found)
