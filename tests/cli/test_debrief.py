"""`klaxon games debrief`: a game that is over as a page or as data, and an open one as neither."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from klaxon.cli import FOUND, main
from klaxon.table.disk.shelf import Shelf
from klaxon.table.play import Play
from tests.console.kit.stories import golden


def keep(folder: Path, play: Play, rows: int | None = None) -> str:
    """Put a game on the shelf of a folder, or only so many of its rows."""
    name, journal = Shelf(folder).begin(play.header)
    journal.append(play.line[:rows])
    journal.close()
    return name


def ask(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> tuple[int, str, str]:
    status = main(["games", "--folder", str(folder), "debrief", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_game_that_is_over_becomes_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = keep(tmp_path, golden("sonar/hunt-by-torpedo"))
    out = tmp_path / "evening.html"
    assert ask(capsys, tmp_path, name, "--out", str(out)) == (0, f"51 steps in {out}\n", "")
    text = out.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert f"debrief of game {name}" in text


def test_its_file_has_its_name_unless_told_otherwise(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = golden("steam/absent-captains")
    name = keep(tmp_path / "games", play)
    monkeypatch.chdir(tmp_path)
    assert ask(capsys, tmp_path / "games", name) == (0, f"{len(play.line)} steps in {name}.html\n", "")
    assert [path.name for path in tmp_path.glob("*.html")] == [f"{name}.html"]


def test_a_program_reads_it_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = keep(tmp_path, golden("sonar/hunt-by-torpedo"))
    status, told, _ = ask(capsys, tmp_path, name, "--json")
    held = json.loads(told)
    assert (status, held["name"], held["game"], len(held["steps"])) == (0, name, "sonar", 52)
    assert held["steps"][-1]["say"][-1] == "Red wins. The other boat was sunk."


def test_an_open_game_keeps_its_secrets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = keep(tmp_path, golden("sonar/hunt-by-torpedo"), 40)
    out = tmp_path / "evening.html"
    for way in (["--out", str(out)], ["--json"], []):
        status, told, complaint = ask(capsys, tmp_path, name, *way)
        assert (status, told) == (FOUND, "")
        assert complaint == (
            f"klaxon games: {name} is not over, and until then its secrets are kept. "
            f"Play it to its end: klaxon games resume {name}\n"
        )
    assert not out.exists()


def test_what_cannot_be_done_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "there is no game 'nothing'" in ask(capsys, tmp_path, "nothing")[2]
    name = keep(tmp_path, golden("sonar/hunt-by-torpedo"))
    status, _, complaint = ask(capsys, tmp_path, name, "--out", str(tmp_path / "no" / "folder.html"))
    assert status == FOUND
    assert "Choose another --out" in complaint
    with pytest.raises(SystemExit) as ended:
        ask(capsys, tmp_path, name, "--json", "--out", "x.html")
    assert ended.value.code == 2
