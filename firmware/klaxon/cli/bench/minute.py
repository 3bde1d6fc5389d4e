"""The busiest minute of a recorded game, on panels behind a bus with simulated time.

Ours is the worker of a console with its schedule, set up a few seconds before: so the minute includes a refresh of all
panels. The peer is what one would write with luma.oled alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from klaxon.cli.bench.buses import ROOT, Adapter, BusTime, Glass
from klaxon.cli.bench.drivers import Luma, Waiting, pi_panels
from klaxon.cli.robots import PanelMoment
from klaxon.console.devices import Picture
from klaxon.hal.pi.panels.worker import Time

MINUTE, BEFORE, AFTER = 60.0, 5.0, 5.0
"""Seconds that count, for the set-up of the panels, and for pending output to arrive."""


class Minute(NamedTuple):
    """Everything that some panels were sent in a minute."""

    sizes: Mapping[str, Picture]
    """What the stations showed when it began."""
    moments: Sequence[PanelMoment]
    begin: float
    frames: int


class BusyMinute(NamedTuple):
    """The results of a minute."""

    bytes: int
    ages: Sequence[float]
    echoes: Sequence[float]

    def figures(self) -> dict[str, Any]:
        """Return it as figures for people, in milliseconds."""
        return {
            "bytes": self.bytes,
            "worst_age_ms": ms(max(self.ages, default=0.0)),
            "echo_p50_ms": ms(quantile(self.echoes, 50)),
            "echo_p99_ms": ms(quantile(self.echoes, 99)),
        }


def quantile(values: Iterable[float], percent: int) -> float:
    """Return the least value that so many per cent do not exceed; 0 if there are none."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else 0.0


def ms(seconds: float) -> float:
    """Return milliseconds."""
    return round(1000 * seconds, 2)


def distinct(moments: Iterable[PanelMoment]) -> list[PanelMoment]:
    """Return the pictures that differ from the previous one of their station, and all inputs."""
    shown: dict[str, bytes] = {}
    found = []
    for moment in moments:
        if moment.picture is None:
            found.append(moment)
        elif shown.get(moment.station) != moment.picture.bits:
            shown[moment.station] = moment.picture.bits
            found.append(moment)
    return found


def liveliest(games: Iterable[Sequence[PanelMoment]], stations: Iterable[str]) -> Minute:
    """Return the minute of all games in which the panels of some stations get most pictures."""
    wanted = frozenset(stations)
    return max((_liveliest(game, wanted) for game in games), key=lambda minute: minute.frames)


def _liveliest(game: Sequence[PanelMoment], stations: frozenset[str]) -> Minute:
    own = distinct(moment for moment in game if moment.station in stations)
    times = [moment.at for moment in own if moment.picture]
    counts = [bisect_left(times, at + MINUTE) - place for place, at in enumerate(times)]
    begin = times[counts.index(max(counts))] if times else 0.0
    sizes: dict[str, Picture] = {}
    for moment in own:
        if moment.picture and (moment.at < begin or moment.station not in sizes):
            sizes[moment.station] = moment.picture
    within = [moment for moment in own if begin <= moment.at < begin + MINUTE]
    return Minute(sizes, within, begin, max(counts, default=0))


def ours(minute: Minute, speed: int) -> BusyMinute:
    """Play a minute on the panels of a console."""
    stage = _Stage(minute, speed)
    panels = pi_panels(minute.sizes, stage.adapter, stage.glasses, Time(stage.clock, stage.clock.wait))
    stage.panels, worker = panels, panels.workers[ROOT]
    while stage.goes_on:
        if wait := worker.turn():
            stage.clock.idle(wait)
    return stage.result()


def peers(minute: Minute, speed: int) -> BusyMinute:
    """Play a minute on panels that luma drives."""
    stage = _Stage(minute, speed)
    driver = Luma(minute.sizes, stage.adapter, stage.glasses)
    stage.panels = waiting = Waiting()
    for station, picture in minute.sizes.items():
        waiting.show(station, picture)
    while stage.goes_on:
        if waiting:
            station, picture = waiting.next()
            driver.show(station, driver.prepare(station, picture))
        else:
            stage.clock.idle(AFTER)
    return stage.result()


class _Shows(Protocol):
    """What a stage plays on."""

    def show(self, station: str, picture: Picture) -> None: ...
    def prioritise(self, station: str) -> None: ...


class _Stage:
    """A minute in fake time, with everything that is measured."""

    panels: _Shows

    def __init__(self, minute: Minute, speed: int) -> None:
        acts = [(BEFORE + moment.at - minute.begin, partial(self._take, moment)) for moment in minute.moments]
        self.clock = BusTime([(BEFORE, self._begin), *acts], 0.0)
        self.adapter = Adapter(speed, self.clock.wait)
        self.glasses = {name: Glass(self.clock, len(size.bits)) for name, size in minute.sizes.items()}
        for name, size in minute.sizes.items():
            self.glasses[name].tell(size.bits)

    @property
    def goes_on(self) -> bool:
        return self.clock.now < BEFORE + MINUTE + AFTER

    def result(self) -> BusyMinute:
        for name, glass in self.glasses.items():
            if not glass.right:
                raise RuntimeError(f"what {name} shows in the end is another picture")
        glasses = self.glasses.values()
        ages, echoes = ([value for glass in glasses for value in getattr(glass, what)] for what in ("ages", "echoes"))
        return BusyMinute(self.adapter.bytes, ages, echoes)

    def _begin(self) -> None:
        """Start measuring."""
        self.adapter.bytes = 0
        for glass in self.glasses.values():
            glass.ages.clear()

    def _take(self, moment: PanelMoment) -> None:
        if moment.picture is None:
            self.glasses[moment.station].work(self.clock.now)
            self.panels.prioritise(moment.station)
        else:
            self.glasses[moment.station].tell(moment.picture.bits)
            self.panels.show(moment.station, moment.picture)
