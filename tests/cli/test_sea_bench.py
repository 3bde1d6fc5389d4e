"""`klaxon bench sea`, for a short sea."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from klaxon.cli import MISUSED, main
from klaxon.cli.uboot import sea_bench, sea_modes, sea_panels

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")  # luma's
SEAS = ("quiet", "4 ships in contact", "8 ships in contact", "6 ships that zigzag", "40 ships asleep")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure little: it is the figures that are looked at, not their size."""
    monkeypatch.setattr(sea_bench, "HOURS", 24)
    monkeypatch.setattr(sea_bench, "SECONDS_AN_HOUR", 60)
    monkeypatch.setattr(sea_bench, "SEAS", SEAS)
    monkeypatch.setattr(sea_modes, "MINUTES", 1)
    monkeypatch.setattr(sea_modes, "MODES", {"dynamic": 2, "transit": 0})
    monkeypatch.setattr(sea_bench, "MODES", {"dynamic": 2, "transit": 0})
    monkeypatch.setattr(sea_bench, "campaign", lambda: ("m01",))
    monkeypatch.setattr(sea_panels, "STEPS", 30)


def test_the_sea_is_measured_beside_a_loop(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = tmp_path / "growth.svg"
    assert main(["bench", "sea", "--rounds", "1", "--json", "--plot", str(drawn)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert tuple(found["seas"]) == SEAS
    for each in found["seas"].values():
        assert each["times"] == pytest.approx(each["loop"] / each["seconds"], abs=0.1, rel=0.15)
    assert found["modes"]["dynamic"]["ships"] == 2
    assert found["modes"]["dynamic"]["bytes"] > 0
    assert drawn.read_text().count("<polyline") == 4
    sailed = found["campaign"]
    assert (sailed["missions"], sailed["hours"]) == (1, 24)
    assert sailed["ratio"] == pytest.approx(sailed["seconds"] / sailed["loop"], rel=0.15)


def test_it_is_told_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "sea", "--rounds", "1"]) == 0
    told = capsys.readouterr().out
    assert told.count("a loop of 1 s steps") == len(SEAS)
    assert told.count("% of a core") == 2
    assert "campaign, idle hands" in told
    assert "a turning periscope" in told


def test_what_draws_nothing_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bench", "rules", "--rounds", "1", "--plot", str(tmp_path / "a.svg")]) == MISUSED
    assert "leave --plot out" in capsys.readouterr().err
    assert main(["bench", "sea", "--rounds", "1", "--plot", str(tmp_path / "no" / "a.svg")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_turning_periscope_sends_a_quarter_of_what_luma_sends_at_most() -> None:
    found = sea_panels.turning_periscope()
    assert found["frames"] == 3 * 30
    assert found["ratio"] == round(found["bytes"] / found["peer"], 4) <= 0.25
