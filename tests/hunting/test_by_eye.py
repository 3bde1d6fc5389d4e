"""Measured by pixels: class, bearing, range, angle on the bow and speed from the panel of the periscope alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.console.kit.playing import story
from tests.hunting.kit.eye import judge
from tests.rules.uboot.kit.ships import ship_row

FREIGHTERS: dict[str, dict[str, Any]] = {
    "coming": {"type": "tramp-freighter", "bearing": 20, "range_m": 1800, "course": 280, "kn": 9},
    "going": {"type": "war-standard-freighter", "bearing": 200, "range_m": 1000, "course": 320, "kn": 8},
}


@pytest.mark.parametrize("name", FREIGHTERS)
@story
async def test_a_freighter_is_measured(name: str) -> None:
    found = await judge(ship_row("s1", known=True, **FREIGHTERS[name]), name)
    assert found is not None
    assert found.klass
    assert abs(found.bearing) <= 1, found
    assert abs(found.angle) <= 12, found
    assert abs(found.range) <= 0.06, found
    assert abs(found.speed) <= 1, found
