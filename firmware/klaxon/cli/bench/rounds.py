"""Rounds: all contestants alternate in one run, so that a noisy machine treats all alike."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter

from klaxon.cli.help.plain import terminal

Plays = Iterator[None]
"""Endless work, one piece for each step."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds there are, and how long a turn is."""

    count: int
    seconds: float

    def rates(self, players: Mapping[str, Plays], batch: int) -> dict[str, list[float]]:
        """Return how many steps a second each did, round by round. The clock is read once in a batch of steps."""
        rates: dict[str, list[float]] = {name: [] for name in players}
        for number in range(self.count):
            self.say(number)
            for name, plays in players.items():
                count, begun = 0, perf_counter()
                while (took := perf_counter() - begun) < self.seconds:
                    for _ in range(batch):
                        next(plays)
                    count += batch
                rates[name].append(count / took)
        self.say(None)
        return rates

    def say(self, number: int | None) -> None:
        """Print which round it is for a person who waits; None: there are no more."""
        if sys.stderr.isatty():
            terminal(sys.stderr).write("\r\033[K" if number is None else f"\rround {number + 1} of {self.count} ")
