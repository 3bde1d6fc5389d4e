"""`klaxon season`: many games between understudies: who wins, how long it takes, and what sinks them.

For a co-operative game it reports how its missions ended, and what the crew did in them.
If a game has sets and a starting boat, these rotate, and every card aboard is counted.

Exit status 1 if a game came to a deadlock, did not end, or an order was refused.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from klaxon import data
from klaxon.cli import FOUND, MISUSED
from klaxon.cli.game_commands import balance_of
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.plain import terminal
from klaxon.cli.plot import drawing
from klaxon.cli.season.figures import season_data, skills_of, table
from klaxon.cli.season.fixtures import Fixture, Result, play
from klaxon.cli.season.kept_results import KeptResults, OtherSeasonError
from klaxon.console.language.catalogue import say_refusal
from klaxon.crew import CREWS, DRIFTER, SKILL, SKILLS, turnabout_of
from klaxon.crew.selfplay import MOST
from klaxon.rules.contract import Refusal
from klaxon.rules.games import FIRST_GAME, game_named
from klaxon.table.setup import make_header

NICE = 10
MOST_AT_ONCE = 20
"""Games that a process gets at a time."""
SAME_SEASON = ("games", "jobs", "json", "plot", "keep", "time", "report", "sittings")
"""Arguments that may differ when a season goes on."""
INTERRUPTED = 130
SHORTHANDS = ("chart", "mode", "rules")


def main(arguments: list[str]) -> int:
    """Play a season."""
    parser = build_parser()
    asked = parser.parse_intermixed_args(arguments)
    asked.game = asked.option.pop(0) if asked.option and "=" not in asked.option[0] else FIRST_GAME
    if asked.game not in CREWS or any("=" not in option for option in (*asked.option, *asked.seat)):
        parser.error("say which game, and its options as OPTION=VALUE, or SEAT=SKILL behind --seat")
    if asked.keep and asked.time:
        parser.error("--time is measured anew in every run: it cannot go with --keep")
    if asked.report and (balance_of(asked.game) is None or asked.option or asked.time):
        parser.error("--report is about all missions of a game that has some: it takes no options, and no --time")
    if asked.games < 1 or asked.jobs < 1 or asked.most < 1:
        sys.stderr.write("klaxon season: --games, --jobs and --most must be at least 1.\n")
        return MISUSED
    if asked.report:
        return _play_balance(asked)
    try:
        fixtures = _fixtures(asked)
    except data.ContentError as error:
        fixtures = [Refusal(error.code, error.facts)]
    refusals = [refusal for refusal in fixtures if isinstance(refusal, Refusal)]
    for refusal in refusals:
        sys.stderr.write(f"klaxon season: {say_refusal(refusal.code, refusal.facts)}\n")
    if refusals:
        return MISUSED
    results = _play_or_tell([fixture for fixture in fixtures if isinstance(fixture, Fixture)], asked)
    if results is None:
        return MISUSED
    return _report(asked, results) if results else INTERRUPTED


def _play_balance(asked: argparse.Namespace) -> int:
    """Play all missions, and write the page on their balance."""
    balance = balance_of(asked.game)
    games = balance.balance_games(asked)
    results = _play_or_tell([game.fixture for game in games], asked)
    if results is None:
        return MISUSED
    if not results:
        return INTERRUPTED
    try:
        balance.write_report(asked, games, {result.seed: result for result in results})
    except OSError as error:
        sys.stderr.write(f"klaxon season: {asked.report} cannot be written: {error.strerror}. Choose another place.\n")
        return FOUND
    sys.stdout.write(f"{asked.report} is written, of {len(results)} games.\n")
    return FOUND if any(result.fault for result in results) else 0


def _play_or_tell(games: Sequence[Fixture], asked: argparse.Namespace) -> list[Result] | None:
    """Return the results; None, with the reason said, where they cannot be kept."""
    try:
        return _play_season(games, asked)
    except OtherSeasonError:
        sys.stderr.write(f"klaxon season: {asked.keep} holds no season, or another one. Name another file.\n")
    except OSError as error:
        sys.stderr.write(f"klaxon season: {asked.keep} cannot be used: {error.strerror}. Name another file.\n")
    return None


def _play_season(games: Sequence[Fixture], asked: argparse.Namespace) -> list[Result]:
    """Play all games that are not kept yet; return the results, of as many as there was time for."""
    kept = KeptResults(asked.keep, _season(asked)) if asked.keep else None
    results = dict(kept.results) if kept else {}
    missing = [fixture for fixture in games if fixture.header.seed not in results]
    coming = play_all(missing, asked.jobs)
    try:
        for result in with_progress(kept.keep(coming) if kept else coming, len(missing)):
            results[result.seed] = result
    except KeyboardInterrupt:
        sys.stderr.write(f"\nStopped: {len(results)} of {len(games)} games.\n")
    return [results[fixture.header.seed] for fixture in games if fixture.header.seed in results]


def _season(asked: argparse.Namespace) -> dict[str, Any]:
    """Return what makes a season another one."""
    return {name: value for name, value in vars(asked).items() if name not in SAME_SEASON}


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon season", description=__doc__)
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
        parser.add_argument(f"--{boat}", choices=skills, help="how well that crew plays, if not as --skill says")
    parser.add_argument("--seat", action="append", default=[], metavar="SEAT=SKILL", help="one seat plays otherwise")
    parser.add_argument("--seed", default="1", help="another seed, another season")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="games at a time, each in its own process"
    )
    parser.add_argument(
        "--most", type=int, default=MOST, help=f"orders after which a game is given up as endless ({MOST})"
    )
    parser.add_argument("--time", action="store_true", help="measure how long each crew thinks, in ms of CPU")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write results here; one that was cut off goes on")
    parser.add_argument(
        "--report", type=Path, metavar="FILE.md", help="play all missions of the game, write a page on their balance"
    )
    parser.add_argument(
        "--sittings", type=Path, metavar="FILE.json", help="with --report: write how long each mission sits"
    )
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw how long the games were and who won them")
    return parser


def _fixtures(asked: argparse.Namespace) -> list[Fixture | Refusal]:
    """Return the games of the season, or what is wrong with the request."""
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
    skills = {**skills_of(asked), **seats}
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


def play_all(fixtures: Sequence[Fixture], jobs: int) -> Iterator[Result]:
    """Play all games, some at a time; yield their results in order."""
    if jobs == 1:
        yield from map(play, fixtures)
        return
    with ProcessPoolExecutor(jobs, initializer=os.nice, initargs=(NICE,)) as pool:
        yield from pool.map(play, fixtures, chunksize=max(1, min(MOST_AT_ONCE, len(fixtures) // (8 * jobs))))


def with_progress(results: Iterator[Result], games: int) -> Iterator[Result]:
    """Print the progress on standard error: after every game in a terminal, else now and then."""
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
        print(json.dumps(season_data(asked, results)))
    else:
        print("\n".join(table(asked, results)))
        for result in faults:
            print(f"seed {result.seed}: {result.fault} after {result.orders} orders {result.line}".rstrip())
    if asked.plot:
        try:
            asked.plot.write_text(drawing(season_data(asked, results)), "utf-8")
        except OSError as error:
            sys.stderr.write(
                f"klaxon season: {asked.plot} cannot be written: {error.strerror}. Choose another --plot.\n"
            )
            return FOUND
    return FOUND if faults else 0
