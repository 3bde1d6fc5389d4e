"""`klaxon bench sea`, for a short sea."""

from __future__ import annotations

import json

import pytest

from klaxon.cli import main
from klaxon.cli.uboot import sea_bench


def test_the_sea_is_measured_beside_a_loop(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sea_bench, "HOURS", 24)
    monkeypatch.setattr(sea_bench, "SECONDS_AN_HOUR", 60)
    monkeypatch.setattr(sea_bench, "SEAS", ("quiet", "8 ships in contact", "40 ships asleep"))
    assert main(["bench", "sea", "--rounds", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"quiet", "8 ships in contact", "40 ships asleep"}
    assert main(["bench", "sea", "--rounds", "1"]) == 0
    assert "a loop of 1 s steps" in capsys.readouterr().out
