"""`klaxon hands`: what hands do at the four stations in a patrol of U-BOOT, beside what the printed game asks of them.

Robots play a patrol at the stations, as `klaxon screens` records games: they turn the dials and press the keys. Every
detent, push and key is one movement. Beside it stand the moves of the printed game for the very same patrol, counted
from what happened in it, piece by piece:

- a track marker moved, for each change of the order track or of morale: 1
- a token laid on a man's board, or taken off: 1 each; a token handed over to the relief: 1
- a figure moved to another room: 1, and 1 more for what it carries
- a crew board turned over at the watch change: 4 each time, one for each role
- a card drawn and laid down again: 2; one played from the hand: 1
- a crew token drawn from the bag and put back: 2
- a danger, fault or breach marker laid on the boat: 1, and taken off: 1
- a food token taken to the stove: 1, and a new one laid into the pyramid: 1; a medicine laid on a card: 1
- a cigarette laid down: 1
- a touch of the companion app, which the printed game needs: 3 for speed, course or depth (its button, the value, that
  the men are in the right place), 2 for how fast time runs, for the number of lookouts or of a repair team whenever it
  changes, 1 for a view, for the meal, for a sealed breach
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from klaxon.cli import MISUSED
from klaxon.cli.robots import STEP, THOUGHT, PanelRecorder, console_of, play
from klaxon.console.console import Console
from klaxon.console.lobby.lobby import GamePlan
from klaxon.rules.contract import UMPIRE, Event, Ms, Order
from klaxon.rules.uboot.words import BOAT, ROLES
from klaxon.table.fake_time import travel
from klaxon.table.play import Play

HOURS = 24
A_THIRD = 3


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
    parser = argparse.ArgumentParser("klaxon hands", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
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
    counted = count(asked.seed, dict(option.split("=", 1) for option in asked.option))
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
    console.begin(GamePlan(BOAT, "", {BOAT: "all"}, dict(options)), seed)
    await asyncio.sleep(STEP)
    table = console.match.table
    if table is None:
        raise RuntimeError(options)
    hands = CountingHands(console)
    await play(console, hands, seed, together=True)
    await asyncio.sleep(THOUGHT)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    events = list(_events(table.play))
    orders = Counter(str(event.facts["order"]) for event in events if event.type == "ordered")
    bells = sum(event.type == "bell" for event in events)
    return CountedPatrol(bells + 1, hands.counts, printed_moves(events), orders)


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


# -- in print ----------------------------------------------------------------------------------------------------------


def printed_moves(events: Sequence[Event]) -> Counter[str]:
    """Return the moves of the printed game for what happened, by kind."""
    moves: Counter[str] = Counter()
    for event in events:
        if event.type in MOVES:
            moves.update(MOVES[event.type](event.facts))
        if touches := _touches(event):
            moves[APP] += touches
    return +moves


def _touches(event: Event) -> int:
    """Return how often the companion app is touched for something that happened."""
    match event.type:
        case "done":
            return TOUCHES_OF_ORDERS.get(str(event.facts["order"]), 0)
        case "time":
            return 2 if event.facts["why"] == "order" else 0
        case "watching" | "repair":
            return 2
        case "meal" | "sealed":
            return 1
    return 0


def _card(facts: Mapping[str, Any]) -> dict[str, int]:
    return {"cards": 1 if facts.get("played") or facts["deck"] == "engineer" or facts.get("hand") else 2}


def _draw(facts: Mapping[str, Any]) -> dict[str, int]:
    return {"tokens of the bag": 2 * len(facts["tokens"])}


def _moved(facts: Mapping[str, Any]) -> dict[str, int]:
    return {"figures": 1, "things carried": bool(facts.get("carried"))}


APP = "touches of the app"
TOUCHES_OF_ORDERS = {
    **dict.fromkeys(("new_speed", "new_course", "new_depth", "dive", "surface"), 3),
    **dict.fromkeys(("periscope", "hydrophone", "sextant"), 1),
}
"""Order -> its button, the value, and that the men are in the right place; a view is one touch."""
MOVES: Mapping[str, Callable[[Mapping[str, Any]], dict[str, int]]] = {
    "order-track": lambda _facts: {"track markers": 1},
    "morale": lambda _facts: {"track markers": 1},
    "activated": lambda facts: {"tokens on men": int(facts["tokens"])},
    "recovered": lambda _facts: {"tokens on men": 1},
    "handed-over": lambda _facts: {"tokens on men": 1},
    "task-ended": lambda _facts: {"tokens on men": 1},
    "moved": _moved,
    "watch-changed": lambda _facts: {"boards turned": len(ROLES)},
    "card": _card,
    "draw": _draw,
    "fault": lambda _facts: {"markers on the boat": 1},
    "worsened": lambda _facts: {"markers on the boat": 1},
    "emergency": lambda _facts: {"markers on the boat": 1},
    "cleared": lambda _facts: {"markers on the boat": 1},
    "breach": lambda _facts: {"markers on the boat": 1},
    "sealed": lambda _facts: {"markers on the boat": 1},
    "flooded": lambda _facts: {"markers on the boat": 1},
    "repair": lambda facts: {"markers on the boat": int(facts["state"] == "finished")},
    "malady": lambda facts: {"tokens on men": sum(facts["placed"].values()) + sum(facts["pushed"].values())},
    "died": lambda _facts: {"tokens on men": 1, "figures": 1},
    "posted": lambda _facts: {"figures": 1},
    "treated": lambda _facts: {"medicines": 1},
    "smoked": lambda _facts: {"cigarettes": 1},
    "cooked": lambda facts: {"food": len(facts["tokens"])},
    "meal": lambda facts: {"food": int(facts["size"])},
    "larder": lambda facts: {"food": len(facts["cells"])},
}
"""Event -> the moves that it takes in print, by kind."""
