"""`klaxon season`: many games between understudies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from klaxon.cli import FOUND, MISUSED, main, season
from klaxon.cli.season.fixtures import Fixture, Result, play
from klaxon.crew.sonar.understudy import SonarUnderstudy
from klaxon.rules.contract import Order, Seat

SHORT = ["season", "--games", "2", "--jobs", "1"]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return what a season comes to."""
    assert main([*SHORT, "--json", *arguments]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_season_tells_who_wins_how_long_it_takes_and_what_did_the_damage(capsys: pytest.CaptureFixture[str]) -> None:
    season = told(capsys, "--red", "expert", "--blue", "drifter")
    assert season["won"] == {"red": 2}
    assert season["crews"] == {"red": "expert", "blue": "drifter"}
    assert season["orders"]["least"] <= season["orders"]["median"] <= season["orders"]["most"]
    assert sum(season["damage"]["blue"].values()) >= 8
    assert season["faults"] == []


def test_the_same_seed_gives_the_same_season_in_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    seasons = [
        told(capsys, "limit=8", "--seed", seed, "--jobs", jobs) for seed, jobs in (("5", "1"), ("5", "2"), ("6", "1"))
    ]
    assert seasons[0] == seasons[1]
    assert seasons[0]["each"] != seasons[2]["each"]


def test_every_game_has_seasons_and_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT, "steam"]) == 0
    printed = capsys.readouterr()
    assert "2 games of steam" in printed.out
    assert "deadlocks, endless games and refused orders: 0" in printed.out
    assert "2 of 2 games" in printed.err
    assert main([*SHORT, "--chart", "bravo-2", "limit=6", "--seat", "red.xo=drifter"]) == 0
    assert "red.xo=drifter" in capsys.readouterr().out


def test_a_crew_that_sails_alone_tells_what_it_did_and_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["season", "uboot", "--games", "1", "--jobs", "1", "--time", "--uboot", "expert"]) == 0
    printed = capsys.readouterr().out
    for line in ("ended by: time 1", "grade: F 1", "objectives primary: failed 1", "glory: 0 to 0, median 0"):
        assert f"\n{line}\n" in printed
    rows = dict(line.rsplit(maxsplit=1) for line in printed.splitlines() if " a game  " in line)
    assert float(rows["dive a game"]) == float(rows["surface a game"]) > 0
    assert float(rows["bell a game"]) == 8
    assert "\nwon                              0         1\n" in printed, "the drill has nothing to win: the sea has it"
    assert "an order\n" in printed, "and no turn"


def test_a_plot_is_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "season.svg"
    told(capsys, "--blue", "drifter", "--plot", str(path))
    drawn = path.read_text("utf-8")
    assert drawn.startswith("<svg ")
    assert drawn.endswith("</svg>\n")
    assert 'height="260.0" fill="#c0392b"' in drawn, "the longest bar, and red has won"
    assert "2 games of sonar" in drawn
    assert main([*SHORT, "limit=4", "--plot", str(tmp_path / "no" / "folder.svg")]) == FOUND
    assert "Choose another --plot" in capsys.readouterr().err


def test_what_cannot_be_played_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, says in (
        (["--games", "0"], "must be at least 1"),
        (["--chart", "atlantis"], "atlantis"),
        (["tides=yes"], "tides"),
        (["--seat", "green.cook=able"], "no seat"),
        (["--seat", "red.xo=genius"], "drifter"),
    ):
        assert main([*SHORT, *arguments]) == MISUSED
        assert says in capsys.readouterr().err


def silent(_self: object, *_args: object) -> None:
    """Say nothing."""


def wrong(_self: object, *_args: object) -> Order:
    """Say what cannot be."""
    return Order(Seat("red.captain"), "course", ("north",))


@pytest.mark.parametrize(
    ("order", "most", "fault"), [(silent, "100", "deadlock"), (wrong, "100", "refused"), (None, "5", "endless")]
)
def test_a_game_that_does_not_come_to_its_end_is_found(
    order: Any, most: str, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if order is not None:
        monkeypatch.setattr(SonarUnderstudy, "order", order)
    assert main([*SHORT, "--most", most]) == FOUND
    printed = capsys.readouterr().out
    assert f"seed 1-0: {fault} after" in printed
    assert "refused orders: 2" in printed


def test_the_tracker_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "tracker", "--rounds", "1", "--json"]) == 0
    for measured in json.loads(capsys.readouterr().out).values():
        assert measured["announcements"] > 20
        assert measured["not_exact"] == 0
        assert measured["median_ms"] <= measured["worst_ms"]
    assert main(["bench", "tracker", "--rounds", "1"]) == 0
    assert "not exact: 0" in capsys.readouterr().out


def test_a_season_that_was_cut_off_goes_on_and_comes_to_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    short = ("limit=6", "--games", "3")
    whole = told(capsys, *short)
    file = tmp_path / "season.jsonl"
    played = 0

    def play_one(fixture: Fixture) -> Result:
        nonlocal played
        if played == 1:
            raise KeyboardInterrupt
        played += 1
        return play(fixture)

    with monkeypatch.context() as cut:
        cut.setattr(season, "play", play_one)
        assert main([*SHORT, *short, "--keep", str(file)]) == 0
    printed = capsys.readouterr()
    assert "Stopped: 1 of 3 games." in printed.err
    assert "1 games of sonar" in printed.out
    file.write_text(file.read_text() + '{"seed": "1-1", "winn')  # and the line that was being written
    assert told(capsys, *short, "--keep", str(file)) == whole
    assert len(file.read_text().splitlines()) == 4


def test_a_file_of_another_season_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "season.jsonl"
    told(capsys, "limit=4", "--games", "1", "--keep", str(file))
    before = file.read_text()
    for other in (["limit=5"], ["limit=4", "--seed", "2"]):
        assert main([*SHORT, *other, "--keep", str(file)]) == MISUSED
        assert "another one. Name another file." in capsys.readouterr().err
    assert file.read_text() == before
    assert main([*SHORT, "limit=4", "--keep", str(tmp_path / "none" / "x")]) == MISUSED
    assert "cannot be used" in capsys.readouterr().err
