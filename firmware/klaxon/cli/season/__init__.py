"""`klaxon season`: many games between understudies: who wins, how long it takes, and what sinks them.

Where a game has sets and somebody who begins, these go round, and every card aboard is counted.

Exit status 1 where a game came to a deadlock, did not end, or an order was refused.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from klaxon import data
from klaxon.cli import FOUND, MISUSED
from klaxon.cli.plain import terminal
from klaxon.cli.plot import drawing
from klaxon.cli.season import shares
from klaxon.console.language.catalogue import say_refusal
from klaxon.crew import CREWS, DRIFTER, SKILL, SKILLS, tally_of, turnabout_of, understudy_of
from klaxon.crew.selfplay import MOST, SelfplayMatch
from klaxon.crew.timed_player import ThinkingTime, TimedPlayer
from klaxon.rules.contract import Header, Refusal, boat_of
from klaxon.rules.games import FIRST_GAME, game_named
from klaxon.table.setup import make_header

PACE = (800, 2500)
"""How long understudies think where time matters, in milliseconds of play."""
NICE = 10
MOST_AT_ONCE = 20
"""Games that a process is given at a time."""
SHORTHANDS = ("chart", "mode", "rules")


class Fixture(NamedTuple):
    """One game of a season, by value: it may be played in another process."""

    header: Header
    skills: Mapping[str, str]
    """Boat or seat -> skill."""
    most: int
    time: bool = False
    """How long the understudies think is measured."""


@dataclass(slots=True)
class Result:
    """What came of it."""

    seed: str
    winner: str
    """A boat or `draw`; '' where the game did not come to an end."""
    reason: str
    orders: int
    fault: str
    line: str
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Boat and cause -> how much."""
    options: Mapping[str, str] = field(default_factory=dict)
    clocks: Mapping[str, ThinkingTime] = field(default_factory=dict)
    """Skill -> how long it thought, where that was measured."""


def main(arguments: list[str]) -> int:
    """Play a season."""
    parser = _parser()
    asked = parser.parse_intermixed_args(arguments)
    asked.game = asked.option.pop(0) if asked.option and "=" not in asked.option[0] else FIRST_GAME
    if asked.game not in CREWS or any("=" not in option for option in (*asked.option, *asked.seat)):
        parser.error("say which game, and its options as OPTION=VALUE, or SEAT=SKILL behind --seat")
    if asked.games < 1 or asked.jobs < 1 or asked.most < 1:
        sys.stderr.write("klaxon season: --games, --jobs and --most must be at least 1.\n")
        return MISUSED
    try:
        fixtures = _fixtures(asked)
    except data.ContentError as error:
        fixtures = [Refusal(error.code, error.facts)]
    refusals = [refusal for refusal in fixtures if isinstance(refusal, Refusal)]
    for refusal in refusals:
        sys.stderr.write(f"klaxon season: {say_refusal(refusal.code, refusal.facts)}\n")
    if refusals:
        return MISUSED
    games = [fixture for fixture in fixtures if isinstance(fixture, Fixture)]
    results = list(_with_progress(_play_all(games, asked.jobs), len(games)))
    return _report(asked, results)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("klaxon season", description=__doc__)
    games = ", ".join(CREWS)
    parser.add_argument(
        "option", nargs="*", metavar="GAME OPTION=VALUE", help=f"{games}; as `klaxon orders GAME` lists"
    )
    parser.add_argument("--games", type=int, default=100, help="how many (100)")
    for name in SHORTHANDS:
        parser.add_argument(f"--{name}", help=f"the same as {name}=VALUE")
    skills = (*SKILLS, DRIFTER)
    parser.add_argument("--skill", choices=skills, default=SKILL, help=f"how well all crews play ({SKILL})")
    for boat in dict.fromkeys(boat for name in CREWS for boat in game_named(name).boats):
        parser.add_argument(f"--{boat}", choices=skills, help="how well that crew plays, where it is another skill")
    parser.add_argument("--seat", action="append", default=[], metavar="SEAT=SKILL", help="one seat plays otherwise")
    parser.add_argument("--seed", default="1", help="another seed, another season")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="games at a time, each in its own process"
    )
    parser.add_argument("--most", type=int, default=MOST, help=f"orders after which a game is endless ({MOST})")
    parser.add_argument("--time", action="store_true", help="measure how long each crew thinks, in ms of CPU")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw how long the games were and who won them")
    return parser


def _fixtures(asked: argparse.Namespace) -> list[Fixture | Refusal]:
    """Return the games of the season, or what is wrong with it."""
    game = game_named(asked.game)
    known = (*SKILLS, DRIFTER)
    pairs = [text.partition("=") for text in (*asked.option, *asked.seat)]
    seats = {name: value for name, _, value in pairs[len(asked.option) :]}
    wrong = [
        Refusal("bad-option", {"option": s, "value": v, "values": ", ".join(known)})
        for s, v in seats.items()
        if v not in known
    ]
    wrong += [Refusal("unknown-seat", {"seat": s, "seats": game.seats}) for s in seats if s not in game.seats]
    options = {name: value for name, _, value in pairs[: len(asked.option)]}
    options |= {name: getattr(asked, name) for name in SHORTHANDS if getattr(asked, name)}
    skills = {**_skills(asked), **seats}
    made: list[Fixture | Refusal] = [*wrong]
    turnabout = turnabout_of(asked.game)
    for number in range(asked.games if not wrong else 0):
        header = make_header(game, options, data.read, f"{asked.seed}-{number}")
        if isinstance(header, list):
            return [*header]
        if number == 0 and isinstance(refused := game.setup(header), Refusal):
            return [refused]
        made.append(Fixture(turnabout(header, number), skills, asked.most, asked.time))
    return made


def _skills(asked: argparse.Namespace) -> dict[str, str]:
    """Return how well the crew of each boat plays."""
    return {boat: getattr(asked, boat) or asked.skill for boat in game_named(asked.game).boats}


def _play_all(fixtures: Sequence[Fixture], jobs: int) -> Iterator[Result]:
    """Play all games, some at a time; yield what came of them in their order."""
    if jobs == 1:
        yield from map(play, fixtures)
        return
    with ProcessPoolExecutor(jobs, initializer=os.nice, initargs=(NICE,)) as pool:
        yield from pool.map(play, fixtures, chunksize=max(1, min(MOST_AT_ONCE, len(fixtures) // (8 * jobs))))


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
    timed = header.options.get("mode") == "realtime"
    match = SelfplayMatch(game, state, crew, header.seed, pace=PACE if timed else (0, 0), most=fixture.most)
    counts: Counter[tuple[str, str]] = Counter()
    tally = tally_of(game.name)

    def count(match: SelfplayMatch, events: Sequence[Any]) -> None:
        for boat, what, much in tally(match.state, events):
            counts[boat, what] += much

    match.watch = count
    ending = match.play()
    outcome = ending.outcome
    winner, reason = (outcome.winner, outcome.reason) if outcome else ("", "")
    return Result(header.seed, winner, reason, ending.orders, ending.fault, ending.line, counts, header.options, clocks)


def _with_progress(results: Iterator[Result], games: int) -> Iterator[Result]:
    """Say on standard error how far it has come: after every game in a terminal, else now and then."""
    now_and_then = 1 if sys.stderr.isatty() else max(1, games // 20)
    for number, result in enumerate(results, start=1):
        if number % now_and_then == 0 or number == games:
            terminal(sys.stderr).write(f"\r{number} of {games} games")
            sys.stderr.flush()
        yield result
    sys.stderr.write("\n")


def _report(asked: argparse.Namespace, results: Sequence[Result]) -> int:
    faults = [result for result in results if result.fault]
    if asked.json:
        print(json.dumps(_season_data(asked, results)))
    else:
        print("\n".join(_table(asked, results)))
        for result in faults:
            print(f"seed {result.seed}: {result.fault} after {result.orders} orders {result.line}".rstrip())
    if asked.plot:
        try:
            asked.plot.write_text(drawing(_season_data(asked, results)), "utf-8")
        except OSError as error:
            sys.stderr.write(
                f"klaxon season: {asked.plot} cannot be written: {error.strerror}. Choose another --plot.\n"
            )
            return FOUND
    return FOUND if faults else 0


def _season_data(asked: argparse.Namespace, results: Sequence[Result]) -> dict[str, Any]:
    """Return the season as data."""
    boats = game_named(asked.game).boats
    counts = sum((result.counts for result in results), Counter[tuple[str, str]]())
    causes = sorted({cause for _, cause in counts if cause != shares.TURNS and not cause.startswith(shares.CARD)})
    return {
        "game": asked.game,
        "games": len(results),
        "seed": asked.seed,
        "crews": _skills(asked) | dict(s.split("=") for s in asked.seat),
        "won": dict(Counter(result.winner for result in results if result.winner)),
        "reasons": dict(Counter(result.reason for result in results if result.reason)),
        "orders": _spread([result.orders for result in results]),
        "damage": {boat: {cause: counts[boat, cause] for cause in causes} for boat in boats} if causes else {},
        "sides": shares.sides(results, boats),
        "turns": shares.turns(results),
        "cards": shares.cards(results),
        **({"thinking": _thinking(results)} if asked.time else {}),
        "faults": [{"seed": r.seed, "fault": r.fault, "line": r.line} for r in results if r.fault],
        "each": [{"seed": r.seed, "winner": r.winner, "orders": r.orders} for r in results],
    }


def _thinking(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    """Return how long each skill thought, in ms of CPU on one core."""
    clocks: dict[str, ThinkingTime] = {}
    for result in results:
        for skill, clock in result.clocks.items():
            clocks.setdefault(skill, ThinkingTime()).add(clock)
    return {skill: clock.as_data() for skill, clock in clocks.items()}


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    return {"least": min(numbers), "median": median(numbers), "most": max(numbers)}


def _table(asked: argparse.Namespace, results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of the table."""
    data = _season_data(asked, results)
    games, won, orders = data["games"], data["won"], data["orders"]
    yield f"{games} games of {asked.game}, seed {asked.seed}"
    skills = _skills(asked)
    winners = (*skills, "draw" if len(skills) > 1 else "sea")
    yield f"{'':<24}" + "".join(f"{winner:>10}" for winner in winners)
    yield f"{'crew':<24}" + "".join(f"{skill:>10}" for skill in skills.values())
    for seat in asked.seat:
        yield f"  {seat}"
    yield f"{'won':<24}" + "".join(f"{won.get(winner, 0):>10}" for winner in winners)
    yield f"{'won of 100':<24}" + "".join(f"{100 * won.get(winner, 0) / games:>10.1f}" for winner in winners)
    for cause in next(iter(data["damage"].values()), ()):
        each = (data["damage"][boat][cause] / games for boat in skills)
        yield f"{'damage a game, ' + cause:<24}" + "".join(f"{damage:>10.2f}" for damage in each)
    yield f"orders a game: {orders['least']} to {orders['most']}, median {orders['median']:g}"
    yield "ended by: " + (
        ", ".join(f"{reason} {count}" for reason, count in sorted(data["reasons"].items())) or "nothing"
    )
    yield from shares.lines(data)
    for skill, times in data.get("thinking", {}).items():
        yield f"{skill} thinks {times['ms_an_order']:.2f} ms an order, {times['ms_a_turn']:.2f} ms a turn"
    yield f"deadlocks, endless games and refused orders: {len(data['faults'])}"
