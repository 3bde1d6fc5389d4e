"""The shelf: games that a disk has damaged, keys that are none, and files that are no journals."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from klaxon import cli
from klaxon.rules.contract import Ms
from klaxon.table.disk import key as keys
from klaxon.table.disk.files import ROWS, WAL, parts_of
from klaxon.table.disk.journal import FOLD_EVERY, Journal, JournalError
from klaxon.table.disk.scribe import JournalScribe
from klaxon.table.disk.shelf import DAMAGED, Shelf
from klaxon.table.play import JournalRow, Play
from tests.console.kit.stories import golden

GAME = "sonar/hunt-by-torpedo"
COUNT = 20
NAME = "00001-sonar"


def cut_off(place: Path, folder: Path) -> Shelf:
    """Return a shelf with a game whose daemon was killed: ten rows are folded, ten only written ahead."""
    play = golden(GAME)
    before = Shelf(place)
    name, journal = before.begin(play.header)
    assert name == NAME
    journal.append(play.line[: COUNT // 2])
    journal.fold()
    for row in play.line[COUNT // 2 : COUNT]:
        journal.append([row])
    shutil.copytree(place, folder)
    journal.close()
    return Shelf(folder)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return cut_off(tmp_path / "before", tmp_path / "games")


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def digest_after(rows: int) -> str:
    story = golden(GAME)
    state = story.game.setup(story.header)
    play = Play(story.game, story.header, state)
    for row in story.line[:rows]:
        assert play.repeat(row)
    return play.digest()


# Damage


def test_a_flipped_bit_costs_no_row_and_the_damaged_files_are_kept(shelf: Shelf) -> None:
    flip(parts_of(shelf.path(NAME))[WAL], 5000)
    damaged = contents(shelf.folder)
    kept = shelf.look(NAME)
    assert (kept.standing, kept.rows, kept.about) == ("open", COUNT, COUNT)
    assert contents(shelf.folder) == damaged, "a look changes nothing"
    taken = shelf.take(NAME)
    taken.journal.close()
    assert (taken.name, taken.play.count, taken.play.digest()) == ("00002-sonar", COUNT, digest_after(COUNT))
    assert shelf.names() == ["00002-sonar"]
    aside = contents(shelf.folder / "aside")
    assert aside == {name: data for name, data in damaged.items() if name.startswith(NAME)}
    modes = {path.stat().st_mode & 0o777 for path in (shelf.folder / "aside").iterdir()}
    assert (modes, (shelf.folder / "aside").stat().st_mode & 0o777) == ({0o400}, 0o700)
    assert shelf.look("00002-sonar").standing == "open"


def test_rows_that_are_gone_are_a_choice_and_never_lost_in_silence(shelf: Shelf) -> None:
    wal = parts_of(shelf.path(NAME))[WAL]
    os.truncate(wal, wal.stat().st_size // 2)
    damaged = contents(shelf.folder)
    kept = shelf.look(NAME)
    assert (kept.standing, kept.about) == (DAMAGED, COUNT)
    assert COUNT // 2 <= kept.rows < COUNT
    with pytest.raises(JournalError) as caught:
        shelf.take(NAME)
    facts = caught.value.facts
    assert (caught.value.code, facts["rows"], facts["about"]) == ("journal-damaged", kept.rows, COUNT)
    with pytest.raises(JournalError, match="journal-damaged"):
        list(shelf.export(NAME))
    assert contents(shelf.folder) == damaged, "nothing was decided, so nothing was done"
    taken = shelf.take(NAME, play_on=True)
    taken.journal.close()
    assert (taken.play.count, taken.play.digest()) == (kept.rows, digest_after(kept.rows))
    assert contents(shelf.folder / "aside") == {n: data for n, data in damaged.items() if n.startswith(NAME)}


@pytest.mark.parametrize("gone", [WAL, ROWS])
def test_a_file_that_is_gone_is_noticed_where_rows_went_with_it(shelf: Shelf, gone: str) -> None:
    parts_of(shelf.path(NAME))[gone].unlink()
    kept = shelf.look(NAME)
    expected = (DAMAGED, COUNT // 2, COUNT) if gone == WAL else ("open", COUNT, 0)
    assert (kept.standing, kept.rows, kept.about) == expected


def test_a_game_that_is_stopped_in_order_is_one_file(shelf: Shelf) -> None:
    shelf.take(NAME).journal.close()
    assert sorted(contents(shelf.folder)) == [f"{NAME}.klaxon", "key"]
    assert shelf.look(NAME).standing == "open"


def test_the_command_names_the_choice(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    parts_of(shelf.path(NAME))[WAL].unlink()
    folder = ["--folder", str(shelf.folder)]
    assert cli.main(["games", *folder]) == 0
    said = capsys.readouterr().out
    assert re.search(rf"^{NAME} +damaged .* 10 of about 20 rows$", said, re.MULTILINE)
    assert f"10 sound rows of about 20: play on from there (klaxon games resume --play-on {NAME})" in said
    assert cli.main(["games", *folder, "resume", *folder, NAME]) == 1
    assert "10 of about 20 rows are sound" in capsys.readouterr().err
    assert shelf.names() == [NAME]


# Folding


def test_an_evening_never_lives_in_one_write_ahead_file(tmp_path: Path) -> None:
    name, journal = Shelf(tmp_path).begin(golden(GAME).header)
    wal, sizes = parts_of(journal.path)[WAL], []

    async def write() -> None:
        scribe = JournalScribe(journal)
        for n in range(3 * FOLD_EVERY + 1):
            await scribe.write([JournalRow(Ms(n), "table", "clock")], None)
            sizes.append(wal.stat().st_size)
        await scribe.write([JournalRow(Ms(n), "table", "red.captain pause")], None)
        scribe.close()

    asyncio.run(write())
    assert max(sizes) < 3 * FOLD_EVERY * 4120
    assert sizes.count(max(sizes)) < len(sizes) / 10
    assert Shelf(tmp_path).look(name).rows == 3 * FOLD_EVERY + 2


def wants_fold(journal: Journal) -> bool:
    return journal.wants_fold


def test_it_is_folded_at_a_pause_and_after_a_failure(tmp_path: Path) -> None:
    _, journal = Shelf(tmp_path).begin(golden(GAME).header)
    journal.append([JournalRow(Ms(1), "table", "clock")])
    assert not wants_fold(journal)
    journal.append([JournalRow(Ms(1), "table", "umpire pause")])
    assert wants_fold(journal)
    journal.fold()
    assert (wants_fold(journal), parts_of(journal.path)[WAL].stat().st_size) == (False, 0)
    journal._connection.execute("PRAGMA max_page_count=5")
    with pytest.raises(JournalError, match="disk-full"):
        journal.append([JournalRow(Ms(1), "table", "x" * 50_000)])
    journal._connection.execute("PRAGMA max_page_count=100000")
    journal.append([JournalRow(Ms(1), "table", "clock")])
    assert wants_fold(journal)
    journal.close()


# The key


def empty(path: Path) -> None:
    path.write_bytes(b"")


def long(path: Path) -> None:
    path.write_bytes(bytes(65))


def short(path: Path) -> None:
    path.write_bytes(bytes(31))


def folder(path: Path) -> None:
    path.mkdir()


def pipe(path: Path) -> None:
    os.mkfifo(path)


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


@pytest.mark.parametrize("spoil", [empty, long, short, folder, pipe, dangling])
def test_what_is_no_key_is_set_aside_and_a_new_one_cut(shelf: Shelf, spoil: Callable[[Path], None]) -> None:
    path = shelf.folder / "key"
    path.unlink()
    spoil(path)
    assert shelf.look(NAME).standing == "journal-keyless"
    with pytest.raises(JournalError, match="journal-keyless"):
        shelf.take(NAME)
    assert shelf.replaces_key()
    key = shelf.key
    assert (len(key), path.read_bytes(), path.stat().st_mode & 0o777) == (32, key, 0o600)
    assert os.path.lexists(shelf.folder / "aside" / "key")
    assert (shelf.key, shelf.replaces_key()) == (key, False)
    assert shelf.look(NAME).standing == "journal-foreign"


@pytest.mark.parametrize("spoil", [empty, long, folder])
def test_a_table_says_which_games_the_new_key_does_not_open(
    shelf: Shelf, spoil: Callable[[Path], None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (shelf.folder / "key").unlink()
    spoil(shelf.folder / "key")
    monkeypatch.setattr("klaxon.cli.run.play_table", no_table)
    assert cli.main(["run", "sonar", "--folder", str(shelf.folder)]) == 0
    said = capsys.readouterr().err
    assert "no usable key" in said
    assert NAME in said


async def no_table(*_: object) -> int:
    return 0


def test_a_key_that_a_disk_cannot_give_now_is_left_alone(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_folder: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(keys, "read_key", fail)
    with pytest.raises(JournalError, match="disk-failed"):
        _ = shelf.key
    assert not (shelf.folder / "aside").exists()


@pytest.mark.parametrize(("error", "words"), [(28, "The disk is full"), (30, "The disk is read-only")])
@pytest.mark.parametrize("call", ["open", "fsync"])
@pytest.mark.parametrize("game", [[], ["sonar"]])
def test_a_first_start_on_a_dead_disk_says_why_it_ends(
    game: list[str],
    call: str,
    error: int,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> int:
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patched:
        patched.setattr(f"klaxon.table.disk.key.os.{call}", fail)
        status = cli.main(["run", *game, "--folder", str(tmp_path / "games")])
    said = capsys.readouterr().err
    assert status in {1, 2}
    assert words in said
    assert "bug" not in said


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert cli.main(["run", "--folder", str(tmp_path / "file" / "games")]) == 1
    said = capsys.readouterr().err
    assert str(tmp_path / "file" / "games") in said
    assert "bug" not in said


# What is no journal


def test_what_is_no_journal_is_set_aside_without_being_followed(shelf: Shelf, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    precious.chmod(0o600)
    shelf.path("99997-sonar").symlink_to(precious)
    shelf.path("99998-sonar").mkdir()
    os.mkfifo(shelf.path("99999-sonar"))
    for name in ("99997-sonar", "99998-sonar", "99999-sonar"):
        assert shelf.look(name).standing == "journal-not-ours"
        assert os.path.lexists(shelf.set_aside(name))
    assert (precious.read_text(), precious.stat().st_mode & 0o777) == ("mine", 0o600)
    assert shelf.names() == [NAME]


def test_of_two_that_are_set_aside_under_one_name_both_are_kept(shelf: Shelf) -> None:
    shelf.path("99999-sonar").write_text("one")
    first = shelf.set_aside("99999-sonar")
    shelf.path("99999-sonar").write_text("two")
    second = shelf.set_aside("99999-sonar")
    assert (first.read_text(), second.read_text()) == ("one", "two")


def test_a_new_shelf_is_for_its_owner_alone(tmp_path: Path) -> None:
    assert Shelf(tmp_path / "games").folder.stat().st_mode & 0o777 == 0o700


def test_a_game_that_is_played_cannot_be_deleted(shelf: Shelf) -> None:
    journal = shelf.take(NAME).journal
    with pytest.raises(JournalError, match="journal-locked"):
        shelf.delete(NAME)
    journal.close()
    shelf.delete(NAME)
    assert sorted(contents(shelf.folder)) == ["key"]
