"""`klaxon bench club`, for a small hall."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from klaxon.cli import main
from klaxon.cli.bench import club
from tests.club.kit.mosquitto import needs_mosquitto


@needs_mosquitto
def test_a_hall_is_measured_and_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(club, "SIZES", (2, 4))
    monkeypatch.setattr(club, "SECONDS", 1.0)
    drawn = tmp_path / "hall.svg"
    assert main(["bench", "club", "--json", "--plot", str(drawn)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["tables"] for one in found] == [2, 4]
    assert all(one["messages"] > one["tables"] for one in found)
    assert drawn.read_text("utf-8").startswith("<svg")
    assert "back s" in club._table(found)


def test_without_mosquitto_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("klaxon.cli.bench.club.shutil.which", lambda *_, **__: None)
    main(["bench", "club"])
    assert "apt install mosquitto" in capsys.readouterr().err
