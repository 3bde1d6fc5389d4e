"""The start of the daemon: what a console imports before somebody has chosen anything, seen from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from klaxon.rules.games import GAMES
from tests.console.kit.veterans import settle_in

LATER = (
    "PIL",
    "cryptography",
    "difflib",
    "luma",
    "segno",
    "serial",
    "tarfile",
    "webbrowser",
    "klaxon.cli.doctor",
    "klaxon.club.joining",
    "klaxon.club.outbox",
    "klaxon.club.tournament",
    "klaxon.console.drawing.parts.chart",
    "klaxon.console.drawing.parts.gauges",
    "klaxon.console.drawing.parts.symbols",
    "klaxon.console.drawing.picture_export",
    "klaxon.console.onlook.logbook",
    "klaxon.console.onlook.look_back",
    "klaxon.console.onlook.past_stills",
    "klaxon.console.service.menu",
    "klaxon.crew.random_player",
    "klaxon.crew.selfplay",
    "klaxon.hal.mirrored",
    "klaxon.hal.pi",
    "klaxon.link.line_carrier",
    "klaxon.link.network",
    "klaxon.link.serial_line",
    "klaxon.link.wire",
    "klaxon.table.backup.restore",
    "klaxon.table.disk.salvage",
    "klaxon.web.debrief.debrief_file",
    "klaxon.web.logbook",
)
"""What is imported when somebody asks for it, there is a link or a hall, a file is damaged, or a backup is made."""
MOST = 300
"""Modules of ours that a start may import: each costs as much as the hundredth part of its bare libraries."""
DAEMON = """
import json, os, signal, sys
from klaxon.cli import main
from klaxon.hal import virtual

modules = {}

class Noted(virtual.VirtualConsole):
    def show(self, station, picture):
        super().show(station, picture)
        if "pictures" not in modules and all(any(self.picture(each.name).bits) for each in self.fittings):
            modules["pictures"] = list(sys.modules)
        if "lobby" not in modules and any("Captain Sonar" in word for word in picture.words):
            modules["lobby"] = list(sys.modules)
            os.kill(os.getpid(), signal.SIGTERM)

virtual.VirtualConsole = Noted
status = main(["run", "--json", "--port", "0", "--profile", "virtual", "--folder", sys.argv[1]])
from klaxon.console.language.catalogue import words_of
print(json.dumps({"status": status, "words": words_of.cache_info().currsize, **modules}))
"""
"""The daemon, which notes what is imported when every station shows something, and when the lobby is open."""


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Return the modules there are when all stations show their first pictures, and when the lobby is open."""
    folder: Path = tmp_path_factory.mktemp("state")
    settle_in(folder)
    command = [sys.executable, "-c", DAEMON, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "LANG": "C.UTF-8"})
    told = json.loads(done.stdout.splitlines()[-1])
    assert told.pop("status") == 0
    assert told.pop("words") == 2, "only the language is read that is spoken, and the words of the game that is offered"
    assert told.keys() == {"pictures", "lobby"}
    return dict(told)


def within(modules: list[str], *packages: str) -> list[str]:
    return [name for name in modules if any(name == each or name.startswith(f"{each}.") for each in packages)]


def packages_of(game: str) -> tuple[str, ...]:
    return f"klaxon.rules.{game}", f"klaxon.crew.{game}", f"klaxon.console.games.{game}"


def test_the_first_pictures_need_no_game(start: dict[str, list[str]]) -> None:
    for game in GAMES:
        assert within(start["pictures"], *packages_of(game)) == []


def test_the_lobby_needs_the_rules_of_the_game_that_it_offers_and_none_of_its_screens(
    start: dict[str, list[str]],
) -> None:
    first, *others = GAMES
    assert within(start["lobby"], f"klaxon.rules.{first}")
    screens = f"klaxon.console.games.{first}"
    assert within(start["lobby"], screens) == [screens, f"{screens}.option_use"], "the lobby asks which options matter"
    assert within(start["lobby"], f"klaxon.crew.{first}") == [f"klaxon.crew.{first}"]
    for game in others:
        assert within(start["lobby"], *packages_of(game)) == []


@pytest.mark.parametrize("moment", ["pictures", "lobby"])
def test_what_nobody_asked_for_is_not_imported(start: dict[str, list[str]], moment: str) -> None:
    assert within(start[moment], *LATER) == []


def test_a_start_imports_few_modules(start: dict[str, list[str]]) -> None:
    assert len(within(start["pictures"], "klaxon")) <= MOST
