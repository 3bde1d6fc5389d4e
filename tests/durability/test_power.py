"""The mains plug: a machine with a disk of its own is killed at random instants, and nothing shown is lost.

The same with `synchronous` off must lose something, or this would prove nothing.
"""

from __future__ import annotations

import sys
import time
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.durability.kit.effort import SOAK, tell, times
from tests.durability.kit.guest import Guest, make_disk
from tests.durability.kit.shown import Shown

CUTS = 5
"""How often the plug of one machine is pulled."""
WRITER = [sys.executable, "-m", "tests.durability.kit.writer", "/mnt/disk/game"]


def life(kernel: Path, disk: Path, command: list[str], enough: int, chance: Random) -> Shown:
    """Turn the machine on, let it show some lines, and pull the plug; return what was shown.

    A machine that does not come up is tried once more: there nothing was proved yet, either way.
    """
    for last_try in (False, True):
        shown = Shown()
        with Guest(kernel, disk, command) as guest:
            for line in guest.lines:
                shown.hear(line)
                if shown.lines > enough:
                    break
            time.sleep(chance.random() / 50)  # the instant: anywhere in a few commits
            for line in guest.cut():
                shown.hear(line)
            if shown.lines > enough:
                return shown
            words = f"the machine stopped by itself after {shown.lines} lines:\n{guest.words()}"
        if last_try or shown.lines:
            break
        tell(words)
    raise AssertionError(words)


@pytest.mark.parametrize("seed", range(times(1, 10)))
def test_nothing_shown_is_lost_when_the_plug_is_pulled(seed: int, kernel: Path, tmp_path: Path) -> None:
    disk, chance = make_disk(tmp_path / "disk"), Random(seed)
    lives = [life(kernel, disk, WRITER, chance.randint(3, 120), chance) for _ in range(CUTS)]
    lives.append(life(kernel, disk, WRITER, 0, chance))
    for shown, later in pairwise(lives):
        shown.survived_as(later)
    rows = lives[-1].found["game"][0]
    assert rows >= sum(shown.lines - 1 for shown in lives[:-1])
    tell(f"{CUTS} power cuts while {rows} rows were written: nothing lost that was shown")


@pytest.mark.parametrize("seed", range(times(1, 10)))
def test_games_that_are_begun_and_finished_survive_too(seed: int, kernel: Path, tmp_path: Path) -> None:
    disk, chance = make_disk(tmp_path / "disk"), Random(seed)
    command = [*WRITER, "--games"]
    lives: list[Shown] = []
    for new in [*(chance.randint(3, 60) for _ in range(times(2, 5))), 0]:
        old = 2 * len(lives[-1].rows | lives[-1].broken) if lives else 0  # lines about the games that are there
        lives.append(life(kernel, disk, command, old + new, chance))
    for shown, later in pairwise(lives):
        shown.survived_as(later)
        assert shown.finished <= later.single
    finished = sum(len(shown.finished) for shown in lives)
    tell(f"{len(lives) - 1} power cuts while {finished} games were begun and finished: nothing lost that was shown")


def test_without_synchronous_rows_that_were_shown_are_lost(kernel: Path, tmp_path: Path) -> None:
    chance, lost = Random(1), []
    for n in range(10):
        disk = make_disk(tmp_path / f"disk{n}")
        shown = life(kernel, disk, [*WRITER, "--synchronous", "OFF"], chance.randint(10, 60), chance)
        lost.append(shown.lost(life(kernel, disk, WRITER, 0, chance)))
        if lost[-1] and not SOAK:
            break
    tell(f"{len(lost)} power cuts with synchronous off, rows shown and found: {[list(each.values()) for each in lost]}")
    assert any(lost)


def test_disks_that_are_full_read_only_or_dead(kernel: Path, tmp_path: Path) -> None:
    disk = make_disk(tmp_path / "disk", 4 << 20)
    with Guest(kernel, disk, [sys.executable, "-m", "tests.durability.kit.disks", "/mnt/disk/game"]) as guest:
        held = list(guest.lines)
        assert guest.close() == 0, guest.words()
    assert held == ["full", "read_only", "dead"]
    assert life(kernel, disk, WRITER, 0, Random(1)).found["game"][0] > 20
