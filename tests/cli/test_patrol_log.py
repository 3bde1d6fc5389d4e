"""`klaxon games log`: the log of a patrol as a page or as data; `klaxon games` names the mission that comes next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from klaxon.cli import FOUND, main
from klaxon.table.disk.shelf import Shelf
from klaxon.table.play import Play
from tests.console.kit.patrols import finished_play
from tests.console.kit.stories import golden


def keep(folder: Path, play: Play, rows: int | None = None) -> str:
    name, journal = Shelf(folder).begin(play.header)
    journal.append(play.line[:rows])
    journal.close()
    return name


def ask(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> tuple[int, str, str]:
    status = main(["games", "--folder", str(folder), *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_patrol_that_is_over_becomes_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = keep(tmp_path, finished_play())
    out = tmp_path / "log.html"
    status, said, _ = ask(capsys, tmp_path, "log", name, "--out", str(out), "--language", "uk")
    assert (status, str(out) in said) == (0, True)
    assert '<html lang="uk">' in out.read_text("utf-8")


def test_a_script_goes_on_with_what_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = keep(tmp_path, finished_play())
    status, said, _ = ask(capsys, tmp_path, "log", name, "--json")
    assert (status, json.loads(said)["next"]) == (0, "m06")
    assert json.loads(said) == json.loads(finished_play().state.board.linked.log)


def test_the_list_names_the_mission_that_comes_next(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    keep(tmp_path, finished_play())
    assert "next: linked, m06" in ask(capsys, tmp_path, "list")[1]
    assert json.loads(ask(capsys, tmp_path, "list", "--json")[1])["next"]["mission"] == "m06"


def test_a_game_that_goes_on_or_has_no_log_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    open_game = keep(tmp_path, finished_play(), 2)
    other = keep(tmp_path, golden("sonar/hunt-by-torpedo"))
    assert ask(capsys, tmp_path, "log", open_game)[0] == FOUND
    status, said, wrong = ask(capsys, tmp_path, "log", other)
    assert (status, said) == (FOUND, "")
    assert "no logbook" in wrong
