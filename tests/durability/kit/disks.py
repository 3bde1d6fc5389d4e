"""Disks that are full, read-only or dead, for real: a program for the guest, which is root on a machine of its own.

    python -m tests.durability.kit.disks /mnt/disk/game

Each step says its name when it has held.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from klaxon.table.disk.journal import Journal, JournalError
from tests.durability.kit.disk import Image
from tests.durability.kit.rows import HEADER, KEY, rows, snapshot


def refused(act: Callable[[], object]) -> str:
    """Do what should fail, and return the code; '' where it was done."""
    try:
        act()
    except JournalError as error:
        return error.code
    return ""


def add(journal: Journal, more: int) -> None:
    """Append rows."""
    journal.append(rows(journal.count + 1, journal.count + more))


def fill(folder: Path) -> Path:
    """Leave no room on a disk, and return the file that fills it."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            with suppress(OSError):
                while True:
                    file.write(bytes(size))
                    os.fsync(file.fileno())
    return ballast


def full(path: Path) -> None:
    """On a full disk rows are refused; they are taken when there is room again."""
    journal = Journal.create(path, HEADER, KEY)
    journal.append(rows(1, 20), snapshot(20))
    ballast = fill(path.parent)
    while not (code := refused(lambda: add(journal, 10))):
        pass  # there was room for that already
    last = journal.count
    assert code == "disk-full", code
    assert refused(lambda: add(journal, 10)) == "disk-full"
    assert journal.count == last
    another = path.with_name("another")
    assert refused(lambda: Journal.create(another, HEADER, KEY)) == "disk-full"
    assert not another.exists()
    ballast.unlink()
    add(journal, 10)
    journal.finish()
    journal.close()
    again, found, _ = Journal.open(path, KEY)
    again.close()
    assert found == rows(1, last + 10)


def read_only(path: Path) -> None:
    """On a read-only disk a journal is refused and left as it is, with and without a WAL beside it."""
    abandoned, another = path.with_name("abandoned"), path.with_name("another")
    if os.fork() == 0:
        Journal.create(abandoned, HEADER, KEY).append(rows(1, 30))
        os._exit(0)  # and nothing was closed
    os.wait()
    before = Image.of(abandoned)
    assert "-wal" in before.files
    subprocess.run(["mount", "-o", "remount,ro", path.parent], check=True)
    for each in (path, abandoned):
        code = refused(lambda each=each: Journal.open(each, KEY))  # type: ignore[misc]
        assert code == "disk-read-only", (each, code)
    assert refused(lambda: Journal.create(another, HEADER, KEY)) == "disk-read-only"
    assert Image.of(abandoned) == before
    subprocess.run(["mount", "-o", "remount,rw", path.parent], check=True)
    journal, found, _ = Journal.open(abandoned, KEY)
    journal.close()
    assert found == rows(1, 30)


def dead(path: Path) -> None:
    """When the file system gives up in the middle of a game, rows are refused; those before are there afterwards."""
    journal, found, _ = Journal.open(path, KEY)
    add(journal, 1)
    subprocess.run(["mount", "-o", "remount,errors=remount-ro", path.parent], check=True)
    Path("/sys/fs/ext4/ubda/trigger_fs_error").write_text("a disk that fails")
    for _ in range(2):
        code = refused(lambda: add(journal, 1))
        assert code in {"disk-failed", "disk-read-only"}, code
    assert journal.count == len(found) + 1
    journal.close()


def main() -> None:
    """Go through all disks."""
    path = Path(sys.argv[1])
    for step in (full, read_only, dead):
        step(path)
        os.write(1, f"{step.__name__}\n".encode())


if __name__ == "__main__":
    main()
