"""Samples of a soak that a test makes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from klaxon.cli.soak.run import SoakReport
from klaxon.cli.soak.sampling import LOBBY, PLAY, Echoes, Sample


def sample(minute: float, state: str, **planted: Any) -> Sample:
    """Return what a healthy console would give at a minute, with what every process does by itself."""
    random = Random(f"{minute} {state}")
    echoes = (Echoes(100, 1.2, 2.5 + random.random()), Echoes(100, 0.12, random.choice([0.12, 1.7, 2.4])))
    usual = Sample(
        60 * minute,
        state,
        calm=True,
        resident=55 + random.choice([0, 0.2, 0.4, 9]) * random.random(),
        objects=6000 + random.randrange(400),
        threads=9 if state == LOBBY else 10,
        descriptors=20 if state == LOBBY else random.choice([21, 22, 23]),
        journal=round(1e5 * minute),
        touches=round(120 * minute),
        frames=round(400 * minute),
        reference_seconds=0.5,
        picture=echoes[0] if state == PLAY else None,
        bus=echoes[1] if state == PLAY else None,
    )
    return usual._replace(**planted)


Plant = Callable[[float], dict[str, Any]]


def series(minutes: int, plant: Plant = lambda _: {}) -> list[Sample]:
    """Return the samples of a run; after every fourth minute a game was left."""
    found = []
    for minute in range(1, minutes + 1):
        found.append(sample(minute, PLAY, **{k: v for k, v in plant(minute).items() if k != "threads"}))
        if minute % 4 == 0:
            lobby = {k: v for k, v in plant(minute).items() if k not in {"picture", "bus"}}
            found.append(sample(minute + 0.1, LOBBY, **lobby))
    return found


def found_in(samples: list[Sample], lost: tuple[str, ...] = (), wrong: tuple[str, ...] = ()) -> SoakReport:
    return SoakReport(samples, Counter(sonar=3), [], lost, wrong, 100)
