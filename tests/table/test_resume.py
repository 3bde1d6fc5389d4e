"""A game that is cut off by kill -9 again and again goes on, and nothing that was shown is lost."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from klaxon.table.disk.shelf import Shelf
from klaxon.table.play import Play
from tests.table.kit.daemon import Daemon, Seated

CUTS = int(os.environ.get("KLAXON_CUTS", "5"))


def replayed(shelf: Shelf, name: str) -> tuple[Play, list[dict[str, Any]]]:
    """Return a kept game and all that the umpire heard in it, numbered, replayed from its first row."""
    taken = shelf.take(name)
    taken.journal.close()
    heard = [
        {"n": number, "at": page.row.at, "type": event.type, "facts": event.facts}
        for number, (page, event) in enumerate(
            ((page, event) for page in taken.pages for event in page.events if "umpire" in event.to), start=1
        )
    ]
    plain: list[dict[str, Any]] = json.loads(json.dumps(heard))
    return taken.play, plain


@pytest.mark.parametrize("game", ["sonar", "steam"])
def test_a_game_survives_kills_at_any_instant(tmp_path: Path, game: str) -> None:
    dice, shelf = Random(game), Shelf(tmp_path / "games")
    folder = ["--folder", str(shelf.folder), "--pace", "0"]
    name, cuts = "", 0
    shown: list[dict[str, Any]] = []
    while cuts < CUTS:
        if not name:
            arguments = ["run", game, f"seed=cut-{cuts}", *folder]
        else:
            arguments = ["games", "--folder", str(shelf.folder), "resume", name, *folder]
        with Daemon(tmp_path, *arguments) as daemon:
            name = daemon.told["table"]
            umpire = Seated(daemon, "umpire", "umpire")
            umpire.until("welcome")
            umpire.say(act="resume")
            for _ in range(dice.randrange(1, 60)):
                if umpire.next() is None:
                    break
            daemon.kill()
            while umpire.next() is not None:  # what was on its way is shown too
                pass
            shown += [heard for heard in umpire.heard if heard["n"] > len(shown)]
            umpire.close()
        cuts += 1
        play, heard = replayed(shelf, name)
        assert heard[: len(shown)] == shown
        again, _ = replayed(shelf, name)
        assert again.digest() == play.digest()
        if play.outcome:
            name, shown = "", []
    assert shelf.names()


def test_two_daemons_never_share_a_journal(tmp_path: Path) -> None:
    folder = ["--folder", str(tmp_path / "games"), "--pace", "0"]
    with Daemon(tmp_path, "run", "sonar", "--people", "red,blue", *folder) as daemon:
        umpire = Seated(daemon, "umpire", "umpire")
        umpire.until("welcome")
        shelf = Shelf(tmp_path / "games")
        assert shelf.look(daemon.told["table"]).standing == "in-use"
        umpire.say(act="end")
        umpire.until("heard")
        umpire.close()
        daemon.wait()
    assert shelf.look(daemon.told["table"]).standing == "over"
    assert sorted(path.name for path in shelf.folder.iterdir()) == ["00001-sonar.klaxon", "key"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_table_that_is_told_to_stop_finishes_its_journal(tmp_path: Path, number: signal.Signals) -> None:
    shelf = Shelf(tmp_path / "games")
    with Daemon(tmp_path, "run", "sonar", "--people", "red", "--folder", str(shelf.folder), "--pace", "0") as daemon:
        red = Seated(daemon, "red", "red.captain")
        red.until("welcome")
        red.say(order=1, seat="red.captain", line="start A1")
        red.until("sent")
        daemon.process.send_signal(number)
        ended = daemon.wait()
        assert (daemon.process.returncode, sorted(ended)) == (0, ["digest", "rows"])
        red.close()
    (journal,) = shelf.folder.glob("*.klaxon*")
    play, _ = replayed(shelf, journal.stem)
    assert (play.count, play.digest()) == (ended["rows"], ended["digest"])
