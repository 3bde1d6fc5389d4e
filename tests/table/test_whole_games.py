"""Understudies against each other through sessions, in processes of their own: every game ends and replays."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from klaxon.table.disk.shelf import Shelf
from tests.table.kit.daemon import Daemon

GAMES = int(os.environ.get("KLAXON_GAMES", "2"))


def played(folder: Path, game: str, number: int) -> tuple[str, str]:
    """Play one game to its end; return its name and the digest the daemon told."""
    place = folder / str(number)
    place.mkdir()
    options = [f"seed={game}-{number}", *(["limit=80"] if game == "sonar" else [])]
    with Daemon(place, "run", game, *options, "--folder", str(place / "games"), "--pace", "0") as daemon:
        ended = daemon.wait()
    assert ended["reason"], ended
    return daemon.told["table"], ended["digest"]


@pytest.mark.parametrize("game", ["sonar", "steam"])
def test_every_game_ends_and_replays_to_its_digest(tmp_path: Path, game: str) -> None:
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(lambda number: played(tmp_path, game, number), range(GAMES)))
    for number, (name, digest) in enumerate(found):
        shelf = Shelf(tmp_path / str(number) / "games")
        taken = shelf.take(name)
        taken.journal.close()
        assert taken.play.outcome
        assert taken.play.digest() == digest
        assert sorted(path.name for path in shelf.folder.iterdir()) == [f"{name}.klaxon", "key"]
