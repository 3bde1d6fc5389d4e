"""One game of a season: who plays what, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from klaxon.crew import crew_of, tally_of, understudy_of
from klaxon.crew.selfplay import SelfplayMatch
from klaxon.crew.timed_player import ThinkingTime, TimedPlayer
from klaxon.rules.contract import Header, Refusal, boat_of
from klaxon.rules.games import game_named

PACE = (800, 2500)
"""How long understudies think in games with a clock, in milliseconds of play."""


class Fixture(NamedTuple):
    """One game of a season, by value: it may be played in another process."""

    header: Header
    skills: Mapping[str, str]
    """Boat or seat -> skill."""
    most: int
    time: bool = False
    """Whether the thinking time of the understudies is measured."""
    pace: tuple[int, int] = PACE
    """How long they take to an order in a game with a clock."""


@dataclass(slots=True)
class Result:
    """The result of a game."""

    seed: str
    winner: str
    """A boat, `draw` or `sea`; '' if the game ended without a result, or not at all."""
    reason: str
    orders: int
    fault: str
    line: str
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(boat, cause) -> how much."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Further facts of the outcome, such as a grade."""
    options: Mapping[str, str] = field(default_factory=dict)
    clocks: Mapping[str, ThinkingTime] = field(default_factory=dict)
    """Skill -> how long it thought, if measured."""


def play(fixture: Fixture) -> Result:
    """Play one game."""
    header, skills = fixture.header, fixture.skills
    game = game_named(header.game)
    state = game.setup(header)
    if isinstance(state, Refusal):
        raise TypeError(state.code)
    crews = {skill: understudy_of(game.name, skill) for skill in skills.values()}
    clocks = {skill: ThinkingTime() for skill in crews} if fixture.time else {}
    if clocks:
        crews = {skill: TimedPlayer(crew, clocks[skill]) for skill, crew in crews.items()}
    crew = {seat: crews[skills.get(seat, skills[boat_of(seat)])] for seat in game.seats}
    timed = crew_of(game.name).paced or header.options.get("mode") == "realtime"
    match = SelfplayMatch(game, state, crew, header.seed, pace=fixture.pace if timed else (0, 0), most=fixture.most)
    counts: Counter[tuple[str, str]] = Counter()
    tally = tally_of(game.name)

    def count(match: SelfplayMatch, events: Sequence[Any]) -> None:
        for boat, what, much in tally(match.state, events):
            counts[boat, what] += much

    match.watch = count
    ending = match.play()
    outcome = ending.outcome
    winner, reason, facts = (outcome.winner, outcome.reason, outcome.facts) if outcome else ("", "", {})
    played = (ending.orders, ending.fault, ending.line, counts)
    return Result(header.seed, winner, reason, *played, facts, header.options, clocks)
