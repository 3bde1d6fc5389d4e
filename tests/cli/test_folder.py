"""The folder of a command: before or behind its act, and of one console at a time."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from klaxon.cli import games
from klaxon.cli.daemon.claim import NAME, FolderClaim, Holder, claim_folder
from klaxon.cli.folders import add_folder
from klaxon.table.disk.shelf import Shelf
from klaxon.web.server import watch_socket
from tests.cli.kit.commands import run
from tests.cli.kit.daemons import PATIENCE, daemon

DEFAULTS = ("XDG_STATE_HOME", "STATE_DIRECTORY")


class ShelfSeen(Exception):
    """Raised in place of opening a shelf, with its folder."""


@pytest.fixture
def acts(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Every act of `klaxon games`, with what it cannot do without; and none."""
    found: dict[str, argparse.ArgumentParser] = {}
    adding = argparse._SubParsersAction.add_parser

    def add_parser(self: Any, name: str, **named: Any) -> Any:
        found[name] = adding(self, name, **named)
        return found[name]

    with monkeypatch.context() as patched:
        patched.setattr(argparse._SubParsersAction, "add_parser", add_parser)
        with pytest.raises(SystemExit):
            games.main(["--help"])
    needed = {
        name: ["x" for action in parser._actions if not action.option_strings and action.dest != "option"]
        for name, parser in found.items()
    }
    return [[], *([name, *words] for name, words in needed.items())]


def test_every_act_takes_the_folder_before_and_behind_it(
    acts: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def seen(folder: Path) -> None:
        raise ShelfSeen(folder)

    for opened in ("open_shelf", "import_console", "export_console"):
        monkeypatch.setattr(games, opened, lambda folder, *_: seen(folder))
    assert len(acts) > 5
    for act in acts:
        for arguments in (
            ["--folder", "mine", *act],
            [*act, "--folder", "mine"],
            ["--folder", "other", *act, "--folder", "mine"],
        ):
            if arguments[:2] == ["--folder", "other"] and not act:
                continue
            with pytest.raises(ShelfSeen) as folder:
                games.main(arguments)
            assert folder.value.args == (Path("mine"),), arguments
    capsys.readouterr()


def test_a_game_is_looked_for_in_the_folder_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game of the same name lies in the default folder: nobody may play on there."""
    home, mine = tmp_path / "home" / "klaxon", tmp_path / "mine"
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(home.parent))
    resumed: list[Path] = []

    def take(shelf: Shelf, _name: str, **_: object) -> None:
        resumed.append(shelf.folder)
        raise KeyboardInterrupt

    monkeypatch.setattr(Shelf, "take", take)
    for folder in (home, mine):
        folder.mkdir(parents=True)
        (folder / "00001-sonar.klaxon").touch()
    status, _, _ = run(capsys, "games", "--folder", str(mine), "resume", "00001-sonar")
    assert (status, resumed) == (130, [mine])


def test_an_act_without_a_folder_of_its_own_leaves_the_one_before() -> None:
    parser = argparse.ArgumentParser()
    add_folder(parser)
    act = parser.add_subparsers(dest="act").add_parser("act")
    add_folder(act, again=True)
    assert parser.parse_args(["act"]).folder is None
    assert parser.parse_args(["--folder", "a", "act"]).folder == Path("a")
    assert parser.parse_args(["--folder", "a", "act", "--folder", "b"]).folder == Path("b")


# One console to a folder


def test_a_folder_is_claimed_once_until_it_is_given_up(tmp_path: Path) -> None:
    first = claim_folder(tmp_path)
    assert isinstance(first, FolderClaim)
    assert claim_folder(tmp_path) == Holder(os.getpid(), "")
    first.tell("http://127.0.0.1:8080/")
    assert claim_folder(tmp_path) == Holder(os.getpid(), "http://127.0.0.1:8080/")
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    first.close()
    second = claim_folder(tmp_path)
    assert isinstance(second, FolderClaim)
    second.close()


@pytest.mark.parametrize(
    "told", [b"", b"{", b"[]", b'{"process": "x"}', b'{"process": 1e999, "page": ""}', b"\xff" * 99]
)
def test_a_file_that_says_nothing_of_use_is_still_a_lock(tmp_path: Path, told: bytes) -> None:
    first = claim_folder(tmp_path)
    assert isinstance(first, FolderClaim)
    (tmp_path / NAME).write_bytes(told)
    assert claim_folder(tmp_path) == Holder(0, "")
    first.close()


def test_a_folder_that_takes_no_file_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    claim = claim_folder(tmp_path)
    assert isinstance(claim, FolderClaim)
    claim.tell("nowhere")
    claim.close()


def test_a_second_console_names_the_first_and_does_it_no_harm(tmp_path: Path) -> None:
    with daemon(tmp_path, "--json", "--port", "0") as (first, line):
        page = json.loads(line)["page"]
        kept = {path.name: path.stat().st_ino for path in tmp_path.iterdir()}
        with daemon(tmp_path / ".", "--json", "--port", "0") as (second, nothing):
            _, told = second.communicate(timeout=PATIENCE)
        assert (second.returncode, nothing) == (1, "")
        assert str(first.pid) in told
        assert page.partition("#")[0] in told
        assert page.partition("#")[2] not in told
        assert {path.name: path.stat().st_ino for path in tmp_path.iterdir()} == kept
        command = [sys.executable, "-m", "klaxon.cli", "watch", "--folder", str(tmp_path)]
        assert "red-1" in subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=PATIENCE)
    assert not (tmp_path / watch_socket.NAME).exists()


def test_a_folder_without_games_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, told, _ = run(capsys, "games", "--folder", str(tmp_path))
    assert (status, told.partition(" yet.")[0]) == (0, f"No game is kept in {tmp_path}")
