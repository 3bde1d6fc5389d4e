"""The verdict on a soak: rules that can fail, each with what was found and what is allowed. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

from klaxon.cli.soak.run import SoakReport
from klaxon.cli.soak.sampling import LOBBY, PLAY, Echoes, Sample

HOUR = 3600.0
MEGABYTES_AN_HOUR, OBJECTS_AN_HOUR = 1.0, 500.0
"""How fast memory may grow in the second half of a run: the median slope of all pairs of samples."""
MEGABYTES, OBJECTS = 0.5, 200.0
"""Growth that is always allowed: allocators cause as much by themselves."""
RATIO = 1.25
"""p99 of the last quarter to that of the first: the median of the minutes of each."""
PICTURE_MS, BUS_MS = 0.25, 3.2
"""Differences of p99 that are always allowed: CPU time to the picture; and to the bus a page that may be in the way."""
ENOUGH, LEAST = 16, 1500.0
"""Samples that a slope or a ratio needs, and seconds of a second half: before that every kind of game is still new."""
CROWDED = 0.2
"""The share of the machine that others may use in a minute whose way to the bus is judged by the real clock."""
FEWEST = 2
"""Games that must have ended before threads and descriptors can be compared."""


class VerdictRule(NamedTuple):
    """The result of one rule."""

    name: str
    kept: bool | None
    """None: the run was too short to tell."""
    found: str
    limit: str


def judge(found: SoakReport) -> list[VerdictRule]:
    """Judge a soak."""
    samples = found.samples
    equal = [sample for sample in samples if sample.state == LOBBY and sample.calm]
    return [
        _flat("memory", samples, lambda one: one.resident, (MEGABYTES_AN_HOUR, MEGABYTES), "MB"),
        _flat("objects", equal, lambda one: float(one.objects), (OBJECTS_AN_HOUR, OBJECTS), "objects"),
        _same("threads", equal, lambda one: one.threads),
        _same("descriptors", equal, lambda one: one.descriptors),
        _compare_quarters("p99 to the picture", samples, lambda one: one.picture, PICTURE_MS, paced=True),
        _compare_quarters("p99 to the bus", samples, lambda one: one.bus if one.others <= CROWDED else None, BUS_MS),
        VerdictRule(
            "journals", not found.lost, "; ".join(found.lost) or "all lead to where the games stood", "all games"
        ),
        VerdictRule("recovery", not found.wrong, ", ".join(found.wrong) or "everything works again", "all devices"),
    ]


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the median slope of all pairs of points, which is robust against outliers (Theil and Sen)."""
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(points, 2) if b[0] != a[0]]
    return median(slopes) if slopes else 0.0


def _flat(
    name: str, samples: Sequence[Sample], of: Callable[[Sample], float], limits: tuple[float, float], unit: str
) -> VerdictRule:
    """Check that the second half grows little, an hour or in all."""
    late = samples[len(samples) // 2 :]
    an_hour, at_all = limits
    limit = f"{an_hour:+g} {unit} an hour"
    if len(samples) < ENOUGH or late[-1].at - late[0].at < LEAST:
        return VerdictRule(name, None, "too short a run", limit)
    steep = slope([(one.at / HOUR, of(one)) for one in late])
    risen = steep * (late[-1].at - late[0].at) / HOUR
    return VerdictRule(name, steep <= an_hour or risen <= at_all, f"{steep:+.2f} {unit} an hour", limit)


def _same(name: str, lobbies: Sequence[Sample], of: Callable[[Sample], int]) -> VerdictRule:
    """Check that the least of the last games is not above that of the first: a leak never goes away."""
    limit = "as many after the last games as after the first"
    if len(lobbies) < FEWEST:
        return VerdictRule(name, None, "too few games", limit)
    few = max(1, len(lobbies) // 4)
    first, last = (min(map(of, part)) for part in (lobbies[:few], lobbies[-few:]))
    return VerdictRule(name, last <= first, f"{first} at first, {last} at last", limit)


def _compare_quarters(
    name: str, samples: Sequence[Sample], of: Callable[[Sample], Echoes | None], at_all: float, *, paced: bool = False
) -> VerdictRule:
    """Check that the last quarter is not slower than the first. CPU time is normalised by the speed of the machine.

    A machine that became faster is no measure: the slowest echoes wait for memory, and gain less than plain work does.
    """
    limit = f"{RATIO} times"
    found = [
        (echoes.p99, one.reference_seconds) for one in samples if one.state == PLAY and (echoes := of(one)) is not None
    ]
    if len(found) < ENOUGH:
        return VerdictRule(name, None, "too few minutes that can be compared", limit)
    quarter = len(found) // 4
    parts = found[:quarter], found[-quarter:]
    first, last = (median(p99 for p99, _ in part) for part in parts)
    pace = median(pace for _, pace in parts[1]) / median(pace for _, pace in parts[0])
    slower = max(1.0, pace) if paced else 1.0
    text = f"{first:.2f} ms at first, {last:.2f} ms at last"
    if paced:
        text += f" (the machine took {pace:.2f} times as long for the same work)"
    return VerdictRule(name, last <= RATIO * first * slower or last - first * slower <= at_all, text, limit)
