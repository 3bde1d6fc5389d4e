"""The book of a tournament: an SQLite file of acts. Rows are only added; what is taken back is taken back by a row."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

from klaxon.club.tournament import acts
from klaxon.club.tournament.acts import Act, UnreadableActError, read_act, write_act
from klaxon.club.tournament.deeds import begin, do
from klaxon.club.tournament.tournament import ActError, Tournament

FORMAT = 1
_APPLICATION = 0x4B4C5842
_TABLES = "CREATE TABLE acts (n INTEGER PRIMARY KEY, at INTEGER NOT NULL, act TEXT NOT NULL) STRICT"


class BookError(Exception):
    """A book that cannot be used, with its message."""

    def __init__(self, code: str, **facts: object) -> None:
        """Store the message id and its facts."""
        super().__init__(code)
        self.code, self.facts = code, facts


class Book:
    """An open book, and the tournament that its acts make. Used by one thread at a time."""

    def __init__(self, database: sqlite3.Connection, rows: list[Act]) -> None:
        """Use `Book.begin` or `Book.open`."""
        self._database = database
        self._rows = rows
        self.tournament = fold(rows)
        database.execute("PRAGMA synchronous = FULL")

    @classmethod
    def begin(cls, path: Path, act: acts.Begin) -> Book:
        """Begin a tournament in a new file."""
        begin(act)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(exist_ok=False)
        except FileExistsError as error:
            raise BookError("book-exists", name=path.stem) from error
        except OSError as error:
            raise BookError("not-written", problem=error.strerror or error) from error
        try:
            return cls(_new_file(path, act), [act])
        except sqlite3.Error as error:
            path.unlink()  # nothing was begun: the name stays free
            raise BookError("not-written", problem=error) from error

    @classmethod
    def open(cls, path: Path) -> Book:
        """Open the book of a file; BookError says why it cannot be used."""
        if not path.is_file():
            raise BookError("no-book", name=path.stem)
        database = sqlite3.connect(path, timeout=5, check_same_thread=False)
        try:
            if problem := _problem(database):
                raise BookError(problem, path=path)  # noqa: TRY301 -- closes the file on its way
            rows = [json.loads(text) for (text,) in database.execute("SELECT act FROM acts ORDER BY n")]
            return cls(database, [read_act(row) for row in rows])
        except BookError:
            database.close()
            raise
        except sqlite3.OperationalError as error:
            database.close()
            raise BookError("not-read", path=path, problem=error) from error
        except (sqlite3.DatabaseError, UnreadableActError, ActError, ValueError, TypeError) as error:
            database.close()
            raise BookError("not-a-book", path=path) from error

    def do(self, act: Act) -> None:
        """Do an act: it counts when it is on the disk. ActError says why it cannot be done, and nothing was."""
        rows = [*self._rows, act]
        tournament = fold(rows) if isinstance(act, acts.Undo) else do(self.tournament, act)
        try:
            with self._database:
                _add(self._database, len(rows), act)
        except sqlite3.IntegrityError as error:  # its number is taken
            raise BookError("changed-elsewhere") from error
        except sqlite3.Error as error:
            raise BookError("not-written", problem=error) from error
        self._rows, self.tournament = rows, tournament

    @property
    def acts(self) -> tuple[Act, ...]:
        """All that was done, what was taken back too."""
        return tuple(self._rows)

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def fold(rows: list[Act]) -> Tournament:
    """Return the tournament that acts make, one after the other, without those that were taken back."""
    standing: list[Act] = []
    for act in rows:
        if not isinstance(act, acts.Undo):
            standing.append(act)
        elif len(standing) > 1:
            standing.pop()
        else:
            raise ActError("nothing-to-undo")
    if not standing:
        raise ActError("not-begun")
    tournament = begin(standing[0])
    for act in standing[1:]:
        tournament = do(tournament, act)
    return tournament


def _new_file(path: Path, act: acts.Begin) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=5, check_same_thread=False)
    try:
        with database:
            database.execute(f"PRAGMA application_id = {_APPLICATION}")
            database.execute(f"PRAGMA user_version = {FORMAT}")
            database.execute(_TABLES)
            _add(database, 1, act)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _problem(database: sqlite3.Connection) -> str | None:
    """Return the message of a file that is no book of this format."""
    mark, made_as = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if mark != _APPLICATION:
        return "not-a-book"
    return None if made_as == FORMAT else "other-format"


def _add(database: sqlite3.Connection, number: int, act: Act) -> None:
    row = (number, int(time.time()), json.dumps(write_act(act)))
    database.execute("INSERT INTO acts (n, at, act) VALUES (?, ?, ?)", row)
