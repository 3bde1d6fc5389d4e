"""Torpedoes by type and date, and how they are stowed."""

from __future__ import annotations

import pytest

from klaxon.rules.uboot.sea.attack.records import Armament
from klaxon.rules.uboot.sea.attack.stowage import stow
from klaxon.rules.uboot.sea.attack.torpedo_types import (
    G7A,
    G7E,
    TABLE,
    angle_percent,
    depth_error,
    dud_percent,
    reach_of,
    settings_of,
)


def test_speeds_and_ranges_go_by_the_date() -> None:
    assert settings_of(G7A, "1941-12-31T23:00", preheat=True) == {40: 7_500, 30: 12_500}
    assert settings_of(G7A, "1942-01-01T00:00", preheat=True) == {44: 6_000, 40: 8_000, 30: 14_000}
    assert settings_of(G7E, "1940-06-01T08:00", preheat=True) == {30: 5_000}
    assert settings_of(G7E, "1942-06-01T08:00", preheat=False) == {28: 3_000}


def test_the_reach_of_a_speed_is_the_longest_that_is_loaded() -> None:
    date = "1940-06-01T08:00"
    assert reach_of(30, (G7A, G7E), date, preheat=True) == 12_500
    assert reach_of(30, (G7E,), date, preheat=True) == 5_000
    assert reach_of(44, (G7A, G7E), date, preheat=True) == 6_000
    assert reach_of(28, (G7E,), date, preheat=False) == 3_000
    assert reach_of(40, (), date, preheat=True) == 8_000


def test_duds_grow_fewer() -> None:
    years = ("1939", "1940", "1941", "1942", "1943", "1944")
    assert [dud_percent(G7A, f"{year}-06-01T08:00") for year in years] == [25, 25, 20, 15, 10, 10]
    assert [dud_percent(G7E, f"{year}-06-01T08:00") for year in years] == [20, 20, 17, 14, 10, 10]


def test_depth_keeping_gets_better() -> None:
    assert depth_error("1942-05-31T23:59") == (1_500, 1_000)
    assert depth_error("1942-06-01T00:00") == (0, 500)


def test_flat_impacts_fail() -> None:
    early, late = "1942-11-30T23:00", "1942-12-01T00:00"
    assert [angle_percent(angle, early) for angle in (0, 2_099, 2_100, 4_000, 4_999, 5_000)] == [100, 100, 58, 20, 2, 0]
    assert [angle_percent(angle, late) for angle in (2_099, 2_100, 4_999)] == [100, 0, 0]


def test_arming_runs_and_wakes() -> None:
    assert [(kind.arming, kind.wake) for kind in TABLE.values()] == [(250_000, True), (150_000, False)]


@pytest.mark.parametrize(
    ("numbers", "tubes", "reserve"),
    [
        ((8, 6), "a a e e e", ((4, 2), (0, 1), (2, 0))),
        ((14, 0), "a a a a a", ((6, 0), (1, 0), (2, 0))),
        ((0, 4), "e e e - e", ((0, 0), (0, 0), (0, 0))),
        ((3, 0), "a a a - -", ((0, 0), (0, 0), (0, 0))),
        ((5, 5), "a a a a e", ((1, 4), (0, 0), (0, 0))),
        ((7, 6), "a a a a e", ((2, 4), (0, 1), (1, 0))),
        ((0, 0), "- - - - -", ((0, 0), (0, 0), (0, 0))),
    ],
)
def test_torpedoes_are_stowed(numbers: tuple[int, int], tubes: str, reserve: tuple[tuple[int, int], ...]) -> None:
    arms = stow(*numbers)
    assert " ".join(tube.torpedo[-1:] or "-" for tube in arms.tubes) == tubes
    assert arms.reserve == reserve
    assert _count(arms) == sum(numbers)


def _count(arms: Armament) -> int:
    return sum(bool(tube.torpedo) for tube in arms.tubes) + sum(map(sum, arms.reserve))
