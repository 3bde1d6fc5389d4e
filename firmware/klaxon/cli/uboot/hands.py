"""`klaxon hands`: what hands do at the four stations in a patrol of U-BOOT, beside what the printed game asks of them.

Robots play a patrol at the stations, as `klaxon screens` records games: they turn the dials and press the keys, and
read the bottom line before they do, as a person would. Every detent, push and key is one movement. Beside it stand the
moves of the printed game for the very same patrol, counted from what happened in it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from klaxon.cli import MISUSED
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.robots import STEP, THOUGHT, PanelRecorder, console_of, play
from klaxon.cli.uboot.printed import HOW_COUNTED, printed_moves
from klaxon.console.console import Console
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.rules.contract import UMPIRE, Event, Ms, Order
from klaxon.rules.uboot.words import BOAT
from klaxon.table.fake_time import travel
from klaxon.table.play import Play


class NoPatrolError(Exception):
    """No game begins with these options."""


class CountedPatrol(NamedTuple):
    """What a patrol took of both."""

    watches: int
    hands: Mapping[str, int]
    """Station and what was done there -> how often."""
    printed: Mapping[str, int]
    """Kind of move -> how often."""
    orders: Mapping[str, int]
    """Order -> how often it was given."""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser(
        "klaxon hands",
        description=__doc__,
        epilog=f"how print is counted:\n{HOW_COUNTED}",
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("option", nargs="*", help="OPTION=VALUE, as `klaxon orders uboot` lists them")
    parser.add_argument("--seed", default="1", help="another seed, another patrol")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Play a patrol and print both counts."""
    asked = build_parser().parse_args(arguments)
    if any("=" not in option for option in asked.option):
        sys.stderr.write("klaxon hands: options are written OPTION=VALUE.\n")
        return MISUSED
    try:
        counted = count(asked.seed, dict(option.split("=", 1) for option in asked.option))
    except NoPatrolError as error:
        sys.stderr.write(f"klaxon hands: no game begins with {error}; `klaxon script` says why.\n")
        return MISUSED
    if asked.json:
        print(json.dumps(counted._asdict()))
        return 0
    hands, printed = sum(counted.hands.values()), sum(counted.printed.values())
    for title, counts in (
        ("at the stations", counted.hands),
        ("in print", counted.printed),
        ("orders", counted.orders),
    ):
        print(f"{title}:")
        for name, much in sorted(counts.items(), key=lambda pair: -pair[1]):
            print(f"  {name:<32}{much:>6}{much / counted.watches:>9.1f} a watch")
    print(f"{counted.watches} watches: {hands / counted.watches:.1f} movements a watch at the stations,")
    print(f"{printed / counted.watches:.1f} moves in print: {hands / printed:.2f}")
    return 0


def count(seed: str, options: Mapping[str, str]) -> CountedPatrol:
    """Return what a patrol takes at the stations and in print."""
    return travel(lambda: _record(seed, options))


async def _record(seed: str, options: Mapping[str, str]) -> CountedPatrol:
    console = console_of(PanelRecorder())
    running = asyncio.create_task(console.run())
    await asyncio.sleep(STEP)
    console.lobby.begin(GamePlan(BOAT, "", {BOAT: "all"}, dict(options)), seed)
    await asyncio.sleep(STEP)
    table = console.match.table
    if table is None:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        raise NoPatrolError(", ".join(f"{name}={value}" for name, value in options.items()))
    hands = CountingHands(console)
    await play(console, hands, seed, together=True)
    await asyncio.sleep(THOUGHT)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    events = list(_events(table.play))
    orders = Counter(str(event.facts["order"]) for event in events if event.type == "ordered")
    bells = sum(event.type == "bell" for event in events)
    medicines = {name: len(card.treat) for name, card in table.play.state.box.cards.items()}
    return CountedPatrol(bells + 1, hands.counts, printed_moves(events, medicines), orders)


class CountingHands:
    """The console's inputs, each counted before it is passed on."""

    def __init__(self, console: Console) -> None:
        """Take the console that is worked."""
        self._console = console
        self.counts: Counter[str] = Counter()

    def on_press(self, station: str, key: str) -> None:
        """Count a key or a push."""
        self.counts[f"{station} {key}"] += 1
        self._console.on_press(station, key)

    def on_release(self, station: str, key: str) -> None:
        """Pass it on: letting go is the same movement."""
        self._console.on_release(station, key)

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """Count detents."""
        self.counts[f"{station} detents"] += abs(steps)
        self._console.on_turn(station, dial, steps)


def _events(play: Play) -> Sequence[Event]:
    """Return everything that happened in a game, once each, as it is replayed."""
    again, found = Play(play.game, play.header, play.game.setup(play.header)), []
    for row in play.line:
        if row.kind in ("order", "time"):
            again.pass_time(Ms(row.at))
        if row.kind == "order":
            again.order(Order.read(row.line))
    for page in again.take_pages():
        found += [event for event in page.events if UMPIRE in event.to]
    return found
