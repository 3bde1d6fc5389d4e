"""The games behind the balance of the missions: at every level, by able crews, by experts, at human speed.

They come in rounds, so that a season that is cut off has played all missions about equally often: at first some rounds
of every kind, then those at medium, which the aims are about, then the rest.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

from klaxon import data
from klaxon.cli.season.fixtures import PACE, Fixture
from klaxon.cli.uboot.sea_trials import campaign
from klaxon.crew import SKILL, SKILLS
from klaxon.rules.contract import Header
from klaxon.rules.games import game_named
from klaxon.rules.uboot.words import BOAT, ROLES
from klaxon.table.setup import make_header

MEDIUM, LOW, HIGH = "medium", "low", "high"
SITTING, EXPERT = "at human speed", "expert"
HUMAN_PACE = (4000, 15_000)
"""How long people take to an order: they read a panel, say a word to each other and turn a dial; in milliseconds."""
FIRST = 30
"""Rounds of which every kind is played before medium goes ahead, so that a season that is cut soon tells of each."""
NIGHT = "m06"
"""The mission whose sinkings are told beside what single boats did in 1940."""


class GameKind(NamedTuple):
    """Games of one kind, and in which rounds they are played: of every so many, after so many."""

    level: str = MEDIUM
    skill: str = SKILL
    pace: tuple[int, int] = PACE
    every: int = 1
    after: int = 0
    missions: tuple[str, ...] = ()
    """All where it is empty."""


KINDS = {
    MEDIUM: GameKind(),
    SITTING: GameKind(pace=HUMAN_PACE, every=6),
    LOW: GameKind(LOW, every=3, after=1),
    HIGH: GameKind(HIGH, every=3, after=2),
    EXPERT: GameKind(skill=SKILLS[-1], every=3, missions=(NIGHT,)),
}
"""Name -> the kind of game."""


class BalanceGame(NamedTuple):
    """One game of the season."""

    mission: str
    kind: str
    fixture: Fixture


def balance_games(asked: argparse.Namespace) -> list[BalanceGame]:
    """Return all games of the season, round by round."""
    names, rounds = campaign(), range(asked.games)
    played = [(number, kind) for number in rounds for kind, row in KINDS.items() if number % row.every == row.after]
    return [
        BalanceGame(mission, kind, _fixture(asked, mission, kind, number))
        for number, kind in sorted(played, key=lambda each: each[0] >= FIRST and (1 if each[1] == MEDIUM else 2))
        for mission in KINDS[kind].missions or names
    ]


def _fixture(asked: argparse.Namespace, mission: str, kind: str, number: int) -> Fixture:
    row = KINDS[kind]
    options = {"mission": mission, **dict.fromkeys(ROLES, row.level)}
    header = make_header(game_named("uboot"), options, data.read, f"{asked.seed}-{mission}-{kind}-{number}")
    if not isinstance(header, Header):
        raise TypeError(header)
    return Fixture(header, {BOAT: row.skill}, asked.most, pace=row.pace)
