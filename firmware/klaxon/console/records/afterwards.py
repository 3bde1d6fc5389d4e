"""Afterwards: what a console remembers of a game that is over."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.lobby.newcomers import Newcomers
from klaxon.console.lobby.players import Players
from klaxon.console.lobby.seating import Seating
from klaxon.console.match import Match
from klaxon.console.records.game_records import GameRecords
from klaxon.rules.contract import Outcome
from klaxon.table.table import Table


class Afterwards:
    """Remembers who played and who won."""

    def __init__(
        self, match: Match, seating: Seating, newcomers: Newcomers, players: Players, records: GameRecords | None
    ) -> None:
        """Without records nothing is written down."""
        self._match, self._seating, self._records = match, seating, records
        self._newcomers, self._players = newcomers, players

    def note_end(self) -> None:
        """Remember the end of the game that is on."""
        table = self._match.table
        outcome = table.play.outcome if table is not None else None
        if table is not None and outcome is not None:
            self._teach(outcome)
            self._record(table, outcome)

    def forget_end(self) -> None:
        """Forget an end that was taken back."""
        if self._records is not None:
            self._records.forget(self._match.table_name)

    def crews(self, name: str) -> Mapping[str, str]:
        """Return who played a game that is over: the seats of people with their nicknames."""
        record = self._records.known.get(name) if self._records is not None else None
        return record.crews if record is not None else {}

    def _teach(self, outcome: Outcome) -> None:
        """Remember that people have played, and whether they won."""
        pages = self._seating.pages.values()
        has_won = outcome.winner in self._seating.boats()
        was_lesson = any(page.guides.looked_at and page.guides.guided for page in pages)
        self._newcomers.note_end(has_won=has_won, was_lesson=was_lesson)

    def _record(self, table: Table, outcome: Outcome) -> None:
        """Write down who played."""
        if self._records is None:
            return
        holders = self._seating.holders()
        crews = {str(seat): self._players.name_at(holder) for seat, holder in holders.items() if holder}
        play = table.play
        self._records.note_end(table.name, play.game.name, play.now, outcome, table.names, crews)
