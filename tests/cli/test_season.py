"""`klaxon season`: many games between understudies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from klaxon.cli import FOUND, MISUSED, main
from klaxon.crew.sonar.understudy import SonarUnderstudy
from klaxon.rules.contract import Order, Seat

SHORT = ["season", "--games", "2", "--jobs", "1"]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return what a season comes to."""
    assert main([*SHORT, "--json", *arguments]) == 0
    season: dict[str, Any] = json.loads(capsys.readouterr().out)
    return season


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
    for line in ("ended by: time 1", "grade: none 1", "ended without a result: 1"):
        assert f"\n{line}\n" in printed
    rows = dict(line.rsplit(maxsplit=1) for line in printed.splitlines() if " a game  " in line)
    assert float(rows["dive a game"]) == float(rows["surface a game"]) > 0
    assert float(rows["bell a game"]) == 8
    assert "won" not in printed
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
