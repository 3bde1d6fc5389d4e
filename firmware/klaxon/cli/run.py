"""`klaxon run`: the daemon. It runs a console; with a game, one table instead, for programs and understudies."""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from klaxon import data
from klaxon.cli import FOUND, MISUSED
from klaxon.cli.daemon.daemon import run_console
from klaxon.cli.folders import OWN_PROFILE, add_folder, open_shelf, state_folder
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.shelf_key import have_key
from klaxon.console.language.catalogue import say_refusal
from klaxon.console.onlook.onlookers import DELAY
from klaxon.crew import SKILL, SKILLS
from klaxon.rules.contract import Refusal, Seat
from klaxon.rules.games import GAMES, game_named
from klaxon.table.disk.journal import JournalError
from klaxon.table.doors import socket_door
from klaxon.table.following_games import SetupError
from klaxon.table.host import Tokens, open_table, seat_understudies, until_over
from klaxon.table.running_game import COUNT_IN
from klaxon.table.setup import make_header
from klaxon.table.table import Table

LONGEST_DELAY = 3600
LONGEST_WAIT = 24 * 60


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon run", description=__doc__)
    parser.add_argument("game", nargs="?", choices=sorted(GAMES), help="open one table, without stations")
    parser.add_argument("option", nargs="*", help="OPTION=VALUE, as `klaxon orders GAME` lists them")
    add_table_arguments(parser)
    add_folder(parser)
    parser.add_argument("--keep-nothing", action="store_true", help="no journal: the game cannot be resumed")
    console = parser.add_argument_group("a console (without a game)")
    console.add_argument("--profile", metavar="NAME|FILE", help=f"the console ({OWN_PROFILE}, else virtual)")
    console.add_argument("--lines", choices=("gpiod", "gpiozero"), default="gpiod", help="the way to the Pi's lines")
    console.add_argument("--no-page", action="store_true", help="a real console: serve no page for phones")
    console.add_argument("--host", help="the address the page is served on (virtual: 127.0.0.1, else all)")
    console.add_argument("--port", type=int, default=8080, help="its port; the next free one where it is taken")
    console.add_argument("--open", action="store_true", help="open the page in a browser, where there is a screen")
    console.add_argument(
        "--umpire",
        choices=("print", "show", "off"),
        default="print",
        help="the umpire's PIN: printed, also shown by the first station between games, or no umpire's page at all",
    )
    console.add_argument(
        "--spectators",
        type=_delay,
        default=DELAY,
        metavar="SECONDS|after|off",
        help="by how much the spectators' page is behind; only when a game is over; or no such page (default: 60)",
    )
    console.add_argument(
        "--language", default="", metavar="CODE", help="what stations speak until one chooses another (the profile's)"
    )
    console.add_argument(
        "--attract",
        type=_minutes,
        metavar="MINUTES|off",
        help="show a game of understudies when nobody came for so long (a real console: 3, else off)",
    )
    console.add_argument(
        "--link",
        default="",
        metavar="ADDRESS|off",
        help="where the host of this guest is, if it is not found by itself; off: no link by the network",
    )
    console.add_argument("--link-name", default="", help="what this console is called at the other (its host name)")
    console.add_argument("--link-port", type=int, default=0, help="the port where a host waits (28447)")
    console.add_argument(
        "--hall",
        default="",
        metavar="ADDRESS|off",
        help="where the desk of this table's club is, if it is not found by itself; off: no table of a club",
    )
    console.add_argument("--json", action="store_true", help="say where the page is as one JSON object")
    return parser


def main(arguments: list[str]) -> int:
    """Run a console; or one table until its game is over."""
    parser = build_parser()
    asked = parser.parse_args(arguments)
    if asked.game is None:
        return run_console(asked)
    pairs = [option.partition("=") for option in asked.option]
    if any(not equals for _, equals, _ in pairs):
        parser.error("options are written OPTION=VALUE")
    options = {name: value for name, _, value in pairs}
    seed = options.pop("seed", secrets.token_hex(8))
    game = game_named(asked.game)
    try:
        header = make_header(game, options, data.read, seed)
        if isinstance(header, list):
            return _complain(header)
        keys = Tokens.create(game)
        shelf = None if asked.keep_nothing else open_shelf(asked.folder or state_folder())
        if shelf is not None:
            have_key(shelf)
        return asyncio.run(play_table(lambda: open_table(game, header, shelf, keys, data.read), keys, asked))
    except data.ContentError as error:
        return _complain([Refusal(error.code, error.facts)])
    except SetupError as error:
        return _complain([error.refusal])
    except JournalError as error:
        return _complain([Refusal(error.code, error.facts)])


def _delay(text: str) -> float | str:
    if text in ("after", "off"):
        return text
    seconds = float(text)
    if not 0 <= seconds <= LONGEST_DELAY:
        raise argparse.ArgumentTypeError(f"seconds are from 0 to {LONGEST_DELAY}")
    return seconds


def _minutes(text: str) -> float:
    """Return minutes; none of them is never."""
    minutes = 0.0 if text == "off" else float(text)
    if not 0 <= minutes <= LONGEST_WAIT:
        raise argparse.ArgumentTypeError(f"minutes are from 0 to {LONGEST_WAIT}")
    return minutes


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what every command needs that runs a table, beside --folder."""
    parser.add_argument("--socket", type=Path, help="open a door for people and programs at this path")
    parser.add_argument("--people", default="", help="seats left for people, by commas: red.captain,red.xo (or a boat)")
    parser.add_argument("--pace", default="800..2500", help="how long understudies think, in ms: 0, or LOW..HIGH")
    parser.add_argument("--skill", choices=SKILLS, help=f"how well understudies play ({SKILL})")
    parser.add_argument("--count-in", type=float, default=COUNT_IN, help="seconds between `resume` and the first move")


async def play_table(opened: Callable[[], Table], keys: Tokens, asked: argparse.Namespace) -> int:
    """Open a table, let everybody in, and wait for the end of its game, or for a signal that ends it."""
    table = opened()
    if (task := asyncio.current_task()) is not None:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    table.count_in = asked.count_in
    reserved = asked.people.split(",") if asked.people else []
    free = [s for s in table.play.game.seats if s not in reserved and s.partition(".")[0] not in reserved]
    boats = dict.fromkeys(seat.partition(".")[0] for seat in free)
    crews: list[list[Seat]] = [[seat for seat in free if seat.startswith(f"{boat}.")] for boat in boats]
    print(json.dumps({"table": table.name, "socket": str(asked.socket or ""), "tokens": keys.token_of}), flush=True)
    try:
        async with seat_understudies(table, keys, crews, asked.pace, asked.skill or SKILL):
            if asked.socket:
                async with socket_door(table, asked.socket):
                    await _play(table)
            else:
                await _play(table)
    except asyncio.CancelledError:
        pass  # the game is cut off; what was played is kept
    finally:
        table.ledger.scribe.close()
    outcome = table.play.outcome
    ended = {**outcome.show(), "winner": outcome.winner or None} if outcome else {}
    print(json.dumps({**ended, "rows": table.play.count, "digest": table.play.digest()}), flush=True)
    return 0


async def _play(table: Table) -> None:
    table.begin()
    await until_over(table)


def _complain(refusals: list[Refusal]) -> int:
    for refusal in refusals:
        sys.stderr.write(f"klaxon run: {say_refusal(refusal.code, refusal.facts)}\n")
    return MISUSED if refusals else FOUND
