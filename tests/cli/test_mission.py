"""`klaxon mission`: a file to change, what is wrong with it, how understudies did in it, and its map."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from klaxon import cli, data
from klaxon.cli import FOUND, MISUSED
from klaxon.cli.season.fixtures import Fixture, Result
from klaxon.cli.uboot import mission, mission_trials
from klaxon.rules.uboot.words import BOAT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a mission that `new` has written."""
    made = tmp_path / "mine.json"
    assert cli.main(["mission", "new", str(made)]) == 0
    return made


def changed(path: Path, **keys: Any) -> str:
    """Change keys of a mission; return its name."""
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **keys}, indent=1), "utf-8")
    return str(path)


def run(*words: str, out: pytest.CaptureFixture[str]) -> tuple[int, str]:
    out.readouterr()
    status = cli.main(["mission", *words])
    return status, out.readouterr().out


# Written


def test_what_is_written_is_in_order_and_left_alone_later(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", str(path), "--games", "0", out=capsys) == (0, f"{path}: the file is in order.\n")
    path.write_text("mine", "utf-8")
    assert run("new", str(path), out=capsys)[0] == FOUND
    assert path.read_text("utf-8") == "mine"
    assert run("new", str(path / "in-a-file"), out=capsys)[0] == FOUND


# Checked


def test_faults_are_told_with_line_and_remedy(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = run("check", changed(path, start="ZZ11"), out=capsys)
    assert status == FOUND
    assert told.startswith(f"{path}:6: ")
    status, told = run("check", str(path), "--json", out=capsys)
    assert (status, json.loads(told)["ok"]) == (FOUND, False)
    assert run("check", "no-such-mission", out=capsys)[0] == FOUND


@pytest.mark.parametrize(
    ("keys", "word"),
    [
        ({"primary": {"kind": "sink_grt", "n": 5000, "within": "convoy"}}, "There is no convoy"),
        ({"primary": {"kind": "sink_grt", "n": 5000}, "traffic": []}, "Only 0 of 5000"),
        ({"primary": {"kind": "sink_type", "type": "tanker", "count": 2}, "traffic": [["small", 2]]}, "Only 0 of 2"),
        ({"primary": {"kind": "sink_escort", "n": 1}, "traffic": []}, "Only 0 of 1"),
        ({"primary": {"kind": "return", "cell": "AK11"}}, "AK11 is too far off"),
    ],
)
def test_what_cannot_be_won_is_not_played(
    path: Path, keys: dict[str, Any], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told = run("check", changed(path, **keys), out=capsys)
    assert status == FOUND
    assert f"It cannot be won. {word}" in told
    assert "won " not in told.replace("cannot be won", "")


def test_every_shipped_mission_can_be_won(capsys: pytest.CaptureFixture[str]) -> None:
    for name in data.names("missions"):
        assert run("check", name, "--games", "0", out=capsys) == (0, f"{name}: the file is in order.\n")


def fake(fixture: Fixture) -> Result:
    """Return a game of which only the seed decides."""
    number = int(fixture.header.seed.partition("-")[2])
    if number == 3:
        raise KeyboardInterrupt
    winner, reason, grade = (BOAT, "time", "B") if number % 2 else ("sea", "charges", "F")
    facts = {"grade": grade, "objectives": {"primary": "met" if number % 2 else "failed"}}
    return Result(fixture.header.seed, winner, reason, 1, "", "", facts=facts)


def test_stopped_before_the_end_it_says_what_it_has(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mission_trials, "_play_until", lambda fixtures, _jobs, _seconds: map(fake, fixtures))
    status, told = run("check", str(path), "--games", "5", out=capsys)
    assert status == 0
    assert "won 1 of 3, of 5 that were asked for (95 %: 6 to 79 in 100), median grade F" in told
    assert "most were lost to: 2 x " in told
    assert "objectives met: primary in 1" in told


def test_a_mission_that_nobody_wins_is_told_so(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mission_trials, "_play_until", lambda fixtures, _jobs, _seconds: map(fake, fixtures[:1]))
    status, told = run("check", str(path), "--json", out=capsys)
    report = json.loads(told)
    assert (status, report["won"], report["lost_to"]) == (FOUND, 0, {"charges": 1})
    assert "Nobody has won it" in mission_trials.report_text(report)


def test_understudies_play_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = changed(path, hours=1, primary={"kind": "patrol", "cell": "BE39", "dwell_h": 1}, secondary=[], traffic=[])
    status, told = run("check", name, "--games", "2", "--jobs", "2", "--json", out=capsys)
    report = json.loads(told)
    assert (report["played"], report["faults"]) == (2, [])
    assert status == (0 if report["won"] else FOUND)


def test_numbers_that_make_no_sense_are_refused(path: Path) -> None:
    assert cli.main(["mission", "check", str(path), "--jobs", "0"]) == MISUSED
    assert mission.build_parser().parse_args(["check", "m01"]).games == 50


# Drawn


def test_the_map_shows_start_base_and_objectives(capsys: pytest.CaptureFixture[str]) -> None:
    status, told = run("draw", "m03", out=capsys)
    assert status == 0
    rows = [line.split()[1:] for line in told.splitlines() if line[:1] == " "]
    signs = [sign for row in rows for sign in row]
    assert [signs.count(sign) for sign in "SBP"] == [1, 1, 1]
    assert "P AN14 primary: recon" in told
    assert "3 x patrol, within 25 nm of the middle of AN14" in told


def test_the_map_is_drawn_as_svg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "m02.svg"
    assert run("draw", "m02", "--svg", str(svg), out=capsys)[0] == 0
    words = re.findall(r"<text [^>]*>([^<]*)</text>", svg.read_text("utf-8"))
    assert {"S", "B", "1", "AF87", "Iron Coast"} <= set(words)
    assert run("draw", "m02", "--svg", str(tmp_path / "no" / "m.svg"), out=capsys)[0] == FOUND
