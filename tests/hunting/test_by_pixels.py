"""Sunk by pixels: freighters that a program attacks which sees the panel of the periscope and turns its dial."""

from __future__ import annotations

from typing import Any

import pytest

from tests.console.kit.playing import story
from tests.hunting.kit.attack import ONCE, QUICK, attack_on, best_plan, moment_of, worth_of
from tests.hunting.kit.eye import Target, book
from tests.rules.uboot.kit.ships import ship_row

ATTACKS: dict[str, dict[str, Any]] = {
    "astern": {"type": "cargo-liner", "bearing": 176, "range_m": 977, "course": 290, "kn": 7},
    "ahead": {"type": "tramp-freighter", "bearing": 1, "range_m": 1241, "course": 224, "kn": 10},
}


@pytest.mark.parametrize(("name", "seed"), [("astern", "attack1"), ("ahead", "attack2")])
@story
async def test_a_freighter_is_measured_shot_at_and_sunk(name: str, seed: str) -> None:
    attack = await attack_on(ship_row("s1", known=True, zigzag=True, **ATTACKS[name]), seed)
    assert attack.end == "sunk", attack


def tramp_at(bearing: float, angle: float, metres: float) -> Target:
    """Return a tramp at 9 kn as it was measured."""
    tramp = next(ship for ship in book() if ship.id == "tramp-freighter")
    return Target(0.0, bearing, tramp, angle, metres, 9.0)


def test_the_captain_waits_until_the_angle_is_good() -> None:
    coming = best_plan(tramp_at(10.0, 15.0, 1800.0), QUICK).then
    assert coming.seconds > 30
    assert 30 < abs(coming.angle) < 110
    abeam = best_plan(tramp_at(10.0, 80.0, 1200.0), QUICK).then
    assert abeam.seconds == QUICK


def test_the_boat_turns_where_the_tubes_do_not_reach() -> None:
    assert best_plan(tramp_at(20.0, 80.0, 1000.0), QUICK, ONCE).way.turn == 0
    astern = best_plan(tramp_at(180.0, 60.0, 1500.0), QUICK, ONCE)
    assert abs(astern.way.turn) >= 90
    assert astern.worth > 0.5


def test_a_blunder_is_worth_nothing() -> None:
    end_on = moment_of(tramp_at(0.0, 5.0, 900.0), 5.0)
    assert worth_of(tramp_at(0.0, 5.0, 900.0), end_on) == 0.0, "no pistol works at that angle"
    near = moment_of(tramp_at(0.0, 80.0, 280.0), 5.0)
    assert worth_of(tramp_at(0.0, 80.0, 280.0), near) == 0.0, "the torpedo is not armed yet"
