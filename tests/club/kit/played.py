"""Games that were played to their end, as journals of a table; and what a cheat makes of them."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from klaxon import __version__
from klaxon.club.journals import CHECK, FinishedJournal, JournalVerdict, verify_journal
from klaxon.club.signing import SigningKey, draw_key
from klaxon.club.table_side.game_witness import GameWitness
from klaxon.rules.contract import Header, Outcome
from klaxon.table.disk.shelf import Shelf
from klaxon.table.play import JournalRow
from tests.club.kit.hall import table_id
from tests.durability.kit.keep_journals import FOLDER, KEY

NAME = "00001-kept"


@cache
def kept_game(name: str) -> tuple[Header, tuple[JournalRow, ...], Outcome]:
    """Return a whole game of understudies from the journals that are kept for every release."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "key").write_bytes(KEY)
        for file in (FOLDER / __version__).glob(f"{name}.klaxon*"):
            shutil.copy(file, folder)
        taken = Shelf(Path(folder)).take(name)
        taken.journal.close()
        assert taken.play.outcome is not None
        return taken.play.header, tuple(taken.play.rows), taken.play.outcome


@dataclass
class PlayedGame:
    """A game, committed to every so many rows while it was played."""

    header: Header
    rows: list[JournalRow]
    witness: GameWitness
    secret: bytes
    witnessed: dict[str, str]

    @classmethod
    def of(cls, name: str, every: int = 40) -> PlayedGame:
        header, rows, _ = kept_game(name)
        witness, secret = GameWitness(NAME, header, "Autumn/1/1", {"red": "Sharks"}), draw_key()
        for count in (*range(0, len(rows), every), len(rows)):
            witness.commit(rows[:count])
        witnessed = {each.place.hex(): each.value.hex() for each in witness.commitments}
        return cls(header, list(rows), witness, secret, {**witnessed, CHECK: witness.check})

    @property
    def key(self) -> SigningKey:
        return SigningKey(self.secret)

    def recommit(self, rows: list[JournalRow]) -> GameWitness:
        """Commit to other rows at the same places, as a cheat does who has the table."""
        again = GameWitness(NAME, self.header, self.witness.assignment, self.witness.boats, self.witness.key)
        for each in self.witness.commitments:
            again.commit(rows[: min(each.rows, len(rows))])
        return again

    def journal(self, rows: list[JournalRow] | None = None, witness: GameWitness | None = None) -> FinishedJournal:
        made = witness or self.witness
        own = table_id(1)
        shown = self.rows if rows is None else rows
        return FinishedJournal(own, NAME, self.header, shown, made.proof(own), made.assignment, made.boats)

    def verdict(self, body: bytes | FinishedJournal, **witnessed: str) -> JournalVerdict:
        """Return what the desk finds."""
        signed = body if isinstance(body, bytes) else body.write(self.key)
        return verify_journal(signed, table_id(1), NAME, self.key.public, witnessed or self.witnessed)

    def alone(self, body: FinishedJournal) -> JournalVerdict:
        """Return what the desk finds that had no network while the game was played."""
        return verify_journal(body.write(self.key), table_id(1), NAME, self.key.public, {})


def other_row(rows: list[JournalRow], place: int, line: str) -> list[JournalRow]:
    """Return rows of which one was changed."""
    return [*rows[:place], replace(rows[place], line=line), *rows[place + 1 :]]
