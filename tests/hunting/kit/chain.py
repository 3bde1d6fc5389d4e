"""Where the attack of a crew breaks off: how far each game of a mission came, from the first sighting to the sinking.

`python -m tests.hunting.kit.chain m05 20` plays so many games of a mission and prints for each link of the chain in how
many it was reached, then each game in a line; `--skill expert`, `--seed KEY` and `--jobs 2` say who plays what.
`--story 3` plays that one game alone and tells it, order by order, beside the truth: how far off the nearest merchant
and the nearest escort were, and what the escort was at. The truth judges here, no crew sees it.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from klaxon import data
from klaxon.cli.season.fixtures import PACE
from klaxon.crew import SKILLS, understudy_of
from klaxon.crew.selfplay import Ending, SelfplayMatch
from klaxon.rules.contract import UMPIRE, Event, Header
from klaxon.rules.uboot.patrol.scoring import result
from klaxon.rules.uboot.words import ROLES
from klaxon.table.setup import make_header
from tests.hunting.kit.staging import say, share_line
from tests.rules.uboot.kit.boat import GAME
from tests.rules.uboot.kit.ships import box

LINKS = (
    "message decoded",
    "prey in contact",
    "convoy in contact",
    "merchant within 3 nm",
    "tubes flooded",
    "TDC on a target",
    "torpedo launched",
    "torpedo hit",
    "ship sunk",
    "hunted",
    "charges dropped",
    "came home",
)
"""The links of the chain, and what comes after it."""
NEAR = 5556
"""Metres within which a merchant is near."""
SILENT = ("activated", "moved", "posted", "recovered", "handed-over", "assigned", "order-track", "time", "views")
"""Events that no story is about."""


class Chain(NamedTuple):
    """How far a game came."""

    reached: Counter[str]
    """Link -> how often."""
    nearest: int
    """Metres to the nearest merchant, at the orders of the captain."""
    results: Counter[str]
    """What came of the torpedoes, as perceived."""
    sunk: int
    grt: int
    grade: str
    reason: str
    morale: int
    orders: int
    story: tuple[str, ...]


class _Onlooker:
    """Watches a match and keeps what it came to."""

    def __init__(self, *, tells: bool) -> None:
        self.tells, self.reached, self.results = tells, Counter[str](), Counter[str]()
        self.nearest, self.story = 99_999, list[str]()
        self._klasses = {name: row["klass"] for name, row in box().ships.items()}
        self._links: dict[str, Callable[[Any], str]] = {
            "decoded": lambda _: "message decoded",
            "launched": lambda _: "torpedo launched",
            "torpedo": lambda facts: "torpedo hit" if facts["result"] == "hit" else "",
            "attack": lambda facts: "charges dropped" if facts["kind"] == "charges" else "",
            "hunted": lambda facts: "hunted" if facts["on"] else "",
            "done": lambda facts: {"flood_tubes": "tubes flooded", "tdc": "TDC on a target"}.get(facts["order"], ""),
            "contact": lambda facts: "convoy in contact" if facts["kind"] == "group" else "prey in contact",
        }

    def __call__(self, match: SelfplayMatch, events: Sequence[Event]) -> None:
        for event in events:
            facts: Any = event.facts
            if UMPIRE not in event.to:
                continue
            link = self._links[event.type](facts) if event.type in self._links else ""
            self.reached[link] += 1
            if event.type == "torpedo":
                self.results[facts["result"]] += 1
            if event.type == "ordered" and (self.tells or facts["order"] not in ("watch", "cook", "enigma")):
                self._look(match)
            if self.tells and event.type not in SILENT:
                self._tell(match, event)

    def _look(self, match: SelfplayMatch) -> None:
        truth = GAME.show(GAME.sight(match.state, UMPIRE, {}).view)["truth"]["enemies"]
        merchants = [
            one["range_m"] for one in truth.values() if self._klasses.get(one["type"]) == "merchant" and one["afloat"]
        ]
        self.nearest = min([self.nearest, *merchants])
        if self.tells:
            self.story.append(f"    truth: merchant {min(merchants, default=0)} m; escorts {self._escorts(truth)}")

    def _escorts(self, truth: dict[str, dict[str, Any]]) -> str:
        near = sorted(
            (each["range_m"], each["state"]) for each in truth.values() if self._klasses.get(each["type"]) == "escort"
        )
        return ", ".join(f"{metres} m {state}" for metres, state in near[:3])

    def _tell(self, match: SelfplayMatch, event: Event) -> None:
        board = match.state.board
        minutes = board.clock.game_at // 60_000
        facts = " ".join(f"{name}={value}" for name, value in event.facts.items())
        boat = board.boat
        aboard = f"o{board.order} m{board.morale} {boat.depth // 1000}m {boat.setting}"
        self.story.append(f"{minutes // 60:3}:{minutes % 60:02} [{aboard}] {event.type} {facts}"[:230])


def play(asked: tuple[str, str, str, bool, str]) -> Chain:
    """Play one game: (mission, skill, seed, whether it is told, level of all roles)."""
    mission, skill, seed, tells, level = asked
    options = {"mission": mission, **dict.fromkeys(ROLES, level)}
    header = make_header(GAME, options, data.read, seed)
    if not isinstance(header, Header):
        raise TypeError(header)
    crew = dict.fromkeys(GAME.seats, understudy_of("uboot", skill))
    match = SelfplayMatch(GAME, GAME.setup(header), crew, seed, pace=PACE)
    looks = _Onlooker(tells=tells)
    match.watch = looks
    ending: Ending = match.play()
    ended = result(match.state)
    reached = +Counter({name: count for name, count in looks.reached.items() if name})
    reached["merchant within 3 nm"] = int(looks.nearest < NEAR)
    reached["ship sunk"], reached["came home"] = ended.ships, int(not ended.is_lost)
    reason = ending.outcome.reason if ending.outcome is not None else f"{ending.fault} {ending.line}"
    afloat = (ended.ships, ended.grt, ended.grade, reason, match.state.board.morale, ending.orders)
    return Chain(reached, looks.nearest, looks.results, *afloat, tuple(looks.story))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.hunting.kit.chain")
    parser.add_argument("mission")
    parser.add_argument("games", type=int, nargs="?", default=20)
    parser.add_argument("--skill", choices=SKILLS, default="able")
    parser.add_argument("--level", default="medium")
    parser.add_argument("--seed", default="chain")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--story", type=int, default=-1)
    asked = parser.parse_args()
    if asked.story >= 0:
        found = play((asked.mission, asked.skill, f"{asked.seed}-{asked.mission}-{asked.story}", True, asked.level))
        say("\n".join(found.story))
        _say_game(asked.story, found)
        return
    fixtures = [
        (asked.mission, asked.skill, f"{asked.seed}-{asked.mission}-{n}", False, asked.level)
        for n in range(asked.games)
    ]
    with multiprocessing.Pool(asked.jobs) as pool:
        games = pool.map(play, fixtures, 1)
    for number, game in enumerate(games):
        _say_game(number, game)
    for link in LINKS:
        say(share_line(f"  {link}", sum(game.reached[link] > 0 for game in games), len(games)))
    won = sum(game.grade != "F" for game in games)
    say(share_line(f"{asked.mission} {asked.skill} won", won, len(games)))
    ships, grt = sum(game.sunk for game in games), sum(game.grt for game in games)
    torpedoes = sum((game.results for game in games), Counter[str]())
    say(f"  {ships} ships, {grt} GRT; torpedoes: {dict(torpedoes)}; {dict(Counter(g.reason for g in games))}")


def _say_game(number: int, game: Chain) -> None:
    ended = f"{game.grade} {game.reason}, {game.sunk} sunk {game.grt} GRT, morale {game.morale}, {game.orders} orders"
    reached = ", ".join(f"{name} {game.reached[name]}" for name in LINKS[2:11] if game.reached[name])
    say(f"{number:3}: {ended}; nearest {game.nearest} m; {reached}")


if __name__ == "__main__":
    main()
