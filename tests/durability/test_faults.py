"""A disk that fails: the journal says what is wrong, keeps what it had, and takes the rows when the disk does.

Errors are injected into the system calls by strace; test_power.py has real full and read-only disks.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from klaxon.table.disk.journal import Journal
from tests.durability.kit.rows import KEY, rows
from tests.durability.kit.shown import announced
from tests.durability.kit.strace import Trace, judge, trace

pytestmark = pytest.mark.usefixtures("tracing")
COUNT = 80


def stubborn(journal: Path, *faults: str) -> Trace:
    command = [sys.executable, "-m", "tests.durability.kit.writer", str(journal), "--rows", str(COUNT), "--stubborn"]
    return trace(command, journal, inject=faults)


def troubles(found: Trace) -> set[str]:
    """Return the codes of everything that went wrong."""
    return {code.decode() for code in re.findall(rb"trouble game (\S+)", found.output)}


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("fdatasync:error=EIO:when=12+5", "disk-failed"),
        ("pwrite64:error=EIO:when=40+17", "disk-failed"),
        ("pwrite64:error=EROFS:when=40+17", "disk-failed"),
        ("pwrite64:error=ENOSPC:when=40+17", "disk-full"),
        ("pwrite64:error=ENOSPC:when=40..70", "disk-full"),
    ],
)
def test_rows_that_could_not_be_written_are_written_again(fault: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    found = stubborn(path, fault)
    assert (found.status, troubles(found)) == (0, {code})
    verdict = judge(found, path, announced)
    assert (verdict.announcements > 15, verdict.faults) == (True, [])
    journal, given, _ = Journal.open(path, KEY)
    journal.close()
    assert given == rows(1, COUNT)


@pytest.mark.parametrize("when", range(1, 26, 3))
@pytest.mark.parametrize("call", ["pwrite64:error=ENOSPC", "fdatasync:error=EIO"])
def test_a_journal_that_cannot_be_begun_leaves_nothing_behind(call: str, when: int, tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
from klaxon.table.disk.journal import Journal, JournalError
from tests.durability.kit.rows import HEADER, KEY
try:
    Journal.create(Path({str(tmp_path / "game")!r}), HEADER, KEY).close()
except JournalError as error:
    print(error.code)
"""
    found = trace([sys.executable, "-c", program], tmp_path / "game", inject=[f"{call}:when={when}+"])
    assert found.status == 0
    left = sorted(each.name for each in tmp_path.iterdir())
    if found.output:
        assert (found.output.strip(), left) == (b"disk-full" if "ENOSPC" in call else b"disk-failed", [])
    else:
        assert "game" in left
