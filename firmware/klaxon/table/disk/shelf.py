"""The shelf: the folder where games are kept, and from which an interrupted game is resumed."""

from __future__ import annotations

import json
import logging
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from klaxon.rules.contract import Header, Refusal, Sequel
from klaxon.rules.games import game_named
from klaxon.table.disk.database import Contents
from klaxon.table.disk.durable_files import replace_file, sync_folder
from klaxon.table.disk.earlier import as_today
from klaxon.table.disk.errors import failures
from klaxon.table.disk.files import ROLLBACK, ROWS, WAL, lock, parts_of
from klaxon.table.disk.journal import Journal, JournalError, Snapshot, look_into
from klaxon.table.disk.key import ensure_key, free_name, is_unusable, read_key
from klaxon.table.naming import names_in
from klaxon.table.play import Entry, JournalRow, Play

SUFFIX, PROOF = ".klaxon", ".proof.json"
ASIDE = "aside"
DAMAGED = "damaged"
"""The state of a game with lost rows: people may go on from the valid ones."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game on the shelf: what it is and its state (`open`, `over`, `in-use`, `damaged`, or an error code)."""

    name: str
    game: str
    standing: str
    rows: int
    """The number of valid rows."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names that people gave the boats."""
    about: int = 0
    """How many rows there were, as far as can be known, if the files are damaged."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What it was set up with."""
    length: int = 0
    """How long it was played, in milliseconds."""
    winner: str = ""
    reason: str = ""
    """Who won and why, as in the outcome of a game that is over."""
    sequel: Sequel | None = None
    """The game that follows it, where it is over and one does; every option of it has a name."""

    @property
    def starts_from(self) -> tuple[str, ...]:
        """What the sequel is named by: a game that has the same was begun with it already."""
        return tuple(self.sequel.options[name] for name in self.sequel.contents) if self.sequel else ()


@dataclass(frozen=True, slots=True)
class Taken:
    """A resumed game: with what its seats heard since the last snapshot, and the counts before it."""

    name: str
    journal: Journal
    play: Play
    pages: list[Entry]
    heard: dict[str, int]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Replayed:
    play: Play
    pages: list[Entry]
    heard: dict[str, int]
    names: dict[str, str]


class Shelf:
    """A folder of journals and the key that seals them."""

    def __init__(self, folder: Path) -> None:
        """Use a folder.

        Create it with mode 0700 if it is missing. If that fails, the error is raised when something is to be kept.
        """
        self.folder = folder
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def key(self) -> bytes:
        """The key of this installation. It is created if there is none; a file that is not a key is set aside."""
        return ensure_key(self.folder, self.folder / ASIDE)

    def replaces_key(self) -> bool:
        """Return whether a new key will be created although another file is in its place, or games need the old key."""
        return is_unusable(self.folder) or (read_key(self.folder) is None and bool(self.names()))

    def path(self, name: str) -> Path:
        """Return the path of a game."""
        return self.folder / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        """Return the games, oldest first."""
        return sorted(path.name.removesuffix(SUFFIX) for path in self.folder.glob(f"*{SUFFIX}"))

    def begin(self, header: Header, note: str = "") -> tuple[str, Journal]:
        """Begin the journal of a new game, under the next number."""
        name, key = self._next_name(header.game), self.key
        journal = Journal.create(self.path(name), header, key, note=note)
        try:
            with failures(self.path(name)):
                sync_folder(self.folder)
        except JournalError:
            journal.close()
            with suppress(JournalError):
                self.delete(name)  # nothing was ever shown of it
            raise
        return name, journal

    def look(self, name: str) -> KeptGame:
        """Return the state of a game without changing any file, key or folder."""
        path, game = self.path(name), name.partition("-")[2]
        try:
            examined = look_into(path, self._known_key(path))
            replayed = _replay(path, examined.contents._replace(rows=examined.rows))
        except JournalError as error:
            return KeptGame(name, game, "in-use" if error.code == "journal-locked" else error.code, 0)
        standing = "over" if replayed.play.outcome else "open"
        rows, about = replayed.play.count, 0 if examined.sound else examined.about
        play, sequel = replayed.play, None
        if play.outcome is not None and examined.whole:
            sequel = named_sequel(name, play.game.sequel(play.header, play.state))
        standing = standing if examined.whole else DAMAGED
        winner, reason = (play.outcome.winner, play.outcome.reason) if play.outcome else ("", "")
        return KeptGame(
            name,
            play.game.name,
            standing,
            rows,
            replayed.names,
            about,
            play.header.options,
            length=play.now,
            winner=winner,
            reason=reason,
            sequel=sequel,
        )

    def take(self, name: str, *, play_on: bool = False) -> Taken:
        """Resume a game at the end of its journal; JournalError if that is impossible.

        If a disk has damaged it and every row could be recovered, or people chose to `play_on` from the valid ones,
        these rows become a new game, and the damaged files are set aside as they are.
        """
        path, key = self.path(name), self._known_key(self.path(name))
        try:
            journal, rows, snapshot = Journal.open(path, key)
        except JournalError as error:
            if error.code != "journal-damaged":
                raise
            name = self._have_back(name, key, play_on=play_on)
            journal, rows, snapshot = Journal.open(self.path(name), key)
        try:
            found = _replay(path, Contents(journal.header, rows, snapshot, b""))
        except JournalError:
            journal.close()
            raise
        return Taken(name, journal, found.play, found.pages, found.heard, found.names)

    def _have_back(self, name: str, key: bytes, *, play_on: bool) -> str:
        """Write the valid rows of a damaged journal into a new one; return its name."""
        path = self.path(name)
        examined = look_into(path, key)
        rows = examined.rows
        if not (examined.whole or play_on):
            raise examined.damage(path)
        _replay(path, examined.contents)  # before anything is moved: a game that cannot go on stays where it is
        with failures(path):
            free_name(self.folder / ASIDE, path.name)  # there is a place for the damaged files
        again = self._write(examined.contents.header, rows, key)
        self.set_aside(name)
        _log.info("the journal %s is damaged; %d of about %d rows go on as %s", name, len(rows), examined.about, again)
        return again

    def adopt(self, header: Header, rows: Sequence[JournalRow], proof: bytes = b"") -> str:
        """Put a game that another console played on this shelf, with its proof; return its name here."""
        header = as_today(header, self.folder)
        _replay(self.folder, Contents(header, [*rows], None, b""))
        name = self._write(header, rows, self.key)
        if proof:
            self.keep_proof(name, proof)
        return name

    def proof_path(self, name: str) -> Path:
        """Return the path of the proof of a game."""
        return self.folder / f"{name}{PROOF}"

    def keep_proof(self, name: str, proof: bytes) -> None:
        """Keep what a game can be verified by."""
        with failures(self.proof_path(name)):
            replace_file(self.proof_path(name), proof)

    def _write(self, header: Header, rows: Sequence[JournalRow], key: bytes) -> str:
        """Write a journal of these rows at once; return its name."""
        name = self._next_name(header.game)
        draft = self.folder / f"{name}.new"
        with failures(draft):
            for part in parts_of(draft).values():
                part.unlink(missing_ok=True)  # of a power cut
            journal = Journal.create(draft, header, key)
            try:
                journal.append(rows)
                journal.finish()
            finally:
                journal.close()
            draft.rename(self.path(name))
            sync_folder(self.folder)
        return name

    def set_aside(self, name: str) -> Path:
        """Move an unusable journal to `aside`, readable only by its owner. Nothing is deleted."""
        path, aside = self.path(name), self.folder / ASIDE
        with failures(path):
            place, parts = free_name(aside, path.name), parts_of(path)
            for suffix in (WAL, ROLLBACK, "", ROWS):  # a power cut in between leaves a journal that says what it lacks
                if os.path.lexists(part := parts[suffix]):
                    if stat.S_ISREG(part.lstat().st_mode):
                        part.chmod(0o400)
                    part.rename(place.with_name(place.name + suffix))
            sync_folder(aside)
            sync_folder(self.folder)
        return place

    def export(self, name: str) -> Iterator[str]:
        """Yield a game as lines of a script: what `klaxon replay` reads."""
        path = self.path(name)
        examined = look_into(path, self._known_key(path))
        if not examined.whole:
            raise examined.damage(path)
        header, rows = as_today(examined.contents.header, path), examined.rows
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
        """Delete a game for good, unless it is in use."""
        path = self.path(name)
        with failures(path):
            held = lock(path)
            try:
                self.proof_path(name).unlink(missing_ok=True)
                for part in reversed(parts_of(path).values()):  # the journal itself last: it is what is listed
                    part.unlink(missing_ok=True)
            finally:
                os.close(held)
            sync_folder(self.folder)

    def _known_key(self, path: Path) -> bytes:
        """Return the existing key; without it no journal can be opened."""
        with failures(path):
            key = read_key(self.folder)
        if key is None:
            raise JournalError("journal-keyless", path)
        return key

    def _next_name(self, game: str) -> str:
        numbers = [int(name.partition("-")[0]) for name in self._all_names() if name.partition("-")[0].isdigit()]
        return f"{max(numbers, default=0) + 1:05d}-{game}"

    def _all_names(self) -> list[str]:
        aside = [path.name.partition(SUFFIX)[0] for path in (self.folder / ASIDE).glob(f"*{SUFFIX}*")]
        return [*self.names(), *aside]


def named_sequel(name: str, sequel: Sequel | None) -> Sequel | None:
    """Return a sequel whose content that has no name yet is named by the game that it comes from."""
    if sequel is None:
        return None
    return sequel._replace(options={**dict.fromkeys(sequel.contents, name), **sequel.options})


def _replay(path: Path, contents: Contents) -> _Replayed:
    """Replay a game to the end of its rows. JournalError if today's rules do not lead there."""
    header = as_today(contents.header, path)
    try:
        return _replay_rows(path, header, contents.rows, contents.snapshot)
    except (LookupError, RuntimeError, TypeError, ValueError) as error:
        raise JournalError("journal-differs", path, where=type(error).__name__) from None


def _replay_rows(path: Path, header: Header, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> _Replayed:
    """Replay rows: from the last snapshot, or from the start under other rules."""
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
    return _Replayed(play, play.take_pages(), heard, names)


def _script_act(row: JournalRow) -> Iterator[str]:
    words = row.line.split()
    if len(words) > 1 and words[1] in ("undo", "pause", "resume"):
        yield f"umpire {' '.join(words[1:])}"
    elif len(words) > 1 and words[1] == "end":
        yield "umpire end"
    else:
        yield f"# {row.line}"
