"""The book of a tournament: what was done is on the disk, and what is no book is left alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from klaxon.club.tournament import acts
from klaxon.club.tournament.acts import Act, UnreadableActError, read_act, write_act
from klaxon.club.tournament.book import Book, BookError
from klaxon.club.tournament.next_round import next_round
from klaxon.club.tournament.tournament import ActError

BEGIN = acts.Begin("Autumn", "sonar", "swiss", 3, "blue")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "desk" / "Autumn.desk"


def begun(path: Path) -> Book:
    book = Book.begin(path, BEGIN)
    for name in ("Sharks", "Rays", "Orcas", "Pikes"):
        book.do(acts.Enter(name))
    book.do(next_round(book.tournament))
    return book


def problem(path: Path) -> str:
    with pytest.raises(BookError) as caught:
        Book.open(path)
    return caught.value.code


def test_what_was_done_is_there_after_the_book_was_opened_again(path: Path) -> None:
    book = begun(path)
    book.do(acts.GiveResult(1, 1, "red"))
    again = Book.open(path)
    assert again.tournament == book.tournament
    assert again.tournament.open_tables() == [2]


def test_undo_takes_back_one_act_after_the_other_and_is_kept(path: Path) -> None:
    book = begun(path)
    before = book.tournament
    book.do(acts.GiveResult(1, 1, "red"))
    book.do(acts.Undo())
    assert book.tournament == before == Book.open(path).tournament
    for _ in range(5):
        book.do(acts.Undo())
    assert book.tournament.crews == ()
    with pytest.raises(ActError):
        book.do(acts.Undo())


def test_a_refused_act_leaves_no_row(path: Path) -> None:
    book = begun(path)
    with pytest.raises(ActError):
        book.do(acts.GiveResult(1, 9, "red"))
    assert Book.open(path).tournament == book.tournament


def test_two_desks_on_one_book_do_not_overwrite_each_other(path: Path) -> None:
    book = begun(path)
    other = Book.open(path)
    book.do(acts.GiveResult(1, 1, "red"))
    with pytest.raises(BookError) as caught:
        other.do(acts.GiveResult(1, 1, "blue"))
    assert caught.value.code == "changed-elsewhere"
    assert Book.open(path).tournament == book.tournament


def test_a_disk_that_refuses_a_new_book_leaves_its_name_free(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr("klaxon.club.tournament.book._add", refuse)
        with pytest.raises(BookError) as caught:
            Book.begin(path, BEGIN)
    assert caught.value.code == "not-written"
    assert not path.exists()
    assert Book.begin(path, BEGIN).tournament.name == "Autumn"


def test_a_tournament_is_not_begun_over_another(path: Path) -> None:
    begun(path)
    with pytest.raises(BookError) as caught:
        Book.begin(path, BEGIN)
    assert caught.value.code == "book-exists"


def test_what_is_no_book_is_refused_and_left_as_it_is(path: Path) -> None:
    assert problem(path) == "no-book"
    path.parent.mkdir()
    path.write_bytes(b"a letter to somebody")
    assert problem(path) == "not-a-book"
    assert path.read_bytes() == b"a letter to somebody"
    path.unlink()
    begun(path).close()
    with sqlite3.connect(path) as database:
        database.execute('UPDATE acts SET act = \'{"act": "GiveResult"}\' WHERE n = 2')
    assert problem(path) == "not-a-book"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 2")
    assert problem(path) == "other-format"


@pytest.mark.parametrize(
    "act", [BEGIN, acts.Rename(1, "X"), acts.GiveResult(1, 2, "draw"), acts.Grade(1, 2, "S", 4), acts.Undo()], ids=repr
)
def test_an_act_is_read_as_it_was_written(act: Act) -> None:
    assert read_act(write_act(act)) == act


@pytest.mark.parametrize(
    "row",
    [
        [],
        {"act": "Sink"},
        {"act": "GiveResult", "round": 1, "table": 1},
        {"act": "GiveResult", "round": 1, "table": 1, "result": "lost"},
        {"act": "Leave", "crew": [1]},
        {"act": "StartRound", "pairings": [{"red": 1}]},
        {"act": "StartRound", "pairings": 7},
    ],
    ids=str,
)
def test_a_row_that_holds_no_act_is_refused(row: object) -> None:
    with pytest.raises(UnreadableActError):
        read_act(row)
