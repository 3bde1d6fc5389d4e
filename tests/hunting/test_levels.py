"""Levels of understudies that hunt, in order: the same few patrols with fixed seeds, played by a crew of each.

How far apart they are beyond chance takes many more: `python -m tests.hunting.kit.patrols` (docs/commands.md).
"""

from __future__ import annotations

from random import Random

from tests.hunting.kit.patrols import PATROLS, SKILLS, Patrol, play

FREIGHTERS = range(36, 43)
"""Patrols of the seed `fresh`."""
HUNTS = range(1, 5)
"""Of the seed `levels`."""


def played(name: str, seed: str, numbers: range, skill: str) -> list[Patrol]:
    """Let a crew play some of the patrols of a seed."""
    dice = Random(seed)
    staged = [PATROLS[name](dice) for _ in range(numbers.stop)]
    return [play(staged[number], skill, f"{seed}{number}") for number in numbers]


def test_an_expert_sinks_more_freighters_than_an_able_crew_and_that_more_than_a_novice() -> None:
    novice, able, expert = (played("freighter", "fresh", FREIGHTERS, skill) for skill in SKILLS)
    assert not [each for each in (*novice, *able, *expert) if each.fault or each.lost]
    sunk = [sum(each.sunk > 0 for each in crew) for crew in (novice, able, expert)]
    assert sunk[0] + 1 < sunk[1] < sunk[2] - 1, sunk


def test_a_novice_is_lost_to_hunters_from_whom_an_able_crew_gets_away() -> None:
    novice, able = (played("hunt", "levels", HUNTS, skill) for skill in ("novice", "able"))
    assert not [each for each in (*novice, *able) if each.fault]
    assert [each for each in able if each.lost] == []
    assert len([each for each in novice if each.lost]) > 1
