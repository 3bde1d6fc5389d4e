"""The past games of a console for its page: the list, and the debrief of each as one file. The loop waits for none."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from klaxon.console.onlook.debrief import story_of
from klaxon.console.onlook.debrief_worker import DebriefWorkerError, call_in_worker
from klaxon.console.records.game_records import GameRecord, GameRecords
from klaxon.console.records.past_games import past_games
from klaxon.table.debrief import TooEarlyError, debrief
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import Shelf

if TYPE_CHECKING:
    from klaxon.web.debrief.debrief_file import DebriefFile

SECRET_BYTES = 16
MOST_MADE = 4
"""Most debriefs that are kept for the next who asks."""


def make_past_debrief(folder: Path, name: str, language: str, crews: Mapping[str, str]) -> DebriefFile | None:
    """Return the debrief of a finished game on a shelf; None where it cannot be read or goes on. A worker is asked."""
    from klaxon.web.debrief.debrief_file import make_debrief_file  # noqa: PLC0415 - where a debrief is read

    shelf = Shelf(folder)
    if name not in shelf.names():
        return None
    try:
        taken = shelf.take(name)
        taken.journal.close()
        story = story_of(name, taken.play.game.name, debrief(taken.play), language, taken.names, crews=crews)
    except (JournalError, TooEarlyError):
        return None
    return make_debrief_file(story)


class PastGames:
    """The finished games of a shelf."""

    def __init__(self, shelf: Shelf, records: GameRecords) -> None:
        """Read nothing yet."""
        self._shelf, self._records = shelf, records
        self._looked: dict[str, GameRecord] = {}
        self._made: OrderedDict[tuple[str, str], DebriefFile] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def games(self) -> list[GameRecord]:
        """Return them, newest first."""
        read = partial(past_games, self._shelf, dict(self._records.known), self._looked)
        async with self._one_at_a_time:
            return await asyncio.get_running_loop().run_in_executor(None, read)

    async def debrief(self, name: str, language: str) -> DebriefFile | None:
        """Return the debrief of a game as one file; None if there is none, or its worker failed."""
        key = (name, language)
        async with self._one_at_a_time:
            if key not in self._made:
                known = self._records.known.get(name)
                crews = dict(known.crews) if known is not None else {}
                work = partial(make_past_debrief, self._shelf.folder, name, language, crews)
                try:
                    loop = asyncio.get_running_loop()
                    made = await loop.run_in_executor(None, call_in_worker, work)
                except DebriefWorkerError:
                    return None
                if made is None:
                    return None
                self._made[key] = made
            self._made.move_to_end(key)
            while len(self._made) > MOST_MADE:
                self._made.popitem(last=False)
            return self._made[key]


class Archive:
    """The past games behind their ticket, which every page with a station is handed."""

    def __init__(self) -> None:
        """Begin without games; nobody can fetch any."""
        self.source: PastGames | None = None
        self.renew()

    def renew(self) -> None:
        """Cut a new ticket; the one before opens nothing any more."""
        self._ticket = secrets.token_urlsafe(SECRET_BYTES)

    @property
    def ticket(self) -> str:
        """The ticket; '' where no games are kept."""
        return self._ticket if self.source is not None else ""

    def opens(self, ticket: str) -> PastGames | None:
        """Return the games that a ticket opens, None if it is not the one."""
        right = hmac.compare_digest(ticket.encode("utf-8", "replace"), self._ticket.encode())
        return self.source if right else None
