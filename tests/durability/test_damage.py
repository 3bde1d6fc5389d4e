"""Damaged files: whatever is left of a journal either opens with sound rows or is refused clearly, and stays."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from klaxon.table.journal import Journal, JournalError
from tests.durability.disk import Image
from tests.durability.effort import times
from tests.durability.guest import ROOT
from tests.durability.rows import HEADER, KEY, rows, snapshot

COUNT = 120
CODES = {"journal-corrupt", "journal-foreign", "journal-format"}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """A finished game."""
    path = tmp_path_factory.mktemp("finished") / "game"
    journal = Journal.create(path, HEADER, KEY)
    for first in range(1, COUNT, 4):
        journal.append(rows(first, first + 3), snapshot(first + 3))
    journal.finish()
    journal.close()
    return Image.of(path)


@pytest.fixture(scope="module")
def abandoned(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """A game whose daemon was killed: half of it is in the database, half in the WAL."""
    path = tmp_path_factory.mktemp("abandoned") / "game"
    program = f"""
import os, signal, sys
from pathlib import Path
from klaxon.table.journal import Journal
from tests.durability.rows import HEADER, KEY, rows, snapshot
journal = Journal.create(Path(sys.argv[1]), HEADER, KEY)
for first in range(1, {COUNT}, 4):
    journal.append(rows(first, first + 3), snapshot(first + 3))
    if first == {COUNT // 2 + 1}:
        journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, check=False)
    image = Image.of(path)
    assert set(image.files) == {"", "-wal"}
    return image


def opens_soundly(image: Image) -> int | None:
    """Open what is left; return how many rows it gave. None where it was refused, and then nothing was touched."""
    with TemporaryDirectory() as place:
        return opens_soundly_at(image.put(Path(place)))


def opens_soundly_at(path: Path) -> int | None:
    before, names = Image.of(path), sorted(path.parent.iterdir())
    try:
        journal, found, kept = Journal.open(path, KEY)
    except JournalError as error:
        if error.code not in CODES:
            raise
        assert (Image.of(path), sorted(path.parent.iterdir())) == (before, names)
        return None
    assert found == rows(1, len(found))
    assert kept is None or kept == snapshot(kept.n)
    upto = len(found) + 4
    journal.append(rows(len(found) + 1, upto))
    journal.finish()
    journal.close()
    again, found, _ = Journal.open(path, KEY)
    again.close()
    assert found == rows(1, upto)
    return upto - 4


def damaged(image: Image, suffix: str, data: bytes) -> Image:
    return Image({**image.files, suffix: data})


def places(length: int, count: int) -> Iterator[int]:
    """Yield places in a file: its ends, the edges of pages, and others."""
    chance = Random(length)
    yield from (0, 1, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097, length - 1)
    yield from (chance.randrange(length) for _ in range(count))


def test_a_wal_that_a_killed_daemon_left_is_recovered(abandoned: Image) -> None:
    assert opens_soundly(abandoned) == COUNT


def test_a_finished_game_that_is_cut_short(finished: Image) -> None:
    data = finished.files[""]
    given = {opens_soundly(damaged(finished, "", data[:length])) for length in places(len(data), times(40, 1000))}
    assert given <= {None, COUNT}  # what the last page lacks may be of a snapshot only


def test_a_database_that_is_cut_short_beside_a_whole_wal(abandoned: Image) -> None:
    data = abandoned.files[""]
    for length in places(len(data), times(40, 1000)):
        opens_soundly(damaged(abandoned, "", data[:length]))


def test_a_wal_that_is_cut_short_gives_the_rows_before(abandoned: Image) -> None:
    data = abandoned.files["-wal"]
    for length in places(len(data), times(40, 1000)):
        given = opens_soundly(damaged(abandoned, "-wal", data[:length]))
        assert given is not None
        assert COUNT // 2 <= given < COUNT


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_bytes_that_changed(suffix: str, abandoned: Image) -> None:
    data, chance = abandoned.files[suffix], Random(suffix)
    for place in places(len(data), times(60, 2000)):
        harmed = bytearray(data)
        harmed[place] ^= 1 << chance.randrange(8)
        opens_soundly(damaged(abandoned, suffix, bytes(harmed)))


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_pages_that_are_another_games_or_nothing(suffix: str, abandoned: Image) -> None:
    data, chance = abandoned.files[suffix], Random(suffix)
    for _ in range(times(30, 1000)):
        place, other = (chance.randrange(0, len(data), 512) for _ in range(2))
        length = 512 * chance.randint(1, 16)
        filling = chance.choice([bytes(length), b"\xff" * length, data[other : other + length]])
        harmed = data[:place] + filling + data[place + length :]
        opens_soundly(damaged(abandoned, suffix, harmed))


def test_files_that_do_not_belong_together(finished: Image, abandoned: Image) -> None:
    chance = Random(1)
    strangers = [chance.randbytes(5000), finished.files[""], abandoned.files["-wal"]]
    for suffix in ("-wal", "-journal"):
        for stranger in strangers:
            for image in (finished, abandoned):
                opens_soundly(damaged(image, suffix, stranger))
