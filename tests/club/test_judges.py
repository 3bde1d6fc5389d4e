"""Fifty generated tournaments, beside two programs that are not ours."""

from __future__ import annotations

import pytest

from tests.club.kit.halls import Manners, Verdict, judge


@pytest.mark.parametrize("ten", range(5))
def test_judges_pair_generated_tournaments_as_we_do(ten: int) -> None:
    verdict = Verdict()
    for seed in range(10 * ten, 10 * ten + 10):
        judge(seed, Manners(14), verdict)
    assert verdict.disagreements == []
    assert verdict.rounds >= 40
    assert verdict.boats_judged >= 0.8 * verdict.rounds, "by other rules it pairs a few rounds otherwise, not many"
