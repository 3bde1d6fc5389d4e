"""The verdict on a soak: leaks and delays that are planted in a series of samples are found, and nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from klaxon.cli.soak import sampling
from klaxon.cli.soak.run import SoakReport
from klaxon.cli.soak.sampling import PLAY, Echoes
from klaxon.cli.soak.verdict import ENOUGH, judge, slope
from tests.cli.kit.soak_series import Plant, found_in, series


def broken(found: SoakReport) -> list[str]:
    return [rule.name for rule in judge(found) if rule.kept is False]


@pytest.mark.parametrize("minutes", [20, 30, 60, 120])
def test_a_healthy_console_breaks_no_rule(minutes: int) -> None:
    assert broken(found_in(series(minutes))) == []


def test_in_four_hours_every_rule_is_judged() -> None:
    rules = judge(found_in(series(240)))
    assert [rule.kept for rule in rules] == [True] * len(rules), rules


PLANTED: dict[str, Plant] = {
    "memory": lambda minute: {"resident": 55 + 2 * minute / 60 + Random(minute).random()},
    "objects": lambda minute: {"objects": 6000 + round(25 * minute) + Random(minute).randrange(400)},
    "threads": lambda minute: {"threads": 9 + (minute > 150)},
    "descriptors": lambda minute: {"descriptors": 20 + int(minute) // 60},
    "p99 to the picture": lambda minute: {"picture": Echoes(100, 1.2, 3.0 + minute / 100)},
    "p99 to the bus": lambda minute: {"bus": Echoes(100, 0.12, 2.0 if minute < 200 else 8.0)},
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_leak_or_a_delay_that_was_planted_is_found_and_nothing_else(name: str) -> None:
    assert broken(found_in(series(240, PLANTED[name]))) == [name]


def test_a_machine_that_is_slower_for_all_work_is_no_delay_of_ours() -> None:
    def busy(minute: float) -> dict[str, Any]:
        slow = 1 + (minute > 170)
        return {"picture": Echoes(100, 1.2 * slow, 3.0 * slow), "reference_seconds": 0.5 * slow}

    assert broken(found_in(series(240, busy))) == []
    assert broken(found_in(series(240, lambda minute: {**busy(minute), "reference_seconds": 0.5}))) == [
        "p99 to the picture"
    ]


def test_a_machine_that_became_quicker_accuses_nobody_and_excuses_nothing() -> None:
    def quick(minute: float, p99: float) -> dict[str, Any]:
        late = minute >= 120
        return {"picture": Echoes(100, 1.2, p99 if late else 3.0), "reference_seconds": 0.5 if late else 0.9}

    assert broken(found_in(series(240, lambda minute: quick(minute, 2.9)))) == []
    assert broken(found_in(series(240, lambda minute: quick(minute, 4.5)))) == ["p99 to the picture"]


def test_orders_that_were_lost_and_devices_that_do_not_recover_are_found() -> None:
    found = found_in(series(60), lost=("sonar:1: its journal leads elsewhere",), wrong=("panel red-1",))
    assert broken(found) == ["journals", "recovery"]
    told = {rule.name: rule.found for rule in judge(found)}
    assert told["journals"] == "sonar:1: its journal leads elsewhere"
    assert told["recovery"] == "panel red-1"


def test_threads_and_descriptors_are_compared_at_equal_states_only() -> None:
    disturbed = [one._replace(calm=False, descriptors=50) if one.at > 3000 else one for one in series(60)]
    assert broken(found_in(disturbed)) == []
    in_a_game = [one._replace(threads=30) if one.state == PLAY else one for one in series(60)]
    assert broken(found_in(in_a_game)) == []


def test_a_run_that_is_too_short_is_not_judged_by_slopes() -> None:
    short = found_in(series(ENOUGH // 2, PLANTED["memory"]))
    assert {rule.name for rule in judge(short) if rule.kept is None} >= {"memory", "objects", "p99 to the picture"}
    assert broken(short) == []
    assert {rule.kept for rule in judge(found_in([]))} == {None, True}


def test_what_the_first_games_load_is_no_leak() -> None:
    """Half an hour is too short to tell both apart; in two hours it is over before the second half."""

    def new_games(minute: float) -> dict[str, Any]:
        return {"resident": 50.0 + min(minute, 40) / 20}

    for minutes, kept in ((30, None), (120, True)):
        assert {rule.name: rule.kept for rule in judge(found_in(series(minutes, new_games)))}["memory"] is kept


def test_a_slope_does_not_mind_single_points_that_lie_elsewhere() -> None:
    line = [(float(x), 3.0 * x) for x in range(20)]
    assert slope(line) == 3.0
    assert slope([*line[:5], (5.0, 900.0), *line[6:]]) == 3.0
    assert slope(line[:1]) == 0.0


def test_a_minute_that_others_filled_says_nothing_of_the_way_to_the_bus() -> None:
    def crowded(minute: float) -> dict[str, Any]:
        return {"bus": Echoes(100, 0.12, 2.0 if minute < 200 else 30.0), "others": 0.1 if minute < 200 else 0.9}

    assert broken(found_in(series(240, crowded))) == []
    assert broken(found_in(series(240, lambda minute: {**crowded(minute), "others": 0.2}))) == ["p99 to the bus"]
    (bus,) = [rule for rule in judge(found_in(series(60, lambda _: {"others": 0.9}))) if rule.name == "p99 to the bus"]
    assert (bus.kept, bus.found) == (None, "too few minutes that can be compared")


def test_how_much_others_use_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    monkeypatch.setattr(sampling, "STAT", stat)
    monkeypatch.setattr("os.sysconf", lambda _: 100)
    used = iter([(1.0, 0.5, 0.0, 0.0, 9.0), (2.0, 1.0, 0.0, 0.5, 9.0)])
    monkeypatch.setattr("os.times", lambda: next(used))
    stat.write_text("cpu 100 0 100 700 100 0 0 0 5 5\ncpu0 1 1\n", "ascii")
    others = sampling.Others()
    stat.write_text("cpu 400 100 200 1000 200 50 25 25 9 9\ncpu0 1 1\n", "ascii")
    assert others.share() == (6.0 - 2.0) / 10.0
