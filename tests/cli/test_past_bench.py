"""`klaxon bench past`, for a few moments."""

from __future__ import annotations

import json

import pytest

from klaxon.cli import main
from klaxon.cli.uboot import past_bench


def test_looking_back_is_measured_picture_by_picture(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_bench, "A_ROUND", 2)
    monkeypatch.setattr(past_bench, "A_MODE", 60_000)
    monkeypatch.setattr(past_bench, "MERCHANTS", 1)
    assert main(["bench", "past", "--rounds", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["pictures"]) == {"periscope", "bridge", "hunters"}
    assert all(each["moments"] == 2 and 0 < each["median"] <= each["most"] for each in found["pictures"].values())
    assert found["rows"] > 20, "there is something to look back at"
    assert "hunters" in past_bench.table(found)
