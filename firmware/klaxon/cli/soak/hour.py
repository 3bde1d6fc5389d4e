"""The busiest hour: games that are played by robots, back to back, at a console that is never idle.

It was chosen by recording (`klaxon soak --record N`): robots play N games of each kind in fake time
on eight stations, every input and every picture that differs from the previous one is counted, and the games with most
of both a minute are the busiest. The hour takes them from the top, the kinds in turn, until 60 minutes are full.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from klaxon.cli.bench.minute import distinct
from klaxon.cli.robots import moments
from klaxon.crew import CREWS, crew_of

MINUTES = 60.0


class SoakGame(NamedTuple):
    """One game of an hour."""

    game: str
    seed: str

    @property
    def options(self) -> dict[str, str]:
        """Its options, which make sure that it ends."""
        return dict(crew_of(self.game).limits)

    def __str__(self) -> str:
        return f"{self.game}:{self.seed}"


class Recorded(NamedTuple):
    """A game as it was recorded."""

    sitting: SoakGame
    minutes: float
    touches: int
    frames: int

    @property
    def rate(self) -> float:
        """Inputs and pictures a minute."""
        return (self.touches + self.frames) / self.minutes


def read_hour(text: str) -> list[SoakGame]:
    """Parse `GAME:SEED,GAME:SEED`; a ValueError names a wrong part."""
    found = []
    for word in text.split(","):
        game, _, seed = word.partition(":")
        if game not in CREWS or not seed:
            raise ValueError(word)
        found.append(SoakGame(game, seed))
    return found


def record(games: int) -> Iterator[Recorded]:
    """Record so many games of each kind."""
    for number in range(1, games + 1):
        for game in CREWS:
            sitting = SoakGame(game, str(number))
            seen = moments(game, sitting.seed, **sitting.options)
            rows = distinct(seen)
            touches = sum(moment.picture is None for moment in rows)
            yield Recorded(sitting, seen[-1].at / 60, touches, len(rows) - touches)


def busiest(recorded: Iterable[Recorded]) -> list[Recorded]:
    """Return the busiest games, the kinds in turn, until they fill an hour; all of them if they do not."""
    kinds: dict[str, list[Recorded]] = {}
    for each in sorted(recorded, key=lambda one: -one.rate):
        kinds.setdefault(each.sitting.game, []).append(each)
    hour: list[Recorded] = []
    while any(kinds.values()) and _minutes(hour) < MINUTES:
        for left in kinds.values():
            if left and _minutes(hour) < MINUTES:
                hour.append(left.pop(0))
    return hour


def _minutes(hour: Sequence[Recorded]) -> float:
    return sum(each.minutes for each in hour)
