"""The commands know the probe game as any other: seasons, scripts, replays, orders, journals."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from klaxon.cli import main
from klaxon.data import read
from klaxon.table.disk.shelf import Shelf
from klaxon.table.script import Script
from tests.cli.kit.commands import run
from tests.probe.entering import plant

SCRIPT = """\
new launch legs=1 seed=7
launch.captain ahead slow
launch.helm steer port
state
"""


def test_a_season_counts_the_boat_and_the_sea(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "season.svg"
    arguments = ["season", "launch", "--games", "6", "--jobs", "1", "--seed", "3"]
    assert main([*arguments, "--json", "--plot", str(plot)]) == 0
    season: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert set(season["won"]) <= {"launch", "sea"}
    assert season["crews"] == {"launch": "able"}
    assert season["damage"] == {"launch": {"rocks": season["damage"]["launch"]["rocks"]}}
    assert season["sides"]["launch"]["games"] == 6
    assert plot.read_text("utf-8").startswith("<svg")
    assert main([*arguments, "--launch", "drifter"]) == 0
    table = capsys.readouterr().out
    assert table.splitlines()[1].split() == ["launch", "sea"]
    assert "draw" not in table


def test_a_script_and_its_replay_tell_the_grade(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SCRIPT.encode())))
    status, out, _ = run(capsys, "script")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert answers[-1]["winner"] == "launch"
    grade = answers[-1]["facts"]["grade"]
    assert grade in ("gold", "silver")
    file = tmp_path / "crossing.script"
    file.write_text(SCRIPT, "utf-8")
    status, out, _ = run(capsys, "replay", str(file))
    assert (status, f"winner: launch (harbour, grade {grade}, coal 5)" in out) == (0, True), out


def test_three_lines_enter_it_and_understudies_in_processes_of_their_own_play_it(tmp_path: Path) -> None:
    plant(tmp_path)
    command = [sys.executable, "-m", "klaxon.cli", "run", "launch", "legs=2", "--pace", "0"]
    paths = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    own = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "XDG_STATE_HOME": str(tmp_path / "state")}
    found = subprocess.run(command, env=own, cwd=tmp_path, capture_output=True, text=True, check=True)
    opened, ended = map(json.loads, found.stdout.splitlines())
    assert set(opened["tokens"]) == {"launch", "umpire", "spectator", "crew"}
    assert (ended["winner"], ended["facts"]["coal"]) == ("launch", 4)
    assert found.stderr == ""


def test_rules_that_have_no_page_are_not_offered(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, complaint = run(capsys, "rules", "launch")
    assert (status, "'launch' is none of" in complaint) == (2, True)


def test_its_orders_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "orders", "launch")
    assert status == 0
    assert "steer" in out


def test_a_journal_of_it_is_listed_and_debriefed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = Script(read)
    for line in SCRIPT.encode().splitlines():
        script.answer(line)
    assert script.play is not None
    name, journal = Shelf(tmp_path).begin(script.play.header)
    journal.append(script.play.line)
    journal.close()
    status, out, _ = run(capsys, "games", "--folder", str(tmp_path), "list")
    assert (status, name in out) == (0, True), out
    out_file = tmp_path / "launch.html"
    assert run(capsys, "games", "--folder", str(tmp_path), "debrief", name, "--out", str(out_file))[0] == 0
    assert "The harbour is reached. Grade:" in out_file.read_text("utf-8")
