"""A whole game at a real table: no byte of an announcement leaves the daemon before the sync of its row."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from klaxon.table.disk.shelf import Shelf
from klaxon.table.play import Play
from tests.durability.kit.strace import Announced, Verdict, judge, trace

pytestmark = pytest.mark.usefixtures("tracing")


def rows_by_number(shelf: Shelf, name: str) -> dict[str, dict[int, int]]:
    """Return seat -> the number of what it heard -> the row in which that happened."""
    taken = shelf.take(name)
    taken.journal.close()
    game, header = taken.play.game, taken.play.header
    play = Play(game, header, game.setup(header))  # from the start: pages that were taken begin behind a snapshot
    for kept in taken.play.line:
        assert play.repeat(kept)
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for row, page in enumerate(play.take_pages(), start=1):
        for event in page.events:
            for seat in event.to:
                found[seat][len(found[seat]) + 1] = row
    return found


def announced_by(heard: dict[str, dict[int, int]]) -> Announced:
    """Return what tells which row a write to a session makes known."""

    def announced(_descriptor: str, data: bytes) -> int | None:
        rows = []
        for line in data.split(b"\n"):
            if line.startswith(b'{"heard"'):
                message = json.loads(line)
                rows.append(heard[message["seat"]][message["heard"]["n"]])
            elif line.startswith(b'{"table"') and b'"outcome":{' in line:  # how it ended is the last thing heard
                rows.append(max(heard["umpire"].values()))
        return max(rows, default=None)

    return announced


def game_under(program: str, folder: Path, game: str, *options: str) -> tuple[Verdict, int]:
    """Play a whole game under strace; return the verdict, and how many rows it has."""
    shelf = Shelf(folder)
    assert shelf.key  # made before, so that it is no part of the game
    journal = shelf.path(f"00001-{game}")
    command = [sys.executable, "-m", program, "run", game, *options, "--pace", "0", "--folder", str(folder)]
    found = trace(command, journal)
    assert found.status == 0
    ended = json.loads(found.output.splitlines()[-1])
    return judge(found, journal, announced_by(rows_by_number(shelf, f"00001-{game}"))), ended["rows"]


@pytest.mark.parametrize(("game", "option"), [("sonar", "limit=16"), ("steam", "seed=3")])
def test_nothing_is_told_before_it_is_on_the_disk(tmp_path: Path, game: str, option: str) -> None:
    verdict, rows = game_under("klaxon.cli", tmp_path, game, option)
    assert verdict.faults == []
    assert verdict.announcements > rows


def test_with_synchronous_off_the_same_game_fails(tmp_path: Path) -> None:
    verdict, rows = game_under("tests.durability.kit.unsafe", tmp_path, "sonar", "limit=8")
    assert rows > 20
    assert len(verdict.faults) > rows
