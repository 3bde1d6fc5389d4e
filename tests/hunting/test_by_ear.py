"""Found by ear: bearing and screw from the times of the bell's clicks alone."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import Any

import pytest

from tests.console.kit.playing import story
from tests.hunting.kit.ear import TIME, listen_to, screw_of
from tests.rules.uboot.kit.ships import ship_row

SHIPS: dict[str, dict[str, Any]] = {
    "merchant": {"type": "tramp-freighter", "bearing": 118, "range_m": 9000, "course": 250, "kn": 9},
    "escort": {"type": "corvette", "bearing": 24, "range_m": 6000, "course": 180, "kn": 14},
    "turbine": {"type": "fleet-destroyer", "bearing": 246, "range_m": 3000, "course": 40, "kn": 20},
    "motor": {"type": "tanker-large", "bearing": 300, "range_m": 12_500, "course": 90, "kn": 13},
}
"""Near and far, on the beam and at the edge of the blind arc."""


@pytest.mark.parametrize("name", SHIPS)
@story
async def test_a_ship_is_found_and_told_by_its_clicks(name: str) -> None:
    heard = await listen_to(ship_row("s1", known=True, **SHIPS[name]), Random(name))
    assert heard.error <= 2, heard
    assert heard.seconds <= TIME, heard
    assert heard.told == heard.screw, heard


@story
async def test_nothing_is_made_up_where_nothing_is_heard() -> None:
    silent = ship_row("s1", type="tramp-freighter", bearing=4, range_m=3000, course=184, kn=9)
    heard = await listen_to(silent, Random("silence"))
    assert (heard.told, heard.error) == ("", 999), "dead ahead, in the blind arc"


def test_clicks_are_told_apart_by_their_groups() -> None:
    def clicks(turn: float, *places: float) -> list[float]:
        return [turn * (n + place) for n in range(10) for place in places]

    assert screw_of(clicks(0.95, 0)) == "slow"
    assert screw_of(clicks(0.4, 0, 0.3)) == "fast"
    assert screw_of(clicks(0.2, 0, 0.2, 0.4)) == "turbine"
    assert screw_of(clicks(0.5, 0, 0.14, 0.28, 0.42)) == "motor"
    assert screw_of(clicks(0.06, 0)) == "motor", "faster than clicks can be told apart"


def test_a_bell_that_begins_anew_within_a_group_confuses_nobody() -> None:
    """As it does when a sound grows louder: gaps of a frigate and of a troop liner, as they were heard."""
    frigate = [0.137, 0.329, 0.135, 0.326, 0.134, 0.322, 0.138, 0.027, 0.143]
    liner = [0.188, 0.186, 0.576, 0.047, 0.192, 0.19, 0.566, 0.054, 0.185, 0.194, 0.571]
    assert screw_of(list(accumulate(frigate))) == "fast"
    assert screw_of(list(accumulate(liner))) == "turbine"
