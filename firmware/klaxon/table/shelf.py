"""The shelf: the folder where games are kept. A game that was cut off is taken up again from here."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from klaxon.rules.contract import Header, Refusal
from klaxon.rules.games import game_named
from klaxon.table.earlier import as_today
from klaxon.table.journal import Journal, JournalError, Snapshot
from klaxon.table.naming import names_in
from klaxon.table.play import Page, Play, Row

SUFFIX = ".klaxon"
ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class Kept:
    """One game on the shelf: what it is and how it stands (`open`, `over`, `in-use`, or a fault's code)."""

    name: str
    game: str
    standing: str
    rows: int
    names: Mapping[str, str] = field(default_factory=dict)
    """What people call the boats."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A game taken off the shelf to go on: with what its seats heard since the last snapshot, and counts before it."""

    journal: Journal
    play: Play
    pages: list[Page]
    heard: dict[str, int]
    names: dict[str, str]


class Shelf:
    """A folder of journals and the key that seals them."""

    def __init__(self, folder: Path) -> None:
        """Use a folder; it is made where it is missing."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def key(self) -> bytes:
        """The key of this installation, made once."""
        path = self.folder / "key"
        if not path.exists():
            new = os.open(path.with_suffix(".new"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(new, "wb") as file:
                file.write(secrets.token_bytes(32))
                file.flush()
                os.fsync(file.fileno())
            path.with_suffix(".new").rename(path)
            _sync_folder(self.folder)
        return path.read_bytes()

    def path(self, name: str) -> Path:
        """Return where a game lies."""
        return self.folder / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        """Return the games, oldest first."""
        return sorted(path.name.removesuffix(SUFFIX) for path in self.folder.glob(f"*{SUFFIX}"))

    def begin(self, header: Header, note: str = "") -> tuple[str, Journal]:
        """Begin the journal of a new game, under the next number."""
        numbers = [int(name.partition("-")[0]) for name in self._all_names() if name.partition("-")[0].isdigit()]
        name = f"{max(numbers, default=0) + 1:05d}-{header.game}"
        journal = Journal.create(self.path(name), header, self.key, note=note)
        _sync_folder(self.folder)
        return name, journal

    def look(self, name: str) -> Kept:
        """Return how a game stands, without changing it."""
        try:
            taken = self.take(name)
        except JournalError as error:
            standing = "in-use" if error.code == "journal-locked" else error.code
            return Kept(name, name.partition("-")[2], standing, 0)
        taken.journal.close()
        standing = "over" if taken.play.outcome else "open"
        return Kept(name, taken.play.game.name, standing, taken.play.count, taken.names)

    def take(self, name: str) -> Taken:
        """Take a game up where its journal ends. JournalError where that cannot be."""
        path = self.path(name)
        journal, rows, snapshot = Journal.open(path, self.key)
        try:
            return _replayed(journal, rows, snapshot)
        except JournalError:
            journal.close()
            raise

    def set_aside(self, name: str) -> Path:
        """Put a journal that cannot be used out of the way, read-only. Nothing is deleted."""
        (self.folder / ASIDE).mkdir(exist_ok=True)
        path = self.path(name)
        for part in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-journal")):
            if part.exists():
                part.chmod(0o444)
                part.rename(self.folder / ASIDE / part.name)
        _sync_folder(self.folder)
        return self.folder / ASIDE / path.name

    def export(self, name: str) -> Iterator[str]:
        """Yield a game as lines of a script: what `klaxon replay` reads."""
        journal, rows, _ = Journal.open(self.path(name), self.key)
        journal.close()
        header = as_today(journal.header, journal.path)
        options = " ".join(f"{key}={json.dumps(value)}" for key, value in header.options.items())
        yield f"new {header.game} {options} seed={json.dumps(header.seed)}"
        now = 0
        for row in rows:
            if row.at > now:
                yield f"at {row.at}"
            now = row.at
            if row.kind == "order":
                yield row.line
            elif row.kind == "table":
                yield from _script_act(row)

    def delete(self, name: str) -> None:
        """Delete a game for good."""
        path = self.path(name)
        for part in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-journal")):
            part.unlink(missing_ok=True)
        _sync_folder(self.folder)

    def _all_names(self) -> list[str]:
        aside = [path.name.removesuffix(SUFFIX) for path in (self.folder / ASIDE).glob(f"*{SUFFIX}")]
        return [*self.names(), *aside]


def _replayed(journal: Journal, rows: list[Row], snapshot: Snapshot | None) -> Taken:
    """Bring a game to the end of its rows: from the last snapshot, or from the start under other rules."""
    path = journal.path
    header = as_today(journal.header, path)
    game = game_named(header.game)
    state = game.setup(header)
    if isinstance(state, Refusal):
        raise JournalError("journal-differs", path, where=state.code)
    play, heard, names = Play(game, header, state), dict[str, int](), names_in(rows)
    if snapshot is not None and header.version == game.version:
        kept: dict[str, Any] = json.loads(snapshot.state)
        heard = kept["heard"]
        play.restore(rows[: snapshot.n], {snapshot.n: game.decode(kept["state"].encode())})
        rows = rows[snapshot.n :]
    for row in rows:
        if not play.repeat(row):
            raise JournalError("journal-differs", path, where=f"row {play.count + 1}")
        if snapshot is not None and play.count == snapshot.n:
            kept = json.loads(snapshot.state)
            if game.encode(play.state).decode() != kept["state"]:
                raise JournalError("journal-differs", path, where=f"row {snapshot.n}")
    return Taken(journal, play, play.take_pages(), heard, names)


def _script_act(row: Row) -> Iterator[str]:
    words = row.line.split()
    if len(words) > 1 and words[1] in ("undo", "pause", "resume"):
        yield f"umpire {' '.join(words[1:])}"
    elif len(words) > 1 and words[1] == "end":
        yield "umpire end"
    else:
        yield f"# {row.line}"


def _sync_folder(folder: Path) -> None:
    """Make a new or renamed file survive a power cut: its name is in the folder, which is written too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
