"""Sunk by pixels: freighters that a program attacks which sees the panel of the periscope and turns its dial."""

from __future__ import annotations

from typing import Any

import pytest

from tests.console.kit.playing import story
from tests.hunting.kit.attack import attack_on, best_moment
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


def test_the_captain_waits_until_the_angle_is_good() -> None:
    tramp = next(ship for ship in book() if ship.id == "tramp-freighter")
    coming = best_moment(Target(0.0, 10.0, tramp, 30.0, 1800.0, 9.0))
    assert coming.seconds > 60
    assert 40 < abs(coming.angle) < 110
    abeam = best_moment(Target(0.0, 10.0, tramp, 80.0, 1200.0, 9.0))
    assert abeam.seconds == 0
