"""`klaxon bench panels`: what the frames of games cost on an I2C bus, with our driver and with luma.oled's own.

Both get the same frames of recorded games and are counted by the same rule, from the set-up on. Every frame counts that
differs from the previous one of its station. Waiting times are measured in the busiest minute (minute.py).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle
from statistics import median
from typing import Any

from klaxon.cli.bench.buses import Adapter
from klaxon.cli.bench.drivers import OURS, PEER, Driver, Luma, Ours
from klaxon.cli.bench.minute import Minute, distinct, liveliest, ours, peers
from klaxon.cli.bench.rounds import Plays, Rounds
from klaxon.cli.robots import PanelMoment, moments
from klaxon.console.devices import Picture
from klaxon.console.profile import CREW, SIDES
from klaxon.rules.games import FIRST_GAME, GAMES

RECORDED = ((FIRST_GAME, "1"), (FIRST_GAME, "2"), *((name, "1") for name in GAMES if name != FIRST_GAME))
"""The games that are recorded: name and seed."""
SPEEDS = (100_000, 400_000, 1_000_000)
BATCH = 10

Make = Callable[[Mapping[str, Picture], Adapter], Driver]
Game = Sequence[PanelMoment]
Frames = Sequence[tuple[str, Picture]]
"""Stations, and the frames they show."""


class DrivenPanels:
    """Some panels of a console, driven by one driver through the frames of games."""

    def __init__(self, make: Make, games: Sequence[Frames]) -> None:
        """Prepare the frames beforehand: both drivers get a finished picture."""
        every = [frame for frames in games for frame in frames]
        blank = {station: picture._replace(bits=bytes(len(picture.bits))) for station, picture in every}
        self._adapter = Adapter()
        self._driver = make(blank, self._adapter)
        self._steps = [(station, self._driver.prepare(station, picture)) for station, picture in every]
        self._games = games

    def bytes_on_the_bus(self) -> list[int]:
        """Show every frame once; return the bytes, game by game. Call it before anything else is shown."""
        found, steps = list[int](), iter(self._steps)
        for frames in self._games:
            for _, picture in frames:
                station, prepared = next(steps)
                self._driver.show(station, prepared)
                if isinstance(self._driver, Luma) and self._driver.last_sent(station) != picture.bits:
                    raise RuntimeError(f"what was sent whole to {station} is another picture")
            found.append(self._adapter.bytes - sum(found))
        return found

    def play(self) -> Plays:
        """Show the frames over and over."""
        for station, prepared in cycle(self._steps):
            self._driver.show(station, prepared)
            yield


def compare(games: Sequence[Frames], rounds: Rounds, made: Mapping[str, Make]) -> dict[str, Any]:
    """Return what the frames cost each driver: bytes, milliseconds a frame, and both relative to the peer."""
    writers = {name: DrivenPanels(make, games) for name, make in made.items()}
    by_game = {name: writer.bytes_on_the_bus() for name, writer in writers.items()}
    sizes = {name: sum(found) for name, found in by_game.items()}
    rates = rounds.rates({name: writer.play() for name, writer in writers.items()}, BATCH)
    times = [theirs / ours for ours, theirs in zip(rates[OURS], rates[PEER], strict=True)]
    return {
        "frames": sum(len(frames) for frames in games),
        "bytes": sizes,
        "ms_a_frame": {name: round(median(1000 / rate for rate in found), 4) for name, found in rates.items()},
        "ratios": {
            "bytes": round(sizes[OURS] / sizes[PEER], 4),
            "bytes_by_game": [round(a / b, 4) for a, b in zip(by_game[OURS], by_game[PEER], strict=True)],
            "time": round(median(times), 4),
        },
    }


def crews(stations: Iterable[str]) -> list[list[str]]:
    """Return the groups of panels to measure: one captain's, those of a boat, and those of both."""
    every = sorted(stations, key=lambda name: (SIDES.index(name.partition("-")[0]), name))
    return [every[:count] for count in dict.fromkeys(min(count, len(every)) for count in (1, CREW, len(every)))]


def report(games: Sequence[Game], rounds: Rounds, made: Mapping[str, Make]) -> dict[str, Any]:
    """Return all figures of some games."""
    played = [distinct(game) for game in games]
    stations = {moment.station for game in played for moment in game}
    rows = []
    for crew in (looked_at := crews(stations)):
        frames = [[(at.station, at.picture) for at in game if at.picture and at.station in crew] for game in played]
        minute = liveliest(games, crew)
        buses = [{"hertz": speed, **_on_a_bus(minute, speed)} for speed in SPEEDS]
        costs = compare(frames, Rounds(-(-rounds.count // len(looked_at)), rounds.seconds), made)
        rows.append({"panels": len(crew), **costs, "liveliest_minute": {"frames": minute.frames, "buses": buses}})
    seconds = round(sum(game[-1].at for game in games))
    return {"games": len(games), "seconds": seconds, "stations": len(stations), "by_panels": rows}


def _on_a_bus(minute: Minute, speed: int) -> dict[str, Any]:
    return {OURS: ours(minute, speed).figures(), PEER: peers(minute, speed).figures()}


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Play the frames of recorded games, and print what they cost."""
    found = report(recorded_games(), rounds, {OURS: Ours, PEER: Luma})
    sys.stdout.write(json.dumps(found) + "\n" if as_json else table(found))


def table(found: Mapping[str, Any]) -> str:
    """Return the figures for people."""
    lines = [
        f"{found['games']} games, {found['seconds']} s of play at {found['stations']} stations; the peer is {PEER}",
        "",
        f"{'every distinct frame':<28}{'bytes':>11}{'peer':>11}{'ratio':>9}{'CPU ms':>10}{'peer':>9}{'ratio':>9}",
    ]
    for row in found["by_panels"]:
        size, time, ratio = row["bytes"], row["ms_a_frame"], row["ratios"]
        lines.append(
            f"{row['panels']} panels, {row['frames']:,} frames".ljust(28)
            + f"{size[OURS]:>11,}{size[PEER]:>11,}{ratio['bytes']:>9.4f}"
            + f"{time[OURS]:>10.4f}{time[PEER]:>9.4f}{ratio['time']:>9.4f}"
        )
    by_game = ", ".join(
        f"{ratio:.4f} {name}" for ratio, (name, _) in zip(ratio["bytes_by_game"], RECORDED, strict=False)
    )
    lines.append(f"bytes game by game: {by_game}")
    heads = ("bytes", "peer", "oldest", "peer", "echo p50", "peer", "p99", "peer")
    lines += ["", f"{'the liveliest minute (ms)':<28}" + "".join(f"{head:>10}" for head in heads)]
    for row in found["by_panels"]:
        minute = row["liveliest_minute"]
        for bus in minute["buses"]:
            name = f"{row['panels']} panels, {minute['frames']} frames, {bus['hertz'] // 1000} kHz"
            pairs = [(bus[OURS][what], bus[PEER][what]) for what in bus[OURS]]
            lines.append(f"{name:<28}" + "".join(f"{value:>10,}" for pair in pairs for value in pair))
    return "\n".join(lines) + "\n"


def recorded_games() -> list[Game]:
    """Return the recorded games."""
    return [moments(game, seed) for game, seed in RECORDED]
