"""Journals that are kept for ever: each release plays some games, and every later one must open what they left.

    python -m tests.durability.kit.keep_journals           # those of this release; there must be none of it yet
    python -m tests.durability.kit.keep_journals --again   # anew, before it is released

Understudies play each case twice, in made-up time and through sessions at a table: once to its end, once until the
process is killed as it were, with the write-ahead file as it was then.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest import mock

from klaxon import __version__, data
from klaxon.rules.contract import Header
from klaxon.rules.games import game_named
from klaxon.table.disk.shelf import Shelf
from klaxon.table.host import Tokens, open_table, until_written
from klaxon.table.setup import make_header
from klaxon.table.table import Table
from tests.console.kit.playing import PlainScribe, in_process
from tests.table.kit.travel import Client, travel

FOLDER = Path(__file__).parents[1] / "journals"
INDEX = "index.json"
KEY = bytes(range(32))
"""Seals them all, those of the first release too. It is no secret."""
CUT, MOST = 24, 80
"""Rows after which a game is cut off, and after which the umpire ends one that is still going on."""
STEP = 0.5
"""Seconds of play between two looks at a table."""
QUIET = 120.0
"""Seconds of play without a row after which nobody waits for another."""


class Case(NamedTuple):
    """A game that is played for the journals."""

    name: str
    game: str
    options: Mapping[str, str]


def _sonar(mode: str, rules: str, **options: str) -> Case:
    return Case(f"sonar-{mode}-{rules}", "sonar", {"mode": mode, "rules": rules, **options})


def _steam(setup: str, **options: str) -> Case:
    return Case(f"steam-{setup}", "steam", {"setup": setup, **options})


def _uboot(mode: str, mission: str, **options: str) -> Case:
    return Case(f"uboot-{mode}", "uboot", {"mode": mode, "mission": mission, **options})


CASES = (
    _sonar("turns", "second", limit="6", clock="60", undo="yes"),
    _sonar("turns", "second-ua", chart="delta-2", limit="6", victory="sudden-death", thin_ice="yes"),
    _sonar("turns", "wolfpack", chart="grimsvotn", limit="6", shy_xo="detection", eruption="points"),
    _sonar("realtime", "second", chart="bravo-2", limit="1", help="solve"),
    _sonar("realtime", "second-ua", chart="echo-2", limit="1", trace="recorded", echo_gauge="auto"),
    _sonar("realtime", "wolfpack", chart="charlie-2", limit="1", xo_commands="yes", interval="5"),
    _steam("ready"),
    _steam("free", oxygen_loss="when_none_to_remove", first_presence="all", side="fixed"),
    _steam("draft", enter_occupied="no", skip_ready="no", hit_post="yes", markers="box"),
    _steam("random", heading="left", tired_pair="yes", retreat="row", mend_destroyed="yes"),
    _uboot("single", "drill", patience="20", easy_watch="yes", engineer="high"),
    _uboot("linked", "m05", captain="low", manning="auto"),
    _uboot("campaign", "m01", navigator="low", puzzle="pieces"),
)
"""Every game, mode and rule set; the other switches are thrown here and there."""


def main(arguments: list[str] | None = None) -> int:
    """Play all cases and write their journals and the index."""
    parser = argparse.ArgumentParser("keep_journals", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--again", action="store_true", help="replace those of this release: only before it is out")
    parser.add_argument("--folder", type=Path, default=FOLDER / __version__, help="where they are put")
    asked = parser.parse_args(arguments)
    if asked.folder.exists() and not asked.again:
        sys.stderr.write(f"{asked.folder} is there already, and what was released stays. Raise the version first.\n")
        return 1
    with TemporaryDirectory(prefix="klaxon-") as place:
        made = keep_all(Path(place))
        if asked.folder.exists():
            shutil.rmtree(asked.folder)
        shutil.copytree(place, asked.folder)
    sys.stdout.write(f"{len(made)} journals in {asked.folder}; commit them.\n")
    return 0


def keep_all(folder: Path) -> dict[str, dict[str, Any]]:
    """Play every case to its end and once more until it is cut off; return the index, which is written too."""
    index: dict[str, dict[str, Any]] = {}
    for case in CASES:
        for end in ("over", "open"):
            name = f"{case.name}-{end}"
            index[name] = {"made_by": __version__, **_keep(case, folder, name, end)}
    text = json.dumps(index, indent=1, sort_keys=True) + "\n"
    (folder / INDEX).write_text(text, "utf-8")
    return index


def _keep(case: Case, folder: Path, name: str, end: str) -> dict[str, Any]:
    """Play one game; leave its files in a folder under a name, and return what they must replay to."""
    plain = mock.patch("klaxon.table.following_games.JournalScribe", PlainScribe)
    with TemporaryDirectory(prefix="klaxon-") as place, plain:
        Path(place, "key").write_bytes(KEY)
        Path(place, "key").chmod(0o600)
        shelf = Shelf(Path(place))
        return travel(lambda: _play(case, shelf, folder / name, end))


async def _play(case: Case, shelf: Shelf, target: Path, end: str) -> dict[str, Any]:
    game = game_named(case.game)
    header = make_header(game, case.options, data.read, f"kept {case.name}")
    if not isinstance(header, Header):
        raise TypeError(header)
    keys = Tokens.create(game)
    table = open_table(game, header, shelf, keys, data.read)
    boats = dict.fromkeys(seat.partition(".")[0] for seat in game.seats)
    crews = [[seat for seat in game.seats if seat.startswith(f"{boat}.")] for boat in boats]
    async with in_process(table, keys, crews, "novice"):
        await _until(table, CUT if end == "open" else MOST, keys)
        if end == "over" and table.play.outcome is None:
            Client(table, keys.token_of["umpire"], "umpire", name="umpire").say(act="end")
        await until_written(table)
        told = _told(table, case, end)
        if end == "over":
            table.close()
        for file in shelf.folder.glob(f"{table.name}.klaxon*"):
            shutil.copyfile(file, target.with_name(file.name.replace(table.name, target.name)))
    if end == "open":
        table.close()
    return told


async def _until(table: Table, rows: int, keys: Tokens) -> None:
    """Let a game go on until it has so many rows or is over; on the way a table does all that it has rows for."""
    umpire = Client(table, keys.token_of["umpire"], "umpire", name="umpire")
    table.set_boat_name(table.play.game.boats[0], "Nautilus")
    table.begin()
    for place, acts in ((rows // 2, ("undo",)), (rows * 3 // 4, ("pause", "resume")), (rows, ())):
        await _until_rows(table, place)
        for act in acts:
            umpire.say(act=act)
            await asyncio.sleep(table.count_in + STEP)


async def _until_rows(table: Table, rows: int) -> None:
    """Return when there are so many rows, or when nobody says anything any more."""
    quiet, before = 0.0, 0
    while table.play.count < rows and table.play.outcome is None and quiet < QUIET:
        await asyncio.sleep(STEP)
        quiet, before = (quiet + STEP if table.play.count == before else 0.0), table.play.count


def _told(table: Table, case: Case, end: str) -> dict[str, Any]:
    play = table.play
    if (play.outcome is not None) != (end == "over"):
        raise ValueError(f"{case.name} should be {end} after {play.count} rows; choose other options")
    outcome = play.outcome
    return {
        "game": case.game,
        "rules": play.header.version,
        "asked": dict(case.options),
        "seed": play.header.seed,
        "standing": end,
        "rows": play.count,
        "outcome": [outcome.winner, outcome.reason] if outcome else None,
        "digest": play.digest(),
        "names": table.names,
    }


if __name__ == "__main__":
    sys.exit(main())
