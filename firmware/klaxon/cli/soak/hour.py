"""The busiest hour: games that are played by hand, back to back, at a console that is never left alone.

It was chosen by recording (`klaxon soak --record N`): understudies with hands play N games of each kind in made-up time
on eight stations, every touch and every picture that differs from the one before it is counted, and the games with most
of both a minute are the liveliest. The hour takes them from the top, the kinds by turns, until 60 minutes are full.
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
        """The options that it is played with, so that it ends."""
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
        """Touches and pictures a minute."""
        return (self.touches + self.frames) / self.minutes


def read_hour(text: str) -> list[SoakGame]:
    """Read `GAME:SEED,GAME:SEED`; a ValueError names what is none."""
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
    """Return the liveliest games, the kinds by turns, until they fill an hour; all of them where they do not."""
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
