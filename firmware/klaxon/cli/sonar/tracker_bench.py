"""`klaxon bench tracker`: how long the enemy tracker takes for an announcement, and how many points it leaves.

Two kinds of games: seasons of experts on shipped charts of both sizes; and boats alone on open water of 15x15 that go
silent five times in one dive and lay four mines, while nobody looks for them: the most there is to keep in mind.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

from klaxon import data
from klaxon.cli.bench.rounds import Rounds
from klaxon.cli.help.plain import terminal
from klaxon.crew import understudy_of
from klaxon.crew.selfplay import SelfplayMatch
from klaxon.crew.sonar.tracker import Track
from klaxon.crew.sonar.tracker.ears import Ears
from klaxon.crew.sonar.tracker.reports import CourseReport, Laid, Report, Silence
from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Event, Header, Refusal, Seat
from klaxon.rules.games import game_named
from klaxon.rules.sonar.arguments import LONGEST_SILENCE
from klaxon.rules.sonar.chart import DIRECTIONS, Sea, sea_of
from klaxon.table.setup import make_header

CHARTS = (("alpha-2", "turns"), ("alpha-2", "realtime"), ("bravo-2", "realtime"))
OPEN = sea_of("Open water", 5, "\n".join(["." * 15] * 15))
SILENCES, APART, MINES, LONGEST = 5, 6, 4, 60


@dataclass(slots=True)
class Measured:
    """The measurements of one kind of games."""

    took: list[float] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    rough: int = 0

    def follow(self, track: Track, report: Report) -> Track:
        """Advance a track and measure that."""
        begun = perf_counter()
        track = track.after(report)
        where = track.where
        self.took.append(1000 * (perf_counter() - begun))
        self.left.append(where.bit_count())
        self.rough += not track.exact
        return track

    def as_data(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "announcements": len(self.took),
            "median_ms": round(median(self.took), 3),
            "worst_ms": round(max(self.took), 1),
            "points_median": median(self.left),
            "points_most": max(self.left),
            "not_exact": self.rough,
        }


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Follow boats through as many games of each kind as there are rounds."""
    kinds = {"season of experts": Measured(), "five silences, four mines": Measured()}
    season, alone = kinds.values()
    for number in range(rounds.count):
        if sys.stderr.isatty():
            terminal(sys.stderr).write(f"\rgame {number + 1} of {rounds.count} ")
        _play(season, number)
        track = Track.begin(OPEN, 4)
        for report in voyage(str(number)):
            track = alone.follow(track, report)
    if sys.stderr.isatty():
        terminal(sys.stderr).write("\r\033[K")
    if as_json:
        print(json.dumps({kind: measured.as_data() for kind, measured in kinds.items()}))
        return
    for kind, measured in kinds.items():
        facts = measured.as_data()
        print(f"{kind}: {facts['announcements']} announcements in {rounds.count} games")
        print(f"  an announcement: median {facts['median_ms']} ms, worst {facts['worst_ms']} ms")
        print(f"  points left: median {facts['points_median']:g}, most {facts['points_most']}")
        print(f"  not exact: {facts['not_exact']}")


def _play(measured: Measured, number: int) -> None:
    """Let experts play, and follow both boats with what the captains hear."""
    chart, size = CHARTS[number % len(CHARTS)]
    game = game_named("sonar")
    header = make_header(game, {"chart": chart}, lambda kind, name, _variant: data.read(kind, name, size), str(number))
    state = game.setup(header) if isinstance(header, Header) else None
    if state is None or isinstance(state, Refusal):
        raise TypeError(chart)
    expert = understudy_of("sonar", "expert")
    match = SelfplayMatch(game, state, dict.fromkeys(game.seats, expert), str(number))
    ears = [Ears(state.sea, state.setting, 1 - boat, boat, state.sea.water) for boat in (0, 1)]
    tracks = [Track.begin(state.sea, state.setting.lethal) for _ in (0, 1)]
    captains = (Seat("blue.captain"), Seat("red.captain"))

    def follow(_match: SelfplayMatch, events: tuple[Event, ...]) -> None:
        for event in events:
            for boat in (0, 1):
                if captains[boat] in event.to:
                    ears[boat], said = ears[boat].read({"type": event.type, **event.facts})
                    for report in said:
                        tracks[boat] = measured.follow(tracks[boat], report)

    match.watch = follow
    match.play()


def voyage(seed: str) -> Iterator[Report]:
    """Yield what is heard of a boat that sails alone until it is stuck."""
    key, count = key_of(seed), 0

    def pick(n: int) -> int:
        nonlocal count
        count += 1
        return draw(key, "voyage", count, n)

    at = pick(OPEN.size)
    taken, silences, mines = 1 << at, 0, 0
    for number in range(1, LONGEST):
        ways = [way for way in DIRECTIONS if _free(OPEN, at, way, taken)]
        if not ways:
            return
        way = ways[pick(len(ways))]
        at = OPEN.next[way][at]
        taken |= 1 << at
        yield CourseReport(way)
        sites = OPEN.around[at] & ~taken
        if number % APART == 2 and mines < MINES and sites:
            taken, mines = taken | sites & -sites, mines + 1
            yield Laid(fresh=True)
        if number % APART == 0 and silences < SILENCES:
            way, silences = DIRECTIONS[pick(4)], silences + 1
            for _ in range(pick(LONGEST_SILENCE + 1)):
                if _free(OPEN, at, way, taken):
                    at = OPEN.next[way][at]
                    taken |= 1 << at
            yield Silence()


def _free(sea: Sea, at: int, way: str, taken: int) -> bool:
    point = sea.next[way][at]
    return point >= 0 and not taken >> point & 1
