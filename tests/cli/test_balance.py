"""`klaxon season uboot --report`: all missions, and a page that tells what was played and no more."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from klaxon.cli import MISUSED, main, season
from klaxon.cli.season.fixtures import PACE, Fixture, Result
from klaxon.cli.uboot import balance
from klaxon.cli.uboot.balance import games, regrade, worth
from klaxon.cli.uboot.balance.figures import figures_of
from klaxon.cli.uboot.balance.games import HUMAN_PACE, SITTING
from klaxon.rules.uboot.words import BOAT

WON = {"glory": 50, "grade": "C", "grt": 0, "objectives": {"primary": "met"}}
LOST = {"glory": 0, "grade": "F", "grt": 0, "objectives": {"primary": "failed"}}


def ended(fixture: Fixture) -> Result:
    """Return a game in which the boat wins at once, but for every third seed; at human speed it sits longer."""
    seed = fixture.header.seed
    won = int(seed.rpartition("-")[2]) % 3 > 0
    minutes = 90 if fixture.pace == HUMAN_PACE else 10
    counts = {"launch": 2 if won else 0, "minutes afloat": 600, "minutes at the table": minutes, "ships sunk": 1}
    return Result(
        seed,
        BOAT if won else "sea",
        "returned" if won else "rammed",
        5,
        "",
        "",
        Counter({(BOAT, name): much for name, much in counts.items()}),
        WON if won else LOST,
    )


@pytest.fixture(autouse=True)
def _two_missions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "campaign", lambda: ("m01", "m06"))
    monkeypatch.setattr(season, "play", ended)
    monkeypatch.setattr(balance, "par_of", lambda _mission: 60)


def report(folder: Path, *more: str, rounds: int = 4) -> tuple[int, str]:
    page = folder / "page.md"
    words = ["season", "uboot", "--report", str(page), "--games", str(rounds), "--jobs", "1", *more]
    status = main(words)
    return status, page.read_text("utf-8")


def test_the_page_tells_shares_with_intervals_and_what_misses_the_aims(tmp_path: Path) -> None:
    status, page = report(tmp_path)
    assert status == 0
    assert "- medium: 8 games, 4 a mission, of 4 wanted" in page
    assert "| m01 | 4 | 50 (15 to 85) | 0 | 0 | 0 | 50 | 0 | 0 | 50 | 10 (10 to 10) | primary 50 |" in page
    assert "| m06 | 2 | rammed 2 |" in page
    assert "- every mission is within the aims" in page
    assert "met in so many of 100 games (ships sunk a game): m06 50 (1.00)\n" in page, "m01 is no hunt"
    assert "| m06 | 1 | 90 (90 to 90) | 90 to 90 |" in page
    assert "| 1 | 4 of 4 | 2 of 2 |\n| in the mean | 1.00 | 1.00 |" in page
    assert "| launch | 50 (22 to 78) | +50.0 (+" in page
    assert (tmp_path / "page.svg").read_text("utf-8").count("<rect") > 2


def test_games_are_graded_by_the_par_of_now_and_a_boat_that_is_lost_is_an_f_by_any() -> None:
    afloat = Result("1", "sea", "time", 5, "", "", facts={**WON, "grade": "F"})
    told = [(regrade(afloat, par).facts["grade"], regrade(afloat, par).winner) for par in (33, 60, 200, 260)]
    assert told == [("S", BOAT), ("C", BOAT), ("E", BOAT), ("F", "sea")]
    lost = regrade(replace(afloat, reason="charges"), 33)
    assert (lost.facts["grade"], lost.winner) == ("F", "sea")


def test_a_mission_that_is_never_lost_misses_both_aims() -> None:
    asked = season.build_parser().parse_args(["uboot", "--games", "2"])
    fixture = next(game.fixture for game in games.balance_games(asked) if game.fixture.header.seed.endswith("-1"))
    figures = figures_of([ended(fixture), ended(fixture)])
    assert figures.misses == ["won too often", "too many C"]
    assert figures.sure_misses == [], "two games tell little"
    many = figures_of(40 * [ended(fixture)])
    long = replace(ended(fixture), counts=Counter({(BOAT, "minutes at the table"): 600}))
    assert figures_of([*(9 * [ended(fixture)]), long]).usual_minutes == (10, 10), "one of ten is not usual"
    assert (many.sure_misses, many.mean_sunk) == (["won too often", "too many C"], 1)


def test_rounds_hold_every_mission_and_games_at_human_speed_their_own_pace(tmp_path: Path) -> None:
    asked = season.build_parser().parse_args(["uboot", "--games", "3"])
    found = games.balance_games(asked)
    assert Counter(game.mission for game in found if game.kind == "medium") == {"m01": 3, "m06": 3}
    assert {game.fixture.pace for game in found if game.kind == SITTING} == {HUMAN_PACE}
    assert {game.fixture.pace for game in found if game.kind != SITTING} == {PACE}
    assert [game.mission for game in found if game.kind == "expert"] == ["m06"]
    assert {game.fixture.header.options["captain"] for game in found if game.kind == "high"} == {"high"}


def test_a_season_that_is_cut_tells_of_every_kind_and_then_of_medium_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "FIRST", 3)
    asked = season.build_parser().parse_args(["uboot", "--games", "6"])
    order = [game.kind for game in games.balance_games(asked) if game.mission == "m01"]
    assert order == ["medium", SITTING, "medium", "low", "medium", "high", "medium", "medium", "medium", "low", "high"]
    missions = [game.mission for game in games.balance_games(asked) if game.kind == "medium"]
    assert missions == 6 * ["m01", "m06"], "a cut leaves equal numbers"


def test_a_season_that_was_cut_off_goes_on_and_longer_ones_keep_its_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, sittings = tmp_path / "kept", tmp_path / "sittings.json"
    sittings.write_text('{"first-patrol": {"few": 12, "many": 21}}', "utf-8")
    report(tmp_path, "--keep", str(kept), rounds=2)
    capsys.readouterr()
    report(tmp_path, "--keep", str(kept), "--sittings", str(sittings), rounds=3)
    assert "4 of 4 games" in capsys.readouterr().err  # of the third round: two at medium and two at high
    assert json.loads(sittings.read_text("utf-8"))["first-patrol"] == {"few": 12, "many": 21}
    assert json.loads(sittings.read_text("utf-8"))["m06"] == {"few": 90, "many": 90, "games": 1}


def test_what_is_used_in_games_that_go_well_is_told_as_worth_within_a_mission() -> None:
    def game(glory: int, *, launch: int) -> Result:
        counts = Counter({(BOAT, "launch"): launch})
        return Result("1", BOAT, "time", 1, "", "", counts, {"glory": glory})

    poor, rich = [game(0, launch=0), game(0, launch=0)], [game(90, launch=1), game(90, launch=1)]
    (apart,) = worth.worth_of(["launch"], {"m01": poor, "m06": rich})
    assert (apart.used, apart.games, apart.glory) == (2, 4, None)  # missions differ, so this tells nothing
    (within,) = worth.worth_of(["launch"], {"m01": [*poor, game(10, launch=1), game(14, launch=1)]})
    assert within.glory == 12
    lost = [game(0, launch=1), game(0, launch=1)]
    (rare,) = worth.worth_of(["launch"], {"m01": [*lost, *(game(glory, launch=0) for glory in range(0, 100, 5))]})
    assert rare.half > 40, "two games alike say little of what others will be"


def test_a_report_takes_no_options_of_the_game(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["season", "sonar", "--report", str(tmp_path / "a.md")])
    assert stopped.value.code == MISUSED
