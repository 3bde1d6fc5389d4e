"""Damaged files: whatever is left of a journal has all of its rows, or it is said how many are lost, and it stays.

A game that was cut off lies in two files and a witness. A bit that flips or an end that is gone in one of them is never
taken for the end of the game; only the last commit, which a power cut may have torn, can be missing without a word, and
only where the witness is gone as well.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from klaxon.table.disk.files import ROWS, WAL
from klaxon.table.disk.journal import Journal, JournalError, look_into
from klaxon.table.disk.wal import FRAME
from klaxon.table.disk.wal import HEADER as WAL_HEADER
from tests.durability.kit.disk import Image
from tests.durability.kit.effort import SOAK, times
from tests.durability.kit.guest import ROOT
from tests.durability.kit.rows import HEADER, KEY, rows, snapshot

COUNT = 120
CODES = {"journal-corrupt", "journal-foreign", "journal-format", "journal-not-ours", "journal-damaged"}
FOLDED, CUT_OFF, LAST = 30, 54, 2
"""Rows of a short game that was cut off: in the database, in all, and in the last commit."""


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
from klaxon.table.disk.journal import Journal
from tests.durability.kit.rows import HEADER, KEY, rows, snapshot
journal = Journal.create(Path(sys.argv[1]), HEADER, KEY)
for first in range(1, {COUNT}, 4):
    journal.append(rows(first, first + 3), snapshot(first + 3))
    if first == {COUNT // 2 + 1}:
        journal.fold()
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, check=False)
    image = Image.of(path)
    assert set(image.files) == {"", WAL, ROWS}
    return image


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """A short game whose daemon was killed: commits of one to three rows, one of them with a snapshot."""
    path = tmp_path_factory.mktemp("cut-off") / "game"
    program = f"""
import os, signal, sys
from pathlib import Path
from klaxon.table.disk.journal import Journal
from tests.durability.kit.rows import HEADER, KEY, rows, snapshot
journal = Journal.create(Path(sys.argv[1]), HEADER, KEY)
journal.append(rows(1, {FOLDED}), snapshot({FOLDED}))
journal.fold()
while journal.count < {CUT_OFF}:
    upto = journal.count + 1 + journal.count % 3
    journal.append(rows(journal.count + 1, upto), snapshot(upto) if upto == 42 else None)
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, check=False)
    return Image.of(path)


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
    given = {opens_soundly(damaged(finished, "", data[:length])) for length in places(len(data), times(20, 1000))}
    assert given <= {None, COUNT}  # what the last page lacks may be of a snapshot only


def test_a_database_that_is_cut_short_beside_a_whole_wal(abandoned: Image) -> None:
    data = abandoned.files[""]
    for length in places(len(data), times(20, 1000)):
        opens_soundly(damaged(abandoned, "", data[:length]))


def lost(image: Image, place: Path, told: int = CUT_OFF) -> int | None:
    """Return how many rows of a short game are lost without a word; None where it is said that some may be.

    What is had back is always what was written, and it is had back without a question only where it is all there was.
    """
    for left in place.iterdir():
        left.unlink()
    path = image.put(place)
    try:
        found = look_into(path, KEY)
    except JournalError as error:
        if error.code not in CODES:
            raise
        return None
    there = len(found.rows)
    assert found.rows == rows(1, there)
    assert found.about >= there
    if not found.whole:
        return None
    assert found.sound or there == told
    return told - there


def flipped(data: bytes, step: int) -> Iterator[bytes]:
    """Yield a file with one bit changed, for all that SQLite's own headers are made of, and densely in between."""
    heads = [range(0, 100, times(5, 1)), range(4096, 4112, times(3, 1))]
    starts = range(WAL_HEADER, len(data), FRAME + 4096)
    heads += [range(start, start + FRAME) for start in (starts if SOAK else [*starts[:1], *starts[-2:]])]
    for place in sorted({*range(0, len(data), step), *(n for head in heads for n in head if n < len(data))}):
        yield data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]


@pytest.mark.parametrize(("suffix", "witness"), [("", True), ("", False), (WAL, True), (WAL, False), (ROWS, True)])
def test_no_byte_that_changes_hides_a_row(suffix: str, witness: bool, cut_off: Image, tmp_path: Path) -> None:
    files = {name: data for name, data in cut_off.files.items() if witness or name != ROWS}
    found = [lost(Image({**files, suffix: data}), tmp_path) for data in flipped(files[suffix], times(1201, 1))]
    silent = {0} if witness else {0, LAST}
    assert found
    assert set(found) <= {*silent, None}
    if suffix == WAL and witness:
        assert found.count(0) > 0.9 * len(found)  # most of these pages were written again later, so nothing is lost


@pytest.mark.parametrize("suffix", ["", WAL, ROWS])
def test_no_end_that_is_cut_hides_a_row(suffix: str, cut_off: Image, tmp_path: Path) -> None:
    data, page = cut_off.files[suffix], FRAME + 4096
    edges = {n + d for n in range(WAL_HEADER, len(data), page) for d in (-1, 0, 1)}
    lengths = sorted(n for n in {*range(0, len(data), times(701, 1)), *edges} if n < len(data))
    for length in lengths:
        found = lost(Image({**cut_off.files, suffix: data[:length]}), tmp_path)
        assert found in {0, None}, length
        assert suffix != WAL or found is None, length
    assert lost(Image({name: each for name, each in cut_off.files.items() if name != WAL}), tmp_path) is None


@pytest.mark.parametrize("suffix", ["", WAL])
def test_no_sectors_that_are_gone_hide_a_row(suffix: str, cut_off: Image, tmp_path: Path) -> None:
    data, chance = cut_off.files[suffix], Random(suffix)
    for _ in range(times(40, 5000)):
        place, length = chance.randrange(0, len(data), 512), 512 * chance.randint(1, 24)
        filling = chance.choice([bytes(length), b"\xff" * length, chance.randbytes(length)])
        harmed = data[:place] + filling[: len(data) - place] + data[place + length :]
        assert lost(Image({**cut_off.files, suffix: harmed}), tmp_path) in {0, None}


def test_only_the_last_commit_may_be_torn(cut_off: Image, tmp_path: Path) -> None:
    """Without a witness: what one commit wrote may be there in any part, as a power cut leaves it."""
    data, page = cut_off.files[WAL], FRAME + 4096
    sizes = [int.from_bytes(data[n + 4 : n + 8], "big") for n in range(WAL_HEADER, len(data), page)]
    ends = [n for n, size in enumerate(sizes) if size]
    torn = WAL_HEADER + page * (ends[-2] + 1)
    files = {"": cut_off.files[""]}
    for place in range(torn, len(data), 512):
        for harmed in (
            data[:place],
            data[:place] + bytes(len(data) - place),
            data[:torn] + bytes(512) + data[torn + 512 :],
        ):
            assert lost(Image({**files, WAL: harmed}), tmp_path, CUT_OFF) in {0, LAST}
    earlier = WAL_HEADER + page * (ends[-3] + 1)
    for place in range(earlier, torn, 512):
        harmed = data[:place] + bytes(512) + data[place + 512 :]
        assert lost(Image({**files, WAL: harmed}), tmp_path) in {0, LAST, None}


def test_frames_of_another_salt_are_no_hole(cut_off: Image, tmp_path: Path) -> None:
    """A file that was begun anew over one that was folded: what lies behind is old, and none of it is missing."""
    files = {"": cut_off.files[""], WAL: cut_off.files[WAL]}
    path = Image(files).put(tmp_path)
    Journal.open(path, KEY)[0].close()  # everything is folded
    with path.open("rb") as file:
        database = file.read()
    short = Image({"": database, WAL: b""}).put(tmp_path)
    program = f"""
import os, sys
from pathlib import Path
from klaxon.table.disk.journal import Journal
from tests.durability.kit.rows import KEY, rows
journal = Journal.open(Path(sys.argv[1]), KEY)[0]
journal.append(rows({CUT_OFF + 1}, {CUT_OFF + 1}))
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", program, str(short)], cwd=ROOT, check=True)
    new = Image.of(short).files
    behind = new[WAL] + cut_off.files[WAL][len(new[WAL]) :]
    assert len(behind) == len(cut_off.files[WAL])
    found = look_into(Image({**new, WAL: behind}).put(tmp_path), KEY)
    assert (found.sound, len(found.contents.rows)) == (True, CUT_OFF + 1)


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_bytes_that_changed(suffix: str, abandoned: Image) -> None:
    data, chance = abandoned.files[suffix], Random(suffix)
    for place in places(len(data), times(20, 2000)):
        harmed = bytearray(data)
        harmed[place] ^= 1 << chance.randrange(8)
        opens_soundly(damaged(abandoned, suffix, bytes(harmed)))


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_pages_that_are_another_games_or_nothing(suffix: str, abandoned: Image) -> None:
    data, chance = abandoned.files[suffix], Random(suffix)
    for _ in range(times(15, 1000)):
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
