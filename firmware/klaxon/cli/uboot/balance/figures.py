"""What came of the games of a mission: grades, causes of loss, hours, ships sunk, minutes at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from klaxon.cli.season.fixtures import Result
from klaxon.cli.season.shares import wilson
from klaxon.rules.uboot.patrol.scoring import FAILED_GRADE, GRADES
from klaxon.rules.uboot.words import BOAT

BEST_FIRST = (*(grade for grade, _ in GRADES), FAILED_GRADE)
LEAST_WON, MOST_WON, MOST_OF_A_GRADE = 35, 85, 50
"""The aims, in hundredths of the games at medium."""


class MissionFigures(NamedTuple):
    """The figures of the games of one kind."""

    games: int
    won: int
    grades: dict[str, int]
    lost_to: dict[str, int]
    """Reason -> games that were lost by it, the most frequent first."""
    hours: tuple[float, float, float]
    """Least, median, most hours at sea."""
    minutes: tuple[int, int, int]
    """The same in minutes at the table."""
    usual_minutes: tuple[int, int]
    """Between which minutes eight of ten games lie; the least and the most of fewer than ten games."""
    sunk: dict[int, int]
    """Enemies sunk -> games."""
    met: dict[str, int]
    """Objective -> games in which it was met."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the games won, in hundredths."""
        return wilson(self.won, self.games)

    @property
    def misses(self) -> list[str]:
        """Which aims the games miss by their shares, each in words."""
        share = 100 * self.won / self.games
        most = max(self.grades, key=lambda grade: self.grades[grade])
        return _missed((share, share), (most, 100 * self.grades[most] / self.games))

    @property
    def sure_misses(self) -> list[str]:
        """Which aims they miss by the whole of their intervals."""
        most = max(self.grades, key=lambda grade: self.grades[grade])
        return _missed(self.interval, (most, wilson(self.grades[most], self.games)[0]))

    @property
    def mean_sunk(self) -> float:
        """Enemies sunk a game."""
        return sum(ships * count for ships, count in self.sunk.items()) / self.games


def _missed(won: tuple[float, float], most: tuple[str, float]) -> list[str]:
    """Return which aims are missed by a range of shares won, and by the most frequent grade with its share."""
    low, high = won
    found = ["won too seldom"] if high < LEAST_WON else ["won too often"] if low > MOST_WON else []
    grade, share = most
    return found + ([f"too many {grade}"] if share > MOST_OF_A_GRADE else [])


def figures_of(results: Sequence[Result]) -> MissionFigures:
    """Return the figures of games, at least one of which came to an end."""
    grades = Counter(str(result.facts["grade"]) for result in results)
    lost = Counter(result.reason for result in results if result.winner != BOAT)
    hours = sorted(count_of(result, "minutes afloat") / 60 for result in results)
    minutes = sorted(count_of(result, "minutes at the table") for result in results)
    outside = len(minutes) // 10
    met = Counter(
        name for result in results for name, state in dict(result.facts["objectives"]).items() if state == "met"
    )
    return MissionFigures(
        len(results),
        sum(result.winner == BOAT for result in results),
        {grade: grades[grade] for grade in BEST_FIRST},
        dict(lost.most_common()),
        (hours[0], median(hours), hours[-1]),
        (minutes[0], round(median(minutes)), minutes[-1]),
        (minutes[outside], minutes[-1 - outside]),
        dict(sorted(Counter(count_of(result, "ships sunk") for result in results).items())),
        dict(sorted(met.items())),
    )


def count_of(result: Result, what: str) -> int:
    """Return a count of a game."""
    return result.counts[BOAT, what]
