"""The proof from the system calls: no byte of an announcement leaves before its row is on the disk.

The judge is itself judged: with another `synchronous` than FULL, or where rows are shown early, it must find it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from klaxon.table.disk.journal import Journal, JournalError
from klaxon.table.play import JournalRow
from tests.durability.kit.disk import Image
from tests.durability.kit.effort import times
from tests.durability.kit.rows import KEY, rows
from tests.durability.kit.shown import announced
from tests.durability.kit.strace import OUTPUT, Trace, judge, read, replay, trace

pytestmark = pytest.mark.usefixtures("tracing")


def written(journal: Path, *options: str, inject: tuple[str, ...] = ()) -> Trace:
    """Trace a writer."""
    found = trace([sys.executable, "-m", "tests.durability.kit.writer", str(journal), *options], journal, inject=inject)
    assert found.status == 0
    return found


def test_every_row_is_on_the_disk_before_it_is_shown(tmp_path: Path) -> None:
    journal = tmp_path / "game"
    found = written(journal, "--rows", "300", "--finish")
    verdict = judge(found, journal, announced)
    assert (verdict.announcements, verdict.faults) == (found.output.count(b"shown"), [])
    assert verdict.syncs > verdict.announcements > 70


def test_it_holds_for_a_journal_that_is_opened_again(tmp_path: Path) -> None:
    journal = tmp_path / "game"
    written(journal, "--rows", "50")
    verdict = judge(written(journal, "--rows", "50"), journal, announced)
    assert (verdict.announcements > 10, verdict.faults) == (True, [])


def test_it_holds_when_sqlite_folds_its_wal(tmp_path: Path) -> None:
    journal = tmp_path / "game"
    found = written(journal, "--rows", "1300")
    folds = [call for call in found.calls if call.name == "pwrite64" and call.descriptor == str(journal) and call.ended]
    last = max(call.line for call in found.calls if call.name in OUTPUT)
    assert [call for call in folds if call.line < last - 100]  # in the middle of the game
    assert judge(found, journal, announced).faults == []


@pytest.mark.parametrize("defect", [("--synchronous", "OFF"), ("--synchronous", "NORMAL"), ("--early",)])
def test_the_judge_finds_what_is_shown_too_early(defect: tuple[str, ...], tmp_path: Path) -> None:
    journal = tmp_path / "game"
    verdict = judge(written(journal, "--rows", "20", *defect), journal, announced)
    assert verdict.announcements
    assert len(verdict.faults) >= 5
    assert "shows row 1, the disk is sure to have 0" in verdict.faults[0]


def test_a_slow_disk_changes_nothing(tmp_path: Path) -> None:
    journal = tmp_path / "game"
    slow = ("fdatasync:delay_enter=20000", "pwrite64:delay_exit=1000")
    verdict = judge(written(journal, "--rows", "20", inject=slow), journal, announced)
    assert (verdict.announcements > 5, verdict.faults) == (True, [])


def test_calls_of_several_threads_are_told_apart() -> None:
    log = r"""
10 fdatasync(5</g-wal> <unfinished ...>
11 write(7<pipe:[3]>, "\x61\x62", 2 <unfinished ...>
10 <... fdatasync resumed>) = 0
11 <... write resumed>) = 2
11 sendmsg(8<UNIX-STREAM:[1->2]>, {msg_iov=[{iov_base="\x63", iov_len=1}, {iov_base="\x64", iov_len=1}]}, 0) = 2
11 openat(AT_FDCWD</tmp>, "\x67", O_RDWR|O_CREAT, 0600) = 9<\x2f\x67>
11 fsync(9</g>) = -1 EIO (Input/output error)
11 +++ exited with 0 +++
"""
    calls = list(read(log.lstrip("\n")))
    assert [(call.pid, call.name, call.ended) for call in calls[:4]] == [
        (10, "fdatasync", False),
        (11, "write", False),
        (10, "fdatasync", True),
        (11, "write", True),
    ]
    assert (calls[0].descriptor, calls[1].descriptor, calls[1].data) == ("/g-wal", "pipe:[3]", b"ab")
    assert (calls[4].descriptor, calls[4].data) == ("UNIX-STREAM:[1->2]", b"cd")
    assert (calls[7].opened, calls[7].path) == ("/g", "g")
    assert (calls[-1].name, calls[-1].result) == ("fsync", -1)


def left(image: Image) -> list[JournalRow]:
    """Return the rows that a power cut has left."""
    with TemporaryDirectory() as place:
        journal, given, _ = Journal.open(image.put(Path(place)), KEY)
        journal.close()
    return given


def losses(found: Trace, journal: Path, often: int) -> list[str]:
    """Cut the power at every system call, `often` times, and return what is wrong with what is left."""
    chance, shown, begun, wrong = Random(5), 0, False, []
    for call, disk in replay(found, journal):
        if call.name in OUTPUT and not call.ended:
            shown = announced("", call.data) or shown
            begun = begun or call.data.startswith(b"found")
        elif not disk.holds(call.descriptor):
            continue
        for image in [disk.durable(), *(disk.torn(chance) for _ in range(often))]:
            try:
                given = left(image)
            except JournalError as error:
                if begun or error.code not in {"journal-missing", "journal-corrupt", "journal-not-ours"}:
                    wrong.append(f"{call}: {error.code}")
                continue
            if len(given) < shown or given != rows(1, len(given)):
                wrong.append(f"{call}: {len(given)} rows of {shown} that were shown")
    assert shown
    return wrong


def test_whatever_a_power_cut_leaves_opens_with_all_that_was_shown(tmp_path: Path) -> None:
    """Any part of what was not synced may be on the disk or not."""
    journal = tmp_path / "game"
    found = written(journal, "--rows", "60", "--finish")
    assert losses(found, journal, times(2, 40)) == []


def test_without_synchronous_a_power_cut_leaves_less(tmp_path: Path) -> None:
    journal = tmp_path / "game"
    found = written(journal, "--rows", "20", "--synchronous", "OFF")
    assert len(losses(found, journal, 1)) > 10
