"""The disk of a desk: rows of the hall in one file, the acts of each tournament in its own."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from pathlib import Path

from klaxon.club.desk.hall import BOOK, Hall
from klaxon.club.outbox.kept import KeptRow, KeptRows, KeptRowsError, read_row
from klaxon.club.tournament import acts
from klaxon.club.tournament.acts import read_act
from klaxon.club.tournament.book import Book, BookError

NAME, SUFFIX = "hall.rows", ".desk"
WHICH = "which"
"""The area that says which tournament is open, and the name of the desk's boxes."""
_LONGEST_STEM = 60


class DeskDisk:
    """The folder of a desk."""

    def __init__(self, folder: Path, tournament: str = "") -> None:
        """Open it, with the tournament that was open last, or another. KeptRowsError or BookError where that fails."""
        self._folder = folder
        self._rows = KeptRows.open(folder / NAME)
        self._book: Book | None = None
        try:
            self._open_book(tournament)
        except (KeptRowsError, BookError):
            self._rows.close()
            raise

    def _open_book(self, tournament: str) -> None:
        which = self._rows.read(WHICH)
        with self._rows.understood():
            self.box = which["box"].decode() if "box" in which else secrets.token_hex(8)
            name = tournament or which.get("book", b"").decode()
        fresh = [] if "box" in which else [KeptRow(WHICH, "box", self.box.encode())]
        if name:
            self._book = Book.open(self._path(name))
            fresh.append(KeptRow(WHICH, "book", name.encode()))
        self._rows.write(fresh)

    def hall(self) -> Hall:
        """Return the hall as it was kept. KeptRowsError where a row cannot be understood."""
        with self._rows.understood():
            return Hall(self._rows.read, [*self._book.acts] if self._book is not None else [], self.box)

    def journals(self, hall: Hall) -> dict[str, bytes]:
        """Return the journals that are to be verified yet, by claim."""
        return {key: body for key, body in self._rows.read("journals").items() if hall.is_verifying(key)}

    def journal(self, claim: str) -> bytes:
        """Return the journal of a game, b'' if none is here. It reads the file by itself: not for a loop."""
        return read_row(self._folder / NAME, "journals", claim)

    def write(self, rows: Sequence[KeptRow]) -> None:
        """Write rows; acts of the tournament first: a result that is claimed again counts once. OSError if refused."""
        for row in rows:
            if row.area == BOOK:
                self._act(row)
        self._rows.write(row for row in rows if row.area != BOOK)

    def _act(self, row: KeptRow) -> None:
        if row.value is None:
            self._close_book()
            return
        act, number = read_act(json.loads(row.value)), int(row.key)
        try:
            if isinstance(act, acts.Begin):
                self._begin(act)
            elif self._book is not None and number > len(self._book.acts):  # else it was written before the disk failed
                self._book.do(act)
        except BookError as error:
            raise OSError(f"{error.code} {error.facts.get('problem', '')}".strip()) from error

    def _begin(self, act: acts.Begin) -> None:
        stem = "".join(sign if sign.isalnum() or sign in " -_" else "-" for sign in act.name).strip()[:_LONGEST_STEM]
        names = (stem, *(f"{stem} {n}" for n in range(2, 1000)))
        name = next(each for each in names if not self._path(each).exists())
        self._book = Book.begin(self._path(name), act)
        self._rows.write([KeptRow(WHICH, "book", name.encode())])

    def _close_book(self) -> None:
        if self._book is not None:
            self._book.close()
            self._book = None
        self._rows.write([KeptRow(WHICH, "book", None)])

    def _path(self, name: str) -> Path:
        return self._folder / f"{Path(name).name}{SUFFIX}"

    def close(self) -> None:
        """Close the files."""
        self._rows.close()
        if self._book is not None:
            self._book.close()
