"""The journal as a file: begun, added to, opened again, finished, and held by one process only."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Self

import pytest

from klaxon.rules.contract import Header
from klaxon.table.disk.database import TABLES, connect, limit_steps
from klaxon.table.disk.files import LARGEST
from klaxon.table.disk.journal import Journal, JournalError, Snapshot, look_into
from tests.durability.kit.rows import HEADER, KEY, head, rows, snapshot


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game"


def write(path: Path, count: int) -> None:
    """Leave a journal with so many rows behind."""
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, count))
    journal.close()


def files(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir())


def refused(path: Path, key: bytes = KEY, *, names: str = "") -> str:
    """Open a journal that cannot be opened, and return the code; the sentence `names` its file, or another of its."""
    with pytest.raises(JournalError) as caught:
        Journal.open(path, key)
    assert caught.value.facts["path"] == str(path.with_name(names or path.name))
    return caught.value.code


def test_what_was_appended_is_there_again(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY, note="a note")
    journal.append(rows(1, 1))
    journal.append(rows(2, 100))
    journal.append([])
    assert journal.count == 100
    journal.close()
    again, found, kept = Journal.open(path, KEY)
    assert (again.header, found, kept) == (HEADER, rows(1, 100), None)
    assert (again.count, again._head) == (100, head(rows(1, 100)))
    again.append(rows(101, 102))
    again.close()
    last, found, _ = Journal.open(path, KEY)
    last.close()
    assert found == rows(1, 102)


def test_the_header_holds_everything_by_value_whatever_its_maps_are(path: Path) -> None:
    options = MappingProxyType({"mode": "turns"})
    Journal.create(path, Header("sonar", 3, options, MappingProxyType({"chart": "# déjà\n"}), "seed"), KEY).close()
    journal, _, _ = Journal.open(path, KEY)
    journal.close()
    assert journal.header == Header("sonar", 3, {"mode": "turns"}, {"chart": "# déjà\n"}, "seed")


def test_nobody_else_on_this_machine_may_read_it(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    assert {each.stat().st_mode & 0o777 for each in path.parent.iterdir()} == {0o600}  # it holds the seed
    journal.close()


def test_the_newest_snapshot_is_returned(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 5), snapshot(5))
    journal.append(rows(6, 9), snapshot(9))
    journal.append(rows(10, 11))
    journal.close()
    again, _, kept = Journal.open(path, KEY)
    again.close()
    assert kept == snapshot(9)


@pytest.mark.parametrize("harm", ["state = x'00ff'", "state = 'text'", "mac = x'00'", "n = 8", "n = 99", "n = -1"])
def test_a_snapshot_that_was_altered_is_passed_over(path: Path, harm: str) -> None:
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 5), snapshot(5))
    journal.append(rows(6, 9), snapshot(9))
    journal.close()
    sqlite(path, f"UPDATE snapshots SET {harm} WHERE n = 9")  # noqa: S608 - the harm is ours
    again, found, kept = Journal.open(path, KEY)
    again.close()
    assert (found, kept) == (rows(1, 9), snapshot(5))


def test_a_snapshot_of_another_game_is_passed_over(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for each, seed in ((path, "one"), (other, "two")):
        journal = Journal.create(each, Header("sonar", 1, {}, {}, seed), KEY)
        journal.append(rows(1, 5), Snapshot(5, seed.encode()))
        journal.close()
    sqlite(path, f"ATTACH '{other}' AS other", "REPLACE INTO snapshots SELECT * FROM other.snapshots")
    journal, _, kept = Journal.open(path, KEY)
    journal.close()
    assert kept is None


def test_a_snapshot_that_cannot_be_written_takes_its_rows_with_it(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    sqlite_full(journal, pages=12)
    with pytest.raises(JournalError):
        journal.append(rows(1, 1), Snapshot(1, bytes(100_000)))
    journal.close()
    again, found, kept = Journal.open(path, KEY)
    again.close()
    assert (found, kept) == ([], None)


def test_a_journal_is_begun_only_where_nothing_is(path: Path) -> None:
    path.write_text("something of somebody")
    with pytest.raises(JournalError) as caught:
        Journal.create(path, HEADER, KEY)
    assert caught.value.code == "journal-exists"
    assert path.read_text() == "something of somebody"


def test_a_journal_that_cannot_be_begun_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.table.disk.journal.TABLES", {"a": "CREATE TABLE a (x)", "b": "CREATE TABLE a (x)"})
    with pytest.raises(JournalError):
        Journal.create(path, HEADER, KEY)
    assert files(path) == []


def test_a_journal_that_is_not_there_is_not_made(path: Path) -> None:
    assert refused(path) == "journal-missing"
    assert files(path) == []


def test_a_folder_is_not_a_journal(path: Path) -> None:
    path.mkdir()
    assert refused(path) == "journal-not-ours"


# Altered


def sqlite(path: Path, *statements: str) -> None:
    """Do to a journal what somebody with a database tool can do."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA secure_delete=ON")
        for statement in statements:
            connection.execute(statement)


def sqlite_full(journal: Journal, pages: int) -> None:
    """Let the file of a journal be as large as it may get."""
    journal._connection.execute(f"PRAGMA max_page_count={pages}")


@pytest.mark.parametrize(
    ("harm", "sound", "about"),
    [
        ("UPDATE rows SET line = 'red.captain course 8' WHERE n = 7", 6, 10),
        ("UPDATE rows SET line = CAST(line AS BLOB) WHERE n = 7", 6, 10),
        ("UPDATE rows SET line = CAST(x'ff' AS TEXT) WHERE n = 7", 6, 10),
        ("UPDATE rows SET at = at + 1 WHERE n = 7", 6, 10),
        ("UPDATE rows SET at = 'noon' WHERE n = 7", 6, 10),
        ("UPDATE rows SET kind = 'table' WHERE n = 7", 6, 10),
        ("UPDATE rows SET mac = zeroblob(16) WHERE n = 7", 6, 10),
        ("UPDATE rows SET mac = 7 WHERE n = 7", 6, 10),
        ("DELETE FROM rows WHERE n = 7", 6, 10),
        ("DELETE FROM rows WHERE n = 1", 0, 10),
        ("UPDATE rows SET n = -1 WHERE n = 1", 0, 10),
        ("UPDATE rows SET line = 'red.captain course 8' WHERE n = 10", 9, 10),
        ("INSERT INTO rows SELECT 11, at, kind, line, mac FROM rows WHERE n = 10", 10, 11),
        ("DROP TABLE snapshots", 10, 10),
    ],
)
def test_an_altered_journal_is_refused_with_what_is_sound(path: Path, harm: str, sound: int, about: int) -> None:
    write(path, 10)
    sqlite(path, harm)
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Journal.open(path, KEY)
    facts = caught.value.facts
    assert (caught.value.code, facts["rows"], facts["about"]) == ("journal-damaged", sound, about)
    found = look_into(path, KEY)
    assert (found.sound, found.whole, found.contents.rows) == (False, False, rows(1, sound))
    assert (files(path), path.read_bytes()) == (["game"], before)


ENDLESS = "WITH RECURSIVE all_(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM all_)"
OTHERS = [
    ("UPDATE journal SET header = replace(header, 'turns', 'clock')", "journal-foreign"),
    ("UPDATE journal SET header = CAST(header AS BLOB)", "journal-foreign"),
    ("UPDATE journal SET mac = zeroblob(16)", "journal-foreign"),
    ("UPDATE journal SET mac = 'text'", "journal-foreign"),
    ("UPDATE journal SET format = 2", "journal-format"),
    ("UPDATE journal SET format = 'new'", "journal-corrupt"),
    ("DELETE FROM journal", "journal-corrupt"),
    ("DROP TABLE journal", "journal-not-ours"),
    ("DROP TABLE rows", "journal-not-ours"),
]


@pytest.mark.parametrize(("harm", "code"), OTHERS)
def test_a_journal_whose_header_is_not_ours_is_left_as_it_is(path: Path, harm: str, code: str) -> None:
    write(path, 10)
    sqlite(path, harm)
    before = path.read_bytes()
    assert refused(path) == code
    assert (files(path), path.read_bytes()) == (["game"], before)


STRANGE = [
    f"CREATE VIEW journal AS {ENDLESS} SELECT n AS format, '' AS header, '' AS note, x'00' AS mac FROM all_",  # noqa: S608
    f"CREATE VIEW rows AS {ENDLESS} SELECT n, n AS at, 'order' AS kind, '' AS line, x'00' AS mac FROM all_",  # noqa: S608
    "CREATE VIEW journal AS SELECT 1 AS format, hex(zeroblob(450000000)) AS header, '' AS note, x'00' AS mac",
    "CREATE TABLE journal (format AS (1), header AS (hex(zeroblob(450000000))), note, mac)",
    "CREATE TABLE journal (format INTEGER, header TEXT, note TEXT, mac BLOB)",
    "CREATE VIRTUAL TABLE journal USING fts5(format, header, note, mac)",
    "CREATE VIRTUAL TABLE journal USING dbstat",
]


@pytest.mark.parametrize("statement", STRANGE)
def test_a_database_that_only_looks_like_a_journal_is_never_read(path: Path, statement: str) -> None:
    sqlite(path, statement, *(each for name, each in TABLES.items() if f" {name} " not in statement))
    before = path.read_bytes()
    assert refused(path) == "journal-not-ours"
    assert (files(path), path.read_bytes()) == (["game"], before)


@pytest.mark.parametrize(
    "extra",
    [
        "CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END",
        "CREATE INDEX i ON rows (line)",
        f"CREATE VIEW v AS {ENDLESS} SELECT * FROM all_",  # noqa: S608
        "CREATE TABLE more (x)",
        "ANALYZE",
    ],
)
def test_a_journal_with_something_of_somebody_else_in_it_is_not_played_on(path: Path, extra: str) -> None:
    write(path, 10)
    sqlite(path, extra)
    assert refused(path) == "journal-damaged"
    found = look_into(path, KEY)  # the rows are proved, so people may go on with them, in a new file
    assert (found.whole, found.contents.rows) == (False, rows(1, 10))


@pytest.mark.parametrize("old", [b"CREATE TABLE rows", b"INTEGER PRIMARY KEY", b"tablerowsrows", b"state BLOB"])
def test_a_schema_that_is_no_text_is_no_traceback(path: Path, old: bytes) -> None:
    write(path, 10)
    content = path.read_bytes()
    for place in range(len(old)):
        path.write_bytes(content.replace(old, old[:place] + b"\xee" + old[place + 1 :]))
        assert refused(path) == "journal-damaged"
        assert look_into(path, KEY).rows == rows(1, 10)


def test_a_file_that_is_larger_than_any_journal_is_not_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)
    assert refused(path) == "journal-not-ours"
    write(path.with_name("other"), 1)
    with path.with_name("other-wal").open("wb") as file:
        file.truncate(LARGEST + 1)
    assert refused(path.with_name("other"), names="other-wal") == "journal-not-ours"


@pytest.mark.parametrize("suffix", ["", "-wal", "-journal", "-rows"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "link", "socket"])
def test_what_is_no_file_is_never_waited_for_or_followed(path: Path, kind: str, suffix: str) -> None:
    if suffix:
        write(path, 3)
    place = path.with_name(f"{path.name}{suffix}")
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "link":
        place.symlink_to("/dev/zero")
    else:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(place))
    with pytest.raises(JournalError) as caught:
        Journal.open(path, KEY)
    assert (caught.value.code, caught.value.facts["where"]) == ("journal-not-ours", kind)


def test_reading_ends_by_itself_where_it_takes_too_long(path: Path) -> None:
    with closing(connect(path)) as connection:
        limit_steps(connection)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            connection.execute(f"{ENDLESS} SELECT count(*) FROM all_").fetchall()  # noqa: S608


def test_two_rows_that_changed_places_are_noticed(path: Path) -> None:
    write(path, 10)
    sqlite(
        path,
        "UPDATE rows SET n = -4 WHERE n = 4",
        "UPDATE rows SET n = 4 WHERE n = 5",
        "UPDATE rows SET n = 5 WHERE n = -4",
    )
    assert refused(path) == "journal-damaged"


def test_a_row_of_another_game_is_noticed(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write(path, 10)
    journal = Journal.create(other, Header("sonar", 1, {}, {}, "another seed"), KEY)
    journal.append(rows(1, 10))
    journal.close()
    sqlite(path, f"ATTACH '{other}' AS other", "REPLACE INTO rows SELECT * FROM other.rows WHERE n = 10")
    assert refused(path) == "journal-damaged"


def test_a_journal_of_another_installation_is_foreign(path: Path) -> None:
    write(path, 3)
    before = path.read_bytes()
    assert refused(path, bytes(32)) == "journal-foreign"
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"x", b"no database at all\n" * 1000, b"SQLite format 3\0", bytes(8192)])
def test_what_is_no_journal_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refused(path) == ("journal-corrupt" if len(content) > 1 else "journal-not-ours")
    assert (files(path), path.read_bytes()) == (["game"], content)


def test_a_database_of_somebody_else_is_left_as_it_is(path: Path) -> None:
    sqlite(path, "CREATE TABLE recipes (name)", "INSERT INTO recipes VALUES ('soup')")
    before = path.read_bytes()
    assert refused(path) == "journal-not-ours"
    assert (files(path), path.read_bytes()) == (["game"], before)


# Finished


def test_a_finished_game_is_exactly_one_file(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 300), snapshot(300))
    assert files(path) == ["game", "game-rows", "game-wal"]
    journal.finish()
    assert files(path) == ["game"]
    journal.close()
    assert files(path) == ["game"]
    assert path.read_bytes()[18:20] == b"\1\1"  # no WAL: it can be read from a disk that is read-only


def test_a_look_at_a_finished_game_changes_no_byte_of_it(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 5))
    journal.finish()
    journal.close()
    before = path.read_bytes()
    opened, found, _ = Journal.open(path, KEY)
    opened.close()
    assert (len(found), path.read_bytes() == before, files(path)) == (5, True, [path.name])


def test_a_finished_game_that_goes_on_is_written_ahead_again(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 5))
    journal.finish()
    journal.close()
    opened, _, _ = Journal.open(path, KEY)
    opened.append(rows(6, 6))
    assert f"{path.name}-wal" in files(path)
    opened.close()
    again, found, _ = Journal.open(path, KEY)
    again.close()
    assert len(found) == 6


def test_a_finished_game_opens_again_and_is_one_file_afterwards(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 30))
    journal.finish()
    journal.close()
    again, found, _ = Journal.open(path, KEY)
    again.close()
    assert (found, files(path)) == (rows(1, 30), ["game"])


def test_an_end_that_is_taken_back_goes_on_with_a_wal(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 3))
    journal.finish()
    journal.append(rows(4, 5))
    assert files(path) == ["game", "game-rows", "game-wal"]
    journal.finish()
    journal.finish()
    journal.close()
    again, found, _ = Journal.open(path, KEY)
    again.close()
    assert (found, files(path)) == (rows(1, 5), ["game"])


# The lock

OPEN = f"""
import sys
from pathlib import Path
from klaxon.table.disk.journal import Journal, JournalError
try:
    journal = Journal.open(Path(sys.argv[1]), {KEY!r})[0]
    journal.append([])
    print("opened", flush=True)
    sys.stdin.readline()
except JournalError as error:
    print(error.code)
"""


@pytest.fixture
def other() -> Iterator[Other]:
    with Other() as other:
        yield other


class Other:
    """Other processes that want the same journal."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[str]] = []

    def opens(self, path: Path) -> str:
        """Let another process open a journal; it keeps it, if it gets it."""
        command = [sys.executable, "-c", OPEN, str(path)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        assert process.stdout is not None
        return process.stdout.readline().strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()


def test_a_second_process_is_turned_away(path: Path, other: Other) -> None:
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 3))
    assert other.opens(path) == "journal-locked"
    journal.append(rows(4, 5))
    assert other.opens(path) == "journal-locked"
    journal.finish()
    assert other.opens(path) == "journal-locked"
    journal.close()
    assert other.opens(path) == "opened"
    assert refused(path) == "journal-locked"


def test_a_second_opening_in_the_same_process_is_turned_away(path: Path) -> None:
    journal = Journal.create(path, HEADER, KEY)
    assert refused(path) == "journal-locked"
    journal.append(rows(1, 3))
    journal.close()


def test_reading_the_file_does_not_lose_the_lock(path: Path, other: Other) -> None:
    journal = Journal.create(path, HEADER, KEY)
    path.read_bytes()  # closing any descriptor of the file ends SQLite's own locks
    assert other.opens(path) == "journal-locked"
    journal.close()


def test_a_process_that_is_killed_gives_the_lock_back(path: Path, other: Other) -> None:
    write(path, 3)
    assert other.opens(path) == "opened"
    assert refused(path) == "journal-locked"
    other.processes[0].kill()
    other.processes[0].wait()
    journal, found, _ = Journal.open(path, KEY)
    journal.close()
    assert found == rows(1, 3)


def test_a_refused_journal_is_not_kept_locked(path: Path, other: Other) -> None:
    write(path, 3)
    assert refused(path, bytes(32)) == "journal-foreign"
    assert other.opens(path) == "opened"
