"""Random voyages on the scripted sea: whatever is ordered and whatever happens, the boat keeps the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.effort import effort
from tests.rules.uboot.kit.random_voyage import sail

STEPS = 100
BATCHES = 6
"""Tests that share the voyages, so that processes can."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nothing_is_lost_doubled_or_left_open_on_a_random_voyage(batch: int) -> None:
    """Every failure names the seed: `sail(SEED, STEPS)` plays it again."""
    said: Counter[str] = Counter()
    heard: Counter[str] = Counter()
    for seed in range(batch, effort(60, 10_000, mutant=12), BATCHES):
        voyage = sail(str(seed), STEPS)
        said += voyage.said
        heard += voyage.heard
    assert said["assign"] > 10
    assert heard["done"] > 5
    assert heard["bell"] > 5
