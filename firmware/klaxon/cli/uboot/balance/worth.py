"""What orders and cards are worth: how games in which one was used differ from others of the same mission.

Missions differ more than cards do, so games are compared within their mission, and the differences are put together,
each weighted by what it tells. That a card is used in games that go well need not mean that it makes them do so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

from klaxon.cli.season.fixtures import Result
from klaxon.cli.season.shares import PLAYED, Z, wilson
from klaxon.rules.uboot.words import BOAT

LEAST = 2
"""Games with and without, below which a mission tells nothing of a difference."""


class Worth(NamedTuple):
    """How often something was used, and how much more glory such games had."""

    name: str
    used: int
    games: int
    glory: float | None
    """None where no mission has games with and without it."""
    half: float = 0.0
    """Half the 95 % interval of that."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the games in which it was used, in hundredths."""
        return wilson(self.used, self.games)


def worth_of(names: Iterable[str], by_mission: Mapping[str, Sequence[Result]]) -> list[Worth]:
    """Return what each order or card is worth, the most used first."""
    found = [_worth(name, list(by_mission.values())) for name in names]
    return sorted(found, key=lambda each: (-each.used, each.name))


def _worth(name: str, missions: Sequence[Sequence[Result]]) -> Worth:
    used = sum(_is_used(result, name) for results in missions for result in results)
    games = sum(len(results) for results in missions)
    weighted = gained = 0.0
    for results in missions:
        having = [_glory(result) for result in results if _is_used(result, name)]
        lacking = [_glory(result) for result in results if not _is_used(result, name)]
        if min(len(having), len(lacking)) < LEAST:
            continue
        # The games of the mission as a whole scatter: two lost boats with a rare card do not tell how games with it do.
        error = variance([*having, *lacking]) * (1 / len(having) + 1 / len(lacking))
        weight = 1 / max(error, 1.0)
        weighted += weight
        gained += weight * (fmean(having) - fmean(lacking))
    return Worth(name, used, games, *((gained / weighted, Z / sqrt(weighted)) if weighted else (None,)))


def _is_used(result: Result, name: str) -> bool:
    return bool(result.counts[BOAT, name] or result.counts[BOAT, f"{PLAYED}{name}"])


def _glory(result: Result) -> int:
    return int(result.facts["glory"])
