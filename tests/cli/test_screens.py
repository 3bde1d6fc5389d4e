"""`klaxon screens`: a contact sheet of what the stations show."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import pytest

from klaxon.cli import FOUND, MISUSED, main, robots
from klaxon.crew import crew_of


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game of Captain Sonar end after four turns."""
    monkeypatch.setattr(robots, "crew_of", lambda game: replace(crew_of(game), limits={"limit": "4"}))


def test_a_sheet_has_every_station_of_the_boat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sheet.png"
    assert main(["screens", "--count", "3", "--scale", "1", "--out", str(out)]) == 0
    data = out.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">2I", data[16:24])
    assert width > 4 * 128, "four panels side by side"
    assert height > 3 * 64, "a row of them for every station, three pictures each"
    assert capsys.readouterr().out.startswith("12 pictures")


def test_pictures_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["screens", "--count", "1", "--text", "--boat", "blue"]) == 0
    printed = capsys.readouterr().out
    assert [f"blue-{n} " in printed for n in (1, 2, 3, 4)] == [True] * 4
    assert "█" in printed


def test_wrong_use_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["screens", "--scale", "99"]) == MISUSED
    assert "--scale from 1 to 16" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["screens", "--boat", "green"])
    assert ended.value.code == MISUSED
    assert "It can be red, blue" in capsys.readouterr().err
    assert main(["screens", "--out", str(tmp_path / "no" / "folder.png")]) == FOUND
    assert f"there is no folder {tmp_path / 'no'}. Choose another --out" in capsys.readouterr().err


def test_a_sheet_that_cannot_be_written_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["screens", "--count", "1", "--out", str(tmp_path)]) == FOUND
    assert "Is a directory. Choose another --out" in capsys.readouterr().err
