"""A program that keeps journals and shows every row only when the journal has it. It is made to be killed.

    python -m tests.durability.kit.writer JOURNAL [--games] [--rows N] [--finish] [--stubborn]
        [--synchronous OFF] [--early]

It says what it found, then what it wrote, one line each, at once:

    found game 40 8f0c...       so many rows are in the journal `game`, and this is the MAC of the last one
    shown game 43 77ab...       row 43 is in the journal, and everything before it
    finished game
    single game                 it is one file, before it is opened
    broken game journal-corrupt a journal that cannot be opened
    trouble game disk-full      rows that could not be written; with --stubborn it tries again

Rows are appended one to four at a time, as a table does that commits in groups. With --games it plays one short game
after the other, `game.1`, `game.2` and so on, so that many journals are begun and finished.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from itertools import count
from pathlib import Path

from klaxon.table.disk.journal import Journal, JournalError
from klaxon.table.play import JournalRow
from tests.durability.kit.rows import HEADER, KEY, row, rows, snapshot

SNAPSHOT_EVERY = 50
SHORT = 6


def say(*words: object) -> None:
    """Say a line in one write, past every buffer of this process."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def check(found: Sequence[JournalRow]) -> None:
    """Make sure that rows are those that were written, in their order."""
    for n, each in enumerate(found, 1):
        if each != row(n):
            raise SystemExit(f"row {n} is not what was written: {each}")


def reopen(path: Path, synchronous: str = "FULL") -> Journal | None:
    """Open a journal that is there, and say what is in it."""
    try:
        journal, found, kept = Journal.open(path, KEY, synchronous=synchronous)
    except JournalError as error:
        say("broken", path.name, error.code)
        return None
    check(found)
    if kept is not None and kept != snapshot(kept.n):
        raise SystemExit(f"snapshot {kept.n} is not what was written")
    say("found", path.name, journal.count, journal._head.hex())
    return journal


def tell_single(path: Path) -> None:
    """Say so where a game is one file."""
    if not any(path.with_name(path.name + suffix).exists() for suffix in ("-wal", "-journal", "-shm")):
        say("single", path.name)


def begin(path: Path, synchronous: str) -> Journal:
    """Begin a journal."""
    journal = Journal.create(path, HEADER, KEY, synchronous=synchronous)
    say("found", path.name, 0, journal._head.hex())
    return journal


def play(journal: Journal, more: int, *, early: bool = False, stubborn: bool = False) -> None:
    """Write rows and show them."""
    last = journal.count + more
    while journal.count < last:
        upto = min(last, journal.count + 1 + journal.count % 4)
        crossed = upto // SNAPSHOT_EVERY > journal.count // SNAPSHOT_EVERY
        if early:
            say("shown", journal.path.name, upto)
        try:
            journal.append(rows(journal.count + 1, upto), snapshot(upto) if crossed else None)
        except JournalError as error:
            say("trouble", journal.path.name, error.code)
            if not stubborn:
                raise
            continue
        say("shown", journal.path.name, upto, journal._head.hex())
        if journal.wants_fold:
            with suppress(JournalError) if stubborn else nullcontext():
                journal.fold()


def finish(journal: Journal) -> None:
    """Finish a game."""
    journal.finish()
    say("finished", journal.path.name)
    journal.close()


def play_games(path: Path) -> None:
    """Say what became of the games that are there, then play new ones."""
    for n in count(1):
        game = path.with_name(f"{path.name}.{n}")
        if game.exists():
            tell_single(game)
            journal = reopen(game)
            if journal is not None:
                journal.close()
        else:
            journal = begin(game, "FULL")
            play(journal, SHORT)
            finish(journal)


def main() -> None:
    """Write until the rows are written or somebody pulls the plug."""
    parser = argparse.ArgumentParser()
    parser.add_argument("journal", type=Path)
    parser.add_argument("--games", action="store_true", help="one short game after the other, for ever")
    parser.add_argument("--rows", type=int, default=10**9, help="so many more rows")
    parser.add_argument("--finish", action="store_true", help="finish the game after the last row")
    parser.add_argument("--stubborn", action="store_true", help="write again what could not be written")
    parser.add_argument("--synchronous", default="FULL")
    parser.add_argument("--early", action="store_true", help="show a row before it is written: the defect to find")
    options = parser.parse_args()
    if options.games:
        play_games(options.journal)
    start = reopen if options.journal.exists() else begin
    journal = start(options.journal, options.synchronous)
    if journal is None:
        raise SystemExit(1)
    play(journal, options.rows, early=options.early, stubborn=options.stubborn)
    if options.finish:
        finish(journal)
    journal.close()


if __name__ == "__main__":
    main()
