"""kill -9 at any instant: what was shown is there, the lock is free, and the game goes on.

It proves nothing about the disk (the page cache survives); that is for test_strace.py and test_power.py.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from klaxon.table.disk.journal import Journal
from tests.durability.kit.effort import times
from tests.durability.kit.guest import ROOT
from tests.durability.kit.rows import KEY, head, rows
from tests.durability.kit.shown import Shown

LIVES = 5
"""How often one journal is killed and opened again."""


def killed(path: Path, chance: Random) -> Shown:
    """Let a program write to a journal, kill it at some instant, and return what it had shown."""
    command = [sys.executable, "-m", "tests.durability.kit.writer", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        enough, shown = chance.randrange(-12, 60), Shown()
        if enough < 0:
            time.sleep(chance.random() / 4)  # the instant: while it starts, opens or begins the journal
        else:
            for line in process.stdout:
                shown.hear(line.decode())
                if shown.lines > enough:
                    break
            time.sleep(chance.random() / 500)  # the instant: anywhere in a commit or two
        process.kill()
        for line in process.stdout:
            if line.endswith(b"\n"):
                shown.hear(line.decode())
    return shown


@pytest.mark.parametrize("seed", range(times(20, 200) // LIVES))
def test_nothing_shown_is_lost_when_the_daemon_is_killed(seed: int, tmp_path: Path) -> None:
    path, chance, before = tmp_path / "game", Random(seed), Shown()
    for _ in range(LIVES):
        shown = killed(path, chance)
        if shown.found:
            before.survived_as(shown)
            before = shown
        if not before.found:  # killed before it said anything: there may be half a journal, and nothing was promised
            for left in tmp_path.iterdir():
                left.unlink()
            continue
        journal, found, _ = Journal.open(path, KEY)  # the lock is free at once
        journal.close()
        count, mac = before.rows["game"]
        assert found == rows(1, len(found))
        assert len(found) >= count
        assert (mac, journal._head) == (head(found[:count]).hex(), head(found))
