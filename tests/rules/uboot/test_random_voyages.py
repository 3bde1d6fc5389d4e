"""Random voyages on the scripted sea: whatever is ordered and whatever happens, the boat keeps the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.effort import effort
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.random_voyage import sail

STEPS = 100
BATCHES = 6
"""Tests that share the voyages, so that processes can."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nothing_is_lost_doubled_or_left_open_on_a_random_voyage(batch: int) -> None:
    """Every failure names the seed: `sail(SEED, STEPS)` plays it again."""
    said: Counter[str] = Counter()
    heard: Counter[str] = Counter()
    for seed in range(batch, effort(100, 10_000, mutant=12), BATCHES):
        voyage = sail(str(seed), STEPS)
        said += voyage.said
        heard += voyage.heard
    assert min(said["assign"], heard["done"], heard["bell"]) > 0


def test_a_way_that_a_flood_made_dearer_costs_no_more_than_a_man_has_slots() -> None:
    """A man without a free slot is on his way when a room is flooded: now his way leads over the deck."""
    assert sail("1374", STEPS).heard["moved"]


def test_a_bell_that_was_held_back_takes_nothing_off_a_repair_that_has_just_begun() -> None:
    """The bell strikes for its own time, which is before the order began the repair; the reliefs are full."""
    full = {f"engineer.{shape}.2": {"act": 3} for shape in ("triangle", "hexagon")}
    boat = Boat(faults={"galley-stove": "green"}, men=full, rules="patience=0")
    boat.wait(4 * HOUR - MINUTE)
    boat.give("captain repair_fault galley-stove")
    boat.wait(10 * MINUTE)
    boat.play("engineer assign triangle hexagon", "engineer done")
    assert [line.split()[0] for line in told(boat.events, "bell", "repair")] == ["repair", "bell", "repair"]
    assert boat.view()["repairs"]["galley-stove"]["state"] == "paused"
    assert [job.done for job in boat.state.board.repairs] == [0]
